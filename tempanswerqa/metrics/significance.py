"""Differences of two runs on the same questions, and the correction of many p-values."""

from __future__ import annotations

import math
import statistics
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from tempanswerqa.metrics.intervals import ROUNDING, quantile
from tempanswerqa.metrics.scores import NAN, Estimate, estimate

SIGNIFICANT = 0.05
"""The limit below which a corrected p-value is significant."""
POWER = 0.8
"""The probability that a true difference of `Difference.detectable` is found significant."""


class Difference(NamedTuple):
    """The mean difference of two runs' scores, first minus second; undefined is NaN."""

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
    detectable: float = NAN
    """The true difference that one test at `SIGNIFICANT` finds with the probability `POWER`."""


def paired(
    first: Sequence[float],
    second: Sequence[float],
    groups: Sequence[Hashable],
    highest: float = 1,
) -> Difference:
    """Return the mean difference of two runs on the same questions, and its t-test.

    With the variances v and w of both means (`Estimate.variance`, as shares of `highest`) and the
    correlation r of the means over groups, the standard error is sqrt(v + w - 2 r sqrt(v w)). That
    is the clustered standard error of the differences, unless a few answers dominate a mean: then v
    and w are larger, so that no run wins because the other's rare errors were sampled and its own
    were not. Interval and p-value are Student's, with `Estimate.degrees`. The detectable difference
    is (t(1 - `SIGNIFICANT` / 2) + t(`POWER`)) times the standard error, with quantiles of
    Student's t.

    Parameters
    ----------
    first, second
        The scores of both runs by question, from 0 to `highest`; NaN for an undefined one, whose
        question is left out.
    groups
        The group of each question, by which the standard error is clustered.
    highest
        The largest possible score, which may be infinite.

    Returns
    -------
    Difference
        The mean of first - second, its standard error, interval and p-value. They are NaN without a
        question, all but the mean with fewer than two groups. If all groups differ alike, the
        standard error is 0, without an interval, and the p-value is 1 without a difference, else
        2^(1 - groups), that of a sign test on the groups.

    References
    ----------
    Miller, "Adding Error Bars to Evals" (2024), but for the least variance; for the detectable
    difference Bloom, Evaluation Review 19 (1995).

    Examples
    --------
    >>> found = paired([1, 1, 1, 0], [0, 1, 0, 0], ["a", "b", "c", "d"])
    >>> found.value, found.groups
    (0.5, 4)
    """
    both = [
        (x, y, group)
        for x, y, group in zip(first, second, groups, strict=True)
        if not math.isnan(x - y)
    ]
    known = [group for *_, group in both]
    columns = [float(x) for x, *_ in both], [float(y) for _, y, _ in both]
    gap = estimate([x - y for x, y in zip(*columns, strict=True)], known)
    stderr, p_value = gap.stderr, p_of(gap.mean, gap.stderr, gap.degrees)
    if not math.isinf(highest):
        sides = (estimate([score / highest for score in column], known) for column in columns)
        stderr, p_value = tested(gap.mean / highest, gap.stderr / highest, *sides)
        stderr *= highest
    error = stderr if stderr > ROUNDING else NAN
    t, t_power = (quantile(gap.degrees, below) for below in (1 - SIGNIFICANT / 2, POWER))
    try:
        correlation = statistics.correlation(*columns)
    except statistics.StatisticsError:  # fewer than two scores, or all of a run are equal
        correlation = NAN
    ends = gap.mean - t * error, gap.mean + t * error
    detectable = (t + t_power) * error
    sizes = len(both), gap.clusters
    return Difference(gap.mean, stderr, *ends, p_value, correlation, *sizes, detectable)


def tested(value: float, stderr: float, x: Estimate, y: Estimate) -> tuple[float, float]:
    """Return the standard error of `paired` and its p-value, for shares from 0 to 1.

    `value` is the mean difference, `stderr` its clustered standard error; `x`, `y` are the means.
    """
    if stderr <= ROUNDING * abs(value):
        return stderr, p_of(value, stderr, x.clusters - 1)
    product = x.stderr * y.stderr
    r = (x.stderr**2 + y.stderr**2 - stderr**2) / (2 * product) if product else 0.0
    variance = x.variance + y.variance - 2 * r * math.sqrt(x.variance * y.variance)
    error = max(stderr, math.sqrt(max(0.0, variance)))
    return error, p_of(value, error, x.degrees)


def p_of(value: float, stderr: float, degrees: float) -> float:
    """Return the two-sided p-value of a difference by Student's t; NaN if its standard error is."""
    from scipy.special import stdtr

    if stderr <= ROUNDING * abs(value):
        return 1.0 if value == 0 else 2.0**-degrees
    return 2 * float(stdtr(degrees, -abs(value) / stderr))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values corrected for their number.

    In rising order, the k-th of m p-values is multiplied by m - k + 1. The result is at least the
    one before and at most 1.

    Parameters
    ----------
    p_values
        From 0 to 1; NaN stays NaN and does not count.

    Returns
    -------
    list of float
        The corrected p-values in the same order; empty for none.

    References
    ----------
    Holm, Scandinavian J. Statistics 6 (1979).

    Examples
    --------
    >>> holm([0.5, 0.125, float("nan")])
    [0.5, 0.25, nan]
    """
    import numpy as np

    corrected = np.array(p_values, float)
    order = np.argsort(corrected)[: np.count_nonzero(corrected == corrected)]
    factors = np.arange(len(order), 0, -1)
    corrected[order] = np.maximum.accumulate(np.minimum(1, factors * corrected[order]))
    return list(map(float, corrected))
