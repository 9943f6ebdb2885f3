"""Tells what sMAPE can be, given exact match, and which part of it is unread responses."""

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
    """The least and the largest sMAPE of a task for each number of right answers, from 0 to n."""

    least: tuple[float, ...]
    largest: tuple[float, ...]

    @property
    def questions(self) -> int:
        """Return the number of questions."""
        return len(self.least) - 1


def band(asked: Iterable[Question]) -> Band | None:
    """Return the feasible band of a task; None where sMAPE is defined for none of its questions.

    With k of n answers right, and m questions for which sMAPE is defined: it is largest where all
    others are as wrong as can be (100, as if unparsed) and as many right ones as possible are
    among the n - m: 100 (m - max(0, k - (n - m))) / m. It is least where as many wrong ones as
    possible are among the n - m, and the others are the next whole number on the questions where
    that costs least, 100 / (2|y| + 1) for a whole label y. So it holds for answers in whole units.
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
    wrong = [max(0, n - k - (n - m)) for k in range(n + 1)]  # of the m, at least
    right = [max(0, k - (n - m)) for k in range(n + 1)]
    return Band(
        tuple(sums[count] / m for count in wrong), tuple(100 * (m - count) / m for count in right)
    )


def _next(label: float) -> tuple[int, int]:
    """Return the whole numbers next to a label that are not the label."""
    return math.ceil(label) - 1, math.floor(label) + 1


class SmapeParts(NamedTuple):
    """The sMAPE of a run in two parts, which add up to it; NaN where it is not defined."""

    unread: float
    wrong: float
    wrong_mean: float
    """sMAPE of the wrong answers that were read, from 0 to 100; NaN where there is none."""

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
