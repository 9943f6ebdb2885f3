"""Scores several responses to each question: `repeats` of a task file or of `--metadata`."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from tempanswerqa.harness.aggregation import mean
from tempanswerqa.harness.versions import Task, of_responses
from tempanswerqa.metrics import sampling
from tempanswerqa.metrics.scores import METRICS, Metric

logger = logging.getLogger(__name__)


class RepeatedTask(Task):
    """A harness task that scores all responses to a question, and reports how they differ.

    Beside the means it reports the metrics that `metrics.sampling` declares; for one response none.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(config | _repeats(config))

    def aggregation(self) -> dict[str, Callable]:
        """Return the function that sums up the scores of documents for the task, by metric."""
        known = super().aggregation()
        return known | {name: sampling.summing(name) or mean for name in self._of_samples(known)}

    def higher_is_better(self) -> dict[str, bool]:
        """Return whether a higher score is better, by metric."""
        known = super().higher_is_better()
        own = self._of_samples(known).items()
        return known | {name: metric.higher_is_better for name, metric in own}

    def process_results(self, doc: dict, results: Any) -> dict[str, Any]:
        """Return the harness's scores of a document, with the same keys for all units."""
        found = super().process_results(doc, results)
        return dict.fromkeys(self._spreads, math.nan) | found if "disagree" in found else found

    def apply_filters(self) -> Any:
        """Apply the filters as the harness does, without the responses that only pad a process."""
        found = super().apply_filters()
        for request in self.instances:
            for name, own in request.filtered_resps.items():
                request.filtered_resps[name] = of_responses(own, self.config.repeats)
        return found

    def build_all_requests(self, **options: Any) -> Any:
        """Build requests as the harness does, and warn if the responses to one cannot differ."""
        built, own = super().build_all_requests(**options), self.config.generation_kwargs or {}
        if self.config.repeats > 1 and not (own.get("do_sample") and own.get("temperature", 1)):
            logger.warning(
                "%s: the %s responses to a question will all be the same, as do_sample is false or "
                "temperature is 0; sample with --gen_kwargs do_sample=true,temperature=0.6",
                self.config.task,
                self.config.repeats,
            )
        return built

    def _of_samples(self, listed: Iterable[str]) -> dict[str, Metric]:
        """Return the metrics of several responses that belong to listed metrics, by name."""
        if self.config.repeats == 1:
            return {}
        hidden = tuple(name for name in METRICS if name not in listed)
        found = sampling.declared(self._units).items()
        return {name: metric for name, metric in found if not (hidden and name.startswith(hidden))}

    @cached_property
    def _units(self) -> list[str]:
        documents = self.dataset["test"]
        return sorted(documents.unique("unit")) if "unit" in documents.features else []

    @property
    def _spreads(self) -> list[str]:
        return [f"{sampling.SPREAD}{unit}" for unit in self._units]


def _repeats(config: Mapping[str, Any]) -> dict[str, int]:
    """Return `repeats` of `--metadata`, the number of responses to each question; else nothing.

    Raises ValueError if it is no positive integer.
    """
    stated = (config.get("metadata") or {}).get("repeats")
    if stated is None:
        return {}
    if not isinstance(stated, int) or stated < 1:
        raise ValueError(
            f"{config.get('task')}: repeats of --metadata is {stated!r}; give the number of "
            "responses to each question"
        )
    return {"repeats": int(stated)}
