"""Breaks scores down by a dimension of questions, such as their unit."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tempanswerqa.analysis import compare, estimate
from tempanswerqa.items import OF_QUESTION, join, named
from tempanswerqa.metrics.means import FEW_GROUPS
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.record import Question
from tempanswerqa.reports import tables
from tempanswerqa.reports.names import short_models
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs.run import Run
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame

Row = dict[str, Any]


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
NOTE = "±1: at most one unit off; EM, ±1 and unread in percent, of the n questions"
FEW = f"* fewer than {FEW_GROUPS} effective groups of questions: SE is rough"
PAIRED = "A - B: score of the run less that of the other one, [95 % interval], paired by question"
TESTED = ("exact_match", "within_one", "smape")
"""The scores that have a paired difference."""
SCORES = (*TESTED, "parsed")
GAP = f"{TESTED[0]}_difference"
"""The key by which values of two runs are sorted."""
WIDE = 140
"""The least width of a terminal that shows the differences of all of them and standard errors of
EM; else the difference of EM."""


def table(runs: Sequence[Run], by: str, style: str) -> str:
    """Return a table of scores with a row for each value of one of `DIMENSIONS` and each run.

    Values are sorted by exact match, the highest first. Where a task, filter and prompting have two
    runs, each has its paired difference from the other, and values are sorted by that of the first.
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
    notes = [f"SE: standard error; {NOTE}"]
    if any(GAP in row for row in rows):
        if is_narrow := style == tables.TERMINAL and tables.width() < WIDE:
            columns = [column for column in columns if column.heading != "SE"]
            notes = [NOTE]
        for name in TESTED[: 1 if is_narrow else None]:
            metric = METRICS[name]
            key, heading = f"{name}_difference", f"{metric.heading} A - B"
            columns.append(Column(key, heading, metric.factor, 1 - is_narrow, interval=True))
        notes.append(PAIRED)
    if any(map(_is_few, rows)):
        notes.append(FEW + ", A - B has no interval" * (len(notes) > 1))
    shown = Table(columns, rows, by=("task", "filter", "prompting"))
    return tables.render(shown, style, notes)


def _is_few(row: Mapping[str, Any]) -> bool:
    return bool(row["effective_groups"] < FEW_GROUPS)


def _rows(runs: Sequence[Run], by: str) -> list[Row]:
    """Return the rows of runs, by task, prompting, filter and value of a dimension."""
    items = join([named(measured(run), run=str(at)) for at, run in enumerate(runs)])
    keys = ["task", "prompting", "filter", DIMENSIONS[by]]
    rows = defaultdict[tuple[str, ...], dict[str, Row]](dict)
    for found in estimate(items, (*keys, "run"), scores=SCORES).to_dict("records"):
        value, at, score = tuple(found[key] for key in keys), found["run"], found["score"]
        head = dict(zip((*keys[:-1], by), value, strict=True)) | {"model": runs[int(at)].model}
        row = rows[value].setdefault(at, head)
        row[score] = found["value"]
        if score == "exact_match":
            row |= {"n": found["n"], "effective_groups": 1 + found["degrees"]}
            row["exact_match_stderr"] = found["stderr"]
        elif score == "parsed":
            row["unread"] = 1 - row.pop("parsed")
    are_two = items.groupby(keys[:2], observed=True)["run"].transform("nunique") == 2
    if are_two.any():
        compared = compare(items[are_two], keys, (), TESTED, (), of="run")
        for found in compared.to_dict("records"):
            sides, gap = rows[tuple(found[key] for key in keys)], f"{found['score']}_difference"
            low, middle, high = (found[key] for key in ("low", "difference", "high"))
            if 1 + found["degrees"] < FEW_GROUPS:
                low = high = math.nan
            sides[found["first"]] |= {gap: middle, f"{gap}_low": low, f"{gap}_high": high}
            sides[found["second"]] |= {gap: -middle, f"{gap}_low": -high, f"{gap}_high": -low}

    def order(item: tuple[tuple[str, ...], dict[str, Row]]) -> tuple[object, ...]:
        value, sides = item
        first = next(iter(sides.values()))
        return *value[:-1], -first[GAP if GAP in first else "exact_match"]

    return [row for _, sides in sorted(rows.items(), key=order) for row in sides.values()]
