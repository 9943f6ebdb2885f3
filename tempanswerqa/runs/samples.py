"""Sums up several responses to each question of a run."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

from tempanswerqa.answers.result import REASONS
from tempanswerqa.metrics.scores import COUNTED, METRICS

if TYPE_CHECKING:
    from pandas import DataFrame

FIRST, MEAN = "first", "mean"
"""The ways to score several responses to a question: by the first, or by the mean of all scores."""


def of_questions(items: DataFrame) -> list[range]:
    """Return the places of the items of each question; those of one must be adjacent."""
    sizes = Counter(items["id"]).values()
    return [range(end - size, end) for end, size in zip(accumulate(sizes), sizes, strict=True)]


def predictions(items: DataFrame) -> list[float | None]:
    """Return the numbers that were read; None for unread responses."""
    return [None if number != number else number for number in items["number"].tolist()]


def by_question(items: DataFrame) -> DataFrame:
    """Return one item for each question, with the means of its scores, of `COUNTED` and of reasons
    that are columns; undefined scores are left out. Its other columns are those of the first
    response. If any question has several responses, `samples` is their number.
    """
    if not items["sample"].any():
        return items
    names = [name for name in (*METRICS, *COUNTED, *REASONS) if name in items]
    questions = items.groupby("id", sort=False, observed=True)
    first = items[items["sample"] == 0].drop(columns=names)
    means = questions[names].mean().assign(samples=questions.size())
    return first.join(means, on="id").reset_index(drop=True)
