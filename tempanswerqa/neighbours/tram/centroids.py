"""Scales of TRAM's short answers."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa.metrics import scale
from tempanswerqa.metrics.scale import PUBLISHED
from tempanswerqa.neighbours.tram import archives
from tempanswerqa.questions.loading import centroid_cache


def scale_of(labels: Sequence[float]) -> scale.Scale:
    """Return the scale of the labels of one kind, estimated where their centroids are not
    published. Raises ValueError where there are no labels.
    """
    published = scale.digest(sorted(map(float, labels))) in PUBLISHED
    made = scale.scale if published else scale.estimated
    return made(labels, centroid_cache(archives.TRAM))
