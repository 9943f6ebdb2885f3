"""Reads accuracies on TRAM as rows of its Table 2, from the published table and results files."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import files, private
from tempanswerqa.neighbours.tram.items import TASKS
from tempanswerqa.runs import harness_files
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
    path = Path(place).expanduser()
    if not path.exists():
        raise RecordedError(f"{place}: no file there; name results_*.json of lm_eval, or a folder")
    files = sorted(path.rglob("results_*.json")) if path.is_dir() else [path]
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
    try:
        stated, _ = private.cleaned(json.loads(files.content(path, harness_files.LARGEST).decode()))
        harness_files.name_tasks(stated)
        results = stated["results"]
        model = harness_files.model_of(stated) or private.masked(path.parent.name)
        found: dict[str, dict[str, float]] = {}
        for task in TASKS:
            for suffix in VARIANTS:
                name = f"tram_{task}{suffix}"
                if name in results:
                    title = f"{model} ({_setting(stated, name)}, {VARIANTS[suffix]})"
                    found.setdefault(title, {}).update(_scores(task, results[name]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RecordedError(
            f"{path}: {type(error).__name__}: {error}; name a results file of lm_eval"
        ) from error
    return [row(title, scores) for title, scores in found.items()]


def _scores(task: str, results: Mapping[str, Any]) -> dict[str, float]:
    by_metric = {key.partition(",")[0]: value for key, value in results.items()}
    shown = "acc_norm" if "acc_norm" in by_metric else "acc"
    found = {f"{task}_acc": 100 * float(by_metric[shown])}
    if task in WITH_F1 and "f1" in by_metric:
        found[f"{task}_f1"] = 100 * float(by_metric["f1"])
    return found


def _setting(stated: Mapping[str, Any], name: str) -> str:
    """Return the exemplars as `5S`, the settings, and the questions if not all were asked."""
    parts = [f"{stated.get('n-shot', {}).get(name, 0)}S"]
    metadata = stated.get("configs", {}).get(name, {}).get("metadata") or {}
    parts += [
        told.format(metadata[field])
        for field, told in SETTINGS.items()
        if metadata.get(field) is not None
    ]
    asked = stated.get("n-samples", {}).get(name, {})
    if asked.get("effective") != asked.get("original"):
        parts.append(f"{asked['effective']} questions")
    return ", ".join(parts)
