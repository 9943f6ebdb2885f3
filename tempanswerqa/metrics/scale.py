"""Finds the scale of errors: the centroid of a label's cluster.

Labels of one unit are clustered as in the paper, by HDBSCAN. Each label counts `REPEATS` times (the
paper stacked its 12 recorded runs), and a cluster has at least `MIN_CLUSTER_SHARE` of them. A
centroid covers only the core of its cluster, so it is closer to the labels' mode than to their
mean. `centroids.json` has the centroids of published labels (`PUBLISHED`) as scikit-learn computed
them: those of Test of Time arithmetic and of TempTabQA; `centroids` computes all others,
independent of machine, sort and order of rows.

Campello, Moulavi and Sander (2013) join points at increasing distances d. The core distance of a
point is the distance to its `smallest`-th nearest point; the point itself counts as the first. A
point is dense if d is at least its core distance. Two neighbouring dense points join if d is at
least their distance. A cluster has at least `smallest` joined points. Points that join a cluster
fall from it at density 1 / d. Two clusters that join become the children of a new cluster. Of all
clusters, including the whole, those with the largest excess of mass are chosen. If distances are
equal, as for years of arithmetic, points outside clusters join each other first, then all clusters
join at once; scikit-learn joins pairs in an order that depends on the processor's sort.
"""

from __future__ import annotations

import bisect
import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path

VERSION = 2
"""The version of the clustering, raised by changes that give any labels other centroids."""
REPEATS = 12
MIN_CLUSTER_SHARE = 0.3
CARRIED, COMPUTED = "published", f"hdbscan-1d.{VERSION}"
"""The method of a scale: it is taken from `PUBLISHED`, or computed by `centroids`."""

PUBLISHED: dict[str, list[list[float]]] = dict(
    pair
    for units in json.loads(
        Path(__file__).with_name("centroids.json").read_text(encoding="utf-8")
    ).values()
    for pair in units.values()
)
"""The `runs` of published labels (see `Scale`), by the digest of the unit's sorted labels."""


@dataclass(frozen=True)
class Scale:
    """The scale of the labels of one unit.

    A run is a range of the sorted labels with one centroid. `runs` has pairs of the largest label
    and the centroid of each run, in ascending order. `method` is `CARRIED` or `COMPUTED`.

    Labels with a `period`, such as times of day, are on a circle. It is cut in the middle of the
    widest gap between neighbouring labels (the first of equal ones), so that no cluster is cut, and
    one period is added to labels before the cut.
    """

    runs: tuple[tuple[float, float], ...]
    method: str = field(default=CARRIED, repr=False)  # signatures hash the `repr`
    period: float | None = field(default=None, repr=False)

    def centroid(self, label: float) -> float:
        """Return the centroid of the cluster of `label`.

        Between two clusters it is that of the higher one; above all labels, that of the
        highest.
        """
        if self.period and label + self.period <= self.runs[-1][0]:
            label += self.period
        place = bisect.bisect_left(self.runs, label, hi=len(self.runs) - 1, key=lambda run: run[0])
        centroid = self.runs[place][1]
        return centroid % self.period if self.period else centroid


def scale(labels: Iterable[float], period: float | None = None) -> Scale:
    """Return the scale of all labels of one unit; their order does not matter.

    Raises ValueError if there are no labels.
    """
    ordered = sorted(map(float, labels))
    if not ordered:
        raise ValueError("a scale needs at least one label")
    if period:
        gaps = [high - low for low, high in pairwise([ordered[-1] - period, *ordered])]
        cut = gaps.index(max(gaps))
        ordered = [*ordered[cut:], *(label + period for label in ordered[:cut])]
    if carried := PUBLISHED.get(digest(ordered)):
        return Scale(tuple((last, centroid) for last, centroid in carried))
    points = Counter(ordered)
    sizes = [REPEATS * count for count in points.values()]
    smallest = int(MIN_CLUSTER_SHARE * sum(sizes))
    pairs = zip(points, centroids([*points], sizes, smallest), strict=True)
    runs = [(centroid, [*run]) for centroid, run in groupby(pairs, key=lambda pair: pair[1])]
    return Scale(tuple((run[-1][0], centroid) for centroid, run in runs), COMPUTED, period)


def digest(ordered: Sequence[float]) -> str:
    """Return the SHA-1 of the sorted labels, one `repr` per line."""
    return hashlib.sha1("\n".join(map(repr, ordered)).encode()).hexdigest()


def centroids(points: Sequence[float], sizes: Sequence[int], smallest: int) -> list[float]:
    """Return the centroid of each point's cluster; noise gets the nearest one, the lower if tied.

    `points` are ascending, `sizes` says how many numbers each point represents, and `smallest` is
    at most the sum of `sizes`. A centroid is a weighted mean of its cluster. The weight of a point
    is the density at which it falls, divided by the highest density of the cluster itself. The
    centroid of the whole is the mean of the points that fall last. A mean that differs from a point
    of its cluster only by rounding is set to it: otherwise its scale would be almost 0.
    """
    whole = _tree(points, sizes, smallest)
    centers, of_point = [], dict.fromkeys(range(len(points)), math.nan)
    for cluster in whole.chosen(sizes)[1]:
        last = max([cluster.split, *(density for density, _ in cluster.fallen)])
        members = [(d, at) for d, at in cluster.points() if cluster is not whole or d >= last]
        weights = [sizes[at] * (1.0 if d >= last else d / last) for d, at in members]
        numbers = (weight * points[at] for weight, (_, at) in zip(weights, members, strict=True))
        mean = math.fsum(numbers) / math.fsum(weights)
        values = [points[at] for _, at in members]
        nearest = min(values, key=lambda point: (abs(point - mean), abs(point)))
        rounding = 1e-14 * max(map(abs, values))
        centers.append(nearest if abs(nearest - mean) <= rounding else mean)
        of_point |= {at: centers[-1] for _, at in members}
    centers.sort()
    return [
        min(centers, key=lambda other: abs(other - points[at])) if math.isnan(center) else center
        for at, center in of_point.items()
    ]


@dataclass
class _Cluster:
    fallen: list[tuple[float, int]]
    """Pairs of a density and the point that falls from the cluster at it."""
    children: list[_Cluster]
    split: float
    """The density at which the children split, or without children, at which the cluster begins."""

    def points(self) -> Iterator[tuple[float, int]]:
        """Yield the pairs of density and point of the cluster and of all clusters below it."""
        yield from self.fallen
        for child in self.children:
            yield from child.points()

    def chosen(self, sizes: Sequence[int], birth: float = 0.0) -> tuple[float, list[_Cluster]]:
        """Return the total excess of mass of the clusters chosen here, and these clusters.

        The children are chosen only if they have more of it than this cluster.
        """
        densities = [*self.fallen]
        for child in self.children:
            densities += [(self.split, at) for _, at in child.points()]
        whole = math.fsum((density - birth) * sizes[at] for density, at in densities)
        below = [child.chosen(sizes, self.split) for child in self.children]
        parts = math.fsum(mass for mass, _ in below)
        if parts > whole:
            return parts, [cluster for _, clusters in below for cluster in clusters]
        return whole, [self]


@dataclass(eq=False)
class _Group:
    """Joined points, which represent `size` numbers."""

    size: int
    points: list[int]
    outside: list[int]
    """The points that are not yet in a cluster."""
    clusters: list[_Cluster] = field(default_factory=list)


def _tree(points: Sequence[float], sizes: Sequence[int], smallest: int) -> _Cluster:
    """Return the cluster of all points."""
    groups = [_Group(size, [at], [at]) for at, size in enumerate(sizes)]
    joins = _joins(points, _core_distances(points, sizes, smallest))
    for distance, tied in groupby(sorted(joins), itemgetter(0)):
        density = 1 / distance if distance > 1e-300 else math.inf  # so that sums are finite
        pairs = [pair for _, *pair in tied]
        apart = [pair for pair in pairs if not any(groups[at].clusters for at in pair)]
        for joined in (apart, pairs):
            for pair in joined:
                both = (groups[at] for at in pair)
                other, larger = sorted(both, key=lambda group: len(group.points))
                if larger is not other:
                    larger.size += other.size
                    larger.points += other.points
                    larger.outside += other.outside
                    larger.clusters += other.clusters
                    for at in other.points:
                        groups[at] = larger
            for group in {groups[at] for at, _ in joined}:
                if group.size >= smallest:
                    if len(group.clusters) != 1:
                        group.clusters = [_Cluster([], group.clusters, density)]
                    group.clusters[0].fallen += [(density, at) for at in group.outside]
                    group.outside = []
    return groups[0].clusters[0]


def _core_distances(
    points: Sequence[float], sizes: Sequence[int], smallest: int
) -> Iterator[float]:
    """Yield the distance from each point to the farthest of its `smallest` nearest numbers."""
    numbers = [x for x, size in zip(points, sizes, strict=True) for _ in range(size)]
    first = 0
    for x in points:
        while (
            first + smallest < len(numbers) and numbers[first + smallest] - x <= x - numbers[first]
        ):
            first += 1
        yield max(x - numbers[first], numbers[first + smallest - 1] - x)


def _joins(points: Sequence[float], core: Iterator[float]) -> Iterator[tuple[float, int, int]]:
    """Yield the distance at which each pair of points joins, and the pair.

    A point joins itself at its core distance. No point between a pair becomes dense before both do:
    the point that becomes dense last leaves the line first, and those beside it become neighbours.
    """
    places = range(len(points))
    before, after = [at - 1 for at in places], [at + 1 for at in places]
    for dense, at in sorted(zip(core, places, strict=True), reverse=True):
        yield dense, at, at
        low, high = before[at], after[at]
        if low in places:
            yield max(dense, points[at] - points[low]), low, at
            after[low] = high
        if high in places:
            yield max(dense, points[high] - points[at]), at, high
            before[high] = low
