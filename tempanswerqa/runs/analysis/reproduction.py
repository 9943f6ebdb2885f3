"""Computes the paper's tables from recorded responses, beside the published figures."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tempanswerqa import metrics
from tempanswerqa.metrics.correlation import spearman
from tempanswerqa.metrics.scores import published_scaled_error, scaled_error, smape
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.analysis import baselines
from tempanswerqa.runs.analysis.error_statistics import ErrorStatistics, shares, totals
from tempanswerqa.runs.analysis.paper_cells import (
    DEFINED,
    OF_ALL,
    OF_OFF_BY_ONE,
    OF_WRONG,
    OFF_BY_ONE,
    RIGHT,
    WRONG,
    Cell,
)
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.scoring import Item, Run
from tempanswerqa.runs.summary import Summary, number

PUBLISHED = Path(__file__).parent / "published"
SPLITS = {
    "arithmetic": "tot_arith",
    "semantic": "tot_semantic",
    "head": "ttqa_head",
    "tail": "ttqa_tail",
}
TABLES = {"Table 11": "table11_ttqa", "Table 12": "table12_tot"}
METRICS = ("exact_match", "smape", "mase")
AS_PUBLISHED = {"mase": "mase_published"}
"""The metrics that the published tables define in another way, with our names of these."""
QUESTION_TYPES = {
    "MultiOP": "multi_op",
    "EventAtWhatTime": "event_at_what_time",
    "RelationDuration": "relation_duration",
    "AddSubtract": "add_subtract",
    "Duration": "duration",
    "Trick": "trick",
    "Timezone": "timezone",
}
SEMANTIC = ("EventAtWhatTime", "RelationDuration")
"""The question types of Test of Time semantic; the others are those of arithmetic."""
ASKED = {"head": 1_111, "tail": 644}
"""The numbers of questions with which Table 11's exact match gives whole numbers of answers."""


class Collected:
    """Collects the figures of the tables run by run, so that memory holds few items."""

    def __init__(self) -> None:
        self.scores: dict[tuple[str, str, str], dict[str, float]] = {}
        """The scores as published and the number of right answers of each run, by `_key`."""
        self.defined: dict[tuple[str, str, str], dict[str, int]] = {}
        """The numbers of defined sMAPE and MASE, by the same key."""
        self.errors = {"ToT": ErrorStatistics(), "TTQA": ErrorStatistics()}

    def add(self, run: Run, items: Sequence[Item], summary: Summary) -> str:
        """Add a strictly read run; return the reason if it is left out, else an empty text."""
        key = run.subset, short_model(run.model).lower(), run.prompting
        if run.part.draw:
            return "it answers fresh questions"
        if TaskName.parse(run.task).chat:
            return "its responses do not continue a prefill"
        if run.missing:
            return f"it lacks {len(run.missing)} answers"
        if all(key != _key(row) for _, row, _ in _rows(self)):
            return "the published tables have no such run"
        if key in self.scores:
            return "another file has the same model, prompting and task"
        right = sum(item.scores["exact_match"] for item in items)
        self.scores[key] = {**_as_published(summary), RIGHT: right}
        self.defined[key] = {
            name: sum(not math.isnan(item.scores[name]) for item in items) for name in DEFINED
        }
        self.errors["TTQA" if run.subset.startswith("ttqa") else "ToT"].add(items)
        return ""

    def add_baselines(self, subset: str, part: Part) -> None:
        """Add the baselines of a subset; their sMAPE counts dates as timestamps, as published."""
        asked = list(part.questions.values())
        for name in baselines.BASELINES:
            pairs = list(zip(baselines.predict(name, asked), asked, strict=True))
            scaled = (
                published_scaled_error(scaled_error(number, q.number, q.centroid), q.unit)
                for number, q in pairs
            )
            self.scores[subset, name.lower(), ""] = {
                "exact_match": 100 * metrics.mean(float(n == q.number) for n, q in pairs),
                "smape": metrics.mean(smape(n, q.number) for n, q in pairs),
                "mase": metrics.mean(scaled),
            }


def short_model(name: str) -> str:
    """Return the model's name in the tables, which is without `-Instruct`."""
    return name.removesuffix("-Instruct").removesuffix("-instruct")


def score_cells(collected: Collected) -> Iterator[Cell]:
    """Yield the cells of Tables 11 and 12."""
    for table, row, ours in _rows(collected):
        for name in METRICS:
            yield _cell(table, _label(row), name, row[name], ours.get(name, math.nan))


def right_cells(collected: Collected) -> Iterator[Cell]:
    """Yield the numbers of right answers behind Table 11's exact match."""
    for table, row, ours in _rows(collected):
        if row["prompting"] and (asked := ASKED.get(row["split"])):
            published = round(float(row["exact_match"]) / 100 * asked)
            yield _cell(table, _label(row), RIGHT, published, ours.get(RIGHT, math.nan))


def error_cells(collected: Collected) -> Iterator[Cell]:
    """Yield the cells of Tables 3 to 6, over the runs at hand."""
    partial = _partial(collected)
    yield from _size_cells(collected, partial)
    yield from _kind_cells(collected, partial)
    yield from _direction_cells(collected, partial)


def _size_cells(collected: Collected, partial: Mapping[str, bool]) -> Iterator[Cell]:
    for row in published_rows("table3_absolute_errors"):
        dataset, size = row["dataset"], float(row["absolute_error"])
        found = collected.errors[dataset]
        label = f"{dataset} off by {row['absolute_error']}"
        for metric, published, ours in (
            (WRONG, row["count"], found.sizes[size] if found.asked else math.nan),
            (OF_WRONG, row["share_percent"], found.share_of(size)),
        ):
            yield _cell("Table 3", label, metric, published, ours, partial[dataset])


def _kind_cells(collected: Collected, partial: Mapping[str, bool]) -> Iterator[Cell]:
    """Yield the cells of Tables 4 and 5; shares of answers off by one are also given as numbers."""
    for table, file, dataset, key, by in (
        ("Table 4", "table4_tot_question_types", "ToT", "question_type", 0),
        ("Table 5", "table5_ttqa_formats", "TTQA", "answer_format", 1),
    ):
        found = collected.errors[dataset]
        asked, off = shares(found.asked, by), shares(found.off_by_one, by)
        counts = totals(found.off_by_one, by)
        for row in published_rows(file):
            kind, of_off = row[key], row["share_off_by_one_percent"]
            name = QUESTION_TYPES.get(kind, kind)
            split = "semantic" if kind in SEMANTIC else "arithmetic"
            count = counts[name] if name in asked else math.nan
            published_off = round(float(of_off) / 100 * _off_by_one(dataset))
            for metric, published, ours, lacks in (
                (OF_ALL, row["share_all_percent"], asked.get(name, math.nan), dataset),
                (OF_OFF_BY_ONE, of_off, off.get(name, math.nan), dataset),
                (OFF_BY_ONE, published_off, count, split if dataset == "ToT" else dataset),
            ):
                yield _cell(table, kind, metric, published, ours, partial[lacks])


def _direction_cells(collected: Collected, partial: Mapping[str, bool]) -> Iterator[Cell]:
    for row in published_rows("table6_error_direction"):
        dataset, sign = row["dataset"], row["error_sign"]
        for name in ("smape", "mase"):
            of_wrong = collected.errors[dataset].spread(sign, AS_PUBLISHED.get(name, name))
            for metric, ours in zip((name, f"{name}_std"), of_wrong, strict=True):
                label = f"{dataset} {sign}"
                yield _cell("Table 6", label, metric, row[metric], ours, partial[dataset])


def correlation_cells(collected: Collected) -> Iterator[Cell]:
    """Yield Figure 4: Spearman's correlation of two metrics over the runs of a dataset.

    Scores are rounded to two decimals, as in Tables 11 and 12; unrounded, MASE's ranks differ.
    """
    partial = _partial(collected)
    for row in published_rows("figure4_rank_correlations"):
        dataset, names = row["dataset"], (row["metric_a"], row["metric_b"])
        runs = [
            scores
            for (subset, _, prompting), scores in collected.scores.items()
            if subset.startswith(dataset.lower()) and prompting
        ]
        first, second = ([round(scores[name], 2) for scores in runs] for name in names)
        ours = spearman(first, second).rho
        yield _cell("Figure 4", dataset, " ~ ".join(names), row["spearman"], ours, partial[dataset])


def defined_cells(collected: Collected) -> Iterator[Cell]:
    """Yield our numbers of defined scores for Tables 13 and 14; the published are not at hand."""
    for _, row, _ in _rows(collected):
        for name, ours in collected.defined.get(_key(row), {}).items():
            yield Cell("Tables 13 and 14", _label(row), DEFINED[name], None, ours)


def missing_runs(collected: Collected) -> list[str]:
    """Return the published runs that are not at hand, as split, model and prompting."""
    return [_label(row) for _, row, ours in _rows(collected) if row["prompting"] and not ours]


def _partial(collected: Collected) -> dict[str, bool]:
    """Return for each split, and for each dataset, whether any of its runs is missing."""
    lacking = {run.split()[0] for run in missing_runs(collected)}
    return {split: split in lacking for split in SPLITS} | {
        dataset: any(SPLITS[split].startswith(dataset.lower()) for split in lacking)
        for dataset in collected.errors
    }


def _off_by_one(dataset: str) -> int:
    """Return the number of answers off by one in Table 3."""
    return next(
        int(row["count"])
        for row in published_rows("table3_absolute_errors")
        if (row["dataset"], row["absolute_error"]) == (dataset, "1")
    )


def _rows(collected: Collected) -> Iterator[tuple[str, dict[str, str], Mapping[str, float]]]:
    """Yield the rows of Tables 11 and 12 with their table and our scores (empty without a run)."""
    for table, file in TABLES.items():
        for row in published_rows(file):
            yield table, row, collected.scores.get(_key(row), {})


def _key(row: Mapping[str, str]) -> tuple[str, str, str]:
    """Return subset, model in small letters, and prompting of a row of Table 11 or 12."""
    return SPLITS[row["split"]], row["model"].lower(), row["prompting"]


def _label(row: Mapping[str, str]) -> str:
    return " ".join(filter(None, (row["split"], row["model"], row["prompting"])))


def _as_published(summary: Summary) -> dict[str, float]:
    found = {name: number(summary.mean(AS_PUBLISHED.get(name, name))) for name in METRICS}
    return found | {"exact_match": 100 * found["exact_match"]}


def published_rows(file: str) -> list[dict[str, str]]:
    """Return the rows of one of the files in `PUBLISHED`, named without its suffix."""
    with (PUBLISHED / f"{file}.csv").open(newline="", encoding="utf-8") as opened:
        return list(csv.DictReader(opened))


def _cell(
    table: str, row: str, metric: str, published: str | int, ours: float, partial: bool = False
) -> Cell:
    """Return a cell with our name of the metric; its figure of ours is None if `ours` is NaN."""
    for name, own in AS_PUBLISHED.items():
        metric = metric.replace(name, own)
    found = None if math.isnan(ours) else ours
    return Cell(table, row, metric.replace("_std", " std"), float(published), found, partial)
