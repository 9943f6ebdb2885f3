"""The tolerance curve: how many answers are right if an error of t is tolerated?

T(t) is the share of all questions whose answer is off by at most t. An unread answer is never
within. The scores of a run are places on the curve, or areas beside it:

| score | on the curve | the error that t bounds |
|---|---|---|
| exact match | T(0) | any |
| within one | T(1) | in units of the question; in days for points in time |
| parsed | the right end of T | any |
| sMAPE | the area above T from 0 to 100 | symmetric, in percent |
| capped ASE | the area above T from 0 to 1 | scaled |
| MASE | the area between T and its right end, divided by that end | scaled |
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import groupby
from typing import NamedTuple

from tempanswerqa.metrics.intervals import Interval, wilson
from tempanswerqa.metrics.scores import Estimate, effective_clusters, standard_error


class CurvePoint(NamedTuple):
    """A place where the curve jumps: `share` of the questions are off by at most `tolerance`."""

    tolerance: float
    share: float
    interval: Interval
    """The 95 % interval of the share at this tolerance alone; see `intervals.wilson`."""


def curve(errors: Sequence[float], clusters: Sequence[Hashable]) -> list[CurvePoint]:
    """Return T(0) and all places where T jumps, by rising tolerance.

    Parameters
    ----------
    errors
        The error of each question, at least 0; NaN if its answer is unread.
    clusters
        The group of each question.

    Returns
    -------
    list of CurvePoint
        Between two places T has the share of the left one, after the last one the share of answers
        that were read. Empty without questions.

    Raises
    ------
    ValueError
        If `errors` and `clusters` differ in length.

    Examples
    --------
    >>> [(point.tolerance, point.share) for point in curve([0, 2, float("nan"), 2], "abcd")]
    [(0.0, 0.25), (2, 0.75)]
    """
    pairs = list(zip(errors, clusters, strict=True))
    sizes, within = Counter(clusters), Counter[Hashable]()
    jumps = sorted(((e, c) for e, c in pairs if not math.isnan(e)), key=lambda pair: pair[0])
    at_zero = [(error, cluster) for error, cluster in jumps if error == 0]
    steps = {0.0: at_zero} | {t: list(own) for t, own in groupby(jumps, key=lambda pair: pair[0])}
    points, total, squared_sizes = [], len(pairs), sum(n * n for n in sizes.values())
    effective = effective_clusters(sizes.values())
    squares = products = 0  # the sums of k² and k n, if k of a cluster's n questions are within
    for tolerance, added in steps.items() if pairs else ():
        for _, cluster in added:
            squares += 2 * within[cluster] + 1
            products += sizes[cluster]
            within[cluster] += 1
        share = within.total() / total
        residuals = squares - 2 * share * products + share**2 * squared_sizes
        stderr = standard_error(max(0.0, residuals), total, len(sizes))
        within_t = Estimate(share, stderr, len(sizes), total, effective)
        points.append(CurvePoint(tolerance, share, wilson(within_t)))
    return points


def shares_within(errors: Sequence[float], tolerances: Sequence[float]) -> list[float]:
    """Return T at each of `tolerances`; `errors` are those of `curve`. Empty without a question."""
    known = sorted(error for error in errors if not math.isnan(error))
    return [bisect_right(known, most) / len(errors) for most in tolerances if errors]
