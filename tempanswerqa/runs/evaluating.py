"""Scores answers that come without questions: lists, columns or a table of texts, numbers, dates,
times and durations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from itertools import chain
from numbers import Real
from statistics import median
from typing import TYPE_CHECKING, Any

from tempanswerqa import answers, metrics
from tempanswerqa.answers import reading
from tempanswerqa.answers.result import Period
from tempanswerqa.answers.thinking import text_of
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics import scale
from tempanswerqa.metrics.intervals import FEW_GROUPS
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.paper_scoring import EPOCH, LARGEST
from tempanswerqa.runs.summary import Score, known, mean_scores
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

    def __str__(self) -> str:
        """Return a table of scores with their 95 % intervals, and the counts of answers, groups."""
        headings = {name: metric.heading + metric.percent for name, metric in METRICS.items()}
        width = 2 + max(map(len, headings.values()))
        lines = [
            heading.ljust(width) + self.scores[name].shown(METRICS[name])
            for name, heading in headings.items()
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
    questions: Iterable[str] | None = None,
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
    questions
        The question of each prediction, by which its value is chosen where a text has several.
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
    columns: list[Any] = [predictions, references, units, groups, asked_on, questions]
    if hasattr(predictions, "columns"):
        if references is not None or units is not None:
            raise EvaluationError("name a DataFrame's columns by reference=... and unit=...")
        columns = _of_frame(predictions, prediction, reference, unit, group, asked_on)
        columns.append(questions)
    elif references is None or units is None:
        raise EvaluationError("give predictions, references and units, or one DataFrame")
    said, meant, asked, clusters, days, texts = _aligned(*columns)
    indexes = [column.index for column in columns if hasattr(column, "iloc")]
    index = indexes[0] if indexes else None
    if not all(other.equals(index) for other in indexes):
        raise EvaluationError("the columns have different indexes; align them, or give lists")

    check, reader = _Check(range(len(said)) if index is None else index), _Reader()
    of_type = "a text, a number, a date, a time, a duration"
    said = check.each(f"predictions: each must be {of_type} or missing", _plain, said)
    asked = check.each(f"units: each must be one of {_TITLES}", _unit, asked)
    clusters = check.each("groups: each must be a name or a number", _group, clusters)
    days = check.each("asked_on: each must be a date", _day, days)
    rule = f"references: each must state a number of its unit, as {of_type} or a list of these"
    rights = check.each(rule, reader.right, meant, asked, days)
    check.conclude()
    meant, labels = ([right[place] for right in rights] for place in range(2))

    scales = _scales(labels, asked)
    items = []
    rows = zip(said, meant, labels, asked, days, texts, strict=True)
    for text, truth, own, one, day, question in rows:
        number = reader.number(text, one, day, question)
        scored = _scored(number, own, one, scales.get(one.name))
        items.append({"prediction": text, "reference": truth, "unit": one.title} | scored)
    scores = mean_scores({name: [item[name] for item in items] for name in METRICS}, clusters)
    for item in items:
        item |= {name: known(item[name]) for name in ("centroid", *METRICS)}
    return Evaluation(scores, len({*clusters}), items, index)


_TITLES = ", ".join(unit.title for unit in UNITS.values())


def _of_frame(
    frame: DataFrame, prediction: str, reference: str, unit: str, group: str | None, asked_on: Any
) -> list[Any]:
    """Return the predictions, references, units, groups and days of questions in a table."""
    names = [prediction, reference, *([] if group is None else [group])]
    names += [] if find(unit) else [unit]
    if missing := [name for name in names if name not in frame.columns]:
        raise EvaluationError(
            f"no column {listed(missing)}; it has {listed(frame.columns)}. Name its columns by "
            f"prediction=..., reference=... and unit=..., which may also be one of {_TITLES}"
        )
    return [
        frame[prediction],
        frame[reference],
        frame[unit] if unit in frame.columns else unit,
        None if group is None else frame[group],
        frame[asked_on] if isinstance(asked_on, str) and asked_on in frame.columns else asked_on,
    ]


def _aligned(
    predictions: Any, references: Any, units: Any, groups: Any, asked_on: Any, questions: Any
) -> list[list[Any]]:
    """Return the columns as lists of one length. Raises EvaluationError if their lengths differ."""
    if isinstance(units, str) and find(units) is None:
        raise EvaluationError(f"unknown unit {told(units)!r}; units are {_TITLES}")
    said = [
        text_of(each) if _is_content(each) else each for each in _listed("predictions", predictions)
    ]
    n = len(said)
    one_day = asked_on is None or isinstance(asked_on, str | date)
    given = {
        "references": _listed("references", references),
        "units": [units] * n if isinstance(units, str) else _listed("units", units),
        "groups": [*range(n)] if groups is None else _listed("groups", groups),
        "asked_on": [asked_on] * n if one_day else _listed("asked_on", asked_on),
        "questions": [""] * n if questions is None else _listed("questions", questions),
    }
    for name, values in given.items():
        if len(values) != n:
            counts = f"{n} predictions and {len(values)} {name}"
            raise EvaluationError(f"{counts}; give one for each prediction")
    return [said, *given.values()]


def _is_content(value: Any) -> bool:
    """Return whether a value is the content of a message: a part, or a list of parts."""
    parts = value if isinstance(value, list) else [value]
    return all(isinstance(part, dict) for part in parts)


class _Reader:
    """Reads predictions and references, each text once."""

    def __init__(self) -> None:
        self._read = cache(answers.read_number)
        self._read_alternatives = cache(answers.read_alternatives)
        self._read_periods = cache(_periods)

    def number(
        self, value: Any, unit: Unit, asked_on: date | None, question: str
    ) -> float | Period | None:
        """Return the number or period of a prediction; None if it is unread."""
        if unit.kind == "period":
            named = self._read_periods(value, asked_on)
            return named[0] if len(named) == 1 else None
        is_text = isinstance(value, str)
        found = self._read(value, unit.name, question or "") if is_text else _number(value, unit)
        return None if found is None else round(found, PLACES)

    def right(self, value: Any, unit: Unit | None, asked_on: date | None) -> tuple[Any, Any]:
        """Return a reference, and all its numbers or periods; none for an unknown unit (None).

        Raises EvaluationError, with the unit, if one of its right answers states none, and what
        `_plain` raises.
        """
        is_list = isinstance(value, list | tuple) or getattr(value, "ndim", None)
        several = [*map(_plain, value if is_list else [value])]
        named = [self._alternatives(one, unit, asked_on) for one in several if unit]
        if unit and not (named and all(named)):
            raise EvaluationError(f" ({unit.title})")
        return several if is_list else several[0], tuple(dict.fromkeys(chain.from_iterable(named)))

    def _alternatives(self, value: Any, unit: Unit, asked_on: date | None) -> tuple[Any, ...]:
        if unit.kind == "period":
            return self._read_periods(value, asked_on)
        if isinstance(value, str):
            return tuple(round(one, PLACES) for one in self._read_alternatives(value, unit.name))
        number = _number(value, unit)
        return () if number is None else (round(number, PLACES),)


def _scales(labels: Sequence[tuple[Any, ...]], asked: Sequence[Unit]) -> dict[str, scale.Scale]:
    """Return the scale of each unit's first right answers; none if each is on its centroid."""
    firsts: defaultdict[str, list[float]] = defaultdict(list)
    for own, unit in zip(labels, asked, strict=True):
        if unit.kind != "period":
            firsts[unit.name].append(own[0])
    scales = {name: scale.scale(own, UNITS[name].period) for name, own in firsts.items()}
    return {
        name: found
        for name, found in scales.items()
        if any(label != found.centroid(label) for label in firsts[name])
    }


def _scored(
    number: float | Period | None, labels: tuple[Any, ...], unit: Unit, found: scale.Scale | None
) -> dict[str, Any]:
    """Return the number, labels, nearest label, error, centroid and scores of an answer."""
    if unit.kind == "period":
        label = min(labels, key=number.error) if isinstance(number, Period) else labels[0]
        error = float(number.error(label)) if isinstance(number, Period) else None
        centroid = NAN
        scores = metrics.item_scores(error, 0.0, unit=unit.name, centroid=centroid)
    else:
        assert not isinstance(number, Period)
        label = metrics.nearest(number, labels, unit)
        error = None if number is None else abs(unit.nearest(number, label) - label) / unit.step
        centroid = found.centroid(label) if found else NAN
        scores = metrics.item_scores(number, label, unit=unit.name, centroid=centroid)
    read = {"number": number, "label": label, "labels": labels, "error": error}
    return read | {"centroid": centroid} | scores


Plain = str | float | date | time | timedelta | None
"""An answer as text, number, day, time or duration; None if it is missing."""


def _listed(name: str, values: Any) -> list[Any]:
    """Return the values of a list or column. Raises EvaluationError for a text, set or table."""
    if isinstance(values, str | Mapping | Set) or hasattr(values, "columns"):
        raise EvaluationError(f"{name} must be a list or a column, not {type(values).__name__}")
    is_time = getattr(getattr(values, "dtype", None), "kind", None) in ("m", "M")
    return values.tolist() if hasattr(values, "tolist") and not is_time else [*values]


class _Check:
    """Converts columns, and keeps what is wrong with each row."""

    def __init__(self, rows: Iterable[Any]) -> None:
        self._rows = [*rows]
        self._wrong: dict[str, list[str]] = {}

    def each(self, rule: str, convert: Callable[..., Any], *columns: Sequence[Any]) -> list[Any]:
        """Return the result of `convert` for the values of each row; None, with the problem kept
        under `rule`, where it raises an error.
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
        return reading.read_periods(value, asked_on)
    if isinstance(value, date):
        day = date(value.year, value.month, value.day)
        return (Period(day, day),)
    return ()


def _number(value: float | date | time | timedelta | None, unit: Unit) -> float | None:
    """Return the number of a value other than text; None if its kind does not fit the unit."""
    if value is None or isinstance(value, float):
        return value
    if isinstance(value, timedelta):
        size, base, _ = TIME_UNITS.get(unit.singular, (0, "", ""))
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
