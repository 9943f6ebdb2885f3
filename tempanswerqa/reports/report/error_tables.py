"""Makes tables of wrong answers by error, direction and kind of question, and of unread ones."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tempanswerqa.answers import formats
from tempanswerqa.answers import unread as unread_answers
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.page.names import KINDS, is_of_tables
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.score_tables import of_datasets, of_runs, of_tasks
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.runs.analysis.error_statistics import ErrorStatistics, shares

FREQUENT = 5
"""The number of most frequent errors in a table or figure."""
OF_WRONG = (
    "Shares are of all wrong answers with a number, over all runs. Errors are in the unit of the "
    "question, those of dates in days."
)
SIGNS = {"negative": "too small", "positive": "too large"}
"""The words for the directions of errors."""
FORMATS = {text: form.name for text, form in {**formats.TOT_ARITHMETIC, **formats.TTQA}.items()}
"""The words for answer formats."""
ENDINGS = ("", "_std")
"""The endings of the names of a metric's mean and standard deviation."""


def absolute_errors(gathered: Gathered) -> Table:
    """Return a table of the most frequent sizes of errors."""
    return Table(
        "absolute_errors",
        f"Most frequent absolute errors ({gathered.rule})",
        OF_WRONG,
        (
            of_datasets(gathered),
            Column("error", "off by"),
            Column("count", "answers", digits=0),
            Column("share", "% of errors", 100, 2),
        ),
        [
            {"dataset": dataset, "error": f"{size:g}", "count": count, "share": share}
            for dataset, found in gathered.errors.items()
            for size, count, share in frequent(found)
        ],
        by=("dataset",),
    )


def frequent(found: ErrorStatistics) -> list[tuple[float, int, float]]:
    """Return the `FREQUENT` most frequent errors: size, number of answers, share of all errors."""
    ordered = sorted(found.sizes.items(), key=lambda pair: (-pair[1], pair[0]))
    total = found.sizes.total()
    return [(size, count, count / total) for size, count in ordered[:FREQUENT]]


def off_by_one(gathered: Gathered) -> Table:
    """Return a table of the off-by-one answers by question type and by answer format."""
    return Table(
        "off_by_one",
        f"Answers that are off by one ({gathered.rule})",
        "The columns have the share of each question type (Test of Time) and answer format among "
        "all answers, and among those that are off by one. Where the second is larger, the kind "
        "invites errors of one unit.",
        (
            *(of_datasets(gathered), Column("by", "by")),
            Column("kind", "kind", words=FORMATS | KINDS),
            Column("asked", "% of all", 100, 2),
            Column("off_by_one", "% of off-by-one", 100, 2),
        ),
        [
            {"dataset": dataset, "by": by, "kind": kind, "asked": asked, "off_by_one": off}
            for dataset, found in gathered.errors.items()
            for by, kinds in off_by_one_shares(dataset, found).items()
            for kind, asked, off in kinds
        ],
        by=("dataset", "by"),
    )


def off_by_one_shares(
    dataset: str, found: ErrorStatistics
) -> dict[str, list[tuple[str, float, float]]]:
    """Return the kinds by question type and by answer format, the most frequent kind first.

    A kind has its share of all answers and of those off by one, which is NaN if there are none.
    The question types of TempTabQA are left out: its many categories of tables say little.
    """
    ways = {"question type": 0, "answer format": 1}
    if is_of_tables(dataset):
        del ways["question type"]
    return {name: _off_by_one(found, by) for name, by in ways.items()}


def _off_by_one(found: ErrorStatistics, by: int) -> list[tuple[str, float, float]]:
    asked, off = shares(found.asked, by), shares(found.off_by_one, by)
    none = 0.0 if found.off_by_one.total() else math.nan
    rows = [(kind, share / 100, off.get(kind, none) / 100) for kind, share in asked.items()]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def directions(gathered: Gathered) -> Table:
    """Return a table of the errors of answers that are too small, and too large."""
    graded = [metric for metric in METRICS.values() if metric.of_errors]
    return Table(
        "directions",
        f"Direction of errors ({gathered.rule})",
        " ".join(
            (
                "A row has the wrong answers with a number that are too small (negative) or too "
                "large (positive): their number, and the mean ± standard deviation of their "
                "errors by each metric.",
                *_larger(gathered),
            )
        ),
        (
            *(of_datasets(gathered), Column("direction", "error", words=SIGNS)),
            Column("count", "answers", digits=0),
            *(Column.of(metric, deviation=True) for metric in graded),
        ),
        [
            {"dataset": dataset, "direction": sign, "count": found.directions[sign]}
            | {
                metric.name + end: number
                for metric in graded
                for end, number in zip(ENDINGS, found.spread(sign, metric.name), strict=True)
            }
            for dataset, found in gathered.errors.items()
            for sign in SIGNS
        ],
        by=("dataset",),
    )


def _larger(gathered: Gathered) -> Iterator[str]:
    """Yield for each dataset a sentence on the direction with the larger MASE."""
    for dataset, found in gathered.errors.items():
        means = {SIGNS[sign]: found.spread(sign, "mase")[0] for sign in SIGNS}
        small, large = sorted(means, key=lambda sign: means[sign])
        if not math.isnan(sum(means.values())):
            yield (
                f"{gathered.titled(dataset)}: errors of answers that are {large} have a mean MASE "
                f"of {means[large]:.2f}, those of answers that are {small} {means[small]:.2f}."
            )


def errors_by_run(gathered: Gathered) -> Table:
    """Return a table of the wrong answers of each run: off by one, too small, too large."""
    return Table(
        "errors_by_run",
        f"Wrong answers of each run ({gathered.rule})",
        "The columns have the number of wrong answers that were read, and the shares of these that "
        "are off by one unit, too small and too large, in percent.",
        (
            *(of_datasets(gathered), *of_runs(gathered), Column("wrong", "wrong", digits=0)),
            Column("off_by_one", "% off by one", 100, 1),
            Column("negative", "% too small", 100, 1),
            Column("positive", "% too large", 100, 1),
        ),
        [
            {"dataset": dataset, **run._asdict(), **_by_run(gathered.run_errors[dataset, run])}
            for dataset in gathered.datasets
            for run in gathered.runs
            if (dataset, run) in gathered.run_errors
        ],
        by=("dataset",),
        head=2,
    )


def _by_run(found: ErrorStatistics) -> dict[str, float]:
    wrong = found.sizes.total()
    counts = {"off_by_one": found.off_by_one.total(), "negative": 0, "positive": 0}
    counts |= found.directions
    return {"wrong": wrong} | {n: k / wrong if wrong else math.nan for n, k in counts.items()}


def unread(gathered: Gathered) -> Table:
    """Return a table of the shares of unread responses, by reason, with each filter."""
    reasons = [Column(reason, reason, 100, 1) for reason in unread_answers.REASONS]
    return Table(
        "unread",
        "Responses that were read, and why others were not",
        "Shares are in percent of all responses, with each filter. "
        + " ".join(f"{name}: {told}" for name, told in unread_answers.REASONS.items()),
        (
            *(*of_runs(gathered), of_tasks(gathered), Column("filter", "filter")),
            *(Column("parsed", "parsed", 100, 1), *reasons),
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
