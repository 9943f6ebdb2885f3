"""Writes evaluation results for a model's repository on the Hugging Face Hub, and the file that
makes a dataset's repository a benchmark.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from tempanswerqa.files import save
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.runs import signature
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.submission import NAME, SubmissionError
from tempanswerqa.runs.submission.bundle import Bundle, SubmittedTask
from tempanswerqa.text import listed

FRAMEWORK = "lm-evaluation-harness"
OLDEST = "1.4.0"
"""The first version of huggingface_hub that knows evaluation results."""
DESCRIPTION = (
    "TempAnswerQA measures how far off the temporal answers of language models are. Answers are "
    "read as durations, dates or years and scored by exact match, sMAPE, MASE and the bounded "
    "scaled error. Its questions come from Test of Time and TempTabQA."
)

_ID = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)


def check(dataset_id: str) -> None:
    """Raise SubmissionError if the dataset is not named, or its name has another form."""
    if not _ID.fullmatch(dataset_id):
        raise SubmissionError(
            f"--dataset_id is {dataset_id!r}; name the dataset on the Hub that has the questions "
            "as ORGANIZATION/NAME"
        )


def write(built: Bundle, library: Library, folder: Path, dataset_id: str) -> list[Path]:
    """Write an entry for each task and metric, and the benchmark's own file; return the paths.

    Scores are those of strict-match, in the units of `metrics.METRICS`; undefined ones are left
    out. Raises SubmissionError for fresh questions, which no dataset on the Hub has, and if
    huggingface_hub is too old or missing.
    """
    try:
        from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml
    except ImportError as error:
        raise SubmissionError(
            f"--format huggingface needs huggingface_hub {OLDEST} or later; run "
            f"`pip install --upgrade 'huggingface_hub>={OLDEST}'`"
        ) from error
    if fresh := [task.name for task in built.tasks if task.draw]:
        raise SubmissionError(
            f"--format huggingface is for the released questions, and those of "
            f"{listed(fresh)} are fresh; publish these with another --format"
        )
    entries, tasks = [], []
    for task in built.tasks:
        part = SUBSETS[task.subset]
        for metric in METRICS.values():
            identity = f"{task.name.removeprefix(f'{NAME}_')}_{metric.name}"
            tasks.append({"id": identity, "config": part.family, "split": part.split})
            score = task.scores[STRICT][metric.name]
            if score.value is not None:
                entry = EvalResultEntry(
                    dataset_id=dataset_id,
                    task_id=identity,
                    value=score.value,
                    notes=_notes(built, task, metric),
                )
                entries.append(entry)
    benchmark = {
        "name": "TempAnswerQA",
        "description": DESCRIPTION,
        "evaluation_framework": FRAMEWORK,
        "tasks": tasks,
    }
    variant = "_".join(filter(None, (NAME, built.prompting, STRICT)))
    results = folder / f"model/.eval_results/{variant}.yaml"
    return [
        save(results, _yaml(eval_result_entries_to_yaml(entries))),
        save(folder / "dataset/eval.yaml", _yaml(benchmark)),
    ]


def _notes(built: Bundle, task: SubmittedTask, metric: Metric) -> str:
    """Return the facts beside a score; numbers have four digits."""
    _, stderr, low, high, _ = task.scores[STRICT][metric.name]
    shots = f"{task.shots} exemplars" if task.shots else ""
    facts = [built.prompting, shots, STRICT, f"{len(task.responses)} questions"]
    if stderr is not None:
        facts.append(f"standard error {stderr:.4g}")
    if low is not None:
        facts.append(f"95 % interval {low:.4g} to {high:.4g}")
    facts.append(f"{'higher' if metric.higher_is_better else 'lower'} is better")
    facts.append(signature.short(task.signatures[STRICT]))
    return ", ".join(filter(None, facts))


def _yaml(content: object) -> list[str]:
    return [yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100)]
