"""Metrics of one answer, and their mean over questions with its standard error.

`p` is the number read from the response (None: unparsed), `y` the label, both in the question's
unit. Undefined is NaN, which means skip. Source: "Time to Revisit Exact Match" (EMNLP Findings
2025) for exact match, sMAPE and MASE; the others are this project's own.
"""

from __future__ import annotations

import math
from collections import ChainMap, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from tempanswerqa import text

DATED = ("date", "month", "moment")
"""Units whose numbers are seconds since 1970-01-01, and whose errors count in days."""
NO_SMAPE = (*DATED, "date_years")
DAY = 86_400
NAN = math.nan

Function = Callable[[float | None, float, float, float, float], float]
"""From p, y, the centroid of y's cluster, the spread of the unit's labels and the number that is
one unit (a day for dates, else 1) to a score."""


@dataclass(frozen=True)
class Metric:
    """A score, and how its mean is shown."""

    name: str
    heading: str
    higher_is_better: bool
    function: Function | None = None
    """Gives one score to all right answers, and one to all that are unparsed. None for what no
    number decides."""
    factor: float = 1
    """What it is multiplied by where it is shown: 100 for a share in percent."""
    digits: int = 2
    highest: float = 1
    """The largest score there is; the smallest is 0. Infinite where one answer may weigh more than
    all others: such a mean has no standard error, interval, p-value or rank."""
    undefined_for: tuple[str, ...] = ()
    """Units of the questions that it is undefined for."""
    needs_number: bool = False
    """Whether it leaves unparsed answers out, so that it has to be read beside `parsed`."""
    in_ranks: bool = True
    """Whether runs are ranked by it."""
    of_errors: bool = True
    """Whether it tells how far off a wrong number is."""
    log_scale: bool = False
    """Whether figures show it on a log scale, with a line at 1."""

    def shown(self, number: float | None) -> str:
        """Return a number of this metric as text; `-` where it is None or NaN."""
        return text.shown(number, self.factor, self.digits)

    @property
    def bounded(self) -> bool:
        """Return whether no answer can score more than `highest`."""
        return self.highest < math.inf

    @property
    def percent(self) -> str:
        """Return ` %` for what is shown in percent, else nothing."""
        return " %" if self.factor == 100 else ""


class _ByUnit(dict[str, tuple[dict, dict, dict, list]]):
    """What right, unparsed and wrong answers score by unit, and the functions that tell wrong
    answers from each other; found once for each unit.
    """

    def __missing__(self, unit: str) -> tuple[dict, dict, dict, list]:
        own = {
            name: metric.function
            for name, metric in METRICS.items()
            if metric.function and unit not in metric.undefined_for
        }
        right, unparsed, wrong = (
            {name: own[name](p, 1.0, 0.0, 1.0, 1.0) if name in own else NAN for name in METRICS}
            for p in (1.0, None, 3.0)
        )
        errors = [(name, function) for name, function in own.items() if METRICS[name].of_errors]
        self[unit] = right, unparsed, wrong, errors
        return self[unit]


_BY_UNIT = _ByUnit()


def item_scores(
    p: float | None, y: float, *, unit: str, centroid: float, spread: float
) -> dict[str, float]:
    """Return all metrics of one answer, in the order of `METRICS`; NaN where a metric is
    undefined.
    """
    right, unparsed, wrong, errors = _BY_UNIT[unit]
    if p == y:  # as most are
        return right.copy()
    if p is None:
        return unparsed.copy()
    scores = wrong.copy()
    one = DAY if unit in DATED else 1.0
    for name, function in errors:
        scores[name] = function(p, y, centroid, spread, one)
    return scores


def exact_match(p: float | None, y: float, *_: float) -> float:
    """1 if p = y as numbers, else 0; unparsed is 0."""
    return float(p == y)


def within_one(p: float | None, y: float, _: float, __: float, one: float) -> float:
    """1 if |p - y| is at most one unit (a day for dates), else 0; unparsed is 0."""
    return float(p is not None and abs(p - y) <= one)


def smape(p: float | None, y: float, *_: float) -> float:
    """100 |p - y| / (|p| + |y|), from 0 to 100; 0 when both are 0, unparsed is 100.

    The symmetric mean absolute percentage error of one answer, in the variant without the
    factor 2. It has no meaning for points in time: `item_scores` leaves dates undefined.
    """
    if p is None:
        return 100.0
    largest = max(abs(p), abs(y))
    if largest == 0:
        return 0.0
    p, y = p / largest, y / largest  # so that the sum of two large numbers stays finite
    return min(100.0, 100.0 * abs(p - y) / (abs(p) + abs(y)))  # rounding may exceed 100


def scaled_error(p: float | None, y: float, centroid: float, *_: float) -> float:
    """|p - y| / |y - centroid|, from 0 without bound; 1 is as far off as the centroid is.

    Its mean is MASE. NaN for unparsed answers: the mean leaves them out, so read it beside
    `parsed`. A label on its centroid has no scale: 0 if p = y, else NaN.
    """
    if p is None:
        return NAN
    error, scale = abs(p - y), abs(y - centroid)
    if scale == 0:
        return 0.0 if error == 0 else NAN
    return error / scale


def capped_scaled_error(p: float | None, y: float, centroid: float, *_: float) -> float:
    """min(|p - y| / |y - centroid|, 1), from 0 to 1; unparsed is 1.

    A scaled error that no single answer can dominate: 1 is as far off as the centroid is, or
    farther. A label on its centroid has no scale: 0 if p = y, else 1.
    """
    error = scaled_error(p, y, centroid)
    return min(error, 1.0) if error == error else 1.0


def published_scaled_error(error: float, unit: str) -> float:
    """Return the scaled error as the paper's Tables 11 and 12 have it.

    They divide the error of a `date` in days by a deviation in seconds, so it is `DAY` times
    smaller than `error`, the value of `scaled_error`; other units are the same.
    """
    return error / DAY if unit == "date" else error


def bounded_scaled_error(p: float | None, y: float, spread: float) -> float:
    """e / (e + s) with e = |p - y| and s the spread of the labels; from 0 to 1, unparsed is 1.

    0 is exact, 0.5 an error as large as the median distance of the unit's labels from their
    centroids. With s = 0 it is 0 if p = y, else 1.
    """
    if p is None:
        return 1.0
    error = abs(p - y)
    if error == 0:
        return 0.0
    return 1 / (1 + spread / error)


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("exact_match", "EM", True, exact_match, factor=100, of_errors=False),
        Metric("within_one", "±1", True, within_one, factor=100),
        Metric("smape", "sMAPE", False, smape, highest=100, undefined_for=NO_SMAPE),
        Metric(
            "mase",
            "MASE",
            False,
            scaled_error,
            highest=math.inf,
            needs_number=True,
            in_ranks=False,
            log_scale=True,
        ),
        Metric("capped_ase", "capped ASE", False, capped_scaled_error, digits=3),
        Metric("bse", "BSE", False, lambda p, y, _, s, __: bounded_scaled_error(p, y, s), digits=3),
        Metric(
            "parsed",
            "parsed",
            True,
            lambda p, *_: float(p is not None),
            factor=100,
            digits=1,
            in_ranks=False,
            of_errors=False,
        ),
    )
}
"""The metrics of one answer; every list of metrics is derived from them."""
COUNTED = {
    "truncated": Metric("truncated", "cut", False, factor=100, digits=1),
    "thinking": Metric("thinking", "thinking", False, factor=100, digits=1),
}
"""Shares of responses that were cut off, and that never get out of their thinking."""
REPORTED: Mapping[str, Metric] = ChainMap(COUNTED, METRICS)
"""What is reported of every run: `METRICS`, then `COUNTED`."""


def mean(values: Iterable[float]) -> float:
    """Return the mean of the defined values; NaN where none is."""
    defined = [value for value in values if value == value]  # NaN is not
    return math.fsum(defined) / len(defined) if defined else NAN


class Estimate(NamedTuple):
    """A mean of defined values, its standard error, and what that is known from."""

    mean: float
    """NaN where no value is defined."""
    stderr: float
    """NaN with fewer than two clusters."""
    clusters: int
    """Clusters that hold a defined value."""


def estimate(values: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """Return the mean of the defined values with its error, answers being grouped in clusters.

    With residuals r_i = x_i - mean summed to R_g in each of G clusters, the standard error is
    sqrt(G / (G - 1) * sum R_g^2) / n. Where each value is its own cluster this is the usual
    s / sqrt(n).
    """
    own: defaultdict[Hashable, list[float]] = defaultdict(list)
    for value, cluster in zip(values, clusters, strict=True):
        if value == value:  # not NaN
            own[cluster].append(value)
    n = sum(map(len, own.values()))
    if not n:
        return Estimate(NAN, NAN, 0)
    center = math.fsum(chain.from_iterable(own.values())) / n
    if len(own) < 2:
        return Estimate(center, NAN, len(own))
    squares = math.fsum(
        (math.fsum(x) - len(x) * center if len(x) > 1 else x[0] - center) ** 2 for x in own.values()
    )
    return Estimate(center, math.sqrt(len(own) / (len(own) - 1) * squares) / n, len(own))


def clustered_stderr(values: Sequence[float], clusters: Sequence[Hashable]) -> float:
    """Return the standard error of `estimate`; NaN with fewer than two clusters."""
    return estimate(values, clusters).stderr
