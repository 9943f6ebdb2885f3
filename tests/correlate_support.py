"""Writes results files of made-up models as the harness does."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.correlate import correlations, results, selection
from tempanswerqa.text import visible

OURS = "tempanswerqa_ttqa_head"
GSM8K = "gsm8k:exact_match,strict-match"
MMLU = "mmlu:acc,none"
MODELS = [f"org/m{n}" for n in range(8)]
HIGHER = {"acc", *(name for name, metric in METRICS.items() if metric.higher_is_better)}

ORDER = [3, 1, 4, 0, 5, 7, 2, 6]
"""The rank of each model on gsm8k; its number is its rank on mmlu and on ours."""


def ours(place: int, rule: str = "strict-match") -> dict[str, Any]:
    """Return scores that are better the higher the place, from 0 to 9."""
    others = {name: (place if name in HIGHER else 9 - place) / 10 for name in METRICS}
    scores = others | {
        "exact_match": 0.1 + place / 10, "within_one": 0.15 + place / 12,
        "smape": 30.0 - 3 * place, "mase": 2.0 ** (3 - place), "capped_ase": 0.8 - place / 12,
        "parsed": 0.8 + place / 50,
    }  # fmt: skip
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


def on_one_line(text: str) -> bool:
    """Return whether text has no characters that hide, move or break lines."""
    return visible(text) == text and len(text.splitlines()) == 1


def collect(*places: Path) -> results.Models:
    """Return the scores of the places, all of whose files have to be readable."""
    failures: list[str] = []
    models = results.collect([str(place) for place in places], failures.append)
    assert failures == []
    return models


def related(
    models: results.Models, *others: str, tasks: list[str] | None = None
) -> list[correlations.Relation]:
    own = selection.ours(models, "strict-match", tasks)
    return correlations.relate(models, own, [selection.other(models, asked) for asked in others])


BBH = ("date_understanding", "temporal_sequences")
ORDINARY = (
    "gsm8k:exact_match,strict-match",
    "mmlu:acc",
    *(f"bbh_cot_fewshot_{name}:exact_match,get-answer" for name in BBH),
)
"""Scores of the harness's own tasks, as `--with` takes them."""
_SUBJECTS = {
    "mmlu_stem": ("mmlu_abstract_algebra", "mmlu_astronomy"),
    "mmlu_humanities": ("mmlu_philosophy", "mmlu_world_religions"),
}


def write_ordinary(folder: Path) -> Path:
    """Write results of `MODELS` as lm_eval 0.4.13 does: on two tasks of ours, on `gsm8k`, `mmlu`
    and two of `bbh_cot_fewshot` in one file, with groups beside their subtasks.
    """
    for number, (model, rank) in enumerate(zip(MODELS, ORDER, strict=True)):
        own = {OURS: ours(number), "tempanswerqa_tot_arith": ours((number + rank) / 2)}
        write(folder, model, own, 1.7e9, lm_eval_version="0.4.13")
        _write_harness(folder, model, number, rank)
    return folder


def _write_harness(folder: Path, model: str, number: int, rank: int) -> None:
    tasks = {"gsm8k": gsm8k(0.1 + rank / 10)}
    for name, place in zip(BBH, ((3 * number + 2) % 8, 5 * rank % 8), strict=True):
        scored = {"exact_match,get-answer": 0.2 + place / 12, "exact_match_stderr,get-answer": 0.02}
        tasks[f"bbh_cot_fewshot_{name}"] = scored
    for group, subjects in _SUBJECTS.items():
        for subject in subjects:
            share = 0.3 + number / 20 + 0.01 * len(subject + group)
            tasks[subject] = {"acc,none": share, "acc_stderr,none": 0.04}
    subtasks = {"mmlu": list(_SUBJECTS), **{k: list(v) for k, v in _SUBJECTS.items()}}
    groups = {
        name: {
            "alias": name.removeprefix("mmlu_"), "name": name, "sample_len": 800,
            "acc,none": 0.3 + number / 20, "acc_stderr,none": 0.01,
            "sample_count": {"acc,none": 800},
        }
        for name in subtasks
    }  # fmt: skip
    every = {task: {"task": task, "alias": task, **row} for task, row in tasks.items()} | groups
    shots = {task: 3 if "bbh" in task else 5 if task == "gsm8k" else 0 for task in every}
    stated = {
        "groups": groups, "group_subtasks": subtasks, "n-shot": shots,
        "configs": {task: {"task": task, "metadata": {"version": 3.0}} for task in tasks},
        "versions": {task: "2" if task in groups else 3.0 for task in every},
        "n-samples": {task: {"original": 250, "effective": 250} for task in tasks},
    }  # fmt: skip
    write(folder, model, every, 1.8e9, lm_eval_version="0.4.13", **stated)
