"""Shows scores on a terminal: which models tests tell apart, and a small table for each task."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby

from tempanswerqa.answers.result import REASONS
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports import tables, verdicts
from tempanswerqa.reports.names import counted, short_models
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs.run_set import RunRow, RunSet
from tempanswerqa.text import conjoined

TESTED = ("exact_match", "within_one", "smape")
NOTES = (
    "SE: standard error; ±1: at most one unit off; EM, ±1 and unread in percent; MASE leaves "
    "unread answers out, and a few answers dominate it. --wide has intervals, and why answers are "
    "unread.",
    "bold: better than all others of its shots in paired tests, corrected (Holm)",
)
WIDE = 100
"""The least width of a terminal that shows the most frequent reason of unread answers."""
COLUMNS = (
    Column("task", "task"),
    Column("filter", "filter"),
    Column("named", "model"),
    Column("shots", "shots"),
    Column("n", "n", digits=0, show=lambda row: f"{row['n']}{'*' * bool(row['flaws'])}"),
    Column("exact_match", "EM ± SE", digits=2, show=lambda row: row["shown"]),
    *(Column.of(METRICS[name]) for name in ("within_one", "smape")),
    tables.UNREAD,
    Column("why", "mostly"),
    Column.of(METRICS["mase"]),
)


def screen(runs: Sequence[RunRow]) -> str:
    """Return a sentence on all runs, then a block for each task and filter, the best run first."""
    rows = []
    summaries = [run.summary for run in runs]
    tasks = [*dict.fromkeys(summary.task for summary in summaries)]
    short = short_models(summary.model for summary in summaries)
    rules = [*dict.fromkeys(summary.filter for summary in summaries)]

    def block(run: RunRow) -> tuple[int, int, str]:
        summary = run.summary
        return tasks.index(summary.task), rules.index(summary.filter), summary.prompting

    for _, members in groupby(sorted(runs, key=block), block):
        alike = RunSet([*members])
        rivals = alike.comparable()
        ranks = {name: rivals.ranks(name) for name in TESTED}
        for run in sorted(alike.rows, key=lambda run: tables.by_score(run.summary)):
            summary = run.summary
            exact = METRICS["exact_match"]
            value, stderr = map(exact.shown, summary.scores["exact_match"][:2])
            is_rival = any(run is rival for rival in rivals.rows)
            rows.append(
                tables.flat(summary)
                | {
                    "named": short[summary.model],
                    "flaws": summary.flaws,
                    "shots": summary.prompting.removesuffix("-shot"),
                    "shown": value if stderr == "-" else f"{value} ± {stderr}",
                    "why": max(REASONS, key=lambda why: summary.readings.get(why) or 0)
                    if summary.mean("parsed") != 1
                    else "",
                    "bold": {
                        name
                        for name, places in ranks.items()
                        if is_rival and places and places[summary.model].worst == 1
                    },
                }
            )
    titles = ("task", "filter") if len(rules) > 1 else ("task",)
    left_out = {"filter"} if len(rules) == 1 else set()
    left_out |= {"why"} if tables.width() < WIDE else set()
    shown_columns = [column for column in COLUMNS if column.key not in left_out]
    notes = [*NOTES[: 1 + (sys.stdout.isatty() and any(row["bold"] for row in rows))]]
    notes += [f"* {tables.INCOMPLETE_NOTE}"] if any(row.flaws for row in summaries) else []
    notes += tables.not_comparable(summaries)
    table = Table(columns=shown_columns, rows=rows, by=titles)
    shown = tables.render(table, tables.TERMINAL, notes)
    return "\n\n".join(filter(None, (tables.wrapped(verdict(runs)), shown)))


def verdict(runs: Sequence[RunRow]) -> str:
    """Return which models tests tell apart on the mean of the tasks and promptings that they share,
    with the first filter of the runs; empty if there are no two models that may be compared.
    """
    filter_name = runs[0].summary.filter
    same = RunSet([run for run in runs if run.summary.filter == filter_name])
    said = verdicts.of_runs(same, short_models(run.summary.model for run in runs))
    if not said:
        return ""
    tasks, promptings = ({*names} for names in zip(*same.comparable().cells, strict=True))
    over = conjoined(sorted(filter(None, promptings)))
    mean = f"the mean of {counted(len(tasks), 'task')}" if len(tasks) > 1 else "1 task"
    return f"{said} On {', '.join(filter(None, (mean, over, filter_name)))}."
