"""Chooses which of several responses to each question of a run count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from tempanswerqa.metrics import sampling
from tempanswerqa.runs.scoring import Answer, Item

Of = TypeVar("Of", Answer, Item)

FIRST, MEAN, MEDIAN = CHOICES = ("first", "mean", "median")
"""The ways to score several samples of a question: the score of the first, the mean of all scores,
or the score of the answer on which they agree (`sampling.vote`)."""


def of_questions(items: Iterable[Of]) -> list[list[Of]]:
    """Return lists of the answers or items of each question; those of one have to be adjacent."""
    return [list(own) for _, own in groupby(items, key=lambda item: item.question.id)]


def picked(items: Sequence[Item], how: str) -> Sequence[Item]:
    """Return the items that count: one of each question if `how` is `MEDIAN`, else all."""
    if how != MEDIAN:
        return items
    return [own[sampling.vote([item.number for item in own])] for own in of_questions(items)]


def by_question(items: Sequence[Item]) -> Sequence[Item]:
    """Return one item for each question. Its scores are the means over the samples and those of
    `sampling.of_question`; its other fields are those of the sample that `sampling.vote` chooses.
    """
    own = of_questions(items)
    return items if len(own) == len(items) else [*map(_joined, own)]


def _joined(own: Sequence[Item]) -> Item:
    numbers = [item.number for item in own]
    scores = [item.scores for item in own]
    joined = sampling.of_question(scores, numbers, own[0].question.unit)
    return own[sampling.vote(numbers)]._replace(scores=joined, sample=0)


def counts(items: Iterable[Item]) -> str:
    """Return the number of samples of each question as text: `4`, or `1-4`; `1` without items."""
    sizes = sorted({len(own) for own in of_questions(items)}) or [1]
    return "-".join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))


def counted(items: Sequence[Item], how: str) -> str:
    """Return `samples` of a signature, such as `median-of-4`; empty if each question has one."""
    of = counts(items)
    if of == "1":
        return ""
    return how if how == MEAN else f"{how}-of-{of}"
