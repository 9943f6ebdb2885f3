"""Holds the base class of the modules of `evaluate`: each returns a score of `runs.evaluating`."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable
from typing import Any

import datasets
import evaluate

from tempanswerqa.runs import evaluating

INPUTS = """
Args:
    predictions: texts, or numbers in their unit; None is unparsed.
    references: texts or numbers, one for each prediction.
    units: one unit, such as "hours" or "date", or one for each.
    groups: names of groups of answers that are not independent, one for each (optional).
    return_average: True (default) for the mean, False for the score of each answer.

Returns:
    temporal_...: the mean score, or a list; None for undefined scores.
    stderr, low, high, groups: beside the mean, its standard error, the ends of its 95 % interval,
        and the number of groups.
    parsed: beside the mean, the share of predictions that state a number.
"""

CITATION = """
@inproceedings{abbood2025time,
  title={Time to Revisit Exact Match},
  author={Abbood, Auss and Meng, Zaiqiao and Collier, Nigel},
  booktitle={Findings of the Association for Computational Linguistics: EMNLP 2025},
  year={2025}
}
"""


class TemporalMetric(evaluate.Metric):
    """The mean of a score of temporal answers, which the docstring of a subclass describes.

    The name of a subclass, such as `TemporalSmape`, names its score in `metrics.METRICS`.
    """

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")  # JSON, as a column has either texts or numbers
        return evaluate.MetricInfo(
            description=inspect.getdoc(self),
            citation=CITATION,
            inputs_description=INPUTS,
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def add(self, *, prediction: Any = None, reference: Any = None, **others: Any) -> None:
        """Take one prediction and its reference."""
        self.add_batch(predictions=[prediction], references=[reference], **others)

    def add_batch(self, *, predictions: Any = None, references: Any = None, **others: Any) -> None:
        """Take predictions and their references."""
        given = evaluating.plain("predictions", predictions)
        stated = evaluating.plain("references", references)
        evaluating.same_length(given, references=stated)
        super().add_batch(
            predictions=[*map(json.dumps, given)], references=[*map(json.dumps, stated)], **others
        )

    def _compute(
        self,
        predictions: Iterable[str],
        references: Iterable[str],
        units: str | Iterable[str],
        return_average: bool = True,
        **options: Any,
    ) -> dict[str, Any]:
        given, stated = ([*map(json.loads, column)] for column in (predictions, references))
        found = evaluating.evaluate(given, stated, units, **options)
        metric = self.name.removeprefix("temporal_")
        if not return_average:
            return {self.name: [item[metric] for item in found.items]}
        score = found.scores[metric]._asdict()
        return {self.name: score.pop("value"), **score, "parsed": found.scores["parsed"].value}
