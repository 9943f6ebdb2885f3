"""Shows scores on a terminal: which models tests tell apart, and a small table for each task."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa.metrics.ranks import Rank, common_cells, differences, ranks
from tempanswerqa.metrics.scores import METRICS, mean
from tempanswerqa.questions.record import Question
from tempanswerqa.reports import tables, verdicts
from tempanswerqa.reports.page.names import counted
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs import samples, signature
from tempanswerqa.runs.scoring import Run
from tempanswerqa.runs.summary import Summary
from tempanswerqa.text import conjoined

if TYPE_CHECKING:
    from pandas import DataFrame

SHOWN = ("exact_match", "within_one", "smape", "mase")
TESTED = ("exact_match", "within_one", "smape")
ALONE = (
    "Of the answers of {model}, {exact} % are right (EM), {near} % are off by at most one unit, "
    "and {read} % could be read."
)
NOTES = (
    "±: standard error; ±1: at most one unit off; EM, ±1 and not read in percent; MASE leaves "
    "out answers that were not read, and few answers make most of it. --wide has intervals and "
    "more.",
    "bold: better than all others of its shots in paired tests, corrected (Holm)",
)
COLUMNS = (
    Column("task", "task"),
    Column("filter", "filter"),
    Column("model", "model"),
    Column("shots", "shots"),
    Column("n", "n", digits=0, show=lambda row: f"{row['n']}{'*' * bool(row['flaws'])}"),
    Column("exact_match", "EM ± error", digits=2, show=lambda row: row["shown"]),
    *(Column.of(METRICS[name]) for name in SHOWN[1:]),
    Column("unread", "not read", 100, 1),
)


class ScreenRun(NamedTuple):
    """Hold a summary, and the scores of all questions of its task by metric: NaN if undefined, and
    none where runs are not compared.
    """

    summary: Summary
    questions: Mapping[str, Question] = {}
    columns: Mapping[str, Sequence[float]] = {}

    @property
    def groups(self) -> list[Hashable]:
        """Return the group of each question."""
        return [(question.family, question.group) for question in self.questions.values()]


def scored(run: Run, by_filter: Mapping[str, tuple[DataFrame, Summary]]) -> Iterator[ScreenRun]:
    """Yield the scores of a run with each filter, without its answers."""
    for items, summary in by_filter.values():
        means = samples.by_question(items).set_index("id")
        columns = {
            name: array("d", means[name].reindex([*run.part.questions]).tolist()) for name in TESTED
        }
        yield ScreenRun(summary, run.part.questions, columns)


def screen(runs: Sequence[ScreenRun]) -> str:
    """Return a sentence on all runs, then a block for each task and filter."""
    rows = []
    summaries = [each.summary for each in runs]
    tasks = [*dict.fromkeys(summary.task for summary in summaries)]
    rules = [*dict.fromkeys(summary.filter for summary in summaries)]

    def block(each: ScreenRun) -> tuple[int, int, str]:
        summary = each.summary
        return tasks.index(summary.task), rules.index(summary.filter), summary.prompting

    for _, members in groupby(sorted(runs, key=block), block):
        alike = [*members]
        rivals = _comparable(alike)
        best: dict[int, set[str]] = {}  # the scores by which a run is better than all others
        for name in TESTED:
            for each, rank in zip(rivals, _ranked(name, [[run] for run in rivals]), strict=False):
                if rank.worst == 1:
                    best.setdefault(id(each), set()).add(name)
        for each in alike:
            row, (exact, stderr, *_) = each.summary, each.summary.scores["exact_match"]
            value, error = map(METRICS["exact_match"].shown, (exact, stderr))
            parsed = row.mean("parsed")
            rows.append({
                **{n: getattr(row, n) for n in ("task", "filter", "model", "n", "flaws")},
                "shots": row.prompting.removesuffix("-shot"),
                **{name: row.mean(name) for name in SHOWN},
                "shown": value if error == "-" else f"{value} ± {error}",
                "unread": None if parsed is None else 1 - parsed,
                "bold": best.get(id(each), ()),
            })  # fmt: skip
    titles = ("task", "filter") if len(rules) > 1 else ("task",)
    shown_columns = [column for column in COLUMNS if column.key != "filter" or len(rules) > 1]
    notes = [*NOTES[: 1 + (sys.stdout.isatty() and any(row["bold"] for row in rows))]]
    notes += [f"* {tables.INCOMPLETE_NOTE}"] if any(row.flaws for row in summaries) else []
    notes += tables.not_comparable(summaries)
    table = Table(columns=shown_columns, rows=rows, by=titles)
    shown = tables.render(table, tables.TERMINAL, notes)
    return "\n\n".join(filter(None, (tables.wrapped(verdict(runs)), shown)))


def verdict(runs: Sequence[ScreenRun]) -> str:
    """Return which models tests tell apart on the questions of the tasks and promptings that they
    share, with the first filter of the runs; empty if no runs may be compared.
    """
    rule = runs[0].summary.filter
    cells: dict[str, dict[tuple[str, str], ScreenRun]] = {}
    by_task: dict[str, list[ScreenRun]] = {}
    for each in runs:
        if each.summary.filter == rule:
            by_task.setdefault(each.summary.task, []).append(each)
    for each in (each for task_runs in by_task.values() for each in _comparable(task_runs)):
        cell = each.summary.task, each.summary.prompting
        cells.setdefault(each.summary.model, {}).setdefault(cell, each)
    shared = sorted(common_cells(by_cell.keys() for by_cell in cells.values()))
    models = [model for model, by_cell in cells.items() if by_cell.keys() >= {*shared}]
    if not shared:
        return ""
    tasks, promptings = ({*names} for names in zip(*shared, strict=True))
    over = conjoined(sorted(filter(None, promptings)))
    over = f" On {', '.join(filter(None, (counted(len(tasks), 'task'), over, rule)))}."
    chosen = [[cells[model][cell] for cell in shared] for model in models]
    if len(models) > 1:
        exact, size = (_ranked(name, chosen) for name in (verdicts.EXACT, verdicts.SIZE))
        return verdicts.of_many(models, exact, size) + over if exact else ""
    summaries = [each.summary for each in chosen[0]]
    answers = sum(row.n or 0 for row in summaries)
    if not answers:
        return ""
    facts = {"exact": "exact_match", "near": "within_one", "read": "parsed"}
    for fact, name in facts.items():
        right = sum((row.mean(name) or 0) * (row.n or 0) for row in summaries)
        facts[fact] = METRICS[name].shown(right / answers)
    return ALONE.format(model=models[0], **facts) + over


def _comparable(runs: Sequence[ScreenRun]) -> Sequence[ScreenRun]:
    """Return the complete runs of a task, or all if none is; none if their signatures differ."""
    complete = [each for each in runs if not each.summary.flaws] or runs
    return [] if signature.differences([each.summary.signature for each in complete]) else complete


def _ranked(name: str, runs: Sequence[Sequence[ScreenRun]]) -> list[Rank]:
    """Return the ranks of models by a metric on the same questions; empty if it is undefined, or
    without a test. `runs` has the runs of each model, one for each task and prompting.
    """
    metric = METRICS[name]
    columns = [[x for run in side for x in run.columns.get(name, ())] for side in runs]
    groups = [group for run in runs[0] for group in run.groups] if runs else []
    means = [mean(column) for column in columns]
    if len(runs) < 2 or any(mean != mean for mean in means):
        return []
    several = any(run.summary.samples > 1 for side in runs for run in side)
    gaps = differences(columns, groups, metric.highest, [math.inf] * len(runs) if several else None)
    if all(p != p for _, p in gaps):
        return []
    return ranks(means, gaps, metric.higher_is_better)
