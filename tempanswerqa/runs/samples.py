"""Several responses to each question of a run: which of them count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from tempanswerqa.metrics import sampling
from tempanswerqa.runs.scoring import Answer, Item

Of = TypeVar("Of", Answer, Item)

FIRST, MEAN, MEDIAN = CHOICES = ("first", "mean", "median")
"""What counts of the samples of a question: the first, the mean of all their scores, or the answer
that they agree on."""


def of_questions(items: Iterable[Of]) -> list[list[Of]]:
    """Return the answers or items of each question, which stand together."""
    return [list(own) for _, own in groupby(items, key=lambda item: item.question.id)]


def picked(items: Sequence[Item], how: str) -> Sequence[Item]:
    """Return the items that count: all, or with `MEDIAN` one of each question."""
    if how != MEDIAN:
        return items
    return [own[sampling.vote([item.number for item in own])] for own in of_questions(items)]


def by_question(items: Sequence[Item]) -> Sequence[Item]:
    """Return one item for each question, with the means of the scores of its samples and what
    `sampling.told` says; the rest is that of the answer that the samples agree on.
    """
    own = of_questions(items)
    return items if len(own) == len(items) else [*map(_joined, own)]


def _joined(own: Sequence[Item]) -> Item:
    numbers = [item.number for item in own]
    scores = [item.scores for item in own]
    joined = sampling.of_question(scores, numbers, own[0].question.unit)
    return own[sampling.vote(numbers)]._replace(scores=joined, sample=0)


def counts(items: Iterable[Item]) -> str:
    """Return how many samples there are of each question, such as `4`, or `1-4`; 1 without any."""
    sizes = sorted({len(own) for own in of_questions(items)}) or [1]
    return "-".join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))


def counted(items: Sequence[Item], how: str) -> str:
    """Return what a signature says of the samples that count, such as `median-of-4`; empty where
    each question has one.
    """
    of = counts(items)
    if of == "1":
        return ""
    return how if how == MEAN else f"{how}-of-{of}"
