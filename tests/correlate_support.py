"""Writes results files of made-up models as the harness does."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports import correlate
from tempanswerqa.reports.correlate import Models, Relation

OURS = "tempanswerqa_ttqa_head"
GSM8K = "gsm8k:exact_match,strict-match"
MMLU = "mmlu:acc,none"
MODELS = [f"org/m{n}" for n in range(8)]
HIGHER = {"acc", *(name for name, metric in METRICS.items() if metric.higher_is_better)}

ORDER = [3, 1, 4, 0, 5, 7, 2, 6]
"""The rank of each model on gsm8k; its number is its rank on mmlu and on ours."""


def ours(place: int, rule: str = "strict-match") -> dict[str, Any]:
    """Return scores that are better the higher the place, from 0 to 9."""
    scores = {name: (place if name in HIGHER else 9 - place) / 10 for name in METRICS}
    scores["smape"] = 30.0 - 3 * place
    errors = {f"{name}_stderr": value / 20 for name, value in scores.items()}
    nothing = {f"{name}_stderr_stderr": "N/A" for name in scores}
    return {f"{name},{rule}": value for name, value in (scores | errors | nothing).items()}


def gsm8k(share: float) -> dict[str, Any]:
    return {
        "exact_match,strict-match": share, "exact_match,flexible-extract": share + 0.01,
        "exact_match_stderr,strict-match": 0.01, "exact_match_stderr,flexible-extract": 0.01,
    }  # fmt: skip


def write(
    folder: Path,
    model: str,
    scores: Mapping[str, Mapping[str, Any]],
    date: float = 1.7e9,
    **fields: Any,
) -> Path:
    """Write a results file with these scores by task; `fields` replace others of its fields."""
    stated = {
        "results": {
            task: {"name": task, "alias": task, "sample_len": 200, **row}
            for task, row in scores.items()
        },
        "group_subtasks": {},
        "configs": {task: {"task": task, "metadata": {"version": 1.1}} for task in scores},
        "versions": dict.fromkeys(scores, 1.1),
        "n-shot": dict.fromkeys(scores, 0),
        "higher_is_better": {
            task: {key.split(",")[0]: key.split(",")[0] in HIGHER for key in row}
            for task, row in scores.items()
        },
        "n-samples": {task: {"original": 200, "effective": 200} for task in scores},
        "config": {"model": "hf", "model_args": {"pretrained": model}, "limit": None},
        "date": date,
        "model_source": "hf",
        "model_name": model,
    } | fields
    number = len(list(folder.rglob("results_*.json")))
    path = folder / f"model_{number}" / f"results_2026-01-01T00-00-{date:.6f}.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(stated))
    return path


def write_all(folder: Path) -> Path:
    """Write results of our task and others for all `MODELS`, in two files each."""
    for number, (model, rank) in enumerate(zip(MODELS, ORDER, strict=True)):
        write(folder, model, {OURS: ours(number)})
        rows = {"gsm8k": gsm8k(0.1 + rank / 10), "mmlu": {"acc,none": 0.3 + number / 20}}
        write(folder, model, rows, 1.8e9)
    return folder


def collect(*places: Path) -> Models:
    """Return the scores of the places, all of whose files have to be readable."""
    failures: list[str] = []
    models = correlate.collect([str(place) for place in places], failures.append)
    assert failures == []
    return models


def related(models: Models, *others: str) -> list[Relation]:
    own = correlate.ours(models, "strict-match")
    return correlate.relate(models, own, correlate.select(models, others))
