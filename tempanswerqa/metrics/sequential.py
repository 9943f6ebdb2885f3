"""Differences of two runs whose intervals hold at every look, however often one looks.

Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
asymptotic confidence sequences" (2021), with Robbins's normal mixture as the boundary.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence

from tempanswerqa.metrics.intervals import LEVEL, ROUNDING
from tempanswerqa.metrics.scores import NAN, Estimate
from tempanswerqa.metrics.significance import SIGNIFICANT, Difference, tested

FEWEST = 30
"""The number of groups before which no look says anything, as the formulas assume many groups."""
TUNED = 150
"""The number of groups at which intervals are narrowest, compared with those of a single look; 200
to 300 released questions have about so many. Another number makes no interval untrue: a smaller one
finds large differences earlier, and small ones later or never."""
_LOG = -2 * math.log(1 - LEVEL)
_RHO_SQUARED = (_LOG + math.log(_LOG) + 1) / TUNED
"""The source's rho², for which the boundary is lowest at `TUNED` groups."""
_AGREEMENT = 0.1
"""The least correlation of the errors within a group: see `sequence`."""
_LOST = 1e-11
"""The share of all squares that were added and taken away below which what is left is rounding."""


def sequence(
    first: Sequence[float],
    second: Sequence[float],
    groups: Sequence[Hashable],
    highest: float = 1,
) -> Iterator[Difference]:
    """Yield the mean of first - second after each question, with what holds at all looks together.

    Scores lie between 0 and `highest`, which may be infinite; questions are in the order in which
    they are asked. Time is the number t of groups that have been asked, complete or not. With the
    clustered standard error s of the mean and x = rho² t, the interval of a look is mean ± c s with
    c² = (1 + 1/x) log((x + 1) / alpha²). So that few groups tell less, c is replaced by the
    quantile of Student's t (`Estimate.degrees`) that leaves as much above it as the normal
    distribution above c. The chance that any of all intervals misses the true difference is alpha
    = 1 - `LEVEL`. The p-value of a look is the alpha at which its interval ends at 0.

    Intervals are the intersections of those of all looks so far, and p-values the least so far: a
    verdict holds once it is reached. A group that is asked in parts makes looks more alike, so that
    fewer of them go wrong, unless its questions correlate negatively.

    s is that of `significance.paired`, also with a least variance of each mean m: m (1 - m) / n
    times 1 + 0.1 (sum n_g² / n - 1), that of right and wrong answers which correlate by 0.1 within
    groups of n_g questions. It keeps rare large errors, not seen yet, from making a winner.

    A question without both scores changes nothing. Until there are `FEWEST` groups, and while s is
    0, intervals stay as they were, at first from -highest to highest. If all groups differ alike (s
    is 0, the difference is not), p is at most 2^(1 - t), else 1 at first. `correlation` is NaN, and
    so are mean and s while they are undefined.
    """
    scale = highest if highest < math.inf else 1.0
    sizes, n, squares, fourths = Counter[Hashable](), 0, 0, 0
    columns = _Sums(), _Sums(), _Sums()
    look = Difference(NAN, NAN, -highest, highest, 1.0, NAN, 0, 0)
    for a, b, group in zip(first, second, groups, strict=True):
        if math.isnan(a - b):
            yield look
            continue
        n, size = n + 1, sizes[group] + 1
        sizes[group] = size
        squares += size**2 - (size - 1) ** 2
        fourths += size**4 - (size - 1) ** 4
        for sums, value in zip(columns, (a, b, a - b), strict=True):
            sums.add(value / scale, group, size)
        count = len(sizes)
        alike = n / (1 + _AGREEMENT * (squares / n - 1))
        x, y, gap = (
            Estimate(mean, error, count, alike, squares**2 / fourths)
            for mean, error in (sums.estimate(n, count, squares) for sums in columns)
        )
        error = gap.stderr if highest == math.inf else tested(gap.mean, gap.stderr, x, y)[0]
        _, _, low, high, p_value, *_ = look
        if count >= FEWEST:
            p_value = min(p_value, _p_value(gap.mean, error, count, gap.degrees))
            if error > ROUNDING:
                reach = _quantile(count, gap.degrees) * error
                ends = scale * (gap.mean - reach), scale * (gap.mean + reach)
                low, high = max(low, min(ends[0], high)), min(high, max(ends[1], low))
        look = Difference(scale * gap.mean, scale * error, low, high, p_value, NAN, n, count)
        yield look


def more(look: Difference, asked: int, most: int, tests: int = 1) -> int | None:
    """Return how many more questions a verdict needs if difference and error per question stay.

    `look` is that after `asked` questions. The p-value times the number of `tests` has to fall
    below 0.05. None if that takes more than `most` questions in all.
    """
    for n in range(asked + 1, most + 1):
        groups, error = look.groups * n / asked, look.stderr * math.sqrt(asked / n)
        p_value = _p_value(look.value, error, groups, groups - 1)
        if groups >= FEWEST and tests * p_value < SIGNIFICANT:
            return n - asked
    return None


def _p_value(value: float, stderr: float, groups: float, degrees: float) -> float:
    """Return the p-value of one look of `sequence`: 2^(1 - groups) if only `stderr` is 0."""
    from scipy.special import ndtri, stdtr

    if stderr <= ROUNDING * abs(value):
        return 2.0 ** (1 - groups) if value else 1.0
    x = _RHO_SQUARED * groups
    z = float(ndtri(stdtr(degrees, -abs(value) / stderr)))
    return min(1.0, math.sqrt(x + 1) * math.exp(-z * z * x / (2 * (x + 1))))


def _quantile(groups: int, degrees: float) -> float:
    from scipy.special import ndtr, stdtrit

    x = _RHO_SQUARED * groups
    c = math.sqrt((1 + 1 / x) * (math.log(x + 1) + _LOG))
    return -float(stdtrit(degrees, ndtr(-c)))


class _Sums:
    """Holds the sums from which the clustered error of a mean follows without another pass."""

    def __init__(self) -> None:
        self.total = 0.0
        self._by_group: defaultdict[Hashable, float] = defaultdict(float)
        self._squares = 0.0
        self._moved = 0.0
        self._products = 0.0

    def add(self, value: float, group: Hashable, size: int) -> None:
        """Add a value to a group that has `size` values with it."""
        before = self._by_group[group]
        after = self._by_group[group] = before + value
        self.total += value
        self._squares += after * after - before * before
        self._moved += after * after + before * before
        self._products += after * size - before * (size - 1)

    def estimate(self, n: int, groups: int, squared_sizes: int) -> tuple[float, float]:
        """Return the mean of n values and its standard error, as `scores.estimate` does."""
        mean = self.total / n
        if groups < 2:
            return mean, NAN
        rest = self._squares - 2 * mean * self._products + mean * mean * squared_sizes
        if rest <= _LOST * self._moved:
            return mean, 0.0
        return mean, math.sqrt(rest * groups / (groups - 1)) / n
