"""Tells how the labels of a task are spread, and what the scale of MASE makes of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from tempanswerqa.answers import units
from tempanswerqa.metrics.scores import DATED
from tempanswerqa.questions.record import Question


class Cluster(NamedTuple):
    """The labels, in rising order, that are measured from one centroid."""

    centroid: float
    labels: tuple[float, ...]


def clusters(asked: Iterable[Question]) -> dict[str, list[Cluster]]:
    """Return the clusters of each unit, by their centroid. Numbers as in
    `questions.Question.number`.
    """
    found: dict[str, dict[float, list[float]]] = defaultdict(lambda: defaultdict(list))
    for question in asked:
        found[question.unit][question.centroid].append(question.number)
    return {
        unit: [Cluster(centroid, tuple(sorted(own))) for centroid, own in sorted(by.items())]
        for unit, by in found.items()
    }


def written(number: float, unit: str) -> str:
    """Return a label, or a mean of labels, as text: a date as 2001-03-31, a time of day as 14:30,
    else with at most 2 digits.
    """
    if unit in DATED:
        return (datetime(1970, 1, 1) + timedelta(seconds=number)).date().isoformat()
    if unit == "clock":
        return units.written(number, unit)
    return f"{number:.2f}".removesuffix(".00")
