"""Tests clusters of labels."""

from support import SAMPLE

from paper.labels import clusters
from tempanswerqa import questions


def test_clusters_hold_every_label_once():
    asked = questions.load("tot_arith", SAMPLE)
    found = clusters(asked)
    assert set(found) == {question.unit for question in asked}
    for unit, own in found.items():
        labels = sorted(q.number for q in asked if q.unit == unit)
        assert sorted(label for cluster in own for label in cluster.labels) == labels
        assert all(list(cluster.labels) == sorted(cluster.labels) for cluster in own)
        centroids = [cluster.centroid for cluster in own]
        assert centroids == sorted(set(centroids))
        assert set(centroids) == {q.centroid for q in asked if q.unit == unit}
    assert clusters([]) == {}


def test_published_labels_have_the_published_centroids(published):
    asked = [q for s in ("ttqa_head", "ttqa_tail") for q in questions.load(s, published)]
    found = clusters(asked)
    (days,) = found["days"]
    assert (len(days.labels), round(days.centroid, 2)) == (94, 3.69)
    assert len(clusters(questions.load("tot_arith", published))["years"]) == 2
