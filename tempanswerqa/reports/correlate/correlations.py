"""Computes rank correlations of scores over models."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tempanswerqa.metrics import intervals
from tempanswerqa.metrics.correlation import FEWEST, UNKNOWN, Correlation, spearman
from tempanswerqa.metrics.intervals import Interval
from tempanswerqa.metrics.scores import Metric
from tempanswerqa.reports.correlate.results import CorrelateError, Models
from tempanswerqa.reports.correlate.selection import Measure, line

EXACT = "exact_match"
"""The one metric of ours that has a column in the matrix."""


class Score(NamedTuple):
    """Hold a score and its standard error, which is NaN if it is not known."""

    value: float
    stderr: float

    def interval(self, metric: Metric | None = None) -> Interval:
        """Return the normal interval. That of a metric of ours is cut at the ends of its range, and
        is NaN if the metric has no largest score.
        """
        low, high = intervals.normal(*self)
        if metric is None:
            return Interval(low, high)
        return Interval(max(low, 0.0), min(high, metric.highest)) if metric.bounded else Interval()


class Point(NamedTuple):
    """Hold a model with both of its scores."""

    model: str
    own: Score
    other: Score


class Relation(NamedTuple):
    """Hold the correlation of one of our scores with one other, over the models that have both."""

    own: Measure
    other: Measure
    found: Correlation
    points: tuple[Point, ...]


def relate(models: Models, own: Iterable[Measure], others: Iterable[Measure]) -> list[Relation]:
    """Return the correlation of each of our scores with each other score, but not with itself.

    Raises CorrelateError if no pair of scores has `FEWEST` models.
    """
    own, others = list(own), list(dict.fromkeys(others))
    found = [_related(models, mine, other) for other in others for mine in own if mine != other]
    if all(relation.found.n < FEWEST for relation in found):
        most = max(found, key=lambda relation: relation.found.n, default=None)
        raise CorrelateError(
            f"a correlation needs {FEWEST} models, and no two scores have so many in common"
            + (f": {_counted(most)}" if most else "")
            + "; name the results of more models"
        )
    return found


class Matrix(NamedTuple):
    """Hold the correlation of each score with other tasks' scores, and with our exact match."""

    columns: tuple[Measure, ...]
    rows: Mapping[Measure, Sequence[Correlation]]
    """The correlations of each score, by `columns`; `UNKNOWN` for a score with itself."""


def matrix(models: Models, relations: Sequence[Relation]) -> Matrix:
    """Return the correlations of all scores of the relations: ours, then the others."""
    own = dict.fromkeys(relation.own for relation in relations)
    others = dict.fromkeys(relation.other for relation in relations)
    exact = dict.fromkeys(measure for measure in own if measure.metric == EXACT)
    columns = tuple(others | exact)
    return Matrix(columns, {
        row: [UNKNOWN if row == column else _related(models, row, column).found
              for column in columns]
        for row in own | others
    })  # fmt: skip


def known(models: Models, measure: Measure) -> list[str]:
    """Return the models that have a score, sorted by name."""
    everyone = sorted(models.entries.get(measure.task, {}))
    return [m for m in everyone if not math.isnan(models.score(m, measure.task, measure.key))]


def together(relations: Sequence[Relation]) -> list[list[Relation]]:
    """Return the relations in groups, one for each task of ours and other score."""
    found: dict[tuple[str, Measure], list[Relation]] = {}
    for relation in relations:
        found.setdefault((relation.own.task, relation.other), []).append(relation)
    return list(found.values())


def _related(models: Models, own: Measure, other: Measure) -> Relation:
    theirs = set(known(models, other))
    points = tuple(
        Point(model, _score(models, model, own), _score(models, model, other))
        for model in known(models, own)
        if model in theirs
    )
    sides = [point.own.value for point in points], [point.other.value for point in points]
    return Relation(own, other, spearman(*sides), points)


def _score(models: Models, model: str, measure: Measure) -> Score:
    keys = measure.key, measure.stderr_key
    return Score(*(models.score(model, measure.task, key) for key in keys))


def _counted(relation: Relation) -> str:
    named = ", ".join(line(point.model) for point in relation.points)
    return f"{relation.own.name} and {relation.other.name} have {relation.found.n}" + (
        f" ({named})" if named else ""
    )
