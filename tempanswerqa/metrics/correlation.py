"""Rank correlation of two scores over runs, with an interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from tempanswerqa.metrics.intervals import ROUNDING, quantile

FEWEST = 3
"""The smallest number of runs that has a correlation."""


class Correlation(NamedTuple):
    """Hold Spearman's rank correlation of `n` pairs, and the ends of its interval at
    `intervals.LEVEL`."""

    rho: float
    """The correlation, from -1 to 1; NaN with fewer than `FEWEST` pairs or if one side is equal."""
    low: float
    high: float
    """The ends of the interval; NaN with fewer than four pairs, or if `rho` is NaN, 1 or -1: for 1
    and -1 the formula gives no width, however few the pairs are."""
    n: int

    def as_dict(self) -> dict[str, float]:
        """Return `rho`, `rho_low` and `rho_high`."""
        return {"rho": self.rho, "rho_low": self.low, "rho_high": self.high}


UNKNOWN = Correlation(math.nan, math.nan, math.nan, 0)


def spearman(first: Sequence[float | None], second: Sequence[float | None]) -> Correlation:
    """Return Spearman's rank correlation of the pairs that have two numbers (no None, no NaN).

    The interval is that of Bonett and Wright (Psychometrika 65, 2000) on Fisher's scale:
    tanh(artanh(rho) ± 1.96 sqrt((1 + rho²/2) / (n - 3))). It assumes independent runs. Two runs of
    one model are not independent: the true uncertainty is then larger.
    """
    numbers = ((x, y) for x, y in zip(first, second, strict=True) if None not in (x, y))
    pairs = [(x, y) for x, y in numbers if x == x and y == y]  # no NaN
    sides = list(zip(*pairs, strict=True))
    n = len(pairs)
    if n < FEWEST or any(len(set(side)) == 1 for side in sides):
        return UNKNOWN._replace(n=n)
    from scipy.stats import spearmanr

    rho = float(spearmanr(*sides).statistic)
    if n == FEWEST or abs(rho) > 1 - ROUNDING:
        return Correlation(rho, math.nan, math.nan, n)
    reach = quantile(math.inf) * math.sqrt((1 + rho**2 / 2) / (n - 3))
    center = math.atanh(rho)
    return Correlation(rho, math.tanh(center - reach), math.tanh(center + reach), n)
