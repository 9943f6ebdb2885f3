"""Makes tables of the scores and ranks of runs, of the correlations of metrics, and of wrong and
unread answers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import NamedTuple

from tempanswerqa.answers.unread import REASONS
from tempanswerqa.metrics.correlation import Correlation, spearman
from tempanswerqa.metrics.ranks import Rank, differences
from tempanswerqa.metrics.ranks import ranks as rank_ranges
from tempanswerqa.metrics.scores import COUNTED, METRICS, mean
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports import tables
from tempanswerqa.reports.report.data import Field, Gathered, Task
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.runs.summary import RunName, Summary, number
from tempanswerqa.text import shown


def _named(gathered: Gathered) -> list[Column]:
    """Return the columns of models, with their short names, of promptings and of tasks, with their
    titles.
    """
    titles = {name: task.title for name, task in gathered.tasks.items()}
    models = Column("model", "model", words=gathered.cast.short)
    return [models, Column("prompting", "prompting"), Column("task", "task", words=titles)]


def ranking() -> list[str]:
    """Return the metrics that runs are ranked by."""
    return [name for name, metric in METRICS.items() if metric.in_ranks]


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


def ranks(gathered: Gathered) -> Table:
    """Return a table of the ranks of every run in its task, by metric."""
    rows: list[dict] = []
    for task in gathered.tasks:
        own = [{**RunName.of(one)._asdict(), "task": task} for one in gathered.ranked(task)]
        for metric, column in ranks_by_metric(gathered, task).items():
            for row, rank in zip(own, column, strict=True):
                keys = (metric, f"{metric}_low", f"{metric}_high")
                row |= dict(zip(keys, rank or (None, None, None), strict=True))
        rows += own

    def ends(metric: str) -> Callable[[Row], str]:
        keys = (f"{metric}_low", f"{metric}_high")
        return lambda row: "–".join(dict.fromkeys(shown(row[key], digits=0) for key in keys))

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
            *_named(gathered),
            *(
                Column(name, METRICS[name].heading, 1, 0, interval=True, show=ends(name))
                for name in ranking()
            ),
        ),
        rows,
        by=("task",),
        head=2,
    )


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
        yield Correlated(*pair, *(
            spearman(*([mean(number(one.mean(name)) for one in own) for own in rows]
                       for name in pair))
            for rows in (models, runs)
        ))  # fmt: skip


def errors(gathered: Gathered) -> Table:
    """Return a table of the wrong answers of each run: off by one, too small, too large."""
    rows = []
    for task, run in product(gathered.tasks, gathered.runs):
        if (task, run) not in gathered.by_question:
            continue
        wrong = gathered.errors(Field([run.model], [(task, run.prompting)]), run.model)
        counts = {
            "off_by_one": sum(abs(error) == 1 for error in wrong),
            "negative": sum(error < 0 for error in wrong),
            "positive": sum(error > 0 for error in wrong),
        }
        shares = {name: count / len(wrong) if wrong else math.nan for name, count in counts.items()}
        rows.append({**run._asdict(), "task": task, "wrong": len(wrong), **shares})
    return Table(
        "errors",
        f"Wrong answers of each run ({gathered.rule})",
        "The columns have the number of wrong answers that were read, and the shares of these that "
        "are off by one unit (a day for dates), too small and too large, in percent.",
        (
            *(*_named(gathered), Column("wrong", "wrong", digits=0)),
            Column("off_by_one", "% off by one", 100, 1),
            Column("negative", "% too small", 100, 1),
            Column("positive", "% too large", 100, 1),
        ),
        rows,
        by=("task",),
        head=2,
    )


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
