"""Shows correlations over models, and the scores behind them, as tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.reports import tables
from tempanswerqa.reports.correlate import names
from tempanswerqa.reports.correlate.correlations import Matrix, Relation, Score, together
from tempanswerqa.reports.correlate.notes import constant
from tempanswerqa.reports.correlate.results import Models
from tempanswerqa.reports.page.table import Column, Row, Table
from tempanswerqa.text import conjoined

OTHER = Column("other", "with")


def correlations(models: Models, relations: Sequence[Relation]) -> Table:
    """Return a row for each of our scores with each other score."""
    rows = [
        {
            "task": relation.own.task,
            "filter": relation.own.rule,
            "metric": relation.own.metric,
            "higher_is_better": METRICS[relation.own.metric].higher_is_better,
            "other": relation.other.name,
            "other_higher_is_better": models.higher_is_better(*relation.other[:2]),
            "models": relation.found.n,
            **relation.found.as_dict(),
        }
        for relation in relations
    ]
    return Table(
        "correlations",
        "Rank correlation with other tasks, over models",
        ". ".join(note[0].upper() + note[1:] for note in constant()) + ".",
        (
            *(Column("task", "task"), Column("filter", "filter")),
            *(Column.of_names("metric", "metric"), OTHER, Column("models", "models", digits=0)),
            Column("rho", "Spearman", digits=2, interval=True),
        ),
        rows,
    )


def matrix(found: Matrix) -> Table:
    """Return a row for each score, with its correlation with each score of the columns."""
    columns = [
        Column(f"with_{n}", names.measure(measure), digits=2, interval=True)
        for n, measure in enumerate(found.columns, 1)
    ]
    rows = [
        {"score": names.measure(measure)} | {
            f"{column.key}{end}": value
            for column, own in zip(columns, correlations, strict=True)
            for end, value in zip(("", "_low", "_high", "_models"), own, strict=True)
        }
        for measure, correlations in found.rows.items()
    ]  # fmt: skip
    return Table(
        "matrix",
        "Correlations of all scores, over models",
        "A cell has Spearman's rank correlation of the row's score with the column's, and below it "
        "the 95 % interval, which 1 and -1 do not have. Blue means that one rises as the other "
        "rises, orange that one falls as the other rises; a deeper colour means a stronger "
        "correlation. The interval of a bold number leaves out 0. A cell with fewer models than "
        "others states their number.",
        (Column("score", "score"), *columns),
        rows,
    )


def render(table: Table, style: str, notes: Sequence[str]) -> str:
    """Return a table in one of `tables.STYLES`, with notes where there is room for them."""
    if style in tables.RECORDS:
        return tables.records(table.rows, style)
    return table.noted([*constant(), *notes], style)


def points(relations: Sequence[Relation]) -> Table:
    """Return a row for each model and task of ours: its scores, and one other score."""
    rows = [row for own in together(relations) for row in _points(own)]
    return Table(
        "scores",
        "Scores behind the correlations",
        f"{conjoined(tables.in_percent(METRICS.values()))} in percent, the other score as results "
        "files have it; [95 % interval] from the standard error, where results files have one; "
        "MASE has none.",
        (
            *(Column("model", "model"), OTHER),
            *(Column("score", "score", digits=3, interval=True), Column("task", "task")),
            *(Column.of(metric, interval=True) for metric in METRICS.values()),
        ),
        rows,
    )


def _points(relations: Sequence[Relation]) -> list[Row]:
    """Return a row for each model; a metric that is undefined or missing is NaN."""
    empty = {name: v for metric in METRICS for name, v in _ends(metric, _UNKNOWN).items()}
    rows: dict[str, dict[str, str | float]] = {}
    for relation in relations:
        for point in relation.points:
            named = {"model": point.model, "other": relation.other.name, "task": relation.own.task}
            row = rows.setdefault(point.model, {**named, **_ends("score", point.other), **empty})
            row |= _ends(relation.own.metric, point.own, METRICS[relation.own.metric])
    return [rows[model] for model in sorted(rows)]


_UNKNOWN = Score(math.nan, math.nan)


def _ends(name: str, score: Score, metric: Metric | None = None) -> dict[str, float]:
    low, high = score.interval(metric)
    return {name: score.value, f"{name}_low": low, f"{name}_high": high}
