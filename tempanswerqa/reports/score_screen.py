"""Shows scores on a terminal: which models tests tell apart, and a small table for each task."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby

from tempanswerqa import analysis
from tempanswerqa.analysis import FAMILY, rank
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.reports import tables, words
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.reports.words import counted, short_models
from tempanswerqa.runs.details import Record
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.selection import Selection, comparable
from tempanswerqa.scoring import MOST_UNREAD, advice
from tempanswerqa.text import conjoined

NOTES = (
    "SE: standard error; ±1: at most one unit off; EM, ±1 and unread in percent; MASE leaves "
    "unread answers out, and a few answers dominate it. --wide has intervals, and why answers are "
    "unread.",
    "bold: better by EM or sMAPE than all others of its shots in paired tests, corrected (Holm)",
)
ENDS = ("", "_stderr")


def screen(runs: Sequence[Run], records: Sequence[Sequence[Record]]) -> str:
    """Return a sentence on runs, then a block for each task and filter, the best run first.

    `records` has those of each run.
    """
    found = [(run, one) for run, own in zip(runs, records, strict=True) for one in own]
    tasks = [*dict.fromkeys(run.task for run in runs)]
    rules = [*dict.fromkeys(record["filter"] for _, record in found)]
    short = short_models(run.model for run in runs)

    def block(pair: tuple[Run, Record]) -> tuple[int, int, str]:
        run, record = pair
        return tasks.index(run.task), rules.index(record["filter"]), run.prompting

    rows: list[Record] = []
    for (_, rule, _), members in groupby(sorted(found, key=block), block):
        alike = sorted(members, key=_best_first)
        rivals = comparable([run for run, _ in alike], filter=rules[rule])
        best, counted = _best(rivals), {*map(id, rivals.runs)}
        for run, record in alike:
            bold = best.get(run.model, ()) if id(run) in counted else ()
            rows.append(record | {"named": short[run.model], "bold": bold})
    notes = [*NOTES[: 1 + (sys.stdout.isatty() and any(row["bold"] for row in rows))]]
    notes += [f"* {tables.INCOMPLETE_NOTE}"] if any(row["flaws"] for row in rows) else []
    columns = [column for column in COLUMNS if column.key != "filter" or len(rules) > 1]
    shown = tables.drawn(Table(columns, rows, by=("task", "filter")))
    notes += [*tables.not_comparable(rows), *_advice(found)]
    blocks = (tables.wrapped(verdict(runs)), shown, "\n".join(map(tables.wrapped, notes)))
    return "\n\n".join(filter(None, blocks))


def _best_first(pair: tuple[Run, Record]) -> tuple[float, float]:
    return -(pair[1]["exact_match"] or 0), pair[1]["smape"] or 0


def _exact(row: tables.Row) -> str:
    value, stderr = (METRICS["exact_match"].shown(row[f"exact_match{end}"]) for end in ENDS)
    return f"{value} ± {stderr}" if row["exact_match_stderr"] else value


COLUMNS = (
    Column("task", "task"),
    Column("filter", "filter"),
    Column("named", "model"),
    Column("prompting", "shots", show=lambda row: row["prompting"].removesuffix("-shot")),
    Column("n", "n", digits=0, show=lambda row: f"{row['n']}{'*' * bool(row['flaws'])}"),
    Column("exact_match", "EM ± SE", digits=2, show=_exact),
    *(Column.of(METRICS[name]) for name in ("within_one", "smape")),
    tables.UNREAD,
    Column.of(METRICS["mase"]),
)


def _advice(found: Sequence[tuple[Run, Record]]) -> list[str]:
    """Return what to ask models for if many answers to a user's questions are unread."""
    units: dict[str, None] = {}
    for run, record in found:
        if record["unread"] > MOST_UNREAD and subsets.find(run.subset).own:
            units |= dict.fromkeys(run.table["unit"][run.table["parsed"] == 0])
    return [advice(units)] if units else []


def _best(rivals: Selection) -> dict[str, set[str]]:
    """Return the scores by which each model is significantly better than all others."""
    if len(rivals.models) < 2:
        return {}
    ranked = rank(analysis.compare(rivals.items, scores=FAMILY))
    first = ranked[ranked["worst"] == 1]
    return {model: {*own["score"]} for model, own in first.groupby("model")}


def verdict(runs: Sequence[Run]) -> str:
    """Return which models tests tell apart on the mean of the tasks and promptings they share.

    It is by the first filter of the runs; empty if no two models may be compared.
    """
    chosen = comparable(runs, filter=str(runs[0].table["filter"].iloc[0]))
    if len(chosen.models) < 2:
        return ""
    compared = analysis.compare(chosen.items, scores=FAMILY)
    if not (said := words.verdict(compared, short_models(run.model for run in runs))):
        return ""
    tasks, promptings = ({*names} for names in zip(*chosen.cells, strict=True))
    over = conjoined(sorted(filter(None, promptings)))
    mean = f"the mean of {counted(len(tasks), 'task')}" if len(tasks) > 1 else "1 task"
    return f"{said} On {', '.join(filter(None, (mean, over, chosen.filter)))}."
