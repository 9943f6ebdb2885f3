"""Aggregates the scores of documents into the scores of a task.

The harness has no standard error for custom aggregations. So `smape` is followed by a metric
`smape_stderr` with its own aggregation, whose result has the key of the standard error of `smape`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lm_eval.api.metrics import mean as plain_mean

from tempanswerqa.metrics.means import means
from tempanswerqa.metrics.scores import LISTED, REPORTED
from tempanswerqa.runs.harness_files import UNDEFINED as UNDEFINED_TEXT
from tempanswerqa.scoring import FILTERS


class Undefined(str):
    """The text for an undefined score, as JSON has no NaN. Sums with it are undefined too."""

    __array_ufunc__ = None  # numpy then leaves sums to this class

    def _stays(self, _: object) -> Undefined:
        return self

    __add__ = __radd__ = __mul__ = __rmul__ = __truediv__ = _stays


class Noted(float):
    """A score with a note for its aggregation; samples files contain only the number."""

    note: Any

    @classmethod
    def of(cls, score: float, note: Any) -> Noted:
        """Return a score with a note."""
        noted = cls(score)
        noted.note = note
        return noted


UNDEFINED = Undefined(UNDEFINED_TEXT)
group_metrics = [
    {"metric": name, "filter_list": list(FILTERS), "weight_by_size": False} for name in LISTED
]
"""The metrics that the group files aggregate: plain means over their tasks."""


def mean(scores: Iterable[float | None]) -> float | Undefined:
    """Return the mean of the defined scores; `UNDEFINED` if there are none, or one is infinite."""
    defined = [score for score in scores if score is not None]
    value = means(defined, [""] * len(defined)).mean.item()
    return value if value < math.inf else UNDEFINED


def stderr(scores: Iterable[Noted | None]) -> float | Undefined:
    """Return the standard error of `mean`, clustered by the notes of scores, or `UNDEFINED`."""
    defined = [score for score in scores if score is not None]
    value = means(defined, [score.note for score in defined]).stderr.item()
    return value if value < math.inf else UNDEFINED


def with_stderrs(entries: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return a `metric_list`: bounded scores' means are followed by their standard errors."""
    complete: list[Mapping[str, Any]] = []
    for entry in entries:
        metric = REPORTED.get(entry["metric"])
        known = {"higher_is_better": metric.higher_is_better} if metric else {}
        if entry.get("aggregation", mean) not in ("mean", plain_mean, mean):
            complete.append(entry)
            continue
        complete.append({**known, **entry, "aggregation": mean})
        if metric is None or metric.bounded:
            name = f"{entry['metric']}_stderr"
            complete.append({"metric": name, "aggregation": stderr, "higher_is_better": False})
    return complete
