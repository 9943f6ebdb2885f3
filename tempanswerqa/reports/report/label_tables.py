"""Labels by unit, with the centroids of their clusters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median

from tempanswerqa.questions.record import Question
from tempanswerqa.reports.page.names import is_of_tables
from tempanswerqa.reports.page.table import Column, Table
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.labels import Cluster, clusters, written


def scales(gathered: Gathered) -> dict[str, Mapping[str, Sequence[Cluster]]]:
    """Return the clusters by unit of all labels that share a scale, by what they are labels of.

    Tasks of Test of Time have a scale each, those of TempTabQA share one. Variants of a task that
    ask the same questions count once.
    """
    asked: dict[str, dict[str, Question]] = {}
    for task in gathered.tasks.values():
        shared = is_of_tables(task.dataset)
        title = task.dataset if shared else task.title.removesuffix(", chat")
        asked.setdefault(title, {}).update(task.part.questions)
    return {title: clusters(questions.values()) for title, questions in asked.items()}


def centroids(gathered: Gathered) -> Table:
    """Return the number, mean and median of the labels of each cluster, and its centroid."""
    return Table(
        "labels",
        "Labels by unit and cluster",
        "A row has the labels of one unit that are measured from the same centroid, in that unit. "
        "The labels of tasks that were not run are left out, but their part in the scale is not.",
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
