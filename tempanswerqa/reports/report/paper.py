"""Gives the numbers of tables and figures in the paper, and the scores that it publishes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain

from tempanswerqa.metrics.correlation import spearman
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.reports.leaderboard import entries
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.standings import Field
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.runs.analysis import reproduction
from tempanswerqa.runs.scoring import COLUMNS, STRICT
from tempanswerqa.runs.summary import Summary, number

NUMBERS: Mapping[str, str] = {
    "overview": "Figures 2 and 3",
    "published": "Tables 11 and 12",
    "ranks": "Figures 2 and 3",
    "em_smape": "Figures 5, 12 and 13",
    "em_mase": "Figures 5, 12 and 13",
    "correlations": "Figure 4",
    "absolute_errors": "Table 3",
    "off_by_one": "Tables 4 and 5",
    "directions": "Table 6",
    "direction_sizes": "Table 6",
    "unread": "Tables 13 and 14",
    "defined": "Tables 13 and 14",
    "reasoning": "Figure 11",
    "labels": "Figures 6 to 10",
}
"""The numbers in the paper, by the name of a table or the beginning of a figure's name."""
PUBLISHED = {
    "exact_match": "exact_match_of_paper",
    "smape": "smape_of_paper",
    "mase_published": "mase_of_paper",
}
"""The columns of published scores, by the name of our score."""
DATASETS = {"Test of Time": "ToT", "TempTabQA": "TTQA"}
"""The names of datasets in the published files."""
AS_PUBLISHED = (
    "MASE as published is that of the paper's tables: it divides the error of a date in days by a "
    "deviation in seconds, so that dates hardly count."
)
KINDS = {
    True: ("table4_tot_question_types", "question_type"),
    False: ("table5_ttqa_formats", "answer_format"),
}
"""The files of Tables 4 (Test of Time) and 5, each with the column that splits its answers."""
OF_ERRORS = {"smape": "smape", "mase_published": "mase"}
"""The names of metrics in the file of Table 6, by our names."""
Found = dict[str, float | None]
"""The published numbers by column; None if the paper has none."""


def of(name: str) -> str:
    """Return the number of a table or figure in the paper, by its name; empty if it has none."""
    return next((number for begun, number in NUMBERS.items() if name.startswith(begun)), "")


def missing(gathered: Gathered) -> list[str]:
    """Return a sentence on the tasks that were not run, for each dataset that lacks some."""
    return [
        f"Not run: {' and '.join(SUBSETS[subset].title for subset in gathered.lacking(dataset))}."
        for dataset in gathered.datasets
        if gathered.lacking(dataset)
    ]


def partial(gathered: Gathered) -> list[str]:
    """Return a sentence on published numbers of more tasks than were run, for each such dataset."""
    return [
        f"Published numbers of {dataset} are those of all its tasks, so that numbers of "
        f"{gathered.titled(dataset)} cannot be expected to agree with them."
        for dataset in gathered.datasets
        if dataset in DATASETS and gathered.lacking(dataset) and gathered.rule == STRICT
    ]


def published(gathered: Gathered, file: str, dataset: str, **row: str) -> Found:
    """Return the numbers of a row of a published file, by column; empty if there is no such row, if
    the questions are not the released ones, or if the filter is not strict-match.
    """
    wanted = row | {"dataset": DATASETS.get(dataset, "")}
    if gathered.rule != STRICT or not wanted["dataset"]:
        return {}
    for known in reproduction.published_rows(file):
        named = {"dataset": wanted["dataset"]} | known  # files of one dataset do not name it
        if all(named[key] == value for key, value in wanted.items()):
            return {key: float(cell) for key, cell in known.items() if key not in wanted}
    return {}


def scores(gathered: Gathered) -> Table:
    """Return a table of the runs whose scores the paper publishes, ours and published."""
    titles = {task.name: task.title for task in gathered.tasks.values()}
    return Table(
        "published",
        "Scores beside those published (strict-match)",
        f"{AS_PUBLISHED} The published scores of TempTabQA include 18 questions that were "
        "never released; they change EM by up to 0.33 points and sMAPE by up to 0.47.",
        (
            Column("model", "model", words=gathered.cast.short),
            Column("prompting", "prompting"),
            Column("task", "task", words=titles),
            *chain.from_iterable(
                (Column.of(COLUMNS[name]), column(name, "published")) for name in PUBLISHED
            ),
        ),
        [row for run in gathered.ordered(STRICT) if (row := _beside(gathered, run))],
        by=("task",),
        head=2,
    )


def column(name: str, heading: str) -> Column:
    """Return the column of the published scores beside one of ours."""
    return Column(PUBLISHED[name], heading, COLUMNS[name].factor, COLUMNS[name].digits)


def _beside(gathered: Gathered, run: Summary) -> Row:
    named = {"model": run.model, "prompting": run.prompting, "task": run.task}
    theirs = _published().get((gathered.tasks[run.task].released, run.prompting), {})
    found = theirs.get(entries.key(run.model))
    if not found or run.flaws:
        return {}
    ours = {name: run.mean(name) for name in PUBLISHED}
    return named | ours | {column: found.mean(own) for own, column in PUBLISHED.items()}


def means(gathered: Gathered, of: Field) -> dict[str, dict[str, float]]:
    """Return the published means of models over the cells of a field, with the field's weights.

    A model that lacks a cell is left out. The keys are our name of a model, or else the paper's;
    the best by exact match is first.
    """
    cells = {
        (gathered.tasks[task].released, prompting): weight
        for (task, prompting), weight in of.weights.items()
    }
    known = _published()
    if not cells or not cells.keys() <= known.keys():
        return {}
    ours = {entries.key(model): model for model in of.models}
    models = set.intersection(*(set(known[cell]) for cell in cells))
    found = {
        ours.get(model, known[next(iter(cells))][model].model): {
            name: sum(
                weight * number(known[cell][model].mean(name)) for cell, weight in cells.items()
            )
            for name in PUBLISHED
        }
        for model in sorted(models)
    }
    return dict(sorted(found.items(), key=lambda pair: -pair[1]["exact_match"]))


@cache
def _published() -> dict[tuple[str, str], dict[str, Summary]]:
    """Return the published scores by subset and prompting, then by `entries.key` of the model."""
    found: dict[tuple[str, str], dict[str, Summary]] = {}
    for entry in entries.published():
        cell = found.setdefault((entry.board.subset, entry.summary.prompting), {})
        cell[entries.key(entry.summary.model)] = entry.summary
    return found


def column_of_errors(name: str) -> list[Column]:
    """Return the column of a metric's numbers in Table 6; empty if it has none."""
    own = Column(f"{name}_of_paper", "published", digits=2, deviation=True)
    return [own] if name in OF_ERRORS else []


def correlation(gathered: Gathered, dataset: str, pair: tuple[str, str]) -> Found:
    """Return the published correlation of two metrics over the runs of a dataset, and ours by the
    same method: of scores rounded to two decimals, with MASE as published; else None for both.
    """
    metrics = {"metric_a": min(pair), "metric_b": max(pair)}
    found = published(gathered, "figure4_rank_correlations", dataset, **metrics)
    if not found:
        return {"as_published": None, "of_paper": None}
    runs = gathered.of_dataset(dataset)
    sides = [
        [round(number(run.mean(own)) * COLUMNS[own].factor, 2) for run in runs]
        for own in (reproduction.AS_PUBLISHED.get(name, name) for name in pair)
    ]
    return {"as_published": spearman(*sides).rho, "of_paper": found["spearman"]}


def frequent(gathered: Gathered, dataset: str, size: str) -> Found:
    """Return the published number and share in percent of the errors of a size (Table 3)."""
    found = published(gathered, "table3_absolute_errors", dataset, absolute_error=size)
    names = {"count": "count_of_paper", "share_percent": "share_of_paper"}
    return {own: found.get(name) for name, own in names.items()}


def kind(gathered: Gathered, dataset: str, by: str, kind: str) -> Found:
    """Return the published shares of a question type (Table 4) or answer format (Table 5) among
    all answers and among those off by one, in percent.
    """
    of_types = dataset == "Test of Time"
    file, key = KINDS[of_types]
    names = {own: name for name, own in reproduction.QUESTION_TYPES.items()} if of_types else {}
    found = (
        published(gathered, file, dataset, **{key: names.get(kind, kind)})
        if key.replace("_", " ") == by
        else {}
    )
    return {
        "asked_of_paper": found.get("share_all_percent"),
        "off_by_one_of_paper": found.get("share_off_by_one_percent"),
    }


def direction(gathered: Gathered, dataset: str, sign: str) -> Found:
    """Return the published means and deviations of errors in a direction (Table 6)."""
    found = published(gathered, "table6_error_direction", dataset, error_sign=sign)
    return {
        f"{own}_of_paper{end}": found.get(name + end)
        for own, name in OF_ERRORS.items()
        for end in ("", "_std")
    }
