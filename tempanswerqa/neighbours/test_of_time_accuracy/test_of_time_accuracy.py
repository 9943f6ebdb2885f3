"""Accuracy of Test of Time, as a module of `evaluate`."""

import math
from typing import Any

import datasets
import evaluate

from tempanswerqa.neighbours.test_of_time import correct

DESCRIPTION = "The share of replies whose JSON object matches the reference."

INPUTS = """
Args:
    predictions: replies as text.
    references: for "arithmetic" dicts, or their text in Python or JSON; for "semantic" text.
    subset: "arithmetic" or "semantic".
    return_average: whether to return the share (default), or True or False for each reply.

Returns:
    accuracy: from 0 to 1, NaN if there are no predictions; or a list of truth values.
"""

CITATION = "Fatemi et al., Test of Time, 2024, https://arxiv.org/abs/2406.09170"


class TestOfTimeAccuracy(evaluate.Metric):  # type: ignore[misc]  # evaluate is untyped
    """Compares replies with references; the README beside this file says how."""

    __test__ = False  # its name makes pytest collect it as tests

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation=CITATION,
            inputs_description=INPUTS,
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None, **others: Any) -> None:
        """Accept replies and their references, which may be dicts."""
        texts = list(map(str, references))  # what a column can contain
        super().add_batch(predictions=predictions, references=texts, **others)

    def _compute(
        self,
        predictions: list[str],
        references: list[str],
        subset: str,
        return_average: bool = True,
    ) -> dict[str, Any]:
        pairs = zip(predictions, references, strict=True)
        right = [correct(prediction, reference, subset) for prediction, reference in pairs]
        if not return_average:
            return {"accuracy": right}
        return {"accuracy": sum(right) / len(right) if right else math.nan}
