"""Writes files of Every Eval Ever: for each task one of mean scores and one of scored responses.

They lie in `data/tempanswerqa/DEVELOPER/MODEL`; the same responses give files of the same names.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import __version__, files
from tempanswerqa.answers.markers import as_text
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import scoring, signature
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import FILTERS, Answer, Item
from tempanswerqa.runs.submission import SubmissionError, publication, verify
from tempanswerqa.runs.submission.bundle import Bundle, Task
from tempanswerqa.runs.submission.publication import HOME, NAME, Publication
from tempanswerqa.runs.summary import Score

VERSION = "0.3.0"
"""The version of the schema."""
ARGUMENTS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "max_gen_toks": "max_tokens",
}
"""The options of generation that have a field of their own, with its name."""
UNITS = {1.0: "proportion", 100.0: "percent"}
"""The units of metrics, by the largest score of the metric."""

_MODEL = re.compile(
    r"(?!(?:data|unknown)/)[\w-][\w.-]*(?<!\.)/(?!(?:data|unknown)$)[\w-][\w.-]*(?<!\.)", re.ASCII
)


class _Log(NamedTuple):
    """Hold the content of the two files of a task."""

    built: Bundle
    task: Task
    answers: Sequence[Answer]
    items: Mapping[str, Sequence[Item]]
    """The items by filter, in the order of the answers."""

    @property
    def name(self) -> str:
        """Return the name of the harness task, with the suffix for the prompting."""
        fewshot = self.built.prompting == "few-shot"
        return str(replace(TaskName.parse(self.task.name), fewshot=fewshot))

    @property
    def id(self) -> str:
        """Return the identifier of the evaluation."""
        return f"{self.name}/{self.built.model}/{_seconds(self.built.created)}"


def check(told: Publication) -> None:
    """Raise SubmissionError if the organization that ran the model is not named."""
    if not told.organization:
        raise SubmissionError("--format every_eval_ever needs --organization, who ran the model")


def write(built: Bundle, library: Library, told: Publication) -> list[Path]:
    """Write both files of each task, and return the paths, scores first.

    Raises SubmissionError if the name of the model is not DEVELOPER/MODEL, as paths need it.
    """
    if not _MODEL.fullmatch(built.model):
        raise SubmissionError(
            f"the model is called {built.model!r}; name it as on the Hugging Face Hub: "
            "--model DEVELOPER/MODEL"
        )
    return [path for task in built.tasks for path in _written(built, task, library, told)]


def _written(built: Bundle, task: Task, library: Library, told: Publication) -> list[Path]:
    run = verify.run_of(task, built, library)
    rules = (told.filter,) if told.filter else FILTERS
    items = {rule: scoring.score(run, rule) for rule in rules}
    log = _Log(built, task, run.answers, items)
    place = Path("data", NAME, built.model)
    key = json.dumps([built.model, log.name, [*items], task.responses], sort_keys=True)
    # the same for the same responses, so that no copies are made
    stem = uuid.UUID(bytes=hashlib.sha256(key.encode()).digest()[:16], version=4)
    lines = map(publication.line, _instances(log))
    samples = files.save(told.folder / place / f"{stem}_samples.jsonl", lines)
    content = samples.read_bytes()
    scores = _scores(log, told) | {
        "detailed_evaluation_results": {
            "format": "jsonl",
            "file_path": (place / samples.name).as_posix(),
            "hash_algorithm": "sha256",
            "checksum": hashlib.sha256(content).hexdigest(),
            "total_rows": content.count(b"\n"),
        }
    }
    path = told.folder / place / f"{stem}.json"
    return [files.save(path, [publication.line(scores, indent=1)]), samples]


def _seconds(moment: str) -> str:
    return str(int(datetime.fromisoformat(moment).timestamp()))


def _scores(log: _Log, told: Publication) -> dict[str, Any]:
    built, task = log.built, log.task
    named = built.settings["backend"]
    backend = {"lm_eval_backend": named} if named else {}
    return {
        "schema_version": VERSION,
        "evaluation_id": log.id,
        "evaluation_timestamp": str(int(publication.date(built, task).timestamp())),
        "retrieved_timestamp": _seconds(built.created),
        "source_metadata": {
            "source_name": f"lm-evaluation-harness with {NAME}",
            "source_type": "evaluation_run",
            "source_organization_name": told.organization,
            **({"source_organization_url": told.source_url} if told.source_url else {}),
            "evaluator_relationship": told.relationship,
        },
        "eval_library": {
            "name": "lm_eval",
            "version": task.lm_eval or "unknown",
            "additional_details": {NAME: __version__},
        },
        "model_info": {
            "name": built.model,
            "id": built.model,
            "developer": built.model.partition("/")[0],
            "additional_details": {
                "deployment_type": "unknown",
                "model_availability": "unknown",
                **backend,
            },
        },
        "evaluation_results": [*_results(log)],
    }


def _results(log: _Log) -> Iterator[dict[str, Any]]:
    generation, source = _generation(log), _source(log)
    for rule, items in log.items.items():
        for metric in METRICS.values():
            score = log.task.scores[rule][metric.name]
            unit = {"metric_unit": UNITS[metric.highest]} if metric.highest in UNITS else {}
            answered = sum(not math.isnan(item.scores[metric.name]) for item in items)
            if score.value is not None:
                yield {
                    **_key(log, metric.name, rule),
                    "source_data": source,
                    "metric_config": {
                        "evaluation_description": metric.heading,
                        "metric_id": f"{NAME}.{metric.name}",
                        "metric_name": metric.name,
                        **unit,
                        "lower_is_better": not metric.higher_is_better,
                        "score_type": "continuous",
                        "min_score": 0,
                        "max_score": metric.highest if metric.bounded else "Infinity",
                    },
                    "score_details": _details(score, log.task.signatures[rule], answered),
                    "generation_config": generation,
                }


def _key(log: _Log, metric: str, rule: str) -> dict[str, str]:
    return {"evaluation_name": f"{log.name}/{rule}", "evaluation_result_id": f"{metric}:{rule}"}


def _source(log: _Log) -> dict[str, Any]:
    draw, (first, *_) = log.task.draw, log.task.signatures.values()
    drawn = {"level": draw.level, "n": draw.n, "seed": draw.seed} if draw else {}
    details = {
        **drawn,
        "questions": first["questions"],
        "task_version": log.task.version,
        "prompts": log.task.prompts,
    }
    told = {name: str(value) for name, value in details.items() if value not in (None, "")}
    where = {"source_type": "other"} if draw else {"source_type": "url", "url": [HOME]}
    return {"dataset_name": NAME, **where, "additional_details": told}


def _details(score: Score, stated: Mapping[str, Any], answered: int) -> dict[str, Any]:
    """Return a score; `answered` is the number of responses for which it is defined."""
    value, stderr, low, high, _ = score
    uncertainty: dict[str, Any] = {"num_samples": answered}
    if stderr is not None:
        uncertainty["standard_error"] = {"value": stderr, "method": "analytic"}
    if low is not None:
        ends = {"lower": low, "upper": high, "confidence_level": 0.95, "method": "analytic"}
        uncertainty["confidence_interval"] = ends
    return {
        "score": value,
        "details": {"signature": signature.short(stated)},
        "uncertainty": uncertainty,
    }


def _generation(log: _Log) -> dict[str, Any]:
    options = log.built.settings["generation"] or {}
    shots = 0 if log.built.prompting == "zero-shot" else log.task.shots
    others = {name: json.dumps(own) for name, own in options.items() if name not in ARGUMENTS}
    told = {"prompting": log.built.prompting} if log.built.prompting else {}
    told |= {"num_fewshot": str(shots)} if shots is not None else {}
    arguments = {
        ARGUMENTS[name]: value
        for name, value in options.items()
        if name in ARGUMENTS and isinstance(value, int | float) and not isinstance(value, bool)
    }
    return {"generation_args": arguments, "additional_details": told | others}


def _instances(log: _Log) -> Iterator[dict[str, Any]]:
    """Yield the lines of the second file: one for each defined score of each response."""
    for row, answer in enumerate(log.answers):
        common = _response(log, answer)
        for rule, items in log.items.items():
            scores, read = items[row].scores, _read(items[row], rule)
            for metric in METRICS:
                if not math.isnan(score := scores[metric]):
                    told = {"score": score, "is_correct": scores["exact_match"] == 1}
                    yield common | read | _key(log, metric, rule) | {"evaluation": told}


def _response(log: _Log, answer: Answer) -> dict[str, Any]:
    question = answer.question
    content = question.user + question.label
    metadata: dict[str, object] = {
        "unit": question.unit,
        "type": question.kind,
        "label_number": question.number,
        "truncated": answer.truncated,
        "think_end_token": question.think_end,
    }
    return {
        "schema_version": VERSION,
        "evaluation_id": log.id,
        "model_id": log.built.model,
        "sample_id": question.id,
        "sample_hash": hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest(),
        "interaction_type": "single_turn",
        "input": {"raw": question.user, "reference": [question.label]},
        "output": {"raw": [answer.response]},
        "metadata": {name: str(value) for name, value in metadata.items() if value != ""},
    }


def _read(item: Item, rule: str) -> dict[str, Any]:
    """Return the answer that a filter reads in a response; an empty list if it reads none."""
    if not item.rule:
        return {"answer_attribution": []}
    found = {
        "turn_idx": 0,
        "source": "output.raw",
        "extracted_value": as_text(item.answer) or "",
        "extraction_method": f"{rule}:{item.rule}",
        "is_terminal": True,
    }
    return {"answer_attribution": [found]}
