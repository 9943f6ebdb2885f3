"""The scale of an error: the centroid of a label's cluster, and the spread of the labels.

Labels of one unit are clustered as the paper does, by HDBSCAN: each counts `REPEATS` times (the
paper clustered its 12 recorded runs stacked), and a cluster has `MIN_CLUSTER_SHARE` of them or
more. A centroid covers the core of its cluster alone, so it is closer to the labels' mode than to
their mean. The centroids of published labels (`PUBLISHED`) stand in `centroids.json`, as
scikit-learn gave them: those of Test of Time arithmetic, of TempTabQA, of TRAM's short answers,
and those of fresh questions that `clusters`, which computes all others, does not give to the last
digit. In arithmetic, released and fresh, years have ties, which scikit-learn breaks as the
processor's sort leaves them.
"""

from __future__ import annotations

import bisect
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from statistics import median

from tempanswerqa.metrics import clusters

REPEATS = 12
MIN_CLUSTER_SHARE = 0.3
MOST = 1_000
"""Of so many labels, at most, `estimated` computes centroids."""
CARRIED, COMPUTED = "published", f"hdbscan-1d.{clusters.VERSION}"
"""How a scale was made: from `PUBLISHED`, or by `clusters`."""

PUBLISHED: dict[str, list[list[float]]] = dict(
    pair
    for units in json.loads(
        Path(__file__).with_name("centroids.json").read_text(encoding="utf-8")
    ).values()
    for pair in units.values()
)
"""Runs of the published labels' centroids, by the digest of the unit's sorted label numbers."""


@dataclass(frozen=True)
class Scale:
    """Scale of the labels of one unit.

    `runs` splits the sorted labels where their centroid changes: pairs of the largest label of
    a run and its centroid, in rising order. `spread` is the median of abs(label - centroid), which
    few labels do not rule. `method` is `CARRIED` or `COMPUTED`.
    """

    runs: tuple[tuple[float, float], ...]
    spread: float
    method: str = field(default=CARRIED, repr=False)  # signatures digest what `repr` shows

    @classmethod
    def of(cls, runs: Iterable[Iterable[float]], method: str, labels: Iterable[float]) -> Scale:
        """Return the scale with these runs, and the spread of these labels, of one at least."""
        own = tuple((last, centroid) for last, centroid in runs)
        return cls(own, median(abs(label - _centroid(own, label)) for label in labels), method)

    def centroid(self, label: float) -> float:
        """Return the centroid of the cluster of `label`; of a label between clusters, the next
        higher.
        """
        return _centroid(self.runs, label)


def scale(labels: Iterable[float]) -> Scale:
    """Return the scale of all labels of one unit, in whatever order they come.

    Raises ValueError where there are no labels.
    """
    ordered = sorted(map(float, labels))
    if not ordered:
        raise ValueError("a scale needs at least one label")
    if runs := PUBLISHED.get(digest(ordered)):
        return Scale.of(runs, CARRIED, ordered)
    return Scale.of(_runs(ordered), COMPUTED, ordered)


def estimated(labels: Iterable[float]) -> Scale:
    """Return what `scale` returns, but find the centroids of more than `MOST` labels that are not
    published from `MOST` alone: the middle ones of equal parts of all in their order.
    """
    ordered = sorted(map(float, labels))
    if len(ordered) <= MOST or digest(ordered) in PUBLISHED:
        return scale(ordered)
    middle = scale(ordered[(2 * part + 1) * len(ordered) // (2 * MOST)] for part in range(MOST))
    return Scale.of(middle.runs, middle.method, ordered)


def digest(ordered: Sequence[float]) -> str:
    """Return the SHA-1 of sorted label numbers, one `repr` per line."""
    return hashlib.sha1("\n".join(map(repr, ordered)).encode()).hexdigest()


def _centroid(runs: Sequence[Sequence[float]], label: float) -> float:
    return runs[bisect.bisect_left(runs, label, hi=len(runs) - 1, key=lambda run: run[0])][1]


def _runs(ordered: Sequence[float]) -> list[list[float]]:
    points = Counter(ordered)
    sizes = [REPEATS * count for count in points.values()]
    smallest = int(MIN_CLUSTER_SHARE * sum(sizes))
    pairs = zip(points, clusters.centroids([*points], sizes, smallest), strict=True)
    runs = [(centroid, [*run]) for centroid, run in groupby(pairs, key=lambda pair: pair[1])]
    return [[run[-1][0], centroid] for centroid, run in runs]
