"""Names tasks and scores of results files in words."""

from __future__ import annotations

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.questions.draws import LEVEL
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.correlate.selection import Measure, line

_WORDS = {
    "bbh": "BIG-Bench Hard",
    "gsm8k": "GSM8K",
    "mmlu": "MMLU",
    "cot": "chain of thought",
    "fewshot": "few-shot",
    "zeroshot": "zero-shot",
    "acc": "accuracy",
    "norm": "normalized",
}
"""The words for parts of the harness's names."""


def task(name: str) -> str:
    """Return a task in words: `bbh_zeroshot_date_understanding` is `BIG-Bench Hard zero-shot date
    understanding`.
    """
    if (ours := TaskName.find(name)) is None:
        return _in_words(name)
    parts = [
        subsets.find(ours.subset).title if ours.subset else "TempAnswerQA, mean of the tasks",
        *([f"fresh {ours.level}".removesuffix(f" {LEVEL}")] if ours.level else []),
        *["chat"] * ours.chat,
        *["few-shot"] * ours.fewshot,
    ]
    return ", ".join(parts)


def score(measure: Measure) -> str:
    """Return the score of a task in words, with the filter of other tasks if there is one."""
    ours = TaskName.find(measure.task) and METRICS.get(measure.metric)
    told = ours.heading if ours else _in_words(measure.metric)
    return told if ours or measure.rule == "none" else f"{told} ({line(measure.rule)})"


def measure(of: Measure) -> str:
    """Return a task and its score in words."""
    return f"{task(of.task)}: {score(of)}"


def _in_words(name: str) -> str:
    return line(" ".join(_WORDS.get(part, part) for part in name.split("_")))
