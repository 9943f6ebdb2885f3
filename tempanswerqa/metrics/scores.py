"""Metrics of one answer, and their mean over questions with its standard error.

`p` is the number read from the response (None: unparsed), `y` the label, both in the question's
unit. Undefined is NaN, which means skip. Source: "Time to Revisit Exact Match" (EMNLP Findings
2025) for exact match, sMAPE and MASE; `bse` is this project's own.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain

METRICS = ("exact_match", "smape", "mase", "bse", "parsed")
HIGHER_IS_BETTER = {
    "exact_match": True,
    "smape": False,
    "mase": False,
    "bse": False,
    "parsed": True,
}
COUNTED = ("truncated", "thinking")
"""Shares of responses that were cut off, and that never get out of their thinking."""
REPORTED = (*METRICS, *COUNTED)
"""What is reported of every run."""

NO_SMAPE = ("date", "date_years")
NAN = math.nan


_RIGHT = {"exact_match": 1.0, "smape": 0.0, "mase": 0.0, "bse": 0.0, "parsed": 1.0}
_RIGHT_DATE = {**_RIGHT, "smape": NAN}


def item_scores(
    p: float | None, y: float, *, unit: str, centroid: float, spread: float
) -> dict[str, float]:
    """Return all metrics of one answer, in the order of `METRICS`; NaN where a metric is
    undefined.
    """
    if p == y:  # as most are
        return dict(_RIGHT_DATE if unit in NO_SMAPE else _RIGHT)
    return {
        "exact_match": exact_match(p, y),
        "smape": NAN if unit in NO_SMAPE else smape(p, y),
        "mase": scaled_error(p, y, centroid),
        "bse": bounded_scaled_error(p, y, spread),
        "parsed": float(p is not None),
    }


def exact_match(p: float | None, y: float) -> float:
    """1 if p = y as numbers, else 0; unparsed is 0."""
    return float(p == y)


def smape(p: float | None, y: float) -> float:
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


def scaled_error(p: float | None, y: float, centroid: float) -> float:
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


def published_scaled_error(error: float, unit: str) -> float:
    """Return the scaled error as the paper's Tables 11 and 12 have it.

    They divide the error of a `date` in days by a deviation in seconds, so it is 86,400 times
    smaller than `error`, the value of `scaled_error`; other units are the same.
    """
    return error / 86_400 if unit == "date" else error


def bounded_scaled_error(p: float | None, y: float, spread: float) -> float:
    """e / (e + s) with e = |p - y| and s the spread of the labels; from 0 to 1, unparsed is 1.

    0 is exact, 0.5 an error as large as the mean distance of the unit's labels from their
    centroids. With s = 0 it is 0 if p = y, else 1.
    """
    if p is None:
        return 1.0
    error = abs(p - y)
    if error == 0:
        return 0.0
    return 1 / (1 + spread / error)


def mean(values: Iterable[float]) -> float:
    """Return the mean of the defined values; NaN where none is."""
    defined = [value for value in values if value == value]  # NaN is not
    return math.fsum(defined) / len(defined) if defined else NAN


def clustered_stderr(values: Sequence[float], clusters: Sequence[Hashable]) -> float:
    """Standard error of the mean of the defined values, with answers grouped in clusters.

    With residuals r_i = x_i - mean summed to R_g in each of G clusters,
    sqrt(G / (G - 1) * sum R_g^2) / n. Where each value is its own cluster this is the usual
    s / sqrt(n). NaN with fewer than two clusters that hold a defined value.
    """
    own: defaultdict[Hashable, list[float]] = defaultdict(list)
    for value, cluster in zip(values, clusters, strict=True):
        if value == value:  # not NaN
            own[cluster].append(value)
    if len(own) < 2:
        return NAN
    n = sum(map(len, own.values()))
    center = math.fsum(chain.from_iterable(own.values())) / n
    squares = math.fsum(
        (math.fsum(x) - len(x) * center if len(x) > 1 else x[0] - center) ** 2 for x in own.values()
    )
    return math.sqrt(len(own) / (len(own) - 1) * squares) / n
