"""Shows scores on a terminal: which models tests tell apart, and a small table for each task."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa.metrics.ranks import Rank, common_cells, differences, ranks
from tempanswerqa.metrics.scores import METRICS, estimate
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
    Column("model", "model", shorten=True),
    Column("shots", "shots"),
    Column("n", "n", digits=0, show=lambda row: f"{row['n']}{'*' * bool(row['flaws'])}"),
    Column("exact_match", "EM ± error", digits=2, show=lambda row: _with_error(row)),
    *(Column.of(METRICS[name]) for name in SHOWN[1:]),
    Column("unread", "not read", 100, 1),
)


class Scored(NamedTuple):
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


def scored(run: Run, by_filter: Mapping[str, tuple[DataFrame, Summary]]) -> Iterator[Scored]:
    """Yield the scores of a run with each filter, without its answers."""
    for items, summary in by_filter.values():
        means = samples.by_question(items).set_index("id")
        columns = {
            name: array("d", means[name].reindex([*run.part.questions]).tolist()) for name in TESTED
        }
        yield Scored(summary, run.part.questions, columns)


def screen(runs: Sequence[Scored]) -> str:
    """Return a sentence on all runs, then a block for each task and filter."""
    rows = []
    by_block = sorted(runs, key=_block(runs))
    for _, block in groupby(by_block, _block(runs)):
        own = [*block]
        best = _best(own)
        for each in own:
            rows.append(_row(each.summary) | {"bold": best.get(id(each), ())})
    summaries = [each.summary for each in runs]
    titles = ("task", "filter") if len({row["filter"] for row in rows}) > 1 else ("task",)
    columns = [column for column in COLUMNS if column.key != "filter" or "filter" in titles]
    notes = [*NOTES[: 1 + (sys.stdout.isatty() and any(row["bold"] for row in rows))]]
    notes += [f"* {tables.INCOMPLETE_NOTE}"] if any(row.flaws for row in summaries) else []
    notes += tables.not_comparable(summaries)
    shown = tables.render(Table(columns=columns, rows=rows, by=titles), tables.TERMINAL, notes)
    return "\n\n".join(filter(None, (tables.wrapped(verdict(runs)), shown)))


def verdict(runs: Sequence[Scored]) -> str:
    """Return which models tests tell apart on the questions of the tasks and promptings that they
    share, with the first filter of the runs; empty if no runs may be compared.
    """
    rule = runs[0].summary.filter
    cells: dict[str, dict[tuple[str, str], Scored]] = {}
    by_task: dict[str, list[Scored]] = {}
    for each in runs:
        if each.summary.filter == rule:
            by_task.setdefault(each.summary.task, []).append(each)
    for each in (each for own in by_task.values() for each in _comparable(own)):
        cell = each.summary.task, each.summary.prompting
        cells.setdefault(each.summary.model, {}).setdefault(cell, each)
    shared = sorted(common_cells(own.keys() for own in cells.values()))
    models = [model for model, own in cells.items() if own.keys() >= {*shared}]
    if not shared:
        return ""
    columns = {
        name: [
            [x for cell in shared for x in cells[model][cell].columns.get(name, ())]
            for model in models
        ]
        for name in TESTED
    }
    groups = [group for cell in shared for group in cells[models[0]][cell].groups]
    several = any(cells[model][cell].summary.samples for model in models for cell in shared)
    tasks, promptings = ({*names} for names in zip(*shared, strict=True))
    over = conjoined(sorted(filter(None, promptings)))
    over = f" On {', '.join(filter(None, (counted(len(tasks), 'task'), over, rule)))}."
    if len(models) > 1:
        exact, size = (
            _ranked(name, columns[name], groups, several)
            for name in (verdicts.EXACT, verdicts.SIZE)
        )
        return verdicts.of_many(models, exact, size) + over if exact else ""
    own = [cells[models[0]][cell].summary for cell in shared]
    answers = sum(row.n or 0 for row in own)
    if not answers:
        return ""
    facts = {"exact": "exact_match", "near": "within_one", "read": "parsed"}
    for fact, name in facts.items():
        right = sum((row.mean(name) or 0) * (row.n or 0) for row in own)
        facts[fact] = METRICS[name].shown(right / answers)
    return ALONE.format(model=models[0], **facts) + over


def _block(runs: Sequence[Scored]) -> Any:
    """Return a key that sorts runs by task, filter and prompting, in the order of the runs."""
    tasks, rules = (
        [*dict.fromkeys(getattr(each.summary, name) for each in runs)]
        for name in ("task", "filter")
    )
    return lambda each: (
        tasks.index(each.summary.task), rules.index(each.summary.filter), each.summary.prompting
    )  # fmt: skip


def _comparable(runs: Sequence[Scored]) -> Sequence[Scored]:
    """Return the complete runs of a task, or all if none is; none if their signatures differ."""
    own = [each for each in runs if not each.summary.flaws] or runs
    return [] if signature.differences([each.summary.signature for each in own]) else own


def _best(runs: Sequence[Scored]) -> dict[int, set[str]]:
    """Return the scores by which a run is better than all others, by the `id` of the run."""
    own = _comparable(runs)
    best: dict[int, set[str]] = {}
    for name in TESTED if len(own) > 1 and own[0].columns else ():
        several = any(each.summary.samples for each in own)
        ranked = _ranked(name, [each.columns[name] for each in own], own[0].groups, several)
        for each, rank in zip(own, ranked or (), strict=False):
            if rank.worst == 1:
                best.setdefault(id(each), set()).add(name)
    return best


def _ranked(
    name: str, columns: Sequence[Sequence[float]], groups: Sequence[Hashable], several: bool
) -> list[Rank] | None:
    """Return the ranks of runs by a metric; None if it is undefined, or without a test."""
    metric = METRICS[name]
    means = [estimate(column, groups).mean for column in columns]
    independent = [float("inf")] * len(columns) if several else None
    gaps = differences(columns, groups, metric.highest, independent)
    if any(mean != mean for mean in means) or all(p != p for _, p in gaps):
        return None
    return ranks(means, gaps, metric.higher_is_better)


def _row(summary: Summary) -> dict[str, Any]:
    parsed = summary.mean("parsed")
    return {
        **{name: getattr(summary, name) for name in ("task", "filter", "model", "n", "flaws")},
        "shots": summary.prompting.removesuffix("-shot"),
        **{name: summary.mean(name) for name in SHOWN},
        "error": summary.scores["exact_match"].stderr,
        "unread": None if parsed is None else 1 - parsed,
    }


def _with_error(row: tables.Row) -> str:
    value, error = (METRICS["exact_match"].shown(row[key]) for key in ("exact_match", "error"))
    return value if error == "-" else f"{value} ± {error}"
