"""Tests clusters of labels."""

from paper.labels import clusters
from tempanswerqa import questions


def test_published_labels_have_the_published_centroids(published):
    asked = [q for s in ("ttqa_head", "ttqa_tail") for q in questions.load(s, published)]
    found = clusters(asked)
    (days,) = found["days"]
    assert (len(days.labels), round(days.centroid, 2)) == (94, 3.69)
    assert len(clusters(questions.load("tot_arith", published))["years"]) == 2
