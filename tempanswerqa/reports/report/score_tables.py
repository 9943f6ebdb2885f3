"""Makes tables of the scores of runs, of the correlations of metrics, and of unread answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from tempanswerqa.answers.unread import REASONS
from tempanswerqa.metrics.correlation import Correlation, spearman
from tempanswerqa.metrics.scores import COUNTED, METRICS, mean
from tempanswerqa.reports import tables
from tempanswerqa.reports.report.data import Gathered, ReportTask
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs.summary import Summary, number


def _named(gathered: Gathered) -> list[Column]:
    """Return the columns of models, with their short names, of promptings and of tasks, with their
    titles.
    """
    titles = {name: task.title for name, task in gathered.tasks.items()}
    models = Column("model", "model", words=gathered.cast.short)
    return [models, Column("prompting", "prompting"), Column("task", "task", words=titles)]


def tables_of(gathered: Gathered) -> list[Table]:
    """Return the tables of a report, in the order of the page."""
    return [scores(gathered), correlations(gathered), unread(gathered)]


def scores(gathered: Gathered) -> Table:
    """Return a table of the scores of every run with every filter, as of `tempanswerqa score`."""
    percent = ", ".join(tables.in_percent(METRICS.values()))
    known = tables.parsed_first(gathered.summaries)
    rows = [
        tables.flat(one)
        | {"questions": one.signature["questions"]}
        | {"state": tables.INCOMPLETE if one.flaws else ""}
        for one in gathered.ordered()
    ]
    return Table(
        "scores",
        "Scores of every run, by filter",
        f"{percent[0].upper()}{percent[1:]}, cut (truncated responses) and thinking (those that "
        "never end their thinking) are in percent; [95 % interval]. The scaled error of an answer "
        "is |answer − label| / |label − centroid|. MASE is the mean of it, and capped ASE the mean "
        "of it cut at 1. MASE leaves unread answers out; all other scores count them as wrong, "
        "capped ASE as 1. MASE has no "
        "interval, as few answers make most of it: largest % is the share of its sum that one "
        "answer has.",
        (
            *(*_named(gathered), Column("filter", "filter")),
            *(Column("n", "n", digits=0), Column("questions", "of", digits=0)),
            *(Column.of(metric, interval=True) for metric in METRICS.values()),
            *(Column.of(metric) for metric in known if metric.name not in METRICS),
            *map(Column.of, COUNTED.values()),
            Column("state", "state"),
        ),
        rows,
        by=("task", "filter"),
        head=2,
    )


CORRELATED = (
    "1 means that two metrics rank alike; for EM and an error, -1 means this. “Spearman” is over "
    "the models of one task; the value of a model is the mean of its promptings. Its [95 % "
    "interval] assumes independent models and needs four of them. “Pooled” is over the runs of all "
    "tasks of the dataset. It has no interval: a hard task or prompting changes all metrics, and a "
    "model counts several times."
)


def correlations(gathered: Gathered) -> Table:
    """Return a table of Spearman's correlations of each pair of metrics: over the models of each
    task, and pooled over all runs of its dataset.
    """
    rows = [
        {
            "dataset": task.dataset,
            "task": task.name,
            "first": found.first,
            "second": found.second,
            "models": found.within.n,
            **found.within.as_dict(),
            "runs": found.pooled.n,
            "pooled": found.pooled.rho,
        }
        for task in gathered.tasks.values()
        for found in correlated(gathered, task)
    ]
    return Table(
        "correlations",
        f"Spearman's rank correlation of metrics ({gathered.rule})",
        CORRELATED,
        (
            *(Column("dataset", "dataset"), _named(gathered)[-1]),
            *(Column.of_names("first", "metrics"), Column.of_names("second", "")),
            Column("models", "models", digits=0),
            Column("rho", "Spearman", digits=2, interval=True),
            *(Column("runs", "runs", digits=0), Column("pooled", "pooled", digits=2)),
        ),
        rows,
        by=("dataset", "task"),
        head=2,
    )


class Correlated(NamedTuple):
    """Hold the correlations of two metrics."""

    first: str
    second: str
    within: Correlation
    """The correlation over the models of a task."""
    pooled: Correlation
    """The correlation over the runs of all tasks of its dataset."""


def correlated(gathered: Gathered, task: ReportTask) -> Iterator[Correlated]:
    """Yield the correlations of each pair of metrics. Those over models take the mean of a model's
    promptings; they have no models if the runs of the task may not be compared.
    """
    by_model: dict[str, list[Summary]] = {}
    for summary in gathered.ranked(task.name):
        by_model.setdefault(summary.model, []).append(summary)
    models = list(by_model.values())
    runs = [[summary] for summary in gathered.of_dataset(task.dataset)]
    for pair in combinations(METRICS, 2):
        yield Correlated(*pair, *(
            spearman(*([mean(number(one.mean(name)) for one in own) for own in rows]
                       for name in pair))
            for rows in (models, runs)
        ))  # fmt: skip


def unread(gathered: Gathered) -> Table:
    """Return a table of the shares of unread responses, by reason, with each filter."""
    rows = [
        {name: getattr(one, name) for name in ("model", "prompting", "task", "filter")}
        | {"parsed": one.mean("parsed")}
        | {reason: one.readings[reason] for reason in REASONS}
        for one in gathered.ordered()
    ]
    return Table(
        "unread",
        "Responses that were read, and why others were not",
        "Shares are in percent of all responses, with each filter. "
        + " ".join(f"{name}: {meaning}" for name, meaning in REASONS.items()),
        (
            *(*_named(gathered), Column("filter", "filter")),
            Column("parsed", "parsed", 100, 1),
            *(Column(reason, reason, 100, 1) for reason in REASONS),
        ),
        rows,
        by=("task", "filter"),
        head=2,
    )
