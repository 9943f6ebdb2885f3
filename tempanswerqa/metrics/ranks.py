"""Ranks of runs, and the range of ranks that the data allow each run."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import NamedTuple

from tempanswerqa.metrics.scores import NAN, estimate
from tempanswerqa.metrics.significance import SIGNIFICANT, holm, tested


class Rank(NamedTuple):
    """Hold the rank of a run, of which 1 is best, and the range of ranks that the data allow."""

    rank: int
    """1 plus the number of runs that score better."""
    best: int
    """1 plus the number of runs that are significantly better."""
    worst: int
    """The number of all runs less those that are significantly worse."""

    def __str__(self) -> str:
        return f"{self.best}" if self.best == self.worst else f"{self.best}–{self.worst}"


def ranks(
    values: Sequence[float],
    differences: Sequence[tuple[float, float]],
    higher_is_better: bool = True,
) -> list[Rank]:
    """Return the rank of each run; runs with the same value have the same rank.

    `differences` has the difference (first minus second) and the p-value of each pair of runs, in
    the order of `itertools.combinations`. The p-values are corrected (Holm) for their number. A
    difference is significant if its p-value is then below `SIGNIFICANT`, never if it is NaN. So in
    95 of 100 cases all ranges together hold the true ranks. Source: Klein, Wright and Wieczorek,
    J. Royal Statistical Society A 183 (2020).
    """
    sign = 1 if higher_is_better else -1
    best, worst = [1] * len(values), [len(values)] * len(values)
    corrected = holm([p_value for _, p_value in differences])
    pairs = combinations(range(len(values)), 2)
    for (first, second), (value, _), p_value in zip(pairs, differences, corrected, strict=True):
        if p_value < SIGNIFICANT:
            ahead, behind = (first, second) if sign * value > 0 else (second, first)
            best[behind] += 1
            worst[ahead] -= 1
    own = (1 + sum(sign * other > sign * value for other in values) for value in values)
    return list(map(Rank, own, best, worst))


def differences(
    columns: Sequence[Sequence[float]], groups: Sequence[Hashable], highest: float = 1
) -> list[tuple[float, float]]:
    """Return the mean difference of each pair of runs and its p-value, as `significance.paired`
    computes them, in the order of `itertools.combinations`.

    `columns` are the runs' scores of the same questions, between 0 and `highest`. A question counts
    if no run has NaN for it. Both numbers are NaN with fewer than two groups of such questions.
    """
    import numpy as np

    scores = np.array(columns, ndmin=2)
    known = ~np.isnan(scores).any(axis=0)
    places: dict[Hashable, int] = {}
    of = [places.setdefault(groups[at], len(places)) for at in known.nonzero()[0]]
    pairs = list(combinations(range(len(columns)), 2))
    if len(places) < 2:
        return [(NAN, NAN)] * len(pairs)
    shares = scores[:, known] / highest
    means = [estimate(own, of) for own in shares]
    totals = np.array([np.bincount(of, own - own.mean()) for own in shares])
    values, p_values = [], []
    for first, second in pairs:
        x, y = means[first], means[second]
        # the standard error of the differences, as `estimate` computes it
        factor = len(places) / (len(places) - 1) / len(of) ** 2
        gap = math.sqrt(factor * float(((totals[first] - totals[second]) ** 2).sum()))
        values.append(highest * (x.mean - y.mean))
        p_values.append(tested(x.mean - y.mean, gap, x, y)[1])
    return list(zip(values, p_values, strict=True))
