"""Splits sMAPE into unread responses, which count 100 each, and wrong answers that were read."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple

from tempanswerqa.runs.scoring import Item


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
