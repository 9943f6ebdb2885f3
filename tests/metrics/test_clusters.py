"""Tests clusters of numbers: by hand, against scikit-learn, and for any order of ties."""

import random
from collections import Counter
from operator import itemgetter

import numpy as np
import pytest
from cases import cased
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.cluster import HDBSCAN

from tempanswerqa.metrics import clusters

REPEATS = 12


def clustered(labels) -> list[float]:
    """Return the centroid of each of the sorted labels, each of which counts `REPEATS` times."""
    points = Counter(sorted(labels))
    sizes = [REPEATS * count for count in points.values()]
    found = clusters.centroids([*points], sizes, int(0.3 * sum(sizes)))
    return [own for own, count in zip(found, points.values(), strict=True) for _ in range(count)]


def by_scikit_learn(labels) -> list[float]:
    """Return the same as `clustered`, by scikit-learn."""
    ordered = np.sort(labels)
    stacked = np.repeat(ordered, REPEATS).reshape(-1, 1)
    model = HDBSCAN(
        min_cluster_size=int(0.3 * len(stacked)),
        allow_single_cluster=True,
        store_centers="centroid",
        copy=True,
    ).fit(stacked)
    centers, member = model.centroids_.ravel(), model.labels_[::REPEATS]
    nearest = np.abs(np.subtract.outer(ordered, centers)).argmin(axis=1)
    return centers[np.where(member < 0, nearest, member)].tolist()


def alike(one, other) -> bool:
    return one == pytest.approx(other, rel=1e-9)


LAWS = [
    lambda r: r.uniform(-1e3, 1e3),
    lambda r: r.lognormvariate(3, 2),
    lambda r: r.gauss(r.choice([0, 50, 2000]), r.choice([1, 10, 100])),
    lambda r: 86_400.0 * r.randint(-20_000, 20_000),
]


@pytest.mark.parametrize("law", range(len(LAWS)))
def test_labels_without_ties_are_as_scikit_learn_has_them(law):
    drawn = random.Random(law)
    for _ in range(8):
        labels = [LAWS[law](drawn) for _ in range(drawn.randint(1, 40))]
        assert alike(clustered(labels), by_scikit_learn(labels)), labels


@cased
def test_labels_of_many_shapes_are_as_scikit_learn_has_them(labels):
    assert alike(clustered(labels), by_scikit_learn(labels))


LABELS = st.lists(st.integers(-9, 9) | st.integers(0, 10**4) | st.floats(-1e9, 1e9), min_size=1)


@settings(deadline=None)
@given(LABELS, st.randoms(use_true_random=False))
def test_no_sort_decides(labels, generator):
    def otherwise(rows, key=itemgetter(0), reverse=False):
        rows = list(rows)
        generator.shuffle(rows)
        return sorted(rows, key=key, reverse=reverse)

    expected = clustered(labels)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(clusters, "sorted", otherwise, raising=False)
        assert clustered(labels) == expected


@cased
def test_points_outside_clusters_join_each_other_before_they_join_one(labels, expected):
    assert clustered(labels) == expected
