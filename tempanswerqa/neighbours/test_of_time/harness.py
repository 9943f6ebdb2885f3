"""The glue between Test of Time and lm-evaluation-harness; it holds no rule of scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from datasets import Dataset

from tempanswerqa.harness.tasks import Clustered, closing_mark
from tempanswerqa.neighbours.test_of_time import questions, scoring
from tempanswerqa.questions.record import Question


def dataset(subset: str, data_dir: str | None = None, **metadata: Any) -> dict[str, Dataset]:
    """Return the documents of a public set (`test`); there are no exemplars.

    `data_dir` comes from `--metadata`, as does what `closing_mark` reads, among other arguments
    that are none of ours.
    """
    mark = closing_mark(metadata)
    rows = [asdict(asked.with_think_end(mark)) for asked in questions.load(subset, data_dir)]
    return {"test": Dataset.from_list(rows), "exemplars": Dataset.from_list([])}


def process_results(doc: dict, results: Sequence[str | None]) -> dict[str, Any]:
    """Return all metrics of one document, NaN where undefined, each with what its error needs."""
    question = Question(**doc)
    keyed: dict[str, Any] = {}
    for name, value in scoring.scores(question, results[0] or "").items():
        keyed[name] = value
        keyed[f"{name}_stderr"] = Clustered(value, question.group)
    return keyed
