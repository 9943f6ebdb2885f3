"""Clusters numbers on a line by HDBSCAN, whatever the machine, sort or order of rows.

Campello, Moulavi and Sander (2013) join points at rising distances d. The core distance of a point
is the distance to its `smallest`-th nearest point; the point itself counts as the first. A point is
dense if d is at least its core distance. Two neighbouring dense points join if d is at least their
distance. A cluster has `smallest` joined points or more. Points that join a cluster fall from it at
the density 1 / d. Two clusters that join become the children of a new cluster. Of all clusters,
the whole included, those with the largest excess of mass are chosen.

If distances are equal, points outside clusters join each other first, then all clusters join at
once. Implementations that sort pairs join them in the order of their sort.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

VERSION = 2
"""The version of the clustering; a change that gives any labels other centroids raises it."""


def centroids(points: Sequence[float], sizes: Sequence[int], smallest: int) -> list[float]:
    """Return the centroid of each point's cluster; noise gets the nearest, of two equal the lower.

    `points` rise, `sizes` says how many numbers each point stands for, and `smallest` is at most
    the sum of `sizes`. A centroid is a weighted mean of its cluster. The weight of a point is the
    density at which it falls, divided by the highest density of the cluster itself. The centroid of
    the whole is the mean of the points that fall last. A mean that only rounding sets apart from a
    point of its cluster is that point: else the point would have a scale of almost 0.
    """
    whole = _tree(points, sizes, smallest)
    centers, found = [], dict.fromkeys(range(len(points)), math.nan)
    for cluster in whole.chosen(sizes)[1]:
        last = max([cluster.split, *(density for density, _ in cluster.fallen)])
        members = [(d, at) for d, at in cluster.points() if cluster is not whole or d >= last]
        weights = [sizes[at] * (1.0 if d >= last else d / last) for d, at in members]
        numbers = (weight * points[at] for weight, (_, at) in zip(weights, members, strict=True))
        mean = math.fsum(numbers) / math.fsum(weights)
        own = [points[at] for _, at in members]
        nearest = min(own, key=lambda point: (abs(point - mean), abs(point)))
        rounding = 1e-14 * max(map(abs, own))
        centers.append(nearest if abs(nearest - mean) <= rounding else mean)
        found |= {at: centers[-1] for _, at in members}
    centers.sort()
    return [
        min(centers, key=lambda center: abs(center - points[at])) if math.isnan(own) else own
        for at, own in found.items()
    ]


@dataclass
class _Cluster:
    fallen: list[tuple[float, int]]
    """Pairs of a density and the point that falls from the cluster at this density."""
    children: list[_Cluster]
    split: float
    """The density at which the children split; without children, that at which it begins."""

    def points(self) -> Iterator[tuple[float, int]]:
        """Yield the pairs of density and point of the cluster and of all clusters below it."""
        yield from self.fallen
        for child in self.children:
            yield from child.points()

    def chosen(self, sizes: Sequence[int], birth: float = 0.0) -> tuple[float, list[_Cluster]]:
        """Return the excess of mass of the clusters that are chosen here, and these clusters.

        The children are chosen only if they have more of it than this cluster.
        """
        densities = [*self.fallen]
        for child in self.children:
            densities += [(self.split, at) for _, at in child.points()]
        own = math.fsum((density - birth) * sizes[at] for density, at in densities)
        below = [child.chosen(sizes, self.split) for child in self.children]
        parts = math.fsum(mass for mass, _ in below)
        return (parts, [one for _, ones in below for one in ones]) if parts > own else (own, [self])


@dataclass(eq=False)
class _Group:
    """Joined points."""

    size: int
    outside: list[int]
    """Points that are in no cluster yet."""
    clusters: list[_Cluster] = field(default_factory=list)
    within: _Group | None = None
    """The group that this group was joined to."""

    def whole(self) -> _Group:
        """Return the group that holds all points that are joined to this group."""
        group = self
        while group.within:
            group = group.within
        return group


def _tree(points: Sequence[float], sizes: Sequence[int], smallest: int) -> _Cluster:
    """Return the cluster of all points."""
    groups = [_Group(size, [at]) for at, size in enumerate(sizes)]
    joins = _joins(points, _core_distances(points, sizes, smallest))
    for distance, tied in groupby(sorted(joins), itemgetter(0)):
        density = 1 / distance if distance > 1e-300 else math.inf  # so that sums are finite
        pairs = [(groups[one], groups[other]) for _, one, other in tied]
        apart = [pair for pair in pairs if not any(own.whole().clusters for own in pair)]
        _join(apart, density, smallest)
        _join(pairs, density, smallest)
    return groups[0].whole().clusters[0]


def _core_distances(
    points: Sequence[float], sizes: Sequence[int], smallest: int
) -> Iterator[float]:
    """Yield the distance of each point from the farthest of the `smallest` numbers next to it."""
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
    the point that is dense last leaves the line first, and the points beside it become neighbours.
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


def _join(pairs: Collection[tuple[_Group, _Group]], density: float, smallest: int) -> None:
    """Join the groups of each pair, and make clusters of those that are large enough."""
    for pair in pairs:
        larger, other = sorted((own.whole() for own in pair), key=lambda own: -own.size)
        if larger is not other:
            other.within = larger
            larger.size += other.size
            larger.outside += other.outside
            larger.clusters += other.clusters
    for group in {one.whole() for one, _ in pairs}:
        if group.size >= smallest:
            if len(group.clusters) != 1:
                group.clusters = [_Cluster([], group.clusters, density)]
            group.clusters[0].fallen += [(density, at) for at in group.outside]
            group.outside = []
