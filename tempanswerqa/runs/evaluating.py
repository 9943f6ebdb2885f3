"""Scores answers that come without questions: lists or columns of texts or numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from tempanswerqa import answers, metrics
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics import scale
from tempanswerqa.metrics.intervals import FEW_GROUPS
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.paper_scoring import LARGEST
from tempanswerqa.runs.summary import Score, as_json, known, mean_scores
from tempanswerqa.text import listed
from tempanswerqa.units import UNITS, find

PLACES = 30
"""The decimal places to which numbers are rounded. With more, the square of an error over a
distance from a centroid might be infinite."""
_MISSING = ("None", "nan", "NaT", "<NA>")


class EvaluationError(TempAnswerError, ValueError):
    """Answers that cannot be scored; the message says why, and in which rows, from 0."""


@dataclass(frozen=True)
class Evaluation:
    """The mean scores of answers, and the scores of each answer; None for undefined ones."""

    scores: Mapping[str, Score]
    """The mean scores, by the names in `METRICS`."""
    groups: int
    """The number of groups of answers."""
    items: Sequence[Mapping[str, Any]]
    """The answers, each with prediction, reference and unit; the `number` read from the prediction
    and the `label` from the reference; the centroid of its `scale.Scale`; and all `METRICS`."""

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object: numbers of answers and groups, scores, errors, intervals, items."""
        scores = as_json(self.scores, METRICS)
        return {"n": len(self.items), "groups": self.groups, **scores, "items": [*self.items]}

    def __str__(self) -> str:
        """Return a table of scores with their 95 % intervals, and the counts of answers, groups."""
        lines = [
            f"{metric.heading + metric.percent:<12}{self.scores[name].shown(metric)}"
            for name, metric in METRICS.items()
        ]
        rough = ": the intervals are rough" if self.groups < FEW_GROUPS else ""
        return "\n".join([*lines, f"n = {len(self.items)}, groups = {self.groups}{rough}"])


def evaluate(
    predictions: Iterable[Any],
    references: Iterable[Any],
    units: str | Iterable[str],
    groups: Iterable[Hashable] | None = None,
) -> Evaluation:
    """Return the scores of predictions against their references.

    Both are texts, which `answers.read_number` reads as quantities of their unit, or numbers in it
    (for dates and moments seconds since 1970-01-01). `units` is one of `UNITS` by name or title, or
    one for each prediction. A prediction is unparsed if it is missing (None or NaN), beyond
    `LARGEST` or states no quantity. The scale of a unit is that of all references in it; if each is
    on its centroid, as fewer than four are, the unit has none, and scaled errors are undefined.
    Errors are clustered by `groups` (default: each answer is a group). Without answers all scores
    are None.

    Raises EvaluationError if lengths differ, a unit is unknown, a reference states no quantity, a
    group is missing, or an answer is neither text nor number; the message names all such rows.
    """
    answered, stated = _plain("predictions", predictions), _plain("references", references)
    unit_names = [units] * len(answered) if isinstance(units, str) else [*units]
    clusters = [*range(len(answered))] if groups is None else [*groups]
    for name, values in (("references", stated), ("units", unit_names), ("groups", clusters)):
        if len(values) != len(answered):
            counts = f"{len(answered)} predictions and {len(values)} {name}"
            raise EvaluationError(f"{counts}; give one for each prediction")
    found_units = [find(name) if isinstance(name, str) else None for name in unit_names]
    _require(
        "units", unit_names, map(bool, found_units), f"each has to be one of {', '.join(UNITS)}"
    )
    unit_names = [unit.name for unit in found_units if unit]
    are_names = (
        isinstance(group, Hashable) and (isinstance(group, str) or str(group) not in _MISSING)
        for group in clusters
    )
    _require("groups", clusters, are_names, "each has to be a name or a number")
    labels: list[Any] = [*map(_number, stated, unit_names)]
    are_read = (label is not None for label in labels)
    _require("references", stated, are_read, "each has to state a number of its unit")
    by_unit: dict[str, list[float]] = {}
    for unit, label in zip(unit_names, labels, strict=True):
        by_unit.setdefault(unit, []).append(label)
    scales = {unit: scale.scale(numbers, UNITS[unit].period) for unit, numbers in by_unit.items()}
    scaleless = {
        unit
        for unit, numbers in by_unit.items()
        if all(label == scales[unit].centroid(label) for label in numbers)
    }
    items: list[dict[str, Any]] = []
    for prediction, reference, unit, label in zip(
        answered, stated, unit_names, labels, strict=True
    ):
        number = _number(prediction, unit)
        centroid = NAN if unit in scaleless else scales[unit].centroid(label)
        item = {"prediction": prediction, "reference": reference, "unit": unit}
        item |= {"number": number, "label": label, "centroid": centroid}
        items.append(item | metrics.item_scores(number, label, unit=unit, centroid=centroid))
    columns = {name: [item[name] for item in items] for name in METRICS}
    scores = mean_scores(columns, clusters)
    finite = [item | {name: known(item[name]) for name in (*METRICS, "centroid")} for item in items]
    return Evaluation(scores, len({*clusters}), finite)


def _plain(name: str, values: Iterable[Any]) -> list[str | float | None]:
    """Return values as texts and numbers; None for a missing value or one beyond `LARGEST`.

    Raises EvaluationError for values of other types, and for a text or a table in place of a list.
    """
    if isinstance(values, str | Mapping) or hasattr(values, "columns"):
        raise EvaluationError(f"{name} has to be a list or a column, not {type(values).__name__}")
    values = values.tolist() if hasattr(values, "tolist") else [*values]
    are_plain = (
        (isinstance(value, str | Real) and not isinstance(value, bool)) or str(value) in _MISSING
        for value in values
    )
    _require(name, values, are_plain, "each has to be a text, a number or None")
    return [value if isinstance(value, str) else _finite(value) for value in values]


def _finite(value: Any) -> float | None:
    try:
        number = float(value) if isinstance(value, Real) else NAN
    except OverflowError:
        return None
    return number if abs(number) <= LARGEST else None


def _require(name: str, values: Sequence[Any], met: Iterable[bool], rule: str) -> None:
    """Raise EvaluationError with all rows whose values do not meet the rule."""
    rows = [row for row, is_met in enumerate(met) if not is_met]
    if rows:
        wrong = listed([values[row] for row in rows])
        raise EvaluationError(
            f"{name}: {rule}; not so in rows {', '.join(map(str, rows))}: {wrong}"
        )


def _number(value: str | float | None, unit: str) -> float | None:
    number = answers.read_number(value, unit) if isinstance(value, str) else value
    return None if number is None else round(number, PLACES)
