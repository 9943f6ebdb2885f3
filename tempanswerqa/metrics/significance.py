"""Differences of two runs on the same questions, and the correction of many p-values."""

from __future__ import annotations

import math
import statistics
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from tempanswerqa.metrics.intervals import ROUNDING, quantile
from tempanswerqa.metrics.scores import NAN, estimate

SIGNIFICANT = 0.05
"""The limit below which a corrected p-value is significant."""


class Difference(NamedTuple):
    """Hold the mean difference of two runs' scores, first minus second; undefined is NaN."""

    value: float
    stderr: float
    low: float
    high: float
    """The ends of its interval at `intervals.LEVEL`."""
    p_value: float
    correlation: float
    """Pearson's correlation of the two runs' scores; NaN if all scores of a run are equal."""
    questions: int
    """The number of questions with a defined score in both runs."""
    groups: int


def paired(
    first: Sequence[float], second: Sequence[float], groups: Sequence[Hashable]
) -> Difference:
    """Return the mean of first - second over the questions that have both, and its t-test.

    The standard error is that of `scores.estimate`, with questions of one group clustered. Interval
    and p-value are Student's, with groups - 1 degrees of freedom. NaN with fewer than two groups.
    If all groups differ alike, the standard error is 0 and there is no interval. The p-value is
    then 1 for no difference, else 2^(1 - groups), that of a sign test on the groups. Source:
    Miller, "Adding Error Bars to Evals" (2024).
    """
    both = [
        (x, y, group)
        for x, y, group in zip(first, second, groups, strict=True)
        if not math.isnan(x - y)
    ]
    gaps, known = [x - y for x, y, _ in both], [group for *_, group in both]
    value, stderr, clusters, _ = estimate(gaps, known)
    exact = stderr <= ROUNDING * abs(value) and value != 0
    reach = NAN if exact else quantile(clusters - 1) * stderr
    p_value = p_of(value, stderr, clusters - 1)
    try:
        correlation = statistics.correlation([x for x, *_ in both], [y for _, y, _ in both])
    except statistics.StatisticsError:  # fewer than two scores, or all of a run are equal
        correlation = NAN
    ends = value - reach, value + reach
    return Difference(value, stderr, *ends, p_value, correlation, len(both), clusters)


def p_of(value: float, stderr: float, degrees: float) -> float:
    """Return the two-sided p-value of a difference by Student's t; NaN if its error is NaN."""
    from scipy.special import stdtr

    if math.isnan(stderr):
        return NAN
    if stderr <= ROUNDING * abs(value):
        return 1.0 if value == 0 else 2.0**-degrees
    return 2 * float(stdtr(degrees, -abs(value) / stderr))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values corrected for their number (Holm, Scandinavian J. Statistics 6, 1979).

    In rising order, the k-th of m p-values is multiplied by m - k + 1. The result is at least the
    one before and at most 1. NaN stays NaN and does not count.
    """
    order = sorted((at for at, p in enumerate(p_values) if p == p), key=lambda at: p_values[at])
    corrected, least = [NAN] * len(p_values), 0.0
    for rank, at in enumerate(order):
        least = corrected[at] = max(least, min(1.0, (len(order) - rank) * p_values[at]))
    return corrected
