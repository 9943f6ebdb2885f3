"""Confidence intervals of mean scores between 0 and 1.

Questions about one source (a table, a graph) tend to be right or wrong together. So one draw is a
group of questions, never a single question. As in `scores`, NaN is skipped, and a result of NaN is
undefined. Every interval lies in the range of its metric and has a width.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tempanswerqa.metrics.scores import NAN, Estimate

LEVEL = 0.95
FEW_GROUPS = 10
"""The number of groups below which intervals and p-values are shown with a mark, as their formulas
assume many groups."""
SUMMED = 1e-7
"""Standard errors below this are 0: sums that cancel out leave a remainder."""
ROUNDING = 1e-12
"""Standard errors, and distances of a correlation from 1, below this are rounding."""


class Interval(NamedTuple):
    """The ends of a confidence interval at `LEVEL`; both are NaN if it is undefined."""

    low: float = NAN
    high: float = NAN


def quantile(degrees: float, below: float = (1 + LEVEL) / 2) -> float:
    """Return the quantile of Student's t with the probability `below` under it.

    `degrees` may be infinite, as for the normal distribution. NaN if `degrees` is less than 1.
    """
    from scipy.special import ndtri, stdtrit

    if math.isinf(degrees):
        return float(ndtri(below))
    return float(stdtrit(degrees, below)) if degrees >= 1 else NAN


def wilson(estimate: Estimate) -> Interval:
    """Return the 95 % interval of a mean score between 0 and 1.

    With the mean m, its standard error s and n values, the effective number of values is
    k = min(m (1 - m) / s², n), or the effective number of clusters if all values are equal. With
    the quantile t of Student's t for `Estimate.degrees`, the ends are
    (m + t²/2k ± t sqrt(m (1 - m) / k + t²/4k²)) / (1 + t²/k). `benchmarks/coverage.py` measures how
    often the interval holds the truth.

    Parameters
    ----------
    estimate
        The mean and its clustered standard error.

    Returns
    -------
    Interval
        Its ends, from 0 to 1; NaN with fewer than two clusters.

    References
    ----------
    Wilson, JASA 22 (1927); Korn and Graubard, Survey Methodology 24 (1998), who put k and t into an
    interval of a share.
    """
    mean, degrees = estimate.mean, estimate.degrees
    share = mean * (1 - mean)
    if math.isnan(estimate.stderr):
        return Interval()
    n = share / estimate.variance if estimate.stderr > SUMMED else degrees + 1
    t = quantile(degrees)
    reach = t * math.sqrt(share / n + (t / (2 * n)) ** 2)
    low, high = ((mean + t * t / (2 * n) + end) / (1 + t * t / n) for end in (-reach, reach))
    return Interval(max(0.0, min(low, mean)), min(1.0, max(high, mean)))  # rounding may pass these
