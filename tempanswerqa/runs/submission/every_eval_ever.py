"""Writes files of Every Eval Ever: for each task one of mean scores and one of scored responses.

They lie in `data/tempanswerqa/DEVELOPER/MODEL`; the same responses give files of the same names.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tempanswerqa import __version__, files
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import signature
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import Run
from tempanswerqa.runs.submission import HOME, NAME, SubmissionError, verify
from tempanswerqa.runs.submission.bundle import Bundle, SubmittedTask

if TYPE_CHECKING:
    from pandas import DataFrame

VERSION = "0.3.0"
"""The version of the schema."""
ARGUMENTS = ("temperature", "top_p", "top_k")
"""The numbers among the options of generation that have a field of their own."""
UNITS = {1.0: "proportion", 100.0: "percent"}
"""The units of metrics, by the largest score of the metric."""

_MODEL = re.compile(
    r"(?!(?:data|unknown)/)[\w-][\w.-]*(?<!\.)/(?!(?:data|unknown)$)[\w-][\w.-]*(?<!\.)", re.ASCII
)


def check(organization: str) -> None:
    """Raise SubmissionError if the organization that ran the model is not named."""
    if not organization:
        raise SubmissionError("--format every_eval_ever needs --organization, who ran the model")


def write(built: Bundle, library: Library, folder: Path, organization: str) -> list[Path]:
    """Write both files of each task, and return the paths, scores first.

    Raises SubmissionError if the name of the model is not DEVELOPER/MODEL, as paths need it.
    """
    if not _MODEL.fullmatch(built.model):
        raise SubmissionError(
            f"the model is called {built.model!r}; name it as on the Hugging Face Hub: "
            "--model DEVELOPER/MODEL"
        )
    return [
        path
        for task in built.tasks
        for path in _written(built, task, library, folder, organization)
    ]


def _written(
    built: Bundle, task: SubmittedTask, library: Library, folder: Path, organization: str
) -> list[Path]:
    run = verify.run_of(task, built, library, texts=True)
    name = str(replace(TaskName.parse(task.name), fewshot=built.prompting == "few-shot"))
    evaluation = f"{name}/{built.model}/{_seconds(built.created)}"
    place = Path("data", NAME, built.model)
    key = json.dumps([built.model, name, [*run.items], task.responses], sort_keys=True)
    # the same for the same responses, so that no copies are made
    stem = uuid.UUID(bytes=hashlib.sha256(key.encode()).digest()[:16], version=4)
    # ASCII, so that no text has a line end; NaN, which JSON lacks, is an error
    lines = (
        json.dumps(instance, allow_nan=False) + "\n"
        for items in zip(*(own.itertuples() for own in run.items.values()), strict=True)
        for rule, item in zip(run.items, items, strict=True)
        for instance in _instances(run, name, rule, item, evaluation)
    )
    samples = files.save(folder / place / f"{stem}_samples.jsonl", lines)
    content = samples.read_bytes()
    scores = {
        "schema_version": VERSION,
        "evaluation_id": evaluation,
        "retrieved_timestamp": _seconds(built.created),
        "source_metadata.source_name": f"lm-evaluation-harness with {NAME}",
        "source_metadata.source_type": "evaluation_run",
        "source_metadata.source_organization_name": organization,
        "source_metadata.evaluator_relationship": "other",
        "eval_library.name": "lm_eval",
        "eval_library.version": task.lm_eval or "unknown",
        f"eval_library.additional_details.{NAME}": __version__,
        "model_info.name": built.model,
        "model_info.id": built.model,
        "model_info.developer": built.model.partition("/")[0],
        "model_info.additional_details.deployment_type": "unknown",
        "model_info.additional_details.model_availability": "unknown",
        "model_info.additional_details.lm_eval_backend": built.settings.backend,
        "evaluation_results": [
            result
            for rule, own in run.items.items()
            for result in _results(built, task, name, rule, own)
        ],
        "detailed_evaluation_results.format": "jsonl",
        "detailed_evaluation_results.file_path": (place / samples.name).as_posix(),
        "detailed_evaluation_results.hash_algorithm": "sha256",
        "detailed_evaluation_results.checksum": hashlib.sha256(content).hexdigest(),
        "detailed_evaluation_results.total_rows": content.count(b"\n"),
    }
    path = folder / place / f"{stem}.json"
    text = json.dumps(_nested(scores), allow_nan=False, indent=1)
    return [files.save(path, [f"{text}\n"]), samples]


def _nested(fields: dict[str, Any]) -> dict[str, Any]:
    """Return fields as an object; the dots of a name lead to a place within. None is left out."""
    record: dict[str, Any] = {}
    for name, value in fields.items():
        *places, last = name.split(".")
        if value is not None:
            reduce(lambda at, place: at.setdefault(place, {}), places, record)[last] = value
    return record


def _seconds(moment: str) -> str:
    return str(int(datetime.fromisoformat(moment).timestamp()))


def _key(name: str, metric: str, rule: str) -> dict[str, str]:
    return {"evaluation_name": f"{name}/{rule}", "evaluation_result_id": f"{metric}:{rule}"}


def _results(
    built: Bundle, task: SubmittedTask, name: str, rule: str, items: DataFrame
) -> Iterator[dict[str, Any]]:
    """Yield the mean score of each metric, but for undefined ones."""
    draw, signed = task.fresh, task.signatures[rule]
    source = {
        **(dict(draw) if draw else {}),
        "questions": signed["questions"],
        "task_version": task.version,
        "prompts": task.prompts,
    }
    options = built.settings.generation or {}
    arguments = {
        name: options[name] for name in ARGUMENTS if type(options.get(name)) in (int, float)
    }
    shots = 0 if built.prompting == "zero-shot" else task.shots
    details = _texts({"prompting": built.prompting, "num_fewshot": shots})
    details |= {option: json.dumps(value) for option, value in options.items()}
    for metric in METRICS.values():
        value, stderr, low, high, _ = task.scores[rule][metric.name]
        if value is None:
            continue
        uncertainty = "score_details.uncertainty"
        yield _nested(
            {
                **_key(name, metric.name, rule),
                "source_data.dataset_name": NAME,
                "source_data.source_type": "other" if draw else "url",
                "source_data.url": None if draw else [HOME],
                "source_data.additional_details": _texts(source),
                "metric_config.evaluation_description": metric.heading,
                "metric_config.metric_id": f"{NAME}.{metric.name}",
                "metric_config.metric_name": metric.name,
                "metric_config.metric_unit": UNITS.get(metric.highest),
                "metric_config.lower_is_better": not metric.higher_is_better,
                "metric_config.score_type": "continuous",
                "metric_config.min_score": 0,
                "metric_config.max_score": metric.highest if metric.bounded else "Infinity",
                "score_details.score": value,
                "score_details.details.signature": signature.short(signed),
                f"{uncertainty}.num_samples": int(items[metric.name].notna().sum()),
                f"{uncertainty}.standard_error.value": stderr,
                f"{uncertainty}.standard_error.method": None if stderr is None else "analytic",
                f"{uncertainty}.confidence_interval.lower": low,
                f"{uncertainty}.confidence_interval.upper": high,
                f"{uncertainty}.confidence_interval.confidence_level": None
                if low is None
                else 0.95,
                f"{uncertainty}.confidence_interval.method": None if low is None else "analytic",
                "generation_config.generation_args": arguments,
                "generation_config.additional_details": details,
            }
        )


def _texts(values: dict[str, Any]) -> dict[str, str]:
    """Return the values that are known, as texts."""
    return {name: str(value) for name, value in values.items() if value not in (None, "")}


def _instances(
    run: Run, name: str, rule: str, item: Any, evaluation: str
) -> Iterator[dict[str, Any]]:
    """Yield what is said of a response for each defined score: the answer that the filter read, an
    empty list if it read none, and the score.
    """
    question = run.question(item.id)
    content = question.user + question.label
    metadata = {
        "unit": question.unit,
        "type": question.kind,
        "label_number": question.number,
        "truncated": item.truncated,
        "think_end_token": question.think_end,
    }
    answer = {
        "turn_idx": 0,
        "source": "output.raw",
        "extracted_value": item.answer or "",
        "extraction_method": f"{rule}:{item.rule}",
        "is_terminal": True,
    }
    for metric in METRICS:
        if not math.isnan(score := getattr(item, metric)):
            yield {
                "schema_version": VERSION,
                "evaluation_id": evaluation,
                "model_id": run.model,
                "sample_id": question.id,
                "sample_hash": hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest(),
                "interaction_type": "single_turn",
                "input": {"raw": question.user, "reference": [question.label]},
                "output": {"raw": [item.response]},
                "metadata": _texts(metadata),
                "answer_attribution": [answer] if item.rule else [],
                **_key(name, metric, rule),
                "evaluation": {"score": score, "is_correct": item.exact_match == 1},
            }
