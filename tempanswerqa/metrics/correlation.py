"""Rank correlation of two scores over runs, with an interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from tempanswerqa.metrics.intervals import LEVEL

FEWEST = 3
"""With fewer runs there is no correlation."""
ROUNDING = 1e-12
"""A correlation so close to 1 is 1."""


class Correlation(NamedTuple):
    """Spearman's rank correlation over `n` pairs, with the ends of its interval at `LEVEL`."""

    rho: float
    """From -1 to 1; NaN with fewer than `FEWEST` pairs, or where one side is all equal."""
    low: float
    high: float
    """NaN with fewer than four pairs, and where `rho` is NaN, 1 or -1: there the interval's
    formula has no width, however few the pairs."""
    n: int

    def as_dict(self) -> dict[str, float]:
        """Return `rho`, `rho_low` and `rho_high`."""
        return {"rho": self.rho, "rho_low": self.low, "rho_high": self.high}


UNKNOWN = Correlation(math.nan, math.nan, math.nan, 0)


def spearman(first: Sequence[float | None], second: Sequence[float | None]) -> Correlation:
    """Return Spearman's rank correlation of the pairs whose sides are both known (not None or NaN).

    The interval is that of Bonett and Wright (Psychometrika 65, 2000) on Fisher's scale:
    tanh(artanh(rho) ± 1.96 sqrt((1 + rho²/2) / (n - 3))). It takes the runs as independent, which
    two promptings of one model are not: read it as the least uncertainty there is.
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
