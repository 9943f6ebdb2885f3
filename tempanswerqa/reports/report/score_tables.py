"""Makes tables of the scores and ranks of runs, and of the correlations of metrics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from tempanswerqa.metrics.correlation import Correlation, spearman
from tempanswerqa.metrics.ranks import Rank, differences
from tempanswerqa.metrics.ranks import ranks as rank_ranges
from tempanswerqa.metrics.scores import COUNTED, METRICS, Metric, mean
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports.report.data import Gathered, Task
from tempanswerqa.reports.tables import (
    INCOMPLETE,
    Column,
    Row,
    Table,
    flat,
    in_percent,
    parsed_first,
)
from tempanswerqa.runs.summary import RunName, Summary, number


def of_runs(gathered: Gathered) -> tuple[Column, Column]:
    """Return the columns of models, with their short names, and of promptings."""
    return Column("model", "model", words=gathered.cast.short), Column("prompting", "prompting")


def ranking() -> list[str]:
    """Return the metrics that runs are ranked by."""
    return [name for name, metric in METRICS.items() if metric.in_ranks]


def of_tasks(gathered: Gathered) -> Column:
    """Return the column of tasks, with their titles."""
    return Column("task", "task", words={name: task.title for name, task in gathered.tasks.items()})


def scores(gathered: Gathered) -> Table:
    """Return a table of the scores of every run with every filter, as of `tempanswerqa score`."""
    percent = ", ".join(in_percent(METRICS.values()))
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
            *(*of_runs(gathered), of_tasks(gathered), Column("filter", "filter")),
            *(Column("n", "n", digits=0), Column("questions", "of", digits=0)),
            *(Column.of(metric, interval=True) for metric in METRICS.values()),
            *map(Column.of, _details(gathered.summaries)),
            *map(Column.of, COUNTED.values()),
            Column("state", "state"),
        ),
        [*map(_scored, gathered.ordered())],
        by=("task", "filter"),
        head=2,
    )


def _details(summaries: Iterable[Summary]) -> list[Metric]:
    """Return the `DETAILS` of metrics that any of the summaries has."""
    return [metric for metric in parsed_first(summaries) if metric.name not in METRICS]


def _scored(summary: Summary) -> Row:
    state = INCOMPLETE if summary.flaws else ""
    return flat(summary) | {"questions": summary.signature["questions"], "state": state}


def ranks(gathered: Gathered) -> Table:
    """Return a table of the ranks of every run in its task, by metric."""
    rows = [row for task in gathered.tasks for row in _ranked(gathered, task)]
    return Table(
        "ranks",
        f"Ranks of the runs of each task and prompting ({gathered.rule})",
        "1 is best. 2–4 means that the data allow these ranks: one run is significantly better "
        "and all but four are significantly worse. Tests are paired t-tests on the same questions, "
        "corrected (Holm) for all pairs of a column with the same prompting, p below "
        f"{SIGNIFICANT}; runs whose ranks overlap may be equal. MASE has no rank, as few answers "
        "make most of it. Incomplete runs have no rank beside complete ones, and are in no figure "
        "of scores. If runs have different questions or scoring, no run of the task has a rank.",
        (
            *of_runs(gathered),
            of_tasks(gathered),
            *(Column.of_ranks(METRICS[name]) for name in ranking()),
        ),
        rows,
        by=("task",),
        head=2,
    )


def _ranked(gathered: Gathered, task: str) -> list[dict[str, Any]]:
    found = [{**RunName.of(s)._asdict(), "task": task} for s in gathered.ranked(task)]
    for metric, own in ranks_by_metric(gathered, task).items():
        for row, rank in zip(found, own, strict=True):
            ends = (metric, f"{metric}_low", f"{metric}_high")
            row |= dict(zip(ends, rank or (None,) * len(ends), strict=True))
    return found


def ranks_by_metric(gathered: Gathered, task: str) -> dict[str, list[Rank | None]]:
    """Return the ranks of the runs `gathered.ranked(task)` by metric, among those with the same
    prompting; None if a score is undefined.
    """
    summaries = gathered.ranked(task)
    ranks: dict[str, list[Rank | None]] = {name: [None] * len(summaries) for name in ranking()}
    for name, prompting in product(ranking(), {row.prompting for row in summaries}):
        rivals = {
            at: row
            for at, row in enumerate(summaries)
            if row.prompting == prompting and row.mean(name) is not None
        }
        runs = [gathered.by_question[task, RunName.of(row)] for row in rivals.values()]
        if runs:
            metric = METRICS[name]
            groups = [question.group for question in runs[0].part.questions.values()]
            gaps = differences([run.scores[name] for run in runs], groups, metric.highest)
            values = [number(row.mean(name)) for row in rivals.values()]
            for at, rank in zip(
                rivals, rank_ranges(values, gaps, metric.higher_is_better), strict=True
            ):
                ranks[name][at] = rank
    return ranks


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
            *(Column("dataset", "dataset"), of_tasks(gathered)),
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


def correlated(gathered: Gathered, task: Task) -> Iterator[Correlated]:
    """Yield the correlations of each pair of metrics. Those over models take the mean of a model's
    promptings; they have no models if the runs of the task may not be compared.
    """
    by_model: dict[str, list[Summary]] = {}
    for summary in gathered.ranked(task.name):
        by_model.setdefault(summary.model, []).append(summary)
    models = list(by_model.values())
    runs = [[summary] for summary in gathered.of_dataset(task.dataset)]
    for pair in combinations(METRICS, 2):
        yield Correlated(*pair, *(spearman(*_sides(pair, rows)) for rows in (models, runs)))


def _sides(names: Sequence[str], rows: Iterable[Sequence[Summary]]) -> list[list[float]]:
    """Return the means of each metric over the summaries of each row."""
    return [[mean(number(one.mean(name)) for one in own) for own in rows] for name in names]
