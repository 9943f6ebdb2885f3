"""Connects Test of Time with lm-evaluation-harness, and computes all scores of a reply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from datasets import Dataset

from tempanswerqa import metrics
from tempanswerqa.answers import sentences, thinking
from tempanswerqa.harness.aggregation import mean
from tempanswerqa.harness.tasks import TempAnswerTask, splits
from tempanswerqa.metrics.scores import NAN
from tempanswerqa.neighbours.test_of_time import accuracy, questions
from tempanswerqa.neighbours.test_of_time.questions import KINDS
from tempanswerqa.questions.record import Question, mixed
from tempanswerqa.scoring import FLEXIBLE, score


class TestOfTimeTask(TempAnswerTask):
    """A task of Test of Time, with the accuracy on each type of its questions."""

    new_tokens = 1024

    def __init__(self, config: dict[str, Any]) -> None:
        """Add these accuracies to the metrics of the task file."""
        kinds = KINDS[questions.SPLITS[config["dataset_kwargs"]["subset"]]]
        entry = {"aggregation": mean, "higher_is_better": True}
        added = [{"metric": f"acc_{kind}", **entry} for kind in kinds]
        super().__init__(config | {"metric_list": [*config["metric_list"], *added]})


def dataset(subset: str, data_dir: str | None = None, **metadata: Any) -> dict[str, Dataset]:
    """Return the documents of a public set (`test`) in the order of `mixed`, without exemplars.

    `--metadata` names `data_dir` and the arguments of `closing_mark`; other arguments have no
    effect.
    """
    return splits(mixed(questions.load(subset, data_dir)), [], prefill=True, metadata=metadata)


def process_results(doc: dict[str, Any], results: Sequence[object]) -> dict[str, float]:
    """Return the scores of a document that the task files list; an undefined one is NaN.

    `acc` is 1 if the reply without its thinking is `accuracy.correct`, else 0. `acc_repaired` also
    accepts `age` instead of `answer` if the question asks for it. For semantic questions both are
    the same. The accuracy on a question type is defined for this type alone. The metrics of
    TempAnswerQA are those of the flexible reading; they are defined for temporal answers alone.
    """
    question, reply = Question.from_document(doc), results[0]
    parts = thinking.split(reply, question.think_end)
    right = repaired = accuracy.correct(parts.answer, question.label, question.split)
    if question.split == "arithmetic" and questions.form(question.user)[0] == "age":
        renamed = {"age": accuracy.parse_reference(question.label).get("answer")}
        repaired = right or accuracy.correct(parts.answer, renamed, question.split)
    scored = {"acc": float(right), "acc_repaired": float(repaired)}
    for kind in KINDS[question.split]:
        scored[f"acc_{kind}"] = scored["acc"] if kind == question.kind else NAN
    (read,) = score(reply, question, [FLEXIBLE]) if question.unit else (None,)
    scored |= read.scores if read else dict.fromkeys(metrics.METRICS, NAN)
    cut = read.truncated if read else not (parts.closed and sentences.complete(parts.answer))
    return scored | {"truncated": float(cut), "thinking": float(parts.unfinished)}
