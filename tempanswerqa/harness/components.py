"""Metrics for other people's task files.

A task file names a metric by its function, such as `!function
tempanswerqa.harness.components.smape`. This imports the module, which registers all of them, and
their mean, with the harness.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from lm_eval.api.registry import register_aggregation, register_metric

from tempanswerqa import answers, metrics
from tempanswerqa.answers.thinking import text_of
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.harness.aggregation import mean
from tempanswerqa.units import UNITS, find

MEAN = "tempanswerqa_mean"


class ComponentError(TempAnswerError, ValueError):
    """An entry of a task file's `metric_list` that cannot be used; the message says why."""


def score(
    name: str,
    references: Sequence[Any],
    predictions: Sequence[Any],
    *,
    unit: str = "",
    centroid: float = math.nan,
) -> Any:
    """Return the metric of each prediction in the harness's form; NaN if it is undefined.

    Reference and prediction are read as quantities of the unit (`answers.read_number`). Raises
    ComponentError if the task file's entry lacks the unit or the centroid that the metric needs, or
    if the reference states no quantity.
    """
    known = find(unit)
    if known is None or known.kind == "period":
        titles = ", ".join(each.title for each in UNITS.values() if each.kind != "period")
        raise ComponentError(f"tempanswerqa_{name}: unit must be one of {titles}")
    unit = known.name
    label = answers.read_number(str(references[0]), unit)
    if label is None:
        raise ComponentError(
            f"tempanswerqa_{name}: no {known.title} in the reference {references[0]!r}"
        )
    scores = []
    for prediction in predictions:
        text = text_of(prediction) if isinstance(prediction, list) else str(prediction)
        number = answers.read_number(text, unit)
        scores.append(metrics.item_scores(number, label, unit=unit, centroid=centroid)[name])
        defined = metrics.METRICS[name].defined_for(known) and number is not None
        if math.isnan(scores[-1]) and math.isnan(centroid) and defined:
            raise ComponentError(f"tempanswerqa_{name}: give the centroid of the labels")
    return scores[0]


def _registered(metric: metrics.Metric) -> Callable[..., Any]:
    def scored(references: Sequence[Any], predictions: Sequence[Any], **entry: Any) -> Any:
        return score(metric.name, references, predictions, **entry)

    # the harness finds the aggregation by this name where a task file names none
    scored.__name__ = scored.__qualname__ = f"tempanswerqa_{metric.name}"
    scored.__doc__ = f"Return `{metric.name}` of each prediction; see `score`."
    registered: Callable[..., Any] = register_metric(
        metric=scored.__name__,
        higher_is_better=metric.higher_is_better,
        aggregation=MEAN,
        output_type="generate_until",
    )(scored)
    return registered


register_aggregation(MEAN)(mean)
for _metric in metrics.METRICS.values():
    globals()[_metric.name] = _registered(_metric)
