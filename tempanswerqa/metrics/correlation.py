"""Rank correlation of two scores over runs, with an interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from tempanswerqa.metrics.intervals import LEVEL

FEWEST = 3
"""The smallest number of runs that has a correlation."""
ROUNDING = 1e-12
"""The largest distance from 1 of a correlation that counts as 1."""


class Correlation(NamedTuple):
    """Hold Spearman's rank correlation of `n` pairs, and the ends of its interval at `LEVEL`."""

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
    pairs = [(x, y) for x, y in zip(first, second, strict=True) if _known(x) and _known(y)]
    if len(pairs) < FEWEST:
        return UNKNOWN._replace(n=len(pairs))
    sides = list(zip(*pairs, strict=True))
    if any(len(set(side)) == 1 for side in sides):
        return UNKNOWN._replace(n=len(pairs))
    from scipy.stats import spearmanr

    rho = float(spearmanr(*sides).statistic)
    return Correlation(rho, *_interval(rho, len(pairs)), len(pairs))


def _interval(rho: float, n: int) -> tuple[float, float]:
    if n < FEWEST + 1 or abs(rho) > 1 - ROUNDING:
        return math.nan, math.nan
    reach = NormalDist().inv_cdf((1 + LEVEL) / 2) * math.sqrt((1 + rho**2 / 2) / (n - 3))
    center = math.atanh(rho)
    return math.tanh(center - reach), math.tanh(center + reach)


def _known(value: float | None) -> bool:
    return value is not None and not math.isnan(value)
