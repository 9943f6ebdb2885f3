"""Confidence intervals of mean scores, and of the difference of two models' mean scores.

Questions about one source (a table, a graph) tend to be right or wrong together, so what is
drawn anew is the group, never the question. As in `metrics`, NaN is skipped, and a result that
is NaN is undefined. Values are expected to be finite.

Nothing depends on the order of the questions: sums within a group are exact, and the groups are
put in the order of their names as text before any is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa.metrics.scores import NAN, mean

if TYPE_CHECKING:
    from numpy import ndarray

LEVEL = 0.95
CELLS = 2**19
"""Draws held in memory at a time, at about 32 bytes each."""
ROUNDING = 1e-12
"""Resampled means are equal when they differ by less than this part of their size."""


class Interval(NamedTuple):
    """The ends of a confidence interval at `LEVEL`; both are NaN where it is undefined."""

    low: float
    high: float


class Difference(NamedTuple):
    """A difference of two means, the ends of its interval at `LEVEL`, and its p-value."""

    difference: float
    low: float
    high: float
    p_value: float


def closed_form(mean: float, stderr: float) -> Interval:
    """mean ± 1.96 stderr, where 1.96 is the normal quantile of `LEVEL`; NaN where either is.

    The ends are not clipped to the range of the metric: one beyond it shows that the normal
    approximation fails there, and `bootstrap` is the interval to use.
    """
    reach = NormalDist().inv_cdf((1 + LEVEL) / 2) * stderr
    return Interval(mean - reach, mean + reach)


def bootstrap(
    columns: Mapping[str, Sequence[float]],
    groups: Sequence[Hashable],
    *,
    resamples: int,
    seed: int,
) -> dict[str, Interval]:
    """Percentile interval of the mean of each column, whole groups resampled.

    A resample draws G of the G groups with replacement, the same ones for all columns; its
    score is the mean of the defined values drawn, and it is left out where there are none. NaN
    with fewer than two groups that hold a defined value: one group tells nothing about others.
    The ends lie within the range of the values, but for rounding. Memory does not grow with
    `resamples`, but for the resampled means themselves, of 8 bytes each. ValueError where there
    is no column, no question or no resample, and where columns and groups differ in length.
    """
    drawn = resampled_means(columns, groups, resamples=resamples, seed=seed)
    return {name: percentiles(drawn[:, at]) for at, name in enumerate(columns)}


def resampled_means(
    columns: Mapping[Any, Sequence[float]],
    groups: Sequence[Hashable],
    *,
    resamples: int,
    seed: int,
) -> ndarray:
    """Return what `bootstrap` takes the percentiles of: a row per resample, a column per column.

    NaN where nothing was drawn, and in the whole of a column that has no interval.
    """
    _check(columns, groups, resamples)
    totals = _totals(list(columns.values()), groups)
    drawn = _resampled(totals.means, len(totals.counts), len(columns), resamples, seed)
    drawn[:, ~totals.told] = NAN
    return drawn


def paired_bootstrap(
    first: Mapping[str, Sequence[float]],
    second: Mapping[str, Sequence[float]],
    groups: Sequence[Hashable],
    *,
    resamples: int,
    seed: int,
) -> dict[str, Difference]:
    """First minus second: difference of the means of each column, percentile interval, p-value.

    Both sides have the same columns and the same questions in the same order; each mean is over
    the side's own defined values, as it is scored. Groups are drawn as in `bootstrap`, the same
    ones for both sides, and a resample is left out where either mean is undefined. Of the n
    resampled differences d*, p = 2 (1 + min(#(d* <= 0), #(d* >= 0))) / (n + 1), at most 1: never
    0, and 1 for identical columns. The difference is NaN where either mean is; interval and p
    are NaN where either side has fewer than two groups that hold a defined value. ValueError as
    in `bootstrap`, and where the columns differ.
    """
    _check(first, groups, resamples)
    _check(second, groups, resamples)
    if first.keys() != second.keys():
        raise ValueError(f"columns of one side only: {sorted(first.keys() ^ second.keys())}")
    one, other = (_totals([side[name] for name in first], groups) for side in (first, second))

    def differences(weights: ndarray) -> ndarray:
        return _differences(weights, one, other)

    drawn = _resampled(differences, len(one.counts), len(first), resamples, seed)
    drawn[:, ~(one.told & other.told)] = NAN
    return {
        name: Difference(
            one.scores[at] - other.scores[at],
            *percentiles(drawn[:, at]),
            _p_value(drawn[:, at]),
        )
        for at, name in enumerate(first)
    }


def _check(
    columns: Mapping[Any, Sequence[float]], groups: Sequence[Hashable], resamples: int
) -> None:
    if not columns:
        raise ValueError("no columns to resample")
    if not len(groups):
        raise ValueError("an interval needs at least one question")
    for name, values in columns.items():
        if len(values) != len(groups):
            raise ValueError(f"{name} has {len(values)} values, but there are {len(groups)} groups")
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, not {resamples}")


class _Totals(NamedTuple):
    """The means of columns, and what resampling them takes.

    `sums`, `sizes` (sums of sizes) and `counts` are those of the defined values; their rows are
    groups.
    """

    scores: list[float]
    sums: ndarray
    sizes: ndarray
    counts: ndarray

    @property
    def told(self) -> ndarray:
        """Return which columns have defined values in two groups or more."""
        return (self.counts > 0).sum(axis=0) >= 2

    def means(self, weights: ndarray) -> ndarray:
        return _ratio(_product(weights, self.sums), weights @ self.counts)


def _totals(columns: Sequence[Sequence[float]], groups: Sequence[Hashable]) -> _Totals:
    import numpy as np

    members: dict[Hashable, list[int]] = {}
    for place, group in enumerate(groups):
        members.setdefault(group, []).append(place)
    # 1 and "1" are two groups: `repr` tells them apart
    ordered = sorted(members, key=lambda group: (str(group), repr(group)))
    zeros = np.zeros((3, len(members), len(columns)))
    totals = _Totals([mean(values) for values in columns], *zeros)
    for row, group in enumerate(ordered):
        for column, values in enumerate(columns):
            own = [values[place] for place in members[group] if not math.isnan(values[place])]
            totals.sums[row, column] = math.fsum(own)
            totals.sizes[row, column] = math.fsum(map(abs, own))
            totals.counts[row, column] = len(own)
    return totals


def _differences(weights: ndarray, first: _Totals, second: _Totals) -> ndarray:
    """Differences of resampled means; exactly 0 where nothing but rounding tells them apart."""
    found = first.means(weights) - second.means(weights)
    size = sum(
        _ratio(_product(weights, side.sizes), weights @ side.counts) for side in (first, second)
    )
    found[abs(found) <= ROUNDING * size] = 0
    return found


def _product(weights: ndarray, sums: ndarray) -> ndarray:
    """Return `weights @ sums`, rounded alike on any number of threads."""
    import numpy as np

    return np.einsum("rg,gc->rc", weights, sums)


def _ratio(sums: ndarray, counts: ndarray) -> ndarray:
    """Return the means; NaN where nothing was drawn."""
    import numpy as np

    with np.errstate(invalid="ignore"):
        return sums / counts


def _resampled(
    statistic: Callable[[ndarray], ndarray], groups: int, columns: int, resamples: int, seed: int
) -> ndarray:
    """One row of statistics per resample of the groups.

    The statistic is given how often each group was drawn, one resample per row, for as many
    resamples at a time as `CELLS` leaves room for.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    found = np.empty((resamples, columns))
    step = max(1, CELLS // (groups + 4 * columns))  # with few groups, the statistics take the room
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        drawn = generator.integers(groups, size=(rows, groups))
        drawn += groups * np.arange(rows)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape)
        found[start : start + rows] = statistic(weights.astype(float))
    return found


def percentiles(drawn: ndarray) -> Interval:
    """Return the interval that holds the middle `LEVEL` of what is not NaN; NaN where all is."""
    import numpy as np

    defined = drawn[~np.isnan(drawn)]
    if not len(defined):
        return Interval(NAN, NAN)
    low, high = np.quantile(defined, ((1 - LEVEL) / 2, (1 + LEVEL) / 2)).tolist()
    return Interval(low, high)


def _p_value(differences: ndarray) -> float:
    import numpy as np

    defined = differences[~np.isnan(differences)]
    if not len(defined):
        return NAN
    rarer = min(int((defined <= 0).sum()), int((defined >= 0).sum()))
    return min(1.0, 2 * (1 + rarer) / (len(defined) + 1))
