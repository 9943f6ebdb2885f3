"""The sections of a report, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from tempanswerqa.metrics.correlation import FEWEST
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.page.canvas import Picture
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.page.names import of_summary
from tempanswerqa.reports.page.table import Table
from tempanswerqa.reports.report import error_tables, label_tables, paper, reasoning, score_tables
from tempanswerqa.reports.report.data import Gathered, Task
from tempanswerqa.reports.report.figures import (
    correlations,
    errors,
    labels,
    ranks,
    relations,
    scores,
    smape_parts,
    unread,
)
from tempanswerqa.reports.report.figures import reasoning as reasoning_figures
from tempanswerqa.reports.report.figures.task_runs import TaskRuns
from tempanswerqa.reports.report.references import references
from tempanswerqa.reports.report.smape_band import band
from tempanswerqa.runs.scoring import FILTERS

Draw = Callable[[], Picture]


class Section(NamedTuple):
    """A part of a report: what it says, and its figures."""

    name: str
    title: str
    reading: str
    rows: Sequence[Sequence[Draw]]
    """What draws the figures; those of one kind are a row."""
    tables: list[Table]


def sections(gathered: Gathered, cast: Cast) -> Iterator[Section]:
    """Yield all sections. Nothing is drawn until what is in `Section.rows` is called."""
    yield Section(
        "ranking",
        "Scores and ranks",
        "Exact match counts right answers. The other scores tell how far off the others are, so "
        "they may rank the same runs differently.",
        _ranking(gathered, cast),
        [score_tables.scores(gathered), paper.scores(gathered), score_tables.ranks(gathered)],
    )
    yield Section(
        "relations",
        "Exact match against how far off",
        "Two runs with the same exact match can differ widely in sMAPE and MASE. sMAPE counts an "
        "unread response as 100, so that it may differ by unread responses alone: read it beside "
        "its parts. MASE leaves them out.",
        _relations(gathered, cast),
        [],
    )
    yield _correlations(gathered)
    yield _errors(gathered, cast)
    yield _unread(gathered, cast)
    yield _reasoning(gathered, cast)
    yield _labels(gathered)


def _ranking(gathered: Gathered, cast: Cast) -> list[list[Draw]]:
    own = _by_task(gathered, cast)
    found = {
        of.task: score_tables.ranks_by_metric(gathered, of.task)
        for of in own
        if gathered.ranked(of.task)
    }
    drawn: list[list[Draw]] = [[partial(scores.scores, of) for of in own]]
    for metric in METRICS.values():
        if metric.of_errors:
            drawn.append(
                [
                    partial(ranks.ranks, of, found[of.task], metric.name)
                    for of in own
                    if of.task in found and len(ranks.with_both(of.summaries, metric.name)) > 1
                ]
            )
    return drawn


def _relations(gathered: Gathered, cast: Cast) -> list[list[Draw]]:
    own = _by_task(gathered, cast)
    bands = [(of, band(gathered.tasks[of.task].part.questions.values())) for of in own]
    feasible = [(of, found) for of, found in bands if found]
    return [
        [partial(relations.exact_match_smape, of, found) for of, found in feasible],
        [
            partial(smape_parts.smape_in_parts, of, gathered.smape_parts)
            for of, _ in feasible
            if any(row.mean("smape") for row in of.summaries)
        ],
        [partial(relations.exact_match_mase, of) for of in own],
    ]


def _by_task(gathered: Gathered, cast: Cast) -> list[TaskRuns]:
    beside = {name: references(gathered, name) for name in gathered.tasks}
    return [
        TaskRuns(task.name, task.title, gathered.of_task(task.name), cast, beside[task.name])
        for task in gathered.tasks.values()
    ]


def _errors(gathered: Gathered, cast: Cast) -> Section:
    wrong = {dataset: found for dataset, found in gathered.errors.items() if found.sizes}
    runs = {
        dataset: {run: own for (of, run), own in gathered.run_errors.items() if of == dataset}
        for dataset in wrong
    }
    drawn = [
        [partial(errors.sizes, name, gathered.titled(name), own) for name, own in wrong.items()],
        [
            partial(errors.off_by_one, name, gathered.titled(name), own)
            for name, own in wrong.items()
        ],
        [
            partial(errors.directions, name, gathered.titled(name), own, cast)
            for name, own in runs.items()
        ],
        [
            partial(errors.direction_sizes, name, gathered.titled(name), wrong[name], own, cast)
            for name, own in runs.items()
        ],
    ]
    return Section(
        "errors",
        "How answers are wrong",
        "Wrong answers that have a number: by how much, on which kinds of questions, and in which "
        "direction.",
        drawn,
        [
            error_tables.absolute_errors(gathered),
            error_tables.off_by_one(gathered),
            error_tables.directions(gathered),
            error_tables.errors_by_run(gathered),
        ],
    )


def _correlations(gathered: Gathered) -> Section:
    own = [(task, [*score_tables.correlated(gathered, task)]) for task in gathered.tasks.values()]
    by_dataset = {task.dataset: found for task, found in own}
    return Section(
        "correlations",
        "Do the metrics agree?",
        "Spearman's rank correlation of two metrics: pooled over all runs of a dataset, and over "
        "the models of each task.",
        [
            [
                partial(correlations.pooled, dataset, gathered.titled(dataset), found)
                for dataset, found in by_dataset.items()
                if any(pair.pooled.n >= FEWEST for pair in found)
            ],
            [
                partial(correlations.within_task, task, found)
                for task, found in own
                if any(pair.within.n >= FEWEST for pair in found)
            ],
        ],
        [score_tables.correlations(gathered)],
    )


def _unread(gathered: Gathered, cast: Cast) -> Section:
    return Section(
        "unread",
        "Responses that were not read",
        "Why responses yield no number, as the paper reads them (strict-match) and as a careful "
        "reader does (flexible-extract).",
        [[partial(_unread_of, gathered, task, cast) for task in gathered.tasks.values()]],
        [error_tables.unread(gathered), score_tables.defined(gathered)],
    )


def _unread_of(gathered: Gathered, task: Task, cast: Cast) -> Picture:
    shares = {
        of_summary(summary): [gathered.unread_shares(summary, rule) for rule in FILTERS]
        for summary in gathered.of_task(task.name)
    }
    return unread.unread(task.name, task.title, shares, cast)


def _reasoning(gathered: Gathered, cast: Cast) -> Section:
    stated = {name: runs for name, runs in gathered.reasoned.items() if any(runs.values())}
    return Section(
        "reasoning",
        "Arithmetic in the reasoning",
        "Equations that responses state on their way to an answer, recomputed.",
        [
            [
                partial(reasoning_figures.reasoning, name, gathered.titled(name), runs, cast)
                for name, runs in stated.items()
            ]
        ],
        [reasoning.table(gathered)],
    )


def _labels(gathered: Gathered) -> Section:
    return Section(
        "labels",
        "Labels and centroids",
        "What the questions ask for, and the scale that MASE measures errors with.",
        [[partial(labels.labels, *own) for own in label_tables.scales(gathered).items()]],
        [label_tables.centroids(gathered)],
    )
