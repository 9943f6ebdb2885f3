"""Groups labels by unit and by the centroid from which MASE measures them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import fmean, median
from typing import NamedTuple

from tempanswerqa.answers import units
from tempanswerqa.metrics.scores import DATED
from tempanswerqa.questions.record import Question
from tempanswerqa.reports.page.names import is_of_tables
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.tables import Column, Table


class Cluster(NamedTuple):
    """Hold the labels of one centroid, in rising order."""

    centroid: float
    labels: tuple[float, ...]


def clusters(asked: Iterable[Question]) -> dict[str, list[Cluster]]:
    """Return the clusters of each unit, sorted by centroid. Numbers are those of
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
    else a number with at most 2 decimals.
    """
    if unit in DATED:
        return (datetime(1970, 1, 1) + timedelta(seconds=number)).date().isoformat()
    if unit == "clock":
        return units.written(number, unit)
    return f"{number:.2f}".removesuffix(".00")


def scales(gathered: Gathered) -> dict[str, Mapping[str, Sequence[Cluster]]]:
    """Return the clusters by unit for each scale, by the title of its tasks.

    Each task of Test of Time has a scale of its own; the tasks of TempTabQA share one. Variants of
    a task with the same questions count once.
    """
    asked: dict[str, dict[str, Question]] = {}
    for task in gathered.tasks.values():
        shared = is_of_tables(task.dataset)
        title = task.dataset if shared else task.title.removesuffix(", chat")
        asked.setdefault(title, {}).update(task.part.questions)
    return {title: clusters(questions.values()) for title, questions in asked.items()}


def centroids(gathered: Gathered) -> Table:
    """Return a table of clusters: the number, ends, median and mean of labels, and the centroid."""
    return Table(
        "labels",
        "Labels by unit and cluster",
        "A row has the labels of one unit that share a centroid, in that unit. The labels of tasks "
        "that were not run are left out here, but they count in the centroids.",
        (
            *(
                Column("questions", "questions"),
                Column("unit", "unit", words={"date_years": "calendar years"}),
            ),
            Column("n", "labels", digits=0),
            *(Column(name, name) for name in ("least", "median", "mean", "largest", "centroid")),
        ),
        [
            {
                "questions": title,
                "unit": unit,
                "n": len(cluster.labels),
                "least": written(cluster.labels[0], unit),
                "median": written(median(cluster.labels), unit),
                "mean": written(fmean(cluster.labels), unit),
                "largest": written(cluster.labels[-1], unit),
                "centroid": written(cluster.centroid, unit),
            }
            for title, units in scales(gathered).items()
            for unit, own in units.items()
            for cluster in own
        ],
    )
