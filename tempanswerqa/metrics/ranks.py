"""Ranks of runs, and the range of ranks that the data allow each run."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tempanswerqa.metrics.scores import NAN, estimate, standard_error
from tempanswerqa.metrics.significance import SIGNIFICANT, holm, tested

if TYPE_CHECKING:
    import numpy as np

Cell = TypeVar("Cell", bound=Hashable)


class Rank(NamedTuple):
    """The rank of a run, of which 1 is best, and the range of ranks that the data allow."""

    rank: int
    """1 plus the number of runs that score better."""
    best: int
    """1 plus the number of runs that are significantly better."""
    worst: int
    """The number of all runs less those that are significantly worse."""

    def __str__(self) -> str:
        return f"{self.best}" if self.best == self.worst else f"{self.best}–{self.worst}"


def common_cells(cells: Iterable[Set[Cell]]) -> frozenset[Cell]:
    """Return the cells (such as promptings) over which models are compared; each item of `cells`
    has those of a model. A model that lacks one of them is not ranked.

    The cells are those of one model, or those that all models have. Of these sets it is the one
    with the most runs, with at least two models if one has. Empty if no model has a cell.
    """
    models = [frozenset(one) for one in cells if one]
    choices = {*models, frozenset.intersection(*models)} - {frozenset()} if models else ()

    def size(shared: frozenset[Cell]) -> tuple[bool, int, int]:
        count = sum(shared <= one for one in models)
        return count > 1, count * len(shared), count

    return max(
        sorted(choices, key=lambda one: sorted(map(repr, one))), key=size, default=frozenset()
    )


def ranks(
    values: Sequence[float],
    differences: Sequence[tuple[float, float]] | np.ndarray,
    higher_is_better: bool = True,
) -> list[Rank]:
    """Return the rank of each run; runs with the same value have the same rank.

    `differences` has the difference (first minus second) and the p-value of each pair of runs, in
    the order of `itertools.combinations`. The p-values are corrected (Holm) for their number. A
    difference is significant if its p-value is then below `SIGNIFICANT`, never if it is NaN. So in
    95 of 100 cases all ranges together hold the true ranks. Source: Klein, Wright and Wieczorek,
    J. Royal Statistical Society A 183 (2020).
    """
    import numpy as np

    gaps, p_values = np.reshape(differences, (-1, 2)).T
    first, second = np.triu_indices(len(values), 1)
    apart = np.array(holm(p_values)) < SIGNIFICANT
    is_first_ahead = (gaps > 0) == higher_is_better
    ahead = np.where(is_first_ahead, first, second)[apart]
    behind = np.where(is_first_ahead, second, first)[apart]
    best = 1 + np.bincount(behind, minlength=len(values))
    worst = len(values) - np.bincount(ahead, minlength=len(values))
    scores = np.array(values) * (-1 if higher_is_better else 1)
    places = 1 + np.searchsorted(np.sort(scores), scores)
    return list(map(Rank, places.tolist(), best.tolist(), worst.tolist()))


def differences(
    columns: Sequence[Sequence[float]],
    groups: Sequence[Hashable],
    highest: float = 1,
    independent: Sequence[float] | None = None,
) -> list[tuple[float, float]]:
    """Return the mean difference of each pair of runs and its p-value, as `significance.paired`
    computes them, in the order of `itertools.combinations`.

    `columns` are the runs' scores of the same questions; their means are between 0 and `highest`. A
    question counts if no run has NaN for it. `independent` has the number of independent answers
    for the least variance of each mean; it is that of the questions unless they have weights.
    Both numbers are NaN with fewer than two groups of questions.
    """
    import numpy as np

    scores = np.array(columns, ndmin=2)
    known = ~np.isnan(scores).any(axis=0)
    places: dict[Hashable, int] = {}
    of = [places.setdefault(groups[at], len(places)) for at in known.nonzero()[0]]
    if len(places) < 2:
        return [(NAN, NAN)] * math.comb(len(columns), 2)
    shares = scores[:, known] / highest
    counts = independent or [len(of)] * len(columns)
    means = [estimate(x, of)._replace(n=n) for x, n in zip(shares, counts, strict=True)]
    totals = np.array([np.bincount(of, own - own.mean()) for own in shares])
    found = []
    for place, x in enumerate(means[:-1], 1):
        squares = ((totals[place:] - totals[place - 1]) ** 2).sum(axis=1)
        gaps = standard_error(squares, len(of), len(places)).tolist()
        for y, gap in zip(means[place:], gaps, strict=True):
            value = x.mean - y.mean
            found.append((highest * value, tested(value, gap, x, y)[1]))
    return found
