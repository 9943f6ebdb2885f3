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
    given, stated = _plain("predictions", predictions), _plain("references", references)
    units = [units] * len(given) if isinstance(units, str) else [*units]
    own = [*range(len(given))] if groups is None else [*groups]
    for name, values in (("references", stated), ("units", units), ("groups", own)):
        if len(values) != len(given):
            counts = f"{len(given)} predictions and {len(values)} {name}"
            raise EvaluationError(f"{counts}; give one for each prediction")
    known_units = [isinstance(unit, str) and find(unit) for unit in units]
    _require("units", units, map(bool, known_units), f"each has to be one of {', '.join(UNITS)}")
    units = [unit.name for unit in known_units if unit]
    named = (
        isinstance(group, Hashable) and (isinstance(group, str) or str(group) not in _MISSING)
        for group in own
    )
    _require("groups", own, named, "each has to be a name or a number")
    labels: list[Any] = [*map(_number, stated, units)]
    read = (label is not None for label in labels)
    _require("references", stated, read, "each has to state a number of its unit")
    by_unit: dict[str, list[float]] = {}
    for unit, label in zip(units, labels, strict=True):
        by_unit.setdefault(unit, []).append(label)
    scales = {unit: scale.scale(numbers) for unit, numbers in by_unit.items()}
    scaleless = {
        unit
        for unit, numbers in by_unit.items()
        if all(label == scales[unit].centroid(label) for label in numbers)
    }
    items: list[dict[str, Any]] = []
    for prediction, reference, unit, label in zip(given, stated, units, labels, strict=True):
        number = _number(prediction, unit)
        centroid = NAN if unit in scaleless else scales[unit].centroid(label)
        item = {"prediction": prediction, "reference": reference, "unit": unit}
        item |= {"number": number, "label": label, "centroid": centroid}
        items.append(item | metrics.item_scores(number, label, unit=unit, centroid=centroid))
    columns = {name: [item[name] for item in items] for name in METRICS}
    scores = mean_scores(columns, own)
    finite = [item | {name: known(item[name]) for name in (*METRICS, "centroid")} for item in items]
    return Evaluation(scores, len({*own}), finite)


def _plain(name: str, values: Iterable[Any]) -> list[str | float | None]:
    """Return values as texts and numbers; None for a missing value or one beyond `LARGEST`.

    Raises EvaluationError for values of other types, and for a text or a table in place of a list.
    """
    if isinstance(values, str | Mapping) or hasattr(values, "columns"):
        raise EvaluationError(f"{name} has to be a list or a column, not {type(values).__name__}")
    own = values.tolist() if hasattr(values, "tolist") else [*values]
    plain = (
        (isinstance(value, str | Real) and not isinstance(value, bool)) or str(value) in _MISSING
        for value in own
    )
    _require(name, own, plain, "each has to be a text, a number or None")
    return [value if isinstance(value, str) else _finite(value) for value in own]


def _finite(value: Any) -> float | None:
    try:
        number = float(value) if isinstance(value, Real) else NAN
    except OverflowError:
        return None
    return number if abs(number) <= LARGEST else None


def _require(name: str, values: Sequence[Any], met: Iterable[bool], rule: str) -> None:
    """Raise EvaluationError with all rows whose values do not meet the rule."""
    rows = [row for row, one in enumerate(met) if not one]
    if rows:
        wrong = listed([values[row] for row in rows])
        raise EvaluationError(
            f"{name}: {rule}; not so in rows {', '.join(map(str, rows))}: {wrong}"
        )


def _number(given: str | float | None, unit: str) -> float | None:
    number = answers.read_number(given, unit) if isinstance(given, str) else given
    return None if number is None else round(number, PLACES)
