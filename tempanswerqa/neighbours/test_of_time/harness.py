"""Connects Test of Time with lm-evaluation-harness; it has no rule of scoring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from datasets import Dataset

from tempanswerqa.harness.aggregation import group_entries
from tempanswerqa.harness.tasks import TempAnswerTask, closing_mark
from tempanswerqa.metrics.scores import listed
from tempanswerqa.neighbours.test_of_time import questions, scoring
from tempanswerqa.questions.mixing import mixed
from tempanswerqa.questions.record import Question

group_metrics = group_entries([*scoring.ACCURACIES, *listed()])
"""The metrics that the group file aggregates."""


class TestOfTimeTask(TempAnswerTask):
    """Ask one of the public sets as a harness task, with the accuracies of its question types."""

    def reported(self, config: Mapping[str, Any]) -> Iterable[str]:
        """Return the metrics of the set that the task file names."""
        return scoring.names(questions.SPLITS[config["dataset_kwargs"]["subset"]])


def dataset(subset: str, data_dir: str | None = None, **metadata: Any) -> dict[str, Dataset]:
    """Return the documents of a public set (`test`) in the order of `mixed`; there are no
    exemplars.

    `--metadata` names `data_dir` and the arguments of `closing_mark`; other arguments have no
    effect.
    """
    mark = closing_mark(metadata)
    rows = [asdict(asked.with_think_end(mark)) for asked in mixed(questions.load(subset, data_dir))]
    return {"test": Dataset.from_list(rows), "exemplars": Dataset.from_list([])}


def process_results(doc: dict, results: Sequence[str | None]) -> dict[str, float]:
    """Return all metrics of one document; an undefined one is NaN."""
    return scoring.scores(Question.from_document(doc), results[0] or "")
