"""Rank correlation of two scores over runs, also given a third score, with an interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from tempanswerqa.metrics.intervals import ROUNDING, quantile

FEWEST = 3
"""The smallest number of runs that has a correlation; given another score it is one more."""
DRAWS = 1000
"""The number of draws of the scores from their standard errors."""
Scores = Sequence[float | None]


class Correlation(NamedTuple):
    """Hold Spearman's rank correlation of `n` pairs, and the ends of its interval at
    `intervals.LEVEL`."""

    rho: float
    """The correlation, from -1 to 1; NaN with too few pairs, if one side is equal, or if the score
    that is given has the same order as one side."""
    low: float
    high: float
    """The ends of the interval; NaN if `rho` is NaN or has no more pairs than it needs."""
    n: int

    def as_dict(self, name: str = "rho") -> dict[str, float]:
        """Return the correlation and the ends as `<name>`, `<name>_low` and `<name>_high`."""
        return {name: self.rho, f"{name}_low": self.low, f"{name}_high": self.high}


UNKNOWN = Correlation(math.nan, math.nan, math.nan, 0)


def spearman(
    first: Scores,
    second: Scores,
    *,
    given: Scores | None = None,
    errors: Sequence[Sequence[float]] = (),
) -> Correlation:
    """Return Spearman's rank correlation of the runs that have all scores (no None, no NaN).

    With `given` it is the partial correlation, which compares runs as if they were equal in that
    score c: (r_xy - r_xc r_yc) / sqrt((1 - r_xc²) (1 - r_yc²)). The interval is that of Bonett and
    Wright (Psychometrika 65, 2000) on Fisher's scale: tanh(artanh(rho) ± 1.96 sqrt((1 + rho²/2) /
    (n - 3) + v)), with n - 4 if a score is given. `errors` are the standard errors of all scores,
    in their order. v is the variance of artanh(rho) if each score is drawn from a normal
    distribution with its error, independently. Without `errors` v is 0, and the interval is for
    other runs on the same questions. In artanh(rho), |rho| is at most 1 - 6 / (n³ - n), halfway
    from 1 to the next value that ranks without ties can have. The interval assumes independent
    runs. Two runs of one model are not independent: the true uncertainty is then larger.
    `benchmarks/given_exact_match.py` measures how often the interval holds the truth.
    """
    import numpy as np

    sides = [first, second] if given is None else [first, second, given]
    places = [
        at
        for at, row in enumerate(zip(*sides, strict=True))
        if not any(score is None or math.isnan(score) for score in row)
    ]
    n, spare = len(places), len(places) - len(sides) - 1
    scores = np.array([[side[at] for at in places] for side in sides], dtype=float)
    if spare < 0:
        return UNKNOWN._replace(n=n)
    rho = float(_rho(scores))
    if math.isnan(rho) or spare == 0:
        return Correlation(rho, math.nan, math.nan, n)
    most = 1 - 6 / (n**3 - n)
    variance = (1 + rho**2 / 2) / spare
    if errors:
        widths = np.array([[own[at] for at in places] for own in errors])[:, None]
        drawn = np.random.default_rng(0).normal(scores[:, None], widths, (len(sides), DRAWS, n))
        found = np.arctanh(np.clip(_rho(drawn), -most, most))
        variance += float(np.var(found[~np.isnan(found)]))
    reach = quantile(math.inf) * math.sqrt(variance)
    center = math.atanh(min(max(rho, -most), most))
    low, high = math.tanh(center - reach), math.tanh(center + reach)
    return Correlation(rho, min(low, rho), max(high, rho), n)


def _rho(sides: Any) -> Any:
    """Return the correlation of the first two sides, given the third if there is one."""
    import numpy as np
    import pandas as pd

    rows = pd.DataFrame(np.reshape(sides, (-1, np.shape(sides)[-1])))
    ranks = rows.rank(axis=1).to_numpy().reshape(np.shape(sides))
    ranks = ranks - ranks.mean(axis=-1, keepdims=True)
    sums = np.einsum("i...n,j...n->ij...", ranks, ranks)
    with np.errstate(divide="ignore", invalid="ignore"):
        r = sums / np.sqrt(np.einsum("ii...->i...", sums)[:, None] * np.einsum("ii...->i...", sums))
        if len(ranks) == 2:
            return r[0, 1]
        left = (1 - r[0, 2] ** 2) * (1 - r[1, 2] ** 2)
        parts = (r[0, 1] - r[0, 2] * r[1, 2]) / np.sqrt(left)
        return np.where(left > ROUNDING, np.clip(parts, -1, 1), np.nan)
