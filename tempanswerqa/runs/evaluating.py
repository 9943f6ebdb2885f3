"""Scores answers that come without questions: lists, columns or a table of texts, numbers, dates,
times and durations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from itertools import chain
from numbers import Real
from statistics import median
from typing import TYPE_CHECKING, Any

from tempanswerqa import answers, metrics
from tempanswerqa.answers.flexible import periods
from tempanswerqa.answers.flexible.periods import Period
from tempanswerqa.answers.thinking import text_of
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics import scale
from tempanswerqa.metrics.intervals import FEW_GROUPS
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.paper_scoring import EPOCH, LARGEST
from tempanswerqa.runs.summary import Score, as_json, known, mean_scores
from tempanswerqa.text import listed, shown, told
from tempanswerqa.units import TIME_UNITS, UNITS, Unit, find

if TYPE_CHECKING:
    from pandas import DataFrame, Index

PLACES = 30
"""Decimal places of numbers. With more, the square of a scaled error might be infinite."""


class EvaluationError(TempAnswerError, ValueError):
    """Answers that cannot be scored; the message lists all wrong rows with their values."""


@dataclass(frozen=True)
class Evaluation:
    """The mean scores of answers, and the scores of each answer; None for undefined ones."""

    scores: Mapping[str, Score]
    """The mean scores, by the names in `METRICS`."""
    groups: int
    """The number of groups of answers."""
    items: Sequence[dict[str, Any]]
    """The answers, each with prediction, reference and unit; the `number` read from the prediction;
    the `labels` read from the reference, and the `label` that is nearest to the number; the `error`
    between them in the unit, for points in time in days or minutes; the centroid of its
    `scale.Scale`; and all `METRICS`. Number and labels of `when` are `Period`s."""
    index: Index | None = field(default=None, compare=False, repr=False)
    """The index of the answers; None if they came without one."""

    def to_frame(self) -> DataFrame:
        """Return the items as a table, with NaN for None, in the order and with the index of the
        answers.
        """
        import pandas as pd

        frame = pd.DataFrame([*self.items], self.index, [*_COLUMNS, *METRICS], object)
        numbers = ["error", "centroid", *METRICS]
        if not (frame["unit"] == "when").any():
            numbers += ["number", "label"]
        return frame.astype(dict.fromkeys(numbers, float))

    def median_error(self) -> float | None:
        """Return the median of the errors of the answers that were read; None without any."""
        errors = [item["error"] for item in self.items if item["error"] is not None]
        return median(errors) if errors else None

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object: numbers of answers and groups, scores, errors, intervals, items.

        Dates, times and durations among the answers become text.
        """
        scores = as_json(self.scores, METRICS)
        given = ("prediction", "reference", "number", "label", "labels")
        items = [item | {name: _json(item[name]) for name in given} for item in self.items]
        return {"n": len(items), "groups": self.groups, **scores, "items": items}

    def __str__(self) -> str:
        """Return a table of scores with their 95 % intervals, and the counts of answers, groups."""
        lines = [
            f"{metric.heading + metric.percent:<12}{self.scores[name].shown(metric)}"
            for name, metric in METRICS.items()
        ]
        if self.items and all(item["unit"] == "when" for item in self.items):
            lines.append(f"median error {shown(self.median_error())} days")
        rough = ": the intervals are rough" if self.groups < FEW_GROUPS else ""
        return "\n".join([*lines, f"n = {len(self.items)}, groups = {self.groups}{rough}"])


_COLUMNS = ("prediction", "reference", "unit", "number", "label", "labels", "error", "centroid")


def evaluate(
    predictions: Any,
    references: Iterable[Any] | None = None,
    units: str | Iterable[str] | None = None,
    groups: Iterable[Hashable] | None = None,
    asked_on: Any = None,
    *,
    prediction: str = "prediction",
    reference: str = "reference",
    unit: str = "unit",
    group: str | None = None,
) -> Evaluation:
    """Return the scores of predictions against their references.

    Parameters
    ----------
    predictions, references
        Two lists, arrays or columns, or in place of both one DataFrame. Texts are read by
        `answers.read_number`. Numbers are in the unit: seconds since 1970-01-01 for dates, calendar
        months and datetimes, minutes after midnight for times of day. Dates, times and durations of
        Python, numpy and pandas are converted; time zones are left out. A prediction may be the
        content of a message in parts, of which the texts are read. A prediction is unread if
        it is missing (None, NaN, NaT), beyond `LARGEST` or of another kind than the unit. A
        reference may have several right answers, as a list or in a text that
        `answers.read_alternatives` reads: the nearest to the prediction counts, and the first for
        an unread prediction.
    units
        A unit's name or title (see `units.UNITS`), or one for each prediction.
    groups
        The group of each answer, by which standard errors are clustered. By default each answer is
        a group.
    asked_on
        For the unit `when`: the day on which a question was asked, or one for each prediction, as a
        date or `2023-05-08`; of a DataFrame also its column. Without it `two weeks ago` is unread.
    prediction, reference, unit, group
        The columns of a DataFrame. `unit` may also be a unit's name.

    Returns
    -------
    Evaluation
        The scores. All are None without answers. The scale of a unit is that of the first right
        answers of all its references; if each of these is on its centroid, as with fewer than four,
        scaled errors are undefined.

    Raises
    ------
    EvaluationError
        Lengths, indexes or columns do not fit, or a unit is unknown, a reference states no number
        of its unit, a group is missing, or an answer is of a type that is not listed above. The
        message lists all such rows.

    Examples
    --------
    >>> evaluation = evaluate(["7 days", "9 days"], [7, [8, 10]], "days")
    >>> [item["label"] for item in evaluation.items]
    [7.0, 8.0]
    """
    if hasattr(predictions, "columns"):
        frame = predictions
        names = [prediction, reference, *([] if group is None else [group])]
        if missing := [name for name in names if name not in frame.columns]:
            raise EvaluationError(f"no column {listed(missing)}; it has {listed(frame.columns)}")
        predictions, references = frame[prediction], frame[reference]
        units = frame[unit] if unit in frame.columns else unit
        groups = None if group is None else frame[group]
        is_column = isinstance(asked_on, str) and asked_on in frame.columns
        asked_on = frame[asked_on] if is_column else asked_on
    elif references is None or units is None:
        raise EvaluationError("give predictions, references and units, or one DataFrame")
    titles = ", ".join(unit.title for unit in UNITS.values())
    if isinstance(units, str) and find(units) is None:
        raise EvaluationError(f"unknown unit {told(units)!r}; units are {titles}")
    said = _listed("predictions", predictions)
    answered = [text_of(each) if isinstance(each, list | dict) else each for each in said]
    given = {
        "references": _listed("references", references),
        "units": [units] * len(answered) if isinstance(units, str) else _listed("units", units),
        "groups": [*range(len(answered))] if groups is None else _listed("groups", groups),
        "asked_on": [asked_on] * len(answered)
        if asked_on is None or isinstance(asked_on, str | date)
        else _listed("asked_on", asked_on),
    }
    for name, values in given.items():
        if len(values) != len(answered):
            counts = f"{len(answered)} predictions and {len(values)} {name}"
            raise EvaluationError(f"{counts}; give one for each prediction")
    columns: list[Any] = [predictions, references, units, groups, asked_on]
    indexes = [column.index for column in columns if hasattr(column, "iloc")]
    index = indexes[0] if indexes else None
    if not all(other.equals(index) for other in indexes):
        raise EvaluationError("the columns have different indexes; align them, or give lists")

    check = _Check(range(len(answered)) if index is None else index)
    read_number, read_alternatives = cache(answers.read_number), cache(answers.read_alternatives)

    read_periods = cache(_periods)

    def number(value: Plain, unit: Unit, asked: date | None) -> float | Period | None:
        if unit.kind == "period":
            named = read_periods(value, asked)
            return named[0] if len(named) == 1 else None
        found = read_number(value, unit.name) if isinstance(value, str) else _number(value, unit)
        return None if found is None else round(found, PLACES)

    def right(value: Any, unit: Unit | None, asked: date | None) -> tuple[Any, ...]:
        """Return all numbers or periods of a reference."""
        if unit and unit.kind == "period":
            given = value if isinstance(value, list) else [value]
            named = [read_periods(one, asked) for one in given]
            if not all(named):
                raise EvaluationError(f" ({unit.title})")
            return tuple(dict.fromkeys(chain.from_iterable(named)))
        numbers: list[float | None] = []
        for one in value if isinstance(value, list) else [value]:
            if unit and isinstance(one, str):
                numbers += read_alternatives(one, unit.name) or [None]
            elif unit:
                numbers.append(_number(one, unit))
        if unit and (not numbers or None in numbers):
            raise EvaluationError(f" ({unit.title})")
        return tuple(dict.fromkeys(round(one, PLACES) for one in numbers if one is not None))

    of_type = "each must be a text, a number, a date, a time, a duration or missing"
    answered = check.each(f"predictions: {of_type}", _plain, answered)
    stated = check.each(f"references: {of_type}, or a list of these", _several, given["references"])
    asked = check.each(f"units: each must be one of {titles}", _unit, given["units"])
    clusters = check.each("groups: each must be a name or a number", _group, given["groups"])
    days = check.each("asked_on: each must be a date", _day, given["asked_on"])
    rule = "references: each must state a number of its unit"
    labels = check.each(rule, right, stated, asked, days)
    check.conclude()

    firsts: defaultdict[str, list[float]] = defaultdict(list)
    for own, one in zip(labels, asked, strict=True):
        if one.kind != "period":
            firsts[one.name].append(own[0])
    scales = {name: scale.scale(own, UNITS[name].period) for name, own in firsts.items()}
    scaleless = {
        name
        for name, own in firsts.items()
        if all(label == scales[name].centroid(label) for label in own)
    }
    items: list[dict[str, Any]] = []
    for said, meant, own, one, day in zip(answered, stated, labels, asked, days, strict=True):
        p = number(said, one, day)
        if one.kind == "period":
            label = min(own, key=p.error) if isinstance(p, Period) else own[0]
            error = float(p.error(label)) if isinstance(p, Period) else None
            centroid = NAN
            scored = metrics.item_scores(error, 0.0, unit=one.name, centroid=centroid)
        else:
            assert not isinstance(p, Period)
            label = metrics.nearest(p, own, one)
            error = None if p is None else abs(one.nearest(p, label) - label) / one.step
            centroid = NAN if one.name in scaleless else scales[one.name].centroid(label)
            scored = metrics.item_scores(p, label, unit=one.name, centroid=centroid)
        item = {"prediction": said, "reference": meant, "unit": one.name}
        item |= {"number": p, "label": label, "labels": own, "error": error, "centroid": centroid}
        items.append(item | scored)
    scores = mean_scores({name: [item[name] for item in items] for name in METRICS}, clusters)
    for item in items:
        item |= {name: known(item[name]) for name in ("centroid", *METRICS)}
    return Evaluation(scores, len({*clusters}), items, index)


Plain = str | float | date | time | timedelta | None
"""An answer as text, number, day, time or duration; None if it is missing."""


def _listed(name: str, values: Any) -> list[Any]:
    """Return the values of a list or column. Raises EvaluationError for a text or a table."""
    if isinstance(values, str | Mapping) or hasattr(values, "columns"):
        raise EvaluationError(f"{name} must be a list or a column, not {type(values).__name__}")
    is_time = getattr(getattr(values, "dtype", None), "kind", None) in ("m", "M")
    return values.tolist() if hasattr(values, "tolist") and not is_time else [*values]


class _Check:
    """Converts columns, and keeps what is wrong with each row."""

    def __init__(self, rows: Iterable[Any]) -> None:
        self._rows = [*rows]
        self._wrong: dict[str, list[str]] = {}

    def each(self, rule: str, convert: Callable[..., Any], *columns: Sequence[Any]) -> list[Any]:
        """Return what `convert` makes of the values of each row; None where it raises an error,
        because the first value breaks the rule.
        """
        converted = []
        for row, values in zip(self._rows, zip(*columns, strict=True), strict=True):
            try:
                converted.append(convert(*values))
            except (TypeError, ValueError) as error:
                shown = told(repr(values[0]) if isinstance(values[0], str) else values[0])
                why = error if isinstance(error, EvaluationError) else ""
                self._wrong.setdefault(rule, []).append(f"row {told(row)}: {shown}{why}")
                converted.append(None)
        return converted

    def conclude(self) -> None:
        """Raise EvaluationError with all wrong rows."""
        if self._wrong:
            parts = (f"{rule}; wrong:\n" + "\n".join(rows) for rule, rows in self._wrong.items())
            raise EvaluationError("\n".join(parts))


def _plain(value: Any) -> Plain:
    """Return a value of Python, numpy or pandas in one of few types.

    Raises TypeError or ValueError for values of other types.
    """
    if value is None or isinstance(value, str):
        return value
    import numpy as np
    import pandas as pd

    if isinstance(value, bool | np.bool_):
        raise TypeError
    if isinstance(value, np.datetime64 | np.timedelta64):  # the latter are integers, too
        value = (pd.Timestamp if isinstance(value, np.datetime64) else pd.Timedelta)(value)
    elif isinstance(value, Real | Decimal):
        try:
            number = float(value)
        except (OverflowError, ValueError):  # a signaling NaN
            return None
        return number if abs(number) <= LARGEST else None
    if pd.isna(value):
        return None
    if isinstance(value, date | time | timedelta):
        return value
    raise TypeError


def _several(value: Any) -> Plain | list[Plain]:
    """Return a reference; a list or array of right answers as a list."""
    if isinstance(value, list | tuple) or getattr(value, "ndim", None):
        return [_plain(one) for one in value]
    return _plain(value)


def _unit(name: Any) -> Unit:
    if isinstance(name, str) and (unit := find(name)):
        return unit
    raise ValueError


def _group(name: Hashable) -> Hashable:
    """Return the name of a group. Raises TypeError or ValueError for a missing one or a list."""
    if hash(name) and isinstance(name, str):
        return name
    if str(name) in ("None", "nan", "NaT", "<NA>"):
        raise ValueError
    return name


def _day(value: Any) -> date | None:
    """Return a day; None for a missing one. Raises ValueError for what is not a date."""
    value = date.fromisoformat(value) if isinstance(value, str) else _plain(value)
    if value is not None and not isinstance(value, date):
        raise ValueError
    return value.date() if isinstance(value, datetime) else value


def _periods(value: Plain, asked_on: date | None) -> tuple[Period, ...]:
    """Return the periods that a text or a date names; empty for other values."""
    if isinstance(value, str):
        return periods.read_periods(value, asked_on)
    if isinstance(value, date):
        day = date(value.year, value.month, value.day)
        return (Period(day, day),)
    return ()


def _number(value: float | date | time | timedelta | None, unit: Unit) -> float | None:
    """Return the number of a value other than text; None if its kind does not fit the unit."""
    if value is None or isinstance(value, float):
        return value
    if isinstance(value, timedelta):
        size, base, _ = TIME_UNITS.get(unit.name.removesuffix("s"), (0, "", ""))
        return value.total_seconds() / size if base == "second" else None
    if isinstance(value, datetime | time) and unit.name == "clock":
        return 60 * value.hour + value.minute + (value.second + value.microsecond / 1e6) / 60
    if isinstance(value, time):
        return None
    if isinstance(value, datetime) and unit.name == "moment":
        return (value.replace(tzinfo=None) - EPOCH).total_seconds()
    if unit.name == "date_years":
        return float(value.year)
    if unit.name in ("date", "month"):
        day = value.day if unit.name == "date" else 1
        return (datetime(value.year, value.month, day) - EPOCH).total_seconds()
    return None


def _json(value: Any) -> Any:
    """Return a plain value, or a list of these, for JSON."""
    if isinstance(value, date | time | timedelta | Period):
        return str(value)
    return [_json(one) for one in value] if isinstance(value, list | tuple) else value
