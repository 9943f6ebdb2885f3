"""Writes evaluation results for a model's repository on the Hugging Face Hub, and the file that
makes a dataset's repository a benchmark.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tempanswerqa import __version__
from tempanswerqa.files import save
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.runs import signature
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.submission import SubmissionError
from tempanswerqa.runs.submission.bundle import Bundle, Task
from tempanswerqa.runs.submission.publication import NAME, Publication, date
from tempanswerqa.runs.summary import Score

FRAMEWORK = "lm-evaluation-harness"
OLDEST = "1.4.0"
"""The first version of huggingface_hub that knows evaluation results."""
DESCRIPTION = (
    "TempAnswerQA measures how far off the temporal answers of language models are. Answers are "
    "read as durations, dates or years and scored by exact match, sMAPE, MASE and the bounded "
    "scaled error. Its questions come from Test of Time and TempTabQA."
)

_ID = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)


class _Result(NamedTuple):
    """Hold one score of a task, with its id on the Hub."""

    task: Task
    metric: Metric
    rule: str

    @property
    def id(self) -> str:
        return f"{self.task.name.removeprefix(f'{NAME}_')}_{self.metric.name}"

    @property
    def score(self) -> Score:
        return self.task.scores[self.rule][self.metric.name]


def check(publication: Publication) -> None:
    """Raise SubmissionError if the dataset is not named, or its name has another form."""
    if not _ID.fullmatch(publication.dataset_id):
        raise SubmissionError(
            f"--dataset_id is {publication.dataset_id!r}; name the dataset on the Hub that has the "
            "questions as ORGANIZATION/NAME"
        )


def write(built: Bundle, library: Library, publication: Publication) -> list[Path]:
    """Write an entry for each task and metric, and the benchmark's own file; return the paths.

    Values are in the units of `metrics.METRICS`; undefined ones are left out. Raises
    SubmissionError if huggingface_hub is too old or missing.
    """
    rule = publication.filter or STRICT
    results = [_Result(task, m, rule) for task in built.tasks for m in METRICS.values()]
    variant = "_".join(filter(None, (NAME, built.prompting, rule)))
    benchmark = {
        "name": "TempAnswerQA",
        "description": DESCRIPTION,
        "evaluation_framework": FRAMEWORK,
        "tasks": [
            {"id": result.id, "config": part.family, "split": part.split}
            for result in results
            for part in (SUBSETS[result.task.subset],)
        ],
    }
    return [
        save(
            publication.folder / f"model/.eval_results/{variant}.yaml",
            _yaml(_entries(built, results, publication)),
        ),
        save(publication.folder / "dataset/eval.yaml", _yaml(benchmark)),
    ]


def _entries(
    built: Bundle, results: list[_Result], publication: Publication
) -> list[dict[str, Any]]:
    try:
        from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml
    except ImportError as error:
        raise SubmissionError(
            f"--format huggingface needs huggingface_hub {OLDEST} or later; run "
            f"`pip install --upgrade 'huggingface_hub>={OLDEST}'`"
        ) from error
    entries = [
        EvalResultEntry(
            dataset_id=publication.dataset_id,
            task_id=result.id,
            value=result.score.value,
            date=date(built, result.task).isoformat(),
            source_url=publication.source_url or None,
            source_name=f"{NAME} {__version__}" if publication.source_url else None,
            notes=_notes(built, result),
        )
        for result in results
        if result.score.value is not None
    ]
    return eval_result_entries_to_yaml(entries)


def _notes(built: Bundle, result: _Result) -> str:
    _, metric, rule = result
    _, stderr, low, high, _ = result.score
    shots = f"{result.task.shots} exemplars" if result.task.shots else ""
    told = [built.prompting, shots, rule, f"{len(result.task.responses)} questions"]
    if stderr is not None:
        told.append(f"standard error {stderr!r}")
    if low is not None:
        told.append(f"95 % interval {low!r} to {high!r}")
    told.append(f"{'higher' if metric.higher_is_better else 'lower'} is better")
    told.append(signature.short(result.task.signatures[rule]))
    return ", ".join(filter(None, told))


def _yaml(content: object) -> list[str]:
    return [yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100)]
