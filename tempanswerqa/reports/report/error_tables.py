"""Makes tables of the wrong answers of each run, and of those that were not read."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tempanswerqa.answers.unread import REASONS
from tempanswerqa.reports.report.data import Field, Gathered
from tempanswerqa.reports.report.score_tables import of_runs, of_tasks
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.runs.summary import RunName
from tempanswerqa.units import UNITS


def errors(gathered: Gathered) -> Table:
    """Return a table of the wrong answers of each run: off by one, too small, too large."""
    return Table(
        "errors",
        f"Wrong answers of each run ({gathered.rule})",
        "The columns have the number of wrong answers that were read, and the shares of these that "
        "are off by one unit (a day for dates), too small and too large, in percent.",
        (
            *(*of_runs(gathered), of_tasks(gathered), Column("wrong", "wrong", digits=0)),
            Column("off_by_one", "% off by one", 100, 1),
            Column("negative", "% too small", 100, 1),
            Column("positive", "% too large", 100, 1),
        ),
        [
            {**run._asdict(), "task": task, **_counts(gathered, task, run)}
            for task in gathered.tasks
            for run in gathered.runs
            if (task, run) in gathered.by_question
        ],
        by=("task",),
        head=2,
    )


def _counts(gathered: Gathered, task: str, run: RunName) -> dict[str, float]:
    of = Field([run.model], [(task, run.prompting)])
    wrong = [
        (number - question.number) / UNITS[question.unit].step
        for question, number in gathered.read(of, run.model)
        if number not in (None, question.number)
    ]
    counts = {
        "off_by_one": sum(abs(error) == 1 for error in wrong),
        "negative": sum(error < 0 for error in wrong),
        "positive": sum(error > 0 for error in wrong),
    }
    shares = {name: count / len(wrong) if wrong else math.nan for name, count in counts.items()}
    return {"wrong": len(wrong)} | shares


def unread(gathered: Gathered) -> Table:
    """Return a table of the shares of unread responses, by reason, with each filter."""
    return Table(
        "unread",
        "Responses that were read, and why others were not",
        "Shares are in percent of all responses, with each filter. "
        + " ".join(f"{name}: {meaning}" for name, meaning in REASONS.items()),
        (
            *(*of_runs(gathered), of_tasks(gathered), Column("filter", "filter")),
            Column("parsed", "parsed", 100, 1),
            *(Column(reason, reason, 100, 1) for reason in REASONS),
        ),
        list(_unread(gathered)),
        by=("task", "filter"),
        head=2,
    )


def _unread(gathered: Gathered) -> Iterator[Row]:
    for summary in gathered.ordered():
        named = {n: getattr(summary, n) for n in ("model", "prompting", "task", "filter")}
        shares = gathered.unread_shares(summary, summary.filter)
        yield named | {"parsed": summary.mean("parsed")} | shares
