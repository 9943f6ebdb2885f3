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
AGREEING = 2
"""The degrees of freedom by which `wilson` takes the answers of a group to agree."""
ROUNDING = 1e-12
"""The limit below which a standard error, or the distance of a correlation from 1, is rounding."""


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
    """Return Wilson's interval of a mean score between 0 and 1, from its standard error.

    With the mean m and the effective number k of questions, the ends are
    (m + t²/2k ± t sqrt(m (1 - m) / k + t²/4k²)) / (1 + t²/k). t is the quantile of Student's t
    with d = its `degrees`. k is m (1 - m) / `variance`; d + 1, the effective number of
    groups, if all groups have the same score. That is too many if the groups with most of the rare
    answers were not drawn. So `AGREEING` more degrees say that answers of a group agree, which
    leaves `agreeing` questions: 1/k is the mean of both inverse numbers, weighted by d and
    `AGREEING`, if that is more and `agreeing` is known. NaN with fewer than two groups.
    Sources: Wilson, JASA 22 (1927); for effective numbers Korn and Graubard, Survey Methodology 24
    (1998). The added degrees are this project's own: see `benchmarks/coverage.py`.
    """
    mean, degrees = estimate.mean, estimate.degrees
    share = mean * (1 - mean)
    if math.isnan(estimate.stderr) or estimate.clusters < 2:
        return Interval()
    varies = share > 0 and estimate.stderr > ROUNDING
    inverse = estimate.variance / share if varies else 1 / (degrees + 1)
    if estimate.agreeing:
        weighted = degrees * inverse + AGREEING / estimate.agreeing
        inverse = max(inverse, weighted / (degrees + AGREEING))
    n = 1 / inverse
    t = quantile(degrees)
    reach = t * math.sqrt(share / n + (t / (2 * n)) ** 2)
    low, high = ((mean + t * t / (2 * n) + end) / (1 + t * t / n) for end in (-reach, reach))
    return Interval(max(0.0, min(low, mean)), min(1.0, max(high, mean)))  # rounding may pass these
