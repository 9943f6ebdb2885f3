"""The scores of a submission: of each task, their means, and where two statements differ."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs.summary import Score, Summary, number, over_tasks
from tempanswerqa.text import listed

TOLERANCE = 1e-9
"""Part of their size by which equal scores may differ, as sums round differently."""


Scores = dict[str, Score]
"""By metric, in the order and the units of `metrics.METRICS`."""


def of_summary(summary: Summary) -> Scores:
    """Return the scores that a summary holds."""
    return {metric: summary.scores[metric] for metric in METRICS}


def mean(of_tasks: Sequence[Scores]) -> Scores:
    """Return the plain mean over tasks, as `summary.over_tasks` has it."""
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
    """Return which stated numbers are not what rescoring gives, in words; None where all are.

    NaN is as None, undefined. All names of `rescored` are looked up.
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
