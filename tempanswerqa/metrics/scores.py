"""Metrics of one answer, and their mean over questions.

`p` is the number read from the response (None if it is unread), and `y` is the label; both are in
the question's unit. An undefined score is NaN, which a mean skips. Exact match, sMAPE and MASE are
those of "Time to Revisit Exact Match" (EMNLP Findings 2025); the others are this project's.
"""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tempanswerqa import text
from tempanswerqa.paper_scoring import exact_match, scaled_error, smape
from tempanswerqa.units import UNITS, Unit

NAN = math.nan


@dataclass(frozen=True)
class Metric:
    """A score, and how its mean is shown."""

    name: str
    heading: str
    higher_is_better: bool
    function: Callable[[float | None, float, float, float], float] | None = None
    """The score of p, y, the centroid of y's cluster, and the size of one unit (a day for dates,
    else 1); None if the score does not depend on a number."""
    factor: float = 1
    """The factor of the displayed number: 100 for a share in percent."""
    digits: int = 2
    highest: float = 1
    """The maximum score; the minimum is 0. It is infinite if one answer may outweigh all others:
    such a mean has no standard error, interval, p-value or rank."""
    free: bool = False
    """True if neither end of its range is known: its mean has no minimum variance."""
    needs_zero: bool = False
    """True if it is undefined for points in time, which have no true zero."""
    needs_centroid: bool = False
    """True if it is undefined for periods, which have no centroid."""

    def shown(self, number: float | None) -> str:
        """Return a number of this metric as text; `-` if it is None or NaN."""
        return text.shown(number, self.factor, self.digits)

    def defined_for(self, unit: Unit) -> bool:
        """Return whether answers in a unit have this score."""
        zero = not self.needs_zero or not unit.point
        return zero and (not self.needs_centroid or unit.kind != "period")

    @property
    def bounded(self) -> bool:
        """Return whether the score has a finite maximum."""
        return self.highest < math.inf

    @property
    def percent(self) -> str:
        """Return ` %` for a share in percent whose heading lacks it, else nothing."""
        return " %" if self.factor == 100 and not self.heading.endswith("%") else ""


def item_scores(p: float | None, y: float, *, unit: str, centroid: float) -> dict[str, float]:
    """Return all metrics of one answer.

    Parameters
    ----------
    p
        The number read from the response, in `unit`; None if it is unread.
    y
        The label, in `unit`.
    unit
        A key of `UNITS`. Times of day are on a circle: the distance is the shorter way around.
    centroid
        The centroid of the label's cluster, in `unit`; NaN makes scaled errors undefined.

    Returns
    -------
    dict
        The scores by name, in the order of `METRICS`; NaN for undefined ones.

    Examples
    --------
    >>> item_scores(8, 7, unit="hours", centroid=5)["mase"]
    0.5
    >>> item_scores(None, 7, unit="hours", centroid=5)["smape"]
    100.0
    >>> item_scores(1438, 2, unit="clock", centroid=10)["mase"]  # 23:58, 00:02 and 00:10
    0.5
    """
    measure = UNITS[unit]
    if measure.period:
        p = None if p is None else measure.nearest(p, y)
        centroid = centroid if math.isnan(centroid) else measure.nearest(centroid, y)
    step = measure.step
    return {
        name: metric.function(p, y, centroid, step)
        if metric.function and metric.defined_for(measure)
        else NAN
        for name, metric in METRICS.items()
    }


def nearest(p: float | None, labels: Sequence[float], unit: Unit) -> float:
    """Return the right answer with the smallest error; the first if tied.

    Parameters
    ----------
    p
        The number of the answer; for an unread one (None) the first right answer counts.
    labels
        The numbers of the right answers in the same unit, at least one.
    unit
        The unit, with the period of its numbers.

    Examples
    --------
    >>> nearest(7.75, [7, 8], UNITS["days"]), nearest(None, [7, 8], UNITS["days"])
    (8, 7)
    """
    if p is None or len(labels) == 1:
        return labels[0]
    return min(labels, key=lambda y: abs(unit.nearest(p, y) - y))


def within_one(p: float | None, y: float, _: float, one: float) -> float:
    """Return 1 if |p - y| is at most one unit (a day for dates), and 0 otherwise."""
    return float(p is not None and abs(p - y) <= one)


def capped_scaled_error(p: float | None, y: float, centroid: float, *_: float) -> float:
    """Return min(|p - y| / |y - centroid|, 1), from 0 to 1; an unread answer scores 1.

    No single answer can dominate the mean of this error. At 1, p is at least as far off as the
    centroid. If a label is at its centroid, the error is 0 if p = y, else 1. NaN if the centroid
    is.
    """
    if math.isnan(centroid):
        return NAN
    return 1.0 if p is None else min(scaled_error(p, y, centroid), 1.0)


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("exact_match", "EM", True, exact_match, factor=100),
        Metric("within_one", "±1", True, within_one, factor=100),
        Metric("smape", "sMAPE", False, smape, highest=100, needs_zero=True),
        Metric("capped_ase", "capped ASE", False, capped_scaled_error, 1, 3, needs_centroid=True),
        Metric("parsed", "unread", True, lambda p, *_: float(p is not None), 100, 1),
        Metric("mase", "MASE", False, scaled_error, highest=math.inf, needs_centroid=True),
    )
}
"""The metrics of one answer; the package derives its lists of metrics from them."""
COUNTED = {
    "truncated": Metric("truncated", "cut or empty", False, factor=100, digits=1),
    "thinking": Metric("thinking", "thinking", False, factor=100, digits=1),
}
"""The shares of responses that are cut off or empty, and that have unclosed thinking."""
REPORTED: Mapping[str, Metric] = ChainMap(COUNTED, METRICS)
"""The metrics reported for every run: `METRICS`, then `COUNTED`."""
LISTED = [name for name in METRICS if name != "capped_ase"]
"""The metrics in task files, and so in the tables of lm_eval."""


def mean(values: Iterable[float]) -> float:
    """Return the mean of scores, ignoring NaN; NaN if none is left.

    Examples
    --------
    >>> mean([1, float("nan"), 2]), mean([])
    (1.5, nan)
    """
    defined = [value for value in values if value == value]  # NaN is not equal to itself
    return math.fsum(defined) / len(defined) if defined else NAN
