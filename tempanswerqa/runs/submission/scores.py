"""Holds the scores of a submission: those of tasks, their means, and differences from rescoring."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs.summary import Score, Summary, number, over_tasks
from tempanswerqa.text import listed

TOLERANCE = 1e-9
"""The relative difference up to which scores count as equal, as sums round differently."""


Scores = dict[str, Score]
"""The scores by metric, in the order and the units of `metrics.METRICS`."""


def of_summary(summary: Summary) -> Scores:
    """Return the scores that a summary holds."""
    return {metric: summary.scores[metric] for metric in METRICS}


def mean(of_tasks: Sequence[Scores]) -> Scores:
    """Return the plain means over tasks by metric, see `summary.over_tasks`."""
    return {
        name: over_tasks([scores[name] for scores in of_tasks], metric)
        for name, metric in METRICS.items()
    }


def flat(scores: Scores) -> dict[str, float | None]:
    """Return all numbers by name, the scores first: `smape`, `smape_stderr`, `smape_low`,
    `smape_high`.
    """
    return {
        metric if field == "value" else f"{metric}_{field}": getattr(score, field)
        for field in Score._fields
        for metric, score in scores.items()
    }


def difference(
    stated: Mapping[str, float | None], rescored: Mapping[str, float | None]
) -> str | None:
    """Return the stated numbers that differ from the rescored ones, in words; None if none does.

    NaN and None are both undefined, and so equal. Every name in `rescored` has to be stated.
    """
    wrong = [
        f"{name} {_shown(stated, name)} (rescored: {_shown(rescored, name)})"
        for name, value in rescored.items()
        if name not in stated or not _equal(stated[name], value)
    ]
    return listed(wrong) if wrong else None


def _shown(numbers: Mapping[str, float | None], name: str) -> str:
    if name not in numbers:
        return "not stated"
    return "undefined" if math.isnan(found := number(numbers[name])) else f"{found:.10g}"


def _equal(one: float | None, other: float | None) -> bool:
    first, second = number(one), number(other)
    if math.isnan(first) or math.isnan(second):
        return math.isnan(first) and math.isnan(second)
    return math.isclose(first, second, rel_tol=TOLERANCE, abs_tol=1e-12)
