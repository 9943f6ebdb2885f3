"""Confidence intervals of mean scores between 0 and 1.

Questions about one source (a table, a graph) tend to be right or wrong together. So one draw is a
group of questions, never a single question. As in `scores`, NaN is skipped, and a result of NaN is
undefined. Every interval lies in the range of its metric and has a width.

Nothing depends on the order of the questions: sums within a group are exact, and groups are sorted
by their names as text before any is drawn.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa.metrics.scores import NAN, Estimate, estimate

if TYPE_CHECKING:
    from numpy import ndarray

LEVEL = 0.95
FEW_GROUPS = 10
"""The number of groups below which intervals and p-values are shown with a mark, as their formulas
assume many groups."""
CELLS = 2**19
"""The number of counts of drawn groups that memory holds at a time, at about 32 bytes each."""
ROUNDING = 1e-12
"""The limit below which a standard error is only rounding."""


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

    With the mean m, its standard error s and the effective number n = m (1 - m) / s² of questions,
    the ends are (m + t²/2n ± t sqrt(m (1 - m) / n + t²/4n²)) / (1 + t²/n). t is the quantile of
    Student's t with groups - 1 degrees of freedom. If all groups have the same score (s = 0), n is
    the number of groups. NaN with fewer than two groups. Sources: Wilson, JASA 22 (1927); for the
    effective number Korn and Graubard, Survey Methodology 24 (1998).
    """
    if math.isnan(found.stderr) or found.clusters < 2:
        return Interval()
    t = quantile(found.clusters - 1)
    return Interval(end(found, t), end(found, -t))


def end(found: Estimate, t: float) -> float:
    """Return the x for which (m - x) / sqrt(x (1 - x) / n) is t; for m and n see `wilson`."""
    n = _effective(found)
    root = math.sqrt(found.mean * (1 - found.mean) / n + (t / (2 * n)) ** 2)
    end = (found.mean + t * t / (2 * n) - t * root) / (1 + t * t / n)
    least, most = (0.0, found.mean) if t > 0 else (found.mean, 1.0)
    return min(most, max(least, end))  # rounding may pass the limits


def _effective(found: Estimate) -> float:
    varies = found.mean * (1 - found.mean) > 0 and found.stderr**2 > ROUNDING**2
    return found.mean * (1 - found.mean) / found.stderr**2 if varies else found.clusters


def bootstrap(
    columns: Mapping[str, Sequence[float]],
    groups: Sequence[Hashable],
    *,
    resamples: int,
    seed: int,
) -> dict[str, Interval]:
    """Return the studentised bootstrap interval of the mean of each column of scores from 0 to 1.

    It is `wilson` with quantiles of resampled t in place of Student's. A resample draws G of the G
    groups with replacement, the same ones for all columns. Its t is (m* - m) / sqrt(m (1 - m) / n*)
    with its own mean m* and effective number n*. A resample with fewer than two groups that hold a
    defined value is left out. If all groups have the same score, the interval is that of `wilson`.
    NaN with fewer than two groups that hold a defined value. Raises ValueError if there is no
    question or no resample, or if columns and groups differ in length.
    """
    if not len(groups) or resamples < 1:
        raise ValueError("a bootstrap needs at least one question and one resample")
    known = {name: estimate(values, groups) for name, values in columns.items()}
    varied = {n: columns[n] for n, found in known.items() if _effective(found) != found.clusters}
    drawn = _resampled(varied, groups, resamples, seed) if varied else {}
    return {
        name: Interval(*(end(found, t) for t in drawn[name])) if name in drawn else wilson(found)
        for name, found in known.items()
    }


def _resampled(
    columns: Mapping[str, Sequence[float]], groups: Sequence[Hashable], resamples: int, seed: int
) -> dict[str, tuple[float, float]]:
    """Return the upper and the lower quantile of the resampled t of each column."""
    import numpy as np
    from scipy import stats

    totals = _totals(list(columns.values()), groups)
    every = np.ones((1, len(totals)))

    def statistic(drawn: ndarray, axis: int) -> ndarray:
        """Return t of each column and resample, from the places of the drawn groups."""
        places = drawn + len(totals) * np.arange(len(drawn))[:, None]
        weights = np.bincount(places.ravel(), minlength=drawn.size).reshape(drawn.shape)
        return _t(_moments(weights, totals), _moments(every, totals))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)  # its own interval is not used
        found = stats.bootstrap(
            (np.arange(len(totals)),),
            statistic,
            n_resamples=resamples,
            batch=max(1, CELLS // len(totals)),
            method="percentile",
            rng=np.random.default_rng(seed),
        )
    ends = (1 + LEVEL) / 2, (1 - LEVEL) / 2
    quantiles = np.nanquantile(found.bootstrap_distribution, ends, axis=-1)
    return dict(zip(columns, zip(*quantiles.tolist(), strict=True), strict=True))


def _totals(columns: Sequence[Sequence[float]], groups: Sequence[Hashable]) -> ndarray:
    """Return the terms of the moments that a resample sums, by group, moment and column.

    S is the sum and n the number of a group's defined values. The terms are S, n, S², Sn, n², and
    1 (0 if n is 0).
    """
    import numpy as np

    members: dict[Hashable, list[int]] = {}
    for place, group in enumerate(groups):
        members.setdefault(group, []).append(place)
    # 1 and "1" are two groups: `repr` tells them apart
    ordered = sorted(members, key=lambda group: (str(group), repr(group)))
    found = np.zeros((len(members), 6, len(columns)))
    for row, group in enumerate(ordered):
        for column, values in enumerate(columns):
            own = [values[place] for place in members[group] if not math.isnan(values[place])]
            total, n = math.fsum(own), len(own)
            found[row, :, column] = total, n, total**2, total * n, n**2, n > 0
    return found


def _moments(weights: ndarray, totals: ndarray) -> tuple[ndarray, ndarray]:
    """Return the mean and the effective number of each column and row of weights."""
    import numpy as np

    # a product of matrices would round differently on another number of threads
    total, n, squares, product, counts, clusters = np.einsum(
        "rg,gmc->mcr", weights.astype(float), totals
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / n
        residuals = squares - 2 * mean * product + mean**2 * counts
        variance = clusters / (clusters - 1) * residuals / n**2
        share = mean * (1 - mean)
        varies = (share > ROUNDING) & (variance > ROUNDING**2)
        return mean, np.where(clusters < 2, NAN, np.where(varies, share / variance, clusters))


def _t(drawn: tuple[ndarray, ndarray], observed: tuple[ndarray, ndarray]) -> ndarray:
    import numpy as np

    return (drawn[0] - observed[0]) / np.sqrt(observed[0] * (1 - observed[0]) / drawn[1])
