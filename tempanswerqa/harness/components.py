"""Metrics for other people's task files, such as `!function tempanswerqa.harness.components.smape`.

Importing the module registers all of them, and their mean, with the harness.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from lm_eval.api.registry import register_aggregation, register_metric

from tempanswerqa import metrics, scoring
from tempanswerqa.answers.labels import LabelError, read_labels
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.harness.aggregation import mean
from tempanswerqa.scoring import FLEXIBLE, Asked
from tempanswerqa.units import UNITS, find

MEAN = "tempanswerqa_mean"


class ComponentError(TempAnswerError, ValueError):
    """An unusable entry of a task file's `metric_list`; the message says why."""


def score(
    name: str,
    references: Sequence[Any],
    predictions: Sequence[Any],
    *,
    unit: str = "",
    centroid: float = math.nan,
) -> float:
    """Return the metric of a prediction, read as a response; NaN if it is undefined.

    Raises ComponentError for an entry without a unit or centroid, and for a wrong reference.
    """
    known = find(unit)
    if known is None or known.kind == "period":
        titles = ", ".join(each.title for each in UNITS.values() if each.kind != "period")
        raise ComponentError(f"tempanswerqa_{name}: unit must be one of {titles}")
    view = QuestionView("ttqa", known.name, own=True)
    try:
        rights = read_labels(str(references[0]), view)
    except LabelError as error:
        raise ComponentError(f"tempanswerqa_{name}: {references[0]!r} {error}") from error
    question = Asked(view, tuple((right, centroid) for right in rights))
    response = predictions[0] if isinstance(predictions[0], list) else str(predictions[0])
    (scored,) = scoring.score(response, question, [FLEXIBLE])
    value = scored.scores[name]
    if (
        metrics.METRICS[name].needs_centroid
        and math.isnan(centroid)
        and scored.error == scored.error
    ):
        raise ComponentError(f"tempanswerqa_{name}: give the centroid of the labels")
    return value


def _registered(metric: metrics.Metric) -> Callable[..., float]:
    def scored(references: Sequence[Any], predictions: Sequence[Any], **entry: Any) -> float:
        return score(metric.name, references, predictions, **entry)

    # the harness finds the aggregation by this name where a task file names none
    scored.__name__ = scored.__qualname__ = f"tempanswerqa_{metric.name}"
    scored.__doc__ = f"Return `{metric.name}` of each prediction; see `score`."
    register = register_metric(
        metric=scored.__name__,
        higher_is_better=metric.higher_is_better,
        aggregation=MEAN,
        output_type="generate_until",
    )
    registered: Callable[..., float] = register(scored)
    return registered


register_aggregation(MEAN)(mean)
for _metric in metrics.METRICS.values():
    globals()[_metric.name] = _registered(_metric)
