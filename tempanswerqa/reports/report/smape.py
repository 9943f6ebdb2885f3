"""Computes the range of sMAPE at an exact match, and the part of it from unread responses."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import accumulate
from statistics import fmean
from typing import NamedTuple

from tempanswerqa.metrics import scores
from tempanswerqa.questions.record import Question
from tempanswerqa.runs.scoring import Item


class Band(NamedTuple):
    """Hold the least and largest sMAPE of a task for each number of right answers from 0 to n."""

    least: tuple[float, ...]
    largest: tuple[float, ...]

    @property
    def questions(self) -> int:
        """Return the number of questions."""
        return len(self.least) - 1


def band(asked: Iterable[Question]) -> Band | None:
    """Return the feasible band of a task; None if sMAPE is defined for none of its questions.

    Let k of n answers be right, and let sMAPE be defined for m questions. It is largest if all
    wrong answers count 100, as if unread, and as many right ones as possible are among the n - m
    others: 100 (m - max(0, k - (n - m))) / m. It is least if as many wrong ones as possible are
    among the n - m, and the rest are the next whole number, on the questions with the least sMAPE
    for it: 100 / (2|y| + 1) for a whole label y. The band holds for answers in whole units.
    """
    asked = list(asked)
    costs = sorted(
        min(scores.smape(answer, question.number) for answer in _next(question.number))
        for question in asked
        if question.unit not in scores.NO_SMAPE
    )
    if not costs:
        return None
    n, m = len(asked), len(costs)
    sums = [0.0, *accumulate(costs)]
    wrong = [max(0, n - k - (n - m)) for k in range(n + 1)]  # at least, of the m questions
    right = [max(0, k - (n - m)) for k in range(n + 1)]
    return Band(
        tuple(sums[count] / m for count in wrong), tuple(100 * (m - count) / m for count in right)
    )


def _next(label: float) -> tuple[int, int]:
    """Return the next whole number below a label and the next one above it."""
    return math.ceil(label) - 1, math.floor(label) + 1


class SmapeParts(NamedTuple):
    """Hold the sMAPE of a run in two parts, which add up to it; NaN if it is not defined."""

    unread: float
    wrong: float
    wrong_mean: float
    """The mean sMAPE of the wrong answers that were read, from 0 to 100; NaN if there is none."""

    @property
    def total(self) -> float:
        """Return the run's sMAPE."""
        return self.unread + self.wrong


def smape_parts(items: Iterable[Item]) -> SmapeParts:
    """Return the parts of the sMAPE of these items."""
    defined = [(one.number, one.scores["smape"]) for one in items]
    defined = [(number, value) for number, value in defined if not math.isnan(value)]
    if not defined:
        return SmapeParts(math.nan, math.nan, math.nan)
    unread = math.fsum(value for number, value in defined if number is None)
    wrong = [value for number, value in defined if number is not None and value]
    return SmapeParts(
        unread / len(defined),
        math.fsum(wrong) / len(defined),
        fmean(wrong) if wrong else math.nan,
    )
