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
ROUNDING = 1e-12
"""The limit below which a standard error, or the distance of a correlation from 1, is rounding."""


class Interval(NamedTuple):
    """The ends of a confidence interval at `LEVEL`; both are NaN if it is undefined."""

    low: float = NAN
    high: float = NAN


def normal(mean: float, stderr: float) -> Interval:
    """Return mean ± 1.96 stderr; 1.96 is the normal quantile of `LEVEL`. NaN if either is NaN.

    Use it for scores whose range and groups are not known.
    """
    reach = quantile(math.inf) * stderr
    return Interval(mean - reach, mean + reach)


def quantile(degrees: float) -> float:
    """Return the quantile of Student's t that leaves (1 - `LEVEL`) / 2 above it.

    `degrees` may be infinite, as for the normal distribution. NaN if `degrees` is less than 1.
    """
    from scipy.special import ndtri, stdtrit

    above = (1 + LEVEL) / 2
    if math.isinf(degrees):
        return float(ndtri(above))
    return float(stdtrit(degrees, above)) if degrees >= 1 else NAN


def wilson(found: Estimate) -> Interval:
    """Return Wilson's interval of a mean score between 0 and 1, from its standard error.

    With the mean m and the effective number n = m (1 - m) / `found.variance` of questions, the ends
    are (m + t²/2n ± t sqrt(m (1 - m) / n + t²/4n²)) / (1 + t²/n). t is the quantile of Student's t
    with `found.degrees`. n is at most the number of defined values: a few wrong answers, each in
    another group, are no sign of answers that differ within groups. If all groups have the same
    score (s = 0), n is their effective number. NaN with fewer than two groups. Sources: Wilson,
    JASA 22 (1927); for the effective number and its limit Korn and Graubard, Survey Methodology 24
    (1998).
    """
    mean, share = found.mean, found.mean * (1 - found.mean)
    if math.isnan(found.stderr) or found.clusters < 2:
        return Interval()
    n = share / found.variance if share > 0 and found.stderr > ROUNDING else found.degrees + 1
    t = quantile(found.degrees)
    reach = t * math.sqrt(share / n + (t / (2 * n)) ** 2)
    low, high = ((mean + t * t / (2 * n) + end) / (1 + t * t / n) for end in (-reach, reach))
    return Interval(max(0.0, min(low, mean)), min(1.0, max(high, mean)))  # rounding may pass these
