"""Sums up the scores of documents as the scores of a task, in the form of results files."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lm_eval.api.metrics import mean as plain_mean

from tempanswerqa import metrics
from tempanswerqa.metrics.scores import COUNTED, REPORTED
from tempanswerqa.runs.harness_files import NO_FILTER
from tempanswerqa.runs.harness_files import UNDEFINED as UNDEFINED_TEXT


class Undefined(str):
    """The text for an undefined score, as JSON has no NaN. A sum with it is undefined too."""

    __array_ufunc__ = None  # numpy then leaves sums to this class

    def _stays(self, _: object) -> Undefined:
        return self

    __add__ = __radd__ = __mul__ = __rmul__ = __truediv__ = _stays


UNDEFINED = Undefined(UNDEFINED_TEXT)


class Clustered(float):
    """A score with the cluster of its document, which its standard error needs."""

    cluster: str

    def __new__(cls, value: float, cluster: str = "") -> Clustered:
        """Make a score; `cluster` has a default, as Python restores pickles from values alone."""
        score = super().__new__(cls, value)
        score.cluster = cluster
        return score


def mean(scores: Iterable[float | None]) -> float:
    """Return the mean of the defined scores; NaN if there is none, or if one is infinite."""
    value = metrics.mean(score for score in scores if score is not None)
    return value if value < math.inf else math.nan


def clustered_stderr(scores: Iterable[Clustered | None]) -> float:
    """Return the standard error of `mean`, with documents of one group clustered.

    NaN for fewer than two groups.
    """
    defined = [score for score in scores if score is not None]
    return metrics.clustered_stderr(defined, [score.cluster for score in defined])


def metric_entries(names: Iterable[str | dict], functions: Mapping[str, Callable]) -> list[dict]:
    """Return the entries of a task file's `metric_list`, in the form that the harness reads.

    A name alone gets its function in `functions`, or else `mean`. `mean` also replaces the mean of
    the harness, which cannot take undefined scores.
    """
    entries = []
    for name in names:
        stated = name if isinstance(name, dict) else {"metric": name}
        metric = stated["metric"]
        function = functions.get(metric, mean)
        higher = metric not in REPORTED or REPORTED[metric].higher_is_better
        entry = {"aggregation": function, "higher_is_better": higher} | stated
        if entry["aggregation"] in ("mean", plain_mean):
            entry["aggregation"] = function
        entries.append(entry)
    return entries


def group_entries(names: Iterable[str]) -> list[dict[str, Any]]:
    """Return the `aggregate_metric_list` of a group file, with unweighted means over its tasks."""
    return [{"metric": name, "aggregation": "mean", "weight_by_size": False} for name in names]


def finished(
    results: Mapping[str, Any], scores: Mapping[tuple[str, str], list], means: Iterable[str]
) -> dict[str, Any]:
    """Return the results of a task with the standard errors of its means.

    `results` has the harness's results by `metric,filter`, and `scores` the scores of documents by
    metric and filter. A share that depends on no filter is returned once, with the filter `none`.
    Undefined results are `UNDEFINED`; so is the standard error of a metric without a largest score.
    """
    complete = dict(results)
    for (name, rule), values in scores.items():
        if name in means:
            shown = NO_FILTER if name in COUNTED else rule
            bounded = name not in REPORTED or REPORTED[name].bounded
            error = clustered_stderr(values) if bounded else math.nan
            for key, number in ((name, mean(values)), (f"{name}_stderr", error)):
                del complete[f"{key},{rule}"]
                complete[f"{key},{shown}"] = number
    return {key: UNDEFINED if number != number else number for key, number in complete.items()}
