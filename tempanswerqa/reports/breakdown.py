"""Breaks scores down by a dimension of questions, such as their unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tempanswerqa.analysis import compare, estimate
from tempanswerqa.items import join, named
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.record import Question
from tempanswerqa.reports import tables
from tempanswerqa.reports.names import short_models
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs.run import Run
from tempanswerqa.units import UNITS

Row = dict[str, Any]


def measure(question: Question) -> str:
    """Return what an answer is and its unit: `duration in hours, minutes, seconds`, or `date`."""
    unit = UNITS[question.unit]
    if unit.kind != "duration":
        return unit.title
    parts = ", " in unit.json and question.answer_format != unit.line
    return f"{question.asks_for} in {unit.json if parts else unit.title}"


DIMENSIONS: Mapping[str, Callable[[Question], str]] = {
    "unit": measure,
    "kind": lambda question: question.kind,
    "answer_format": lambda question: question.answer_format,
    "asks_for": lambda question: question.asks_for,
}
"""The value of each dimension of a question; `kind` is a question type or a category."""
NOTE = "±1: at most one unit off; EM, ±1 and unread in percent, of the n questions"
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
    blocks: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        blocks.setdefault((run.task, run.prompting), []).append(run)
    rows: list[Row] = []
    for _, alike in sorted(blocks.items()):
        rows += _rows(alike, by)
    brief = {row[by]: row[by].removeprefix("duration in ") for row in rows}
    columns = [
        *(Column("task", "task"), Column("filter", "filter"), Column("prompting", "shots")),
        Column(by, by.replace("_", " "), words=brief),
        Column("model", "model", words=short_models(run.model for run in runs)),
        Column("n", "n", digits=0),
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
    shown = Table(columns, rows, by=("task", "filter", "prompting"))
    return tables.render(shown, style, notes)


def _rows(runs: Sequence[Run], by: str) -> list[Row]:
    """Return the rows of the runs of a task and prompting, by filter and value of a dimension."""
    value = {name: DIMENSIONS[by](question) for name, question in runs[0].part.questions.items()}
    items = join([named(run.table, run=str(at)) for at, run in enumerate(runs)])
    items[by] = items["id"].map(value).astype("category")
    keys = ["filter", by]
    found = estimate(items, (*keys, "run"), scores=SCORES)
    rows: dict[tuple[str, ...], dict[str, Row]] = {}
    for (*key, at), own in found.groupby([*keys, "run"], observed=True):
        scores = own.set_index("score").to_dict("index")
        exact, run = scores["exact_match"], runs[int(at)]
        rows.setdefault((*key,), {})[at] = {
            **{name: getattr(run, name) for name in ("task", "prompting", "model")},
            **dict(zip(keys, key, strict=True)),
            **{"n": exact["n"], "exact_match_stderr": exact["stderr"]},
            **{name: scores[name]["value"] for name in TESTED},
            "unread": 1 - scores["parsed"]["value"],
        }
    if len(runs) == 2:
        compared = compare(items, keys, (), TESTED, (), of="run")
        for row in compared.to_dict("records"):
            sides = rows[row["filter"], row[by]]
            key, gap = f"{row['score']}_difference", [row[k] for k in ("difference", "low", "high")]
            turned = [-gap[0], -gap[2], -gap[1]]
            for at, numbers in (("0", gap), ("1", turned)):
                ends = (key, f"{key}_low", f"{key}_high")
                sides[at] |= dict(zip(ends, numbers, strict=True))

    def order(item: tuple[tuple[str, ...], dict[str, Row]]) -> tuple[str, float]:
        (rule, _), sides = item
        first = next(iter(sides.values()))
        return rule, -first[GAP if GAP in first else "exact_match"]

    return [row for _, sides in sorted(rows.items(), key=order) for row in sides.values()]
