"""Breaks scores down by a dimension of questions, such as their unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tempanswerqa.analysis import estimate
from tempanswerqa.items import OF_QUESTION, join, named
from tempanswerqa.metrics.means import FEW_GROUPS
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.record import Question
from tempanswerqa.reports import tables
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.reports.words import short_models
from tempanswerqa.runs.run import Run
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame


def measure(question: Question) -> str:
    """Return what an answer is and its unit: `duration in hours, minutes, seconds`, or `date`."""
    unit = UNITS[question.unit]
    if unit.kind != "duration":
        return unit.title
    parts = ", " in unit.json and question.answer_format != unit.line
    return f"{question.asks_for} in {unit.json if parts else unit.title}"


def measured(run: Run) -> DataFrame:
    """Return the items of a run with `measure`."""
    import pandas as pd

    ids = run.table["id"].cat
    values = pd.Categorical([measure(run.part.questions[name]) for name in ids.categories])
    return run.table.assign(measure=values.take(ids.codes))


DIMENSIONS = {"unit": "measure", **dict(zip(OF_QUESTION[1:], OF_QUESTION[1:], strict=True))}
"""The column of items for each dimension of a question."""
SCORES = ("exact_match", "within_one", "smape", "parsed")
NOTE = (
    "SE: standard error; ±1: at most one unit off; EM, ±1 and unread in percent, of the n questions"
)
FEW = f"* fewer than {FEW_GROUPS} effective groups of questions: SE is rough"


def table(runs: Sequence[Run], by: str, style: str) -> str:
    """Return a table of scores with a row for each value of one of `DIMENSIONS` and each run.

    Values are sorted by the exact match of the first run, the highest first.
    """
    rows = _rows(runs, by)
    brief = {row[by]: row[by].removeprefix("duration in ") for row in rows}
    columns = [
        *(Column("task", "task"), Column("filter", "filter"), Column("prompting", "shots")),
        Column(by, by.replace("_", " "), words=brief),
        Column("model", "model", words=short_models(run.model for run in runs)),
        Column("n", "n", digits=0, show=lambda row: f"{row['n']}{'*' * _is_few(row)}"),
        Column("exact_match", "EM", 100, 2),
        Column("exact_match_stderr", "SE", 100, 2),
        *(Column.of(METRICS[name]) for name in ("within_one", "smape")),
        tables.UNREAD,
    ]
    notes = [NOTE, *([FEW] if any(map(_is_few, rows)) else [])]
    return tables.render(Table(columns, rows, by=("task", "filter", "prompting")), style, notes)


def _is_few(row: Row) -> bool:
    return bool(row["effective_groups"] < FEW_GROUPS)


def _rows(runs: Sequence[Run], by: str) -> list[Row]:
    """Return the rows of runs, by task, prompting, filter and value of a dimension."""
    items = join([named(measured(run), run=str(at)) for at, run in enumerate(runs)])
    keys = ["task", "prompting", "filter", DIMENSIONS[by]]
    values: dict[tuple[str, ...], list[Row]] = {}
    found = estimate(items, (*keys, "run"), scores=SCORES)
    for _, own in found.groupby([*keys, "run"], observed=True, sort=False):
        first, *_, parsed = own.to_dict("records")
        row = {name: first[name] for name in keys[:-1]} | {by: first[keys[-1]]}
        row |= {"model": runs[int(first["run"])].model, "n": first["n"]}
        row |= dict(zip(SCORES[:-1], own["value"], strict=False))
        row |= {"exact_match_stderr": first["stderr"], "unread": 1 - parsed["value"]}
        row |= {"effective_groups": 1 + first["degrees"]}
        values.setdefault(tuple(first[name] for name in keys), []).append(row)
    ordered = sorted(values, key=lambda key: (*key[:-1], -values[key][0]["exact_match"]))
    return [row for key in ordered for row in values[key]]
