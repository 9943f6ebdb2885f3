"""Breaks scores down by a dimension of questions, such as their unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from tempanswerqa.metrics.scores import METRICS, estimate, mean
from tempanswerqa.metrics.significance import paired
from tempanswerqa.questions.record import Question
from tempanswerqa.reports import tables
from tempanswerqa.reports.names import short_models
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs.run_set import RunRow
from tempanswerqa.units import UNITS


def measure(question: Question) -> str:
    """Return what an answer is and its unit: `duration in hours, minutes, seconds`, or `date`."""
    unit = UNITS[question.unit]
    if unit.kind != "duration":
        return unit.title
    return f"{question.asks_for} in {unit.json if ', ' in unit.json else unit.title}"


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
GAP = f"{TESTED[0]}_difference"
"""The key by which values of two runs are sorted."""
WIDE = 140
"""The least width of a terminal that shows the differences of all of them and standard errors of
EM; else the difference of EM."""


def table(runs: Sequence[RunRow], by: str, style: str) -> str:
    """Return a table of scores with a row for each value of one of `DIMENSIONS` and each run.

    Values are sorted by exact match, the highest first. Where a task, filter and prompting have two
    runs, each has its paired difference from the other, and values are sorted by that of the first.
    """
    rows: list[dict[str, Any]] = []
    block = attrgetter("summary.task", "summary.filter", "summary.prompting")
    for _, alike in groupby(sorted(runs, key=block), block):
        values = list(_by_value([*alike], by))
        key = GAP if GAP in values[0][0] else "exact_match"
        values.sort(key=lambda same: -same[0][key])
        rows += [row for same in values for row in same]
    short = short_models(run.summary.model for run in runs)
    brief = {row[by]: row[by].removeprefix("duration in ") for row in rows}
    columns = [
        *(Column("task", "task"), Column("filter", "filter"), Column("prompting", "shots")),
        *(Column(by, by.replace("_", " "), words=brief), Column("model", "model", words=short)),
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
    shown = Table(columns=columns, rows=rows, by=("task", "filter", "prompting"))
    return tables.render(shown, style, notes)


def _by_value(runs: Sequence[RunRow], by: str) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of each value: one for each run of a task, filter and prompting."""
    places: dict[str, list[int]] = {}
    for place, question in enumerate(runs[0].questions.values()):
        places.setdefault(DIMENSIONS[by](question), []).append(place)
    for value, own in places.items():
        groups = [runs[0].groups[place] for place in own]
        scores = [{name: run.scores[name][own].tolist() for name in METRICS} for run in runs]
        rows = []
        for at, run in enumerate(runs):
            exact = estimate(scores[at]["exact_match"], groups)
            row = {name: getattr(run.summary, name) for name in ("task", "filter", "prompting")}
            row |= {by: value, "model": run.summary.model, "n": int(exact.n)}
            row |= {"exact_match": exact.mean, "exact_match_stderr": exact.stderr}
            row |= {name: mean(scores[at][name]) for name in ("within_one", "smape")}
            row["unread"] = 1 - mean(scores[at]["parsed"])
            if len(runs) == 2:
                for name in TESTED:
                    most = METRICS[name].highest
                    gap = paired(scores[at][name], scores[1 - at][name], groups, most)
                    key = f"{name}_difference"
                    row |= {key: gap.value, f"{key}_low": max(gap.low, -most)}
                    row |= {f"{key}_high": min(gap.high, most)}
            rows.append(row)
        yield rows
