"""Reads files of Every Eval Ever (schema 0.3.0): scores in `UUID.json`, responses in
`UUID_samples.jsonl`.

`additional_details` are read if they are those that `runs.submission.every_eval_ever` writes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tempanswerqa.private import masked
from tempanswerqa.questions.draws import ANSWERED
from tempanswerqa.runs.saved import Saved, response_text

VERSION = "0.3.0"
"""The version of the schema."""
SAMPLES = "_samples.jsonl"
THINK_END = "think_end_token"
"""The field for the closing mark of thinking in the metadata of a response."""

_UUID = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
_SCORES = re.compile(rf"{_UUID}\.json")
_RESPONSES = re.compile(rf"({_UUID}){SAMPLES}")


def has_scores(name: str) -> bool:
    """Return whether this is the name of a file with scores."""
    return _SCORES.fullmatch(name) is not None


def samples_of(scores: Path) -> Path:
    """Return the path of the responses to which a file with scores belongs."""
    return scores.with_name(scores.stem + SAMPLES)


def scores_of(samples: Path) -> Path | None:
    """Return the path of the scores of a file with responses; None for a name of another form."""
    found = _RESPONSES.fullmatch(samples.name)
    return samples.with_name(f"{found[1]}.json") if found else None


def instance(row: int, record: Mapping[str, Any]) -> Saved:
    """Return the response of a line. Raises KeyError, TypeError or IndexError if it has none."""
    metadata = record.get("metadata") or {}
    return Saved(
        row,
        response_text(record["output"]["raw"][0]),
        str(record["sample_id"]),
        (response_text(record["input"]["raw"]),),
        think_end=masked(str(metadata.get(THINK_END) or "")),
    )


def result(record: Mapping[str, Any]) -> tuple[object, object]:
    """Return the names of the score of a line; a response has one line for each score."""
    return record["evaluation_name"], record.get("evaluation_result_id")


def as_results(log: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file with scores in the form of a results file of the harness.

    A score without a filter has the filter `none`. Raises KeyError, TypeError, AttributeError or
    ValueError for a file of another form, and ValueError for too many questions.
    """
    fields = ("results", "higher_is_better", "configs", "versions", "n-shot", "n-samples")
    found: dict[str, Any] = {field: defaultdict(dict) for field in fields}
    for own in log["evaluation_results"]:
        metric, score = own["metric_config"], own["score_details"]
        name, _, rule = str(own.get("evaluation_result_id") or "").partition(":")
        name = str(metric.get("metric_name") or name or "score").replace(",", " ")
        rule = rule or "none"
        task = str(own["evaluation_name"]).removesuffix(f"/{rule}")
        uncertainty = score.get("uncertainty") or {}
        error = uncertainty.get("standard_error") or {}
        scores = {f"{name},{rule}": score["score"], f"{name}_stderr,{rule}": error.get("value")}
        found["results"][task] |= scores
        found["higher_is_better"][task][name] = not metric["lower_is_better"]
        details = own["source_data"].get("additional_details") or {}
        shots = (own.get("generation_config") or {}).get("additional_details") or {}
        stated = _numbers(details)
        if stated.get("n", 0) > ANSWERED:
            raise ValueError(f"{task} is on more than {ANSWERED:,} questions")
        found["configs"][task] = {"metadata": stated | {"prompts": details.get("prompts")}}
        found["versions"][task] = details.get("task_version")
        found["n-shot"][task] = _numbers(shots).get("num_fewshot")
        answered = found["n-samples"][task].get("effective", 0), uncertainty.get("num_samples", 0)
        found["n-samples"][task] = {"original": stated.get("questions"), "effective": max(answered)}
    return found | {
        "model_name": str(log["model_info"]["id"]),
        "date": float(log["retrieved_timestamp"]),
    }


def _numbers(details: Mapping[str, str]) -> dict[str, int]:
    return {name: int(text) for name, text in details.items() if re.fullmatch(r"\d{1,18}", text)}
