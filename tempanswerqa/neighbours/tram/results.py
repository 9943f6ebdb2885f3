"""Reads accuracies on TRAM as rows of its Table 2, from the published table and results files."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.neighbours.tram.items import TASKS
from tempanswerqa.runs import harness_files
from tempanswerqa.runs.harness_files import HarnessResults
from tempanswerqa.runs.saved_responses import RecordedError

PUBLISHED = Path(__file__).with_name("tram_table2.csv")
WITH_F1 = ("relation", "nli")
COLUMNS = tuple(
    f"{task}_{score}" for task in TASKS for score in ("acc", "f1")[: 1 + (task in WITH_F1)]
)
"""The columns of the published table without the average, which is the mean of all columns."""

TUNED = "_tuned"
VARIANTS = {"": "letters", "_text": "texts", "_gen": "SP", "_cot": "CoT", TUNED: "fine-tuned"}
"""The suffixes of `tram_<task>` in task names, and their names in rows: SP and CoT are the paper's
standard and chain-of-thought prompting."""
SETTINGS = {
    "train_more": "trained on {} more per category",
    "epochs": "epochs {}",
    "learning_rate": "rate {}",
    "training_seed": "seed {}",
    "per_category": "{} per category",
}
"""The texts for the metadata of tasks in the names of rows."""


class Row(NamedTuple):
    """Hold scores in percent by the names in `COLUMNS`; a missing score is NaN."""

    name: str
    scores: dict[str, float]

    @property
    def average(self) -> float:
        """Return the unweighted mean of all columns, as in the paper; NaN if one is missing."""
        return math.fsum(self.scores[name] for name in COLUMNS) / len(COLUMNS)


def row(name: str, scores: Mapping[str, float]) -> Row:
    """Return a row with NaN for the columns that `scores` lacks."""
    return Row(name, {column: scores.get(column, math.nan) for column in COLUMNS})


def published() -> list[Row]:
    """Return the published rows: random choice, 16 runs of four models, and human experts."""
    with PUBLISHED.open(newline="", encoding="utf-8") as file:
        return [
            row(cells["model"], {name: float(cells[name]) for name in COLUMNS})
            for cells in csv.DictReader(file)
        ]


def saved(place: str) -> list[Row]:
    """Return a row for each way of prompting in a results file, or in all those of a folder.

    Raises RecordedError if there is no such file, or if the files have no task of TRAM.
    """
    if not Path(place).expanduser().exists():
        raise RecordedError(f"{place}: no file there; name results_*.json of lm_eval, or a folder")
    files = harness_files.files(place)
    if not files:
        raise RecordedError(f"{place}: no results_*.json there; run lm_eval with --output_path")
    found = [row for file in files for row in _rows(file)]
    if not found:
        raise RecordedError(f"{place}: no task of TRAM in its results")
    return found


def tasks(rows: list[Row]) -> list[str]:
    """Return the tasks for which at least one row has an accuracy."""
    return [t for t in TASKS if any(not math.isnan(row.scores[f"{t}_acc"]) for row in rows)]


def _rows(path: Path) -> list[Row]:
    results = harness_files.read(path)
    if not results:
        raise RecordedError(f"{path}: cannot be read; name a results file of lm_eval")
    found: dict[str, dict[str, float]] = {}
    for task in TASKS:
        for suffix, variant in VARIANTS.items():
            name = f"tram_{task}{suffix}"
            if name in results.scores:
                title = f"{results.model} ({_setting(results, name)}, {variant})"
                found.setdefault(title, {}).update(_scores(task, results, name))
    return [row(title, scores) for title, scores in found.items()]


def _scores(task: str, results: HarnessResults, name: str) -> dict[str, float]:
    found = {key.partition(",")[0]: 100 * score for key, score in results.scores[name].items()}
    if "acc" not in found:
        raise RecordedError(f"{results.path}: {name} lacks acc; name a results file of lm_eval")
    scores = {f"{task}_acc": found.get("acc_norm", found["acc"])}
    return scores | ({f"{task}_f1": found["f1"]} if task in WITH_F1 and "f1" in found else {})


def _setting(results: HarnessResults, name: str) -> str:
    """Return the exemplars as `5S`, the settings, and the questions if not all were asked."""
    metadata, asked = results.metadata(name), results.of_task("n-samples", name)
    parts = [f"{results.of_task('n-shot', name) or 0}S"]
    parts += [
        told.format(metadata[field])
        for field, told in SETTINGS.items()
        if metadata.get(field) is not None
    ]
    if isinstance(asked, dict) and asked.get("effective") != asked.get("original"):
        parts.append(f"{asked.get('effective')} questions")
    return ", ".join(parts)
