"""Makes the sections of a report, in the order of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from tempanswerqa.metrics.correlation import FEWEST
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.page.canvas import Picture
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report import error_tables, labels, score_tables
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.figures import (
    correlations,
    errors,
    ranks,
    relations,
    scores,
    smape_parts,
    unread,
)
from tempanswerqa.reports.report.figures import labels as label_figures
from tempanswerqa.reports.report.smape import band
from tempanswerqa.reports.report.task_runs import TaskRuns, task_runs
from tempanswerqa.reports.tables import Table
from tempanswerqa.runs.scoring import FILTERS
from tempanswerqa.runs.summary import RunName

Draw = Callable[[], Picture]


class Section(NamedTuple):
    """Hold the texts, figures and tables of a part of a report."""

    name: str
    title: str
    reading: str
    rows: Sequence[Sequence[Draw]]
    """The functions that draw the figures; a row has figures of one kind."""
    tables: list[Table]


def sections(gathered: Gathered, cast: Cast) -> Iterator[Section]:
    """Yield all sections. Nothing is drawn until the functions of `Section.rows` are called."""
    own = task_runs(gathered, cast)
    yield Section(
        "ranking",
        "Scores and ranks",
        "Exact match counts right answers. The other scores measure how far off the wrong ones "
        "are, so they may rank the same runs differently.",
        _ranking(gathered, own),
        [score_tables.scores(gathered), score_tables.ranks(gathered)],
    )
    yield Section(
        "relations",
        "Exact match against size of errors",
        "Two runs with the same exact match can differ widely in sMAPE and MASE. sMAPE counts an "
        "unread response as 100, so that runs may differ by unread responses alone: read it "
        "beside its parts. MASE leaves unread responses out.",
        _relations(gathered, own),
        [],
    )
    yield _correlations(gathered)
    yield _errors(gathered, cast)
    yield _unread(gathered, cast)
    yield _labels(gathered)


def _ranking(gathered: Gathered, own: Sequence[TaskRuns]) -> list[list[Draw]]:
    found = {
        of.task: score_tables.ranks_by_metric(gathered, of.task)
        for of in own
        if gathered.ranked(of.task)
    }
    by_metric: list[list[Draw]] = [
        [
            partial(ranks.ranks, of, found[of.task], metric.name)
            for of in own
            if of.task in found and len(ranks.with_both(of.summaries, metric.name)) > 1
        ]
        for metric in METRICS.values()
        if metric.of_errors
    ]
    return [[partial(scores.scores, of) for of in own], *by_metric]


def _relations(gathered: Gathered, own: Sequence[TaskRuns]) -> list[list[Draw]]:
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


def _errors(gathered: Gathered, cast: Cast) -> Section:
    wrong = [
        (name, gathered.titled(name), found)
        for name, found in gathered.errors.items()
        if found.sizes
    ]
    runs = {
        name: {run: own for (of, run), own in gathered.run_errors.items() if of == name}
        for name, *_ in wrong
    }
    drawn = [
        [partial(errors.sizes, *own) for own in wrong],
        [partial(errors.off_by_one, *own) for own in wrong],
        [partial(errors.directions, name, title, runs[name], cast) for name, title, _ in wrong],
        [partial(errors.direction_sizes, *own, runs[own[0]], cast) for own in wrong],
    ]
    return Section(
        "errors",
        "How answers are wrong",
        "Only wrong answers that were read count here. The figures show how far off they are, on "
        "which kinds of questions, and in which direction.",
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
        "Spearman's rank correlation of two metrics is shown over all runs of a dataset, and over "
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
    shares = {
        task.name: {
            RunName.of(row): [gathered.unread_shares(row, rule) for rule in FILTERS]
            for row in gathered.of_task(task.name)
        }
        for task in gathered.tasks.values()
    }
    return Section(
        "unread",
        "Responses that were not read",
        "The figures show why responses yield no number, as the paper reads them (strict-match) "
        "and as a careful reader does (flexible-extract).",
        [
            [
                partial(unread.unread, task.name, task.title, shares[task.name], cast)
                for task in gathered.tasks.values()
            ]
        ],
        [error_tables.unread(gathered), score_tables.defined(gathered)],
    )


def _labels(gathered: Gathered) -> Section:
    return Section(
        "labels",
        "Labels and centroids",
        "The figures show the right answers by unit, and the centroids from which MASE takes the "
        "scale of errors.",
        [[partial(label_figures.labels, *own) for own in labels.scales(gathered).items()]],
        [labels.centroids(gathered)],
    )
