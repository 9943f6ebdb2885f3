"""Finds the scale of an error: the centroid of a label's cluster.

Labels of one unit are clustered as in the paper, by HDBSCAN. Each label counts `REPEATS` times (the
paper stacked its 12 recorded runs), and a cluster has `MIN_CLUSTER_SHARE` of them or more. A
centroid covers only the core of its cluster, so it is closer to the labels' mode than to their
mean. `centroids.json` has the centroids of published labels (`PUBLISHED`) as scikit-learn gave
them: those of Test of Time arithmetic and of TempTabQA; `clusters` computes all others.
Years of arithmetic have ties; scikit-learn breaks these by the order that the
processor's sort leaves.
"""

from __future__ import annotations

import bisect
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from pathlib import Path

from tempanswerqa.metrics import clusters

REPEATS = 12
MIN_CLUSTER_SHARE = 0.3
CARRIED, COMPUTED = "published", f"hdbscan-1d.{clusters.VERSION}"
"""The method of a scale: it is taken from `PUBLISHED`, or computed by `clusters`."""

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

    A run is a stretch of the sorted labels with one centroid. `runs` has pairs of the largest label
    and the centroid of each run, in rising order. `method` is `CARRIED` or `COMPUTED`.

    Labels with a `period` lie on a circle, such as times of day. It is cut open in the middle of
    the widest gap between neighbouring labels (the first of equal ones), so that no cluster is
    cut, and the labels before that count one period more.
    """

    runs: tuple[tuple[float, float], ...]
    method: str = field(default=CARRIED, repr=False)  # signatures digest what `repr` shows
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
    pairs = zip(points, clusters.centroids([*points], sizes, smallest), strict=True)
    runs = [(centroid, [*run]) for centroid, run in groupby(pairs, key=lambda pair: pair[1])]
    return Scale(tuple((run[-1][0], centroid) for centroid, run in runs), COMPUTED, period)


def digest(ordered: Sequence[float]) -> str:
    """Return the SHA-1 of sorted label numbers, one `repr` per line."""
    return hashlib.sha1("\n".join(map(repr, ordered)).encode()).hexdigest()
