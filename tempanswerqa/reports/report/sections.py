"""The sections of a report, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from tempanswerqa.metrics.correlation import FEWEST
from tempanswerqa.reports.page.canvas import Picture
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.page.names import of_summary
from tempanswerqa.reports.page.table import Table
from tempanswerqa.reports.report import error_tables, label_tables, paper, reasoning, score_tables
from tempanswerqa.reports.report.data import Gathered, Task
from tempanswerqa.reports.report.figures import errors, labels, relations, scores
from tempanswerqa.reports.report.figures import reasoning as reasoning_figures
from tempanswerqa.reports.report.smape_band import band
from tempanswerqa.runs.scoring import FILTERS
from tempanswerqa.runs.summary import Summary

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
        "Two runs with the same exact match can differ widely in how wrong their wrong answers "
        "are.",
        _relations(gathered, cast),
        [],
    )
    yield _correlations(gathered)
    yield _errors(gathered, cast)
    yield _unread(gathered, cast)
    yield _reasoning(gathered)
    yield _labels(gathered)


def _ranking(gathered: Gathered, cast: Cast) -> list[list[Draw]]:
    own = _by_task(gathered, cast)
    several = [
        (*of_task, score_tables.ranks_by_metric(gathered, of_task[0]))
        for of_task in own
        if len(gathered.ranked(of_task[0])) > 1
    ]
    return [
        [partial(scores.scores, *of_task) for of_task in own],
        [partial(scores.ranks, *of_task) for of_task in several],
    ]


def _relations(gathered: Gathered, cast: Cast) -> list[list[Draw]]:
    own = _by_task(gathered, cast)
    bands = [band(gathered.tasks[of_task[0]].part.questions.values()) for of_task in own]
    feasible = [(*of_task, found) for of_task, found in zip(own, bands, strict=True) if found]
    return [
        [partial(relations.exact_match_smape, *of_task) for of_task in feasible],
        [partial(relations.exact_match_mase, *of_task) for of_task in own],
    ]


def _by_task(gathered: Gathered, cast: Cast) -> list[tuple[str, str, list[Summary], Cast]]:
    return [(t.name, t.title, gathered.of_task(t.name), cast) for t in gathered.tasks.values()]


def _errors(gathered: Gathered, cast: Cast) -> Section:
    wrong = {dataset: found for dataset, found in gathered.errors.items() if found.sizes}
    runs = {
        dataset: {run: own for (of, run), own in gathered.run_errors.items() if of == dataset}
        for dataset in wrong
    }
    drawn = [
        [partial(errors.sizes, *pair) for pair in wrong.items()],
        [partial(errors.off_by_one, *pair) for pair in wrong.items()],
        [partial(errors.directions, *pair, cast) for pair in runs.items()],
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
    return Section(
        "correlations",
        "Do the metrics agree?",
        "Spearman's rank correlation of two metrics: over the models of each task, and pooled over "
        "all runs of a dataset.",
        [
            [
                partial(relations.correlations, task, found)
                for task, found in own
                if any(pair.pooled.n >= FEWEST for pair in found)
            ]
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
    bars = []
    for summary in gathered.of_task(task.name):
        run = of_summary(summary)
        shares = [gathered.unread_shares(summary, rule) for rule in FILTERS]
        bars.append((cast.label(run), shares))
    return errors.unread(task.name, task.title, bars)


def _reasoning(gathered: Gathered) -> Section:
    everyone = {
        dataset: [one for own in runs.values() for one in own]
        for dataset, runs in gathered.reasoned.items()
    }
    return Section(
        "reasoning",
        "Arithmetic in the reasoning",
        "Equations that responses state on their way to an answer, recomputed.",
        [[partial(reasoning_figures.reasoning, *own) for own in everyone.items() if own[1]]],
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
