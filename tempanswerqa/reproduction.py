"""The paper's tables from recorded responses, beside the published figures."""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tempanswerqa import baselines, metrics
from tempanswerqa.catalog import Part, is_chat
from tempanswerqa.correlation import spearman
from tempanswerqa.errors import ErrorStatistics, shares
from tempanswerqa.rescoring import Item, Run
from tempanswerqa.summary import Summary

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
"""Metrics that the published tables have otherwise than we, and what ours of theirs is called."""
QUESTION_TYPES = {
    "MultiOP": "multi_op",
    "EventAtWhatTime": "event_at_what_time",
    "RelationDuration": "relation_duration",
    "AddSubtract": "add_subtract",
    "Duration": "duration",
    "Trick": "trick",
    "Timezone": "timezone",
}


KNOWN = {
    ("Table 11", False, "exact_match"): (0.9, 0.0),
    ("Table 11", False, "smape"): (0.5, 0.0),
    ("Table 11", False, "mase"): (0.01, 0.05),
    ("Table 11", True, "smape"): (0.02, 0.0),
    ("Table 12", False, "mase"): (0.02, 0.0),
    ("Table 12", True, "smape"): (0.05, 0.0),
}
"""Differences that docs/errata.md explains: by table, whether of a baseline, and metric; an
absolute bound and one relative to the published figure, whichever is larger."""


class Cell(NamedTuple):
    """A published figure beside ours. `ours` is None where its run is missing."""

    table: str
    row: str
    metric: str
    published: float
    ours: float | None
    partial: bool = False
    """Whether ours is over some of the published runs, so that it cannot be expected to agree."""

    @property
    def difference(self) -> float | None:
        """Ours, rounded as published, minus the published figure."""
        return None if self.ours is None else round(round(self.ours, 2) - self.published, 2)

    @property
    def verdict(self) -> str:
        """`met` (to the published digit), `known` (within `KNOWN`), `differs`, `partial`, or
        `missing`."""
        if self.difference is None:
            return "missing"
        if self.difference == 0:
            return "met"
        if self.partial:
            return "partial"
        of_baseline = any(name in self.row for name in baselines.BASELINES)
        absolute, relative = KNOWN.get((self.table, of_baseline, self.metric), (0.0, 0.0))
        bound = max(absolute, relative * self.published)
        return "known" if abs(self.difference) <= bound + 1e-9 else "differs"


class Collected:
    """What the tables are made of, gathered run by run so that few items are held."""

    def __init__(self) -> None:
        self.scores: dict[tuple[str, str, str], dict[str, float]] = {}
        """Scores as published, by subset, model and prompting."""
        self.defined: dict[tuple[str, str, str], dict[str, int]] = {}
        """Numbers of defined sMAPE and MASE, by the same."""
        self.errors = {"ToT": ErrorStatistics(), "TTQA": ErrorStatistics()}

    def add(self, run: Run, items: Sequence[Item], summary: Summary) -> str:
        """Take a strictly read run; or say why it is left out."""
        key = run.subset, short_model(run.model), run.prompting
        if run.part.draw:
            return "it answers fresh questions"
        if is_chat(run.task):
            return "its replies go on from no prefill"
        if run.missing:
            return f"it lacks {len(run.missing)} answers"
        if key in self.scores:
            return "another file has the same model, prompting and task"
        self.scores[key] = _aspublished_rows(summary)
        self.defined[key] = {
            name: sum(not math.isnan(item.scores[name]) for item in items)
            for name in ("smape", "mase")
        }
        self.errors["TTQA" if run.subset.startswith("ttqa") else "ToT"].add(items)
        return ""

    def add_baselines(self, subset: str, part: Part) -> None:
        """Take the baselines of a subset, whose published sMAPE counts dates as timestamps."""
        asked = list(part.questions.values())
        for name in baselines.BASELINES:
            pairs = list(zip(baselines.predict(name, asked), asked, strict=True))
            scaled = (
                metrics.published_scaled_error(
                    metrics.scaled_error(number, q.number, q.centroid), q.unit
                )
                for number, q in pairs
            )
            self.scores[subset, name, ""] = {
                "exact_match": 100 * metrics.mean(float(n == q.number) for n, q in pairs),
                "smape": metrics.mean(metrics.smape(n, q.number) for n, q in pairs),
                "mase": metrics.mean(scaled),
            }


def short_model(name: str) -> str:
    """The model's name as the tables have it: without `-Instruct`."""
    return name.removesuffix("-Instruct").removesuffix("-instruct")


def score_cells(collected: Collected) -> Iterator[Cell]:
    """Tables 11 and 12."""
    for table, file in TABLES.items():
        for row in published_rows(file):
            key = SPLITS[row["split"]], row["model"], row["prompting"]
            ours = _found(collected.scores, key)
            label = " ".join(filter(None, (row["split"], row["model"], row["prompting"])))
            for name in METRICS:
                yield _cell(table, label, name, row[name], ours[name] if ours else math.nan)


def error_cells(collected: Collected) -> Iterator[Cell]:
    """Tables 3 to 6, over the runs at hand: they meet the published ones only with all runs."""
    for row in published_rows("table3_absolute_errors"):
        found = collected.errors[row["dataset"]]
        label = f"{row['dataset']} off by {row['absolute_error']}"
        share = found.share_of(float(row["absolute_error"]))
        yield _cell("Table 3", label, "% of errors", row["share_percent"], share)
    for table, file, dataset, key, by in (
        ("Table 4", "table4_tot_question_types", "ToT", "question_type", 0),
        ("Table 5", "table5_ttqa_formats", "TTQA", "answer_format", 1),
    ):
        found = collected.errors[dataset]
        ours = {"all": shares(found.asked, by), "off_by_one": shares(found.off_by_one, by)}
        for row in published_rows(file):
            name = QUESTION_TYPES.get(row[key], row[key])
            for counted, share in ours.items():
                published = row[f"share_{counted}_percent"]
                yield _cell(table, row[key], f"% {counted}", published, share.get(name, math.nan))
    for row in published_rows("table6_error_direction"):
        found, sign = collected.errors[row["dataset"]], row["error_sign"]
        label = f"{row['dataset']} {sign}"
        for name in ("smape", "mase"):
            mean, deviation = found.spread(sign, AS_PUBLISHED.get(name, name))
            yield _cell("Table 6", label, name, row[name], mean)
            yield _cell("Table 6", label, f"{name} std", row[f"{name}_std"], deviation)


def correlation_cells(collected: Collected) -> Iterator[Cell]:
    """Figure 4: Spearman's correlation of two metrics over the runs of a dataset."""
    for row in published_rows("figure4_rank_correlations"):
        prefix = row["dataset"].lower()
        runs = [
            scores
            for (subset, model, _), scores in collected.scores.items()
            if subset.startswith(prefix) and model not in baselines.BASELINES
        ]
        names = row["metric_a"], row["metric_b"]
        first, second = ([scores[name] for scores in runs] for name in names)
        ours = spearman(first, second).rho
        yield _cell("Figure 4", row["dataset"], " ~ ".join(names), row["spearman"], ours)


def missing_runs(collected: Collected) -> list[str]:
    """The published runs that are not at hand, as split, model and prompting."""
    return [
        f"{row['split']} {row['model']} {row['prompting']}"
        for file in TABLES.values()
        for row in published_rows(file)
        if row["prompting"]
        and _found(collected.scores, (SPLITS[row["split"]], row["model"], row["prompting"])) is None
    ]


def outcome(cells: Iterable[Cell]) -> str:
    """One line: cells compared, cells met, and the largest difference by metric."""
    compared = [cell for cell in cells if cell.difference is not None]
    verdicts = Counter(cell.verdict for cell in compared)
    largest: dict[str, float] = {}
    for cell in compared:
        largest[cell.metric] = max(largest.get(cell.metric, 0.0), abs(cell.difference or 0.0))
    listed = ", ".join(f"{name} {value:.2f}" for name, value in largest.items())
    return (
        f"{len(compared)} cells compared, {verdicts['met']} met to the digit, {verdicts['known']} "
        f"within the known difference, {verdicts['differs'] + verdicts['partial']} not; "
        f"largest difference: {listed}"
    )


def parts(cells: Iterable[Cell]) -> dict[str, list[Cell]]:
    """The cells by what has one outcome: a table's models, or its baselines."""
    found: dict[str, list[Cell]] = {}
    for cell in cells:
        of_baseline = any(name in cell.row for name in baselines.BASELINES)
        found.setdefault(cell.table + (" baselines" if of_baseline else ""), []).append(cell)
    return found


def _aspublished_rows(summary: Summary) -> dict[str, float]:
    smape, mase = summary["smape"], summary["mase_published"]
    return {
        "exact_match": 100 * summary["exact_match"],
        "smape": math.nan if smape is None else smape,
        "mase": math.nan if mase is None else mase,
    }


def _found(
    scores: Mapping[tuple[str, str, str], dict[str, float]], key: tuple[str, str, str]
) -> dict[str, float] | None:
    """The scores of a run; names are compared without regard to case."""
    wanted = tuple(part.lower() for part in key)
    return next((v for k, v in scores.items() if tuple(p.lower() for p in k) == wanted), None)


def published_rows(file: str) -> list[dict[str, str]]:
    """The rows of one of the files in `PUBLISHED`, named without its suffix."""
    with (PUBLISHED / f"{file}.csv").open(newline="", encoding="utf-8") as opened:
        return list(csv.DictReader(opened))


def _cell(table: str, row: str, metric: str, published: str, ours: float) -> Cell:
    return Cell(table, row, metric, float(published), None if math.isnan(ours) else ours)
