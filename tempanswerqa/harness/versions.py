"""Hides the differences between the versions of lm-evaluation-harness that these tasks run on.

From 0.5 on, a task class has one kind of requests, sums up its scores with its own method, and
makes several requests for a document. `Task` does all this with every version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any

from lm_eval import evaluator_utils
from lm_eval.api import task as harness_task

Scores = Mapping[tuple[str, str], list]
"""The scores of documents by metric and filter."""

KINDS: Mapping[str, Any] = getattr(harness_task.Task, "_registry", {})
"""The task classes of the harness by kind of requests; empty if one class has all kinds."""


class Task(harness_task.ConfigurableTask):
    """A task of the harness that may change its results at the end.

    A subclass has `finish`: it takes the results by `metric,filter` and the scores of the
    documents, and returns the final results.
    """

    finish: Callable[[dict[str, Any], Scores], dict[str, Any]]

    def __new__(cls: Any, config: dict[str, Any]) -> Any:
        """Make a task with the kind of requests that its file names."""
        return super().__new__(_of_kind(cls, config["output_type"]) if KINDS else cls)

    def __init__(self, config: dict[str, Any]) -> None:
        if KINDS:
            entries = [
                entry | {"metric": _named(entry["metric"])} for entry in config["metric_list"]
            ]
            config = config | {"metric_list": entries}
        super().__init__(config=config)
        _let_tasks_finish()

    def aggregate(self, bootstrap_iters: int | None = 0) -> tuple[dict[str, Any], int]:
        """Return the results of the task and the number of documents, as lm-eval 0.5 expects.

        Nothing is resampled: `finish` computes the standard errors of means.
        """
        found, number = super().aggregate(bootstrap_iters=0)
        scores: dict[tuple[str, str], list] = {}
        for scorer in self.scorers:
            for document in scorer.reduced_docs.values():
                for name, score in document.items():
                    scores.setdefault((name, scorer.name), []).append(score)
        return self.finish(found, scores), number


def all_of(requests: Any) -> list[Any]:
    """Return the requests that `Task.construct_requests` made, as a list."""
    return requests if isinstance(requests, list) else [requests]


def of_samples(scores: list[Any]) -> Any:
    """Return a metric's scores of the samples of a document; with lm-eval 0.4 the only score."""
    return scores if KINDS else scores[0]


def of_responses(filtered: Any, repeats: int) -> Any:
    """Return the first `repeats` of a document's filtered responses; with lm-eval 0.4, which takes
    no list for one response, the response alone.
    """
    if not isinstance(filtered, list):
        return filtered
    return filtered[:repeats] if KINDS or repeats > 1 else filtered[0]


@cache
def _of_kind(cls: Any, kind: str) -> Any:
    return type(cls.__name__, (cls, KINDS[kind]), {})


def _named(metric: str) -> Callable[..., Any]:
    """Return a function with this name: the harness may have its own metric of the same name."""

    def scored_by_process_results(*_: Any, **__: Any) -> float:
        raise NotImplementedError(metric)

    scored_by_process_results.__name__ = metric
    return scored_by_process_results


@cache
def _let_tasks_finish() -> None:
    """Make lm-eval 0.4, which has no `aggregate`, call `finish` of each `Task`."""
    name = "_compute_task_aggregations"
    if not KINDS:
        setattr(evaluator_utils, name, _finishing(getattr(evaluator_utils, name)))


def _finishing(aggregate: Callable[..., tuple[dict[str, Any], int]]) -> Callable[..., Any]:
    @wraps(aggregate)
    def finishing(task: Any, scores: Any, *options: Any, **named: Any) -> tuple[dict, int]:
        found, number = aggregate(task, scores, *options, **named)
        return (task.finish(found, scores) if isinstance(task, Task) else found), number

    return finishing
