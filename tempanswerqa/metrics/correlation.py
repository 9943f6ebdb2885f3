"""Rank correlation of two scores over runs, with an interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from tempanswerqa.metrics.scores import NAN

NORMAL = 1.959963984540054
"""The quantile of the normal distribution of a 95 % interval."""
FEWEST = 3
"""Minimum number of runs for a correlation."""
Scores = Sequence[float | None]


class Correlation(NamedTuple):
    """Spearman's rank correlation of `n` pairs, and the ends of its 95 % interval."""

    rho: float
    """From -1 to 1; NaN for too few pairs, or if all scores of a side are equal."""
    low: float
    high: float
    """The ends of the interval; NaN if `rho` is NaN or has the minimum number of pairs."""
    n: int

    def as_dict(self) -> dict[str, float]:
        """Return the correlation and its interval as `rho`, `rho_low` and `rho_high`."""
        return {"rho": self.rho, "rho_low": self.low, "rho_high": self.high}


def spearman(first: Scores, second: Scores) -> Correlation:
    """Return Spearman's rank correlation of two scores of runs.

    `first` and `second` have the scores by run; runs with None or NaN are left out. The interval is
    for other runs on the same questions, on Fisher's scale: tanh(artanh(rho) ± 1.96 sqrt((1 +
    rho²/2) / (n - 3))). In artanh(rho), |rho| is at most 1 - 6 / (n³ - n), halfway from 1 to the
    next value that ranks without ties can have. Runs of one model, or of models of one family, are
    not independent: the true uncertainty is then larger.

    References
    ----------
    Bonett and Wright, Psychometrika 65 (2000).

    Examples
    --------
    >>> spearman([1, 2, 3, 4], [2, 4, 8, 16]).rho
    1.0
    """
    import pandas as pd

    rows = pd.DataFrame({"first": first, "second": second}, dtype=float).dropna()
    n, rho = len(rows), float(rows.rank().corr().iloc[0, 1])
    if n < FEWEST:
        return Correlation(NAN, NAN, NAN, n)
    if math.isnan(rho) or n == FEWEST:
        return Correlation(rho, NAN, NAN, n)
    most = 1 - 6 / (n**3 - n)
    reach = NORMAL * math.sqrt((1 + rho**2 / 2) / (n - FEWEST))
    center = math.atanh(min(max(rho, -most), most))
    low, high = math.tanh(center - reach), math.tanh(center + reach)
    return Correlation(rho, min(low, rho), max(high, rho), n)
