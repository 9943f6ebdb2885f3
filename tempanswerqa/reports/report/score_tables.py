"""Makes the table of the scores of all runs of a report."""

from __future__ import annotations

from tempanswerqa.metrics.scores import COUNTED
from tempanswerqa.reports import tables
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.tables import Column, Table

READING = (
    "EM, ±1, unread, its reasons, cut or empty and thinking (unclosed) are in "
    "percent; [95 % interval]. All scores but MASE count unread answers as wrong. MASE leaves them "
    "out and has no interval, as a few answers dominate it: largest % is the share of its sum that "
    "one answer has."
)


def scores(gathered: Gathered) -> Table:
    """Return a table of the scores of every run with every filter, as of `tempanswerqa score`, and
    of the shares of unread responses by reason.
    """
    titles = {name: task.title for name, task in gathered.tasks.items()}
    summaries = gathered.summaries
    rows = [
        tables.flat(one)
        | {"questions": one.signature["questions"]}
        | {"state": tables.INCOMPLETE if one.flaws else ""}
        for one in summaries
    ]
    columns = (
        Column("model", "model", words=gathered.cast.short),
        *(Column("prompting", "prompting"), Column("task", "task", words=titles)),
        *(Column("filter", "filter"), Column("n", "n", digits=0)),
        *(Column("questions", "of", digits=0), *tables.measured(summaries)),
        *(*tables.WHY, *map(Column.of, COUNTED.values()), Column("state", "state")),
    )
    title = "Scores of every run, by filter"
    return Table("scores", title, READING, columns, rows, by=("task", "filter"), head=2)
