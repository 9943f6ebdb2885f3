"""Scores answers that come without questions, and compares two systems.

Answers are lists, columns or a table of texts, numbers, dates, times and durations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache, partial
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from tabulate import tabulate

from tempanswerqa import analysis
from tempanswerqa import items as items_table
from tempanswerqa.answers.labels import LabelError, Right, read_day, read_labels
from tempanswerqa.answers.places import Choose
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Period
from tempanswerqa.answers.thinking import text_of
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.items import RUN
from tempanswerqa.metrics import scale
from tempanswerqa.metrics.means import FEW_GROUPS
from tempanswerqa.metrics.scores import METRICS, NAN, Metric
from tempanswerqa.paper_scoring import EPOCH, LARGEST
from tempanswerqa.runs import details
from tempanswerqa.runs.details import known
from tempanswerqa.scoring import FLEXIBLE, MOST_UNREAD, Asked, advice, score
from tempanswerqa.text import excerpt, listed, shown
from tempanswerqa.units import TIME_UNITS, UNITS, Unit, find

if TYPE_CHECKING:
    from pandas import DataFrame

PLACES = 30
"""Decimal places of numbers. With more, the square of a scaled error might be infinite."""

SIDES = ("first", "second")


class EvaluationError(TempAnswerError, ValueError):
    """Answers that cannot be scored or compared; the message lists all wrong rows."""


class Score(NamedTuple):
    """A mean score, its standard error and its 95 % interval; None for what is undefined."""

    value: float | None = None
    stderr: float | None = None
    low: float | None = None
    high: float | None = None

    def shown(self, metric: Metric) -> str:
        """Return the score as text, with its interval if there is one.

        `parsed` is shown as the share that is unread.
        """
        numbers = [self.value, self.low, self.high]
        if metric.name == "parsed":
            numbers = [None if n is None else 1 - n for n in (self.value, self.high, self.low)]
        value, low, high = map(metric.shown, numbers)
        return value if low == "-" else f"{value} [{low}, {high}]"


@dataclass(frozen=True)
class Evaluation:
    """The mean scores of answers, and the scores of each answer; None for undefined ones."""

    scores: Mapping[str, Score]
    """The mean scores, by the names in `METRICS`."""
    groups: int
    """The number of groups of answers."""
    effective_groups: float
    """The effective number of groups, which is smaller if these are of unequal size."""
    items: Sequence[dict[str, Any]]
    """The answers, each with prediction, reference and unit; the `number` read from the prediction;
    the `labels` read from the reference (None for `none`), and the `label` that is nearest to the
    number; the `error` between them in the unit, for points in time in days or minutes; the
    `centroid` of its `scale.Scale`; the `text` that states the number, its `span` and `place` in
    the prediction and its `probability`, or why there is none (`unread`); and all `METRICS`. Number
    and labels of `when` are `Period`s."""
    table: Any = field(default=None, compare=False, repr=False)
    """The scores as a table such as that of `items`; None without answers."""

    def __str__(self) -> str:
        """Return a table of scores with their 95 % intervals, and the counts of answers, groups."""
        width = 2 + max(len(metric.heading + metric.percent) for metric in METRICS.values())
        lines = [
            (metric.heading + metric.percent).ljust(width) + self.scores[name].shown(metric)
            for name, metric in METRICS.items()
        ]
        if self.items and all(item["unit"] == "when" for item in self.items):
            errors = [item["error"] for item in self.items if item["error"] is not None]
            lines.append(f"median error {shown(details.median(errors))} days")
        unknown = [item["exact_match"] for item in self.items if item["labels"] == (None,)]
        if unknown:
            lines.append(f"not known: {sum(unknown):.0f} of {len(unknown)} answers say so")
        lines.append(f"n = {len(self.items)}, {_groups(self.groups, self.effective_groups)}")
        unread = [item["unit"] for item in self.items if item["parsed"] == 0]
        if len(unread) > MOST_UNREAD * len(self.items):
            lines.append(advice(unread))
        return "\n".join(lines)


@dataclass(frozen=True)
class Comparison:
    """The paired differences of two evaluations."""

    table: DataFrame
    """A row for each score, with the columns of `analysis.compare`."""

    def __str__(self) -> str:
        """Return a table of the differences with their 95 % intervals and p-values."""
        headings = ("", *SIDES, "first - second", "p", "better", "detectable")
        rows = list[list[str]]()
        for row in self.table.to_dict("records"):
            metric = METRICS[row["score"]]
            ends = [row[name] for name in ("difference", "low", "high")]
            values = [row["first_value"], row["second_value"]]
            if metric.name == "parsed":
                ends = [0 - ends[0], 0 - ends[2], 0 - ends[1]]
                values = [1 - value for value in values]
            difference, low, high = map(metric.shown, ends)
            rows.append(
                [
                    metric.heading + metric.percent,
                    *map(metric.shown, values),
                    difference if low == "-" else f"{difference} [{low}, {high}]",
                    "-" if row["p_holm"] != row["p_holm"] else f"{row['p_holm']:.4f}",
                    row["better"] or "-",
                    metric.shown(row["detectable"]),
                ]
            )
        drawn = tabulate(rows, headings, tablefmt="simple", disable_numparse=True)
        n, groups = (self.table[name].max() for name in ("n", "groups"))
        counts = _groups(groups, _effective(self.table))
        return f"{drawn}\nn = {n}, {counts}; p: paired t-tests, corrected (Holm)"


def _effective(scores: DataFrame) -> float:
    """Return the effective number of groups by exact match, which every answer has."""
    return 1 + float(scores["degrees"][scores["score"] == "exact_match"].item())


def _groups(groups: int, effective: float) -> str:
    """Return the number of groups, with the effective one if it differs or is small."""
    rough = ": the intervals are rough" if effective < FEW_GROUPS else ""
    own = f" ({effective:.3g} effective)" if f"{effective:.3g}" != f"{groups}" else ""
    return f"groups = {groups}{own}{rough}"


def compare(first: Evaluation | DataFrame, second: Evaluation | DataFrame) -> Comparison:
    """Return the paired differences of two evaluations of the same questions, or of two runs.

    Exact match and sMAPE are tested, with p-values that are corrected together; the other scores
    have a difference with its interval.

    Parameters
    ----------
    first, second
        What `evaluate` returns for two lists of predictions with the same references, units and
        groups; or two tables of `items`, each of one filter.

    Returns
    -------
    Comparison
        `str` shows its table.

    Raises
    ------
    EvaluationError
        References, units or groups differ, or a table has several filters.

    Examples
    --------
    >>> truth = [3, 5, 8, 13]
    >>> a, b = (evaluate(said, truth, "days") for said in ([3, 5, 8, 10], [3, 4, 9, 10]))
    >>> compare(a, b).table["difference"].tolist()[0]
    0.5
    """
    if isinstance(first, Evaluation) and isinstance(second, Evaluation):
        _check_same(first, second)
    tables = [one.table if isinstance(one, Evaluation) else one for one in (first, second)]
    if not all("filter" in getattr(table, "columns", ()) for table in tables):
        raise EvaluationError("compare takes two evaluations, or the items of two runs")
    sides = [table.assign(model=side) for side, table in zip(SIDES, tables, strict=True)]
    if any(table["filter"].nunique() > 1 for table in sides):
        raise EvaluationError('compare takes items of one filter; choose one by items["filter"]')
    return Comparison(analysis.compare(items_table.join(sides)))


def _check_same(first: Evaluation, second: Evaluation) -> None:
    """Raise EvaluationError if two evaluations differ in more than predictions."""
    counts = len(first.items), len(second.items)
    if counts[0] != counts[1] or not counts[0]:
        raise EvaluationError(
            "compare takes answers to the same questions, got {} and {}".format(*counts)
        )
    for row, (one, other) in enumerate(zip(first.items, second.items, strict=True)):
        if (one["unit"], one["labels"]) != (other["unit"], other["labels"]):
            raise EvaluationError(f"index {row}: the references or units differ")
    if not first.table["group"].equals(second.table["group"]):
        raise EvaluationError("the groups differ")


def evaluate(
    predictions: Any,
    references: Iterable[Any] | None = None,
    units: str | Iterable[str] | None = None,
    groups: Iterable[Hashable] | None = None,
    asked_on: Any = None,
    *,
    questions: Any = None,
    date_order: str | None = None,
    think_end: str | None = None,
    choose: Choose | None = None,
    prediction: str = "prediction",
    reference: str = "reference",
    unit: str = "unit",
    group: str | None = None,
) -> Evaluation:
    """Return the scores of predictions against their references.

    Parameters
    ----------
    predictions, references
        Two lists, arrays or columns, or in place of both one DataFrame. Texts, messages
        (`{"role": ..., "content": ...}`) and lists of parts are read as `flexible-extract` reads
        responses. Numbers are in the unit: seconds since 1970-01-01 for dates, calendar months and
        datetimes, minutes after midnight for times of day. Dates, times and durations of Python,
        numpy and pandas are converted; time zones are left out. A prediction is unread if it is
        missing (None, NaN, NaT), beyond `LARGEST` or of another kind than the unit. A reference may
        have several right answers, as a list or in a text such as `7 days | 8 days`: the nearest to
        the prediction counts, and the first for an unread prediction. With the reference `none` a
        prediction is right if it says that the answer is not known.
    units
        A unit's name or title (see `units.UNITS`), or one for each prediction.
    groups
        The group of each answer, by which standard errors are clustered. By default each answer is
        a group.
    asked_on
        For the unit `when`: the day on which a question was asked, or one for each prediction, as a
        date or `2023-05-08`; of a DataFrame also its column. Without it `two weeks ago` is unread.
    questions
        The question of each prediction, by which its value is chosen where a text has several; of a
        DataFrame also its column.
    date_order
        `day` or `month`, the first part of dates such as 03/04/2001.
    think_end
        The closing mark of thinking; by default all known marks.
    choose
        Chooses where a text announces no answer and has several values: a function of question,
        response and the texts of the values, which returns the place of one, or None for none.
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
    if date_order not in (None, "", "day", "month"):
        raise EvaluationError(f"date_order is {excerpt(date_order)!r}; choose day or month")
    if choose is not None and not callable(choose):
        raise EvaluationError(f"choose is {excerpt(repr(choose))}; pass a function")
    given = predictions, references, units, groups, asked_on, questions
    named = prediction, reference, unit, group, asked_on, questions
    columns, rows = _columns(dict(zip(_GIVEN, given, strict=True)), named)
    said, meant, asked, clusters, days, texts = columns

    check = _Check(rows)
    of_type = "a text, a number, a date, a time, a duration"
    said = check.each(f"predictions: each must be {of_type}, a message or missing", _answer, said)
    asked = check.each(f"units: each must be one of {_TITLES}", _unit, asked)
    clusters = check.each("groups: each must be a name or a number", _group, clusters)
    days = check.each("asked_on: each must be a date", _day, days)
    texts = check.each("questions: each must be a text or missing", _question, texts)
    order, end = date_order or "", think_end or ""
    views = [
        unit and QuestionView("ttqa", unit.name, "", "", text, end, True, day, order)
        for unit, text, day in zip(asked, texts, days, strict=True)
    ]
    rule = f"references: each must state a value of its unit, as {of_type} or a list of these"
    read = cache(read_labels)
    rights = check.each(rule, partial(_rights, read), meant, views)
    check.conclude()
    scales = _scales(rights, asked)
    items = []
    for value, truth, own, view, one in zip(said, meant, rights, views, asked, strict=True):
        found = scales.get(one.name)
        centroids = [found.centroid(right) if found and right is not None else NAN for right in own]
        scored = _score(value, Asked(view, tuple(zip(own, centroids, strict=True))), choose)
        items.append({"prediction": value, "reference": truth, "unit": one.title} | scored)
    table = _table(items, clusters) if items else None
    found = None if table is None else analysis.estimate(table)
    scores = dict.fromkeys(METRICS, Score()) if found is None else _scores(found)
    effective = 0.0 if found is None else _effective(found)
    for item in items:
        item |= {name: known(item[name]) for name in ("centroid", "error", *METRICS)}
    return Evaluation(scores, len({*clusters}), effective, items, table)


def _score(value: Any, asked: Asked, choose: Choose | None) -> dict[str, Any]:
    """Return what an item has beside prediction, reference and unit."""
    unit = UNITS[asked.view.unit]
    response = value if isinstance(value, str | list | dict) else _number(value, unit)
    given = "" if response is None else response
    (found,) = score(given, asked, [FLEXIBLE], choose, spans=True)
    reading = found.reading
    unread = "another notation" if response is None and value is not None else reading.unread
    text, span = reading.text, reading.span
    if span:
        text = text_of(value)[slice(*span)]
    label = asked.rights[0][0] if found.right is None else found.right
    return {
        "number": reading.number,
        "label": label,
        "labels": tuple(right for right, _ in asked.rights),
        "error": found.error,
        "centroid": dict(reversed(asked.rights))[label],
        "text": text,
        "span": span,
        "place": reading.rule or None,
        "probability": reading.probability,
        "unread": unread,
        **found.scores,
    }


def _table(items: Sequence[Mapping[str, Any]], clusters: Sequence[Hashable]) -> DataFrame:
    """Return the scores of answers as a table for `analysis`."""
    import pandas as pd

    codes: dict[Hashable, int] = {}
    groups = [codes.setdefault(cluster, len(codes)) for cluster in clusters]
    keys = {**dict.fromkeys(RUN, ""), "id": range(len(items)), "group": groups}
    return pd.DataFrame({**keys, **{name: [item[name] for item in items] for name in METRICS}})


def _scores(found: DataFrame) -> dict[str, Score]:
    rows = found[["value", "stderr", "low", "high"]].to_numpy().tolist()
    return {name: Score(*map(known, row)) for name, row in zip(METRICS, rows, strict=True)}


_TITLES = ", ".join(unit.title for unit in UNITS.values())


_GIVEN = ("predictions", "references", "units", "groups", "asked_on", "questions")


def _columns(given: dict[str, Any], named: Sequence[Any]) -> tuple[list[list[Any]], list[str]]:
    """Return what is given, or what it is `named` in a table, as lists, with the names of rows.

    Those of a table that was read from a file are also as an editor counts its lines.
    """
    is_frame = hasattr(given["predictions"], "columns")
    has_others = given["references"] is not None, given["units"] is not None
    if is_frame and any(has_others):
        raise EvaluationError("name a DataFrame's columns by reference=... and unit=...")
    if not (is_frame or all(has_others)):
        raise EvaluationError("give predictions, references and units, or one DataFrame")
    if is_frame:
        given = _of_frame(given["predictions"], dict(zip(_GIVEN, named, strict=True)))
    indexes = [column.index for column in given.values() if hasattr(column, "iloc")]
    index = indexes[0] if indexes else None
    if not all(other.equals(index) for other in indexes):
        raise EvaluationError("the columns have different indexes; align them, or give lists")
    columns = _aligned(given)
    labels = range(len(columns[0])) if index is None else index
    rows = [f"index {excerpt(label)}" for label in labels]
    if is_frame and [*labels] == [*range(len(rows))]:
        rows = [f"row {place + 2} ({row})" for place, row in enumerate(rows)]
    return columns, rows


def _of_frame(frame: DataFrame, named: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a table by their arguments; others stay as they are."""
    more = [name for name in ("groups", "questions") if isinstance(named[name], str)]
    needed = ("predictions", "references", *more)
    missing = [named[name] for name in needed if named[name] not in frame.columns]
    if named["units"] not in frame.columns and find(named["units"]) is None:
        missing.append(named["units"])
    if missing:
        raise EvaluationError(
            f"no column {listed(missing)}; it has {listed(frame.columns)}. Name its columns by "
            f"prediction=..., reference=... and unit=..., which may also be one of {_TITLES}"
        )
    return {
        argument: frame[name] if isinstance(name, str) and name in frame.columns else name
        for argument, name in named.items()
    }


def _aligned(given: Mapping[str, Any]) -> list[list[Any]]:
    """Return the columns as lists of one length; what is one value is that of each row."""
    if isinstance(given["units"], str) and find(given["units"]) is None:
        raise EvaluationError(f"unknown unit {excerpt(given['units'])!r}; units are {_TITLES}")
    columns = [_listed("predictions", given["predictions"])]
    n = len(columns[0])
    for name, values in [*given.items()][1:]:
        if values is None or (name != "references" and isinstance(values, str | date)):
            columns.append([*range(n)] if name == "groups" else [values] * n)
            continue
        columns.append(_listed(name, values))
        if len(columns[-1]) != n:
            counts = f"{n} predictions and {len(columns[-1])} {name}"
            raise EvaluationError(f"{counts}; give one for each prediction")
    return columns


def _rights(
    read: Callable[..., tuple[Right, ...]], value: Any, view: QuestionView | None
) -> tuple[Right, ...]:
    """Return the right answers of a reference; none for an unknown unit.

    Raises LabelError if one of them has no value of the unit, and what `_plain` raises.
    """
    is_list = isinstance(value, list | tuple) or getattr(value, "ndim", None)
    several = [*map(_plain, value if is_list else [value])]
    if view is None:
        return ()
    unit, rights = UNITS[view.unit], list[Right]()
    for one in several:
        if isinstance(one, str):
            rights += read(one, view)
        elif (number := _number(one, unit)) is None:
            raise LabelError(f"cannot be read as {unit.title}")
        else:
            rights.append(number)
    if not rights:
        raise LabelError("has no right answer")
    return tuple(dict.fromkeys(rights))


def _scales(rights: Sequence[tuple[Right, ...]], asked: Sequence[Unit]) -> dict[str, scale.Scale]:
    """Return the scale of each unit's first right answers; none if each is on its centroid."""
    firsts: defaultdict[str, list[float]] = defaultdict(list)
    for (first, *_), unit in zip(rights, asked, strict=True):
        if isinstance(first, float):
            firsts[unit.name].append(first)
    scales = {name: scale.scale(own, UNITS[name].period) for name, own in firsts.items()}
    return {
        name: found
        for name, found in scales.items()
        if any(label != found.centroid(label) for label in firsts[name])
    }


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

    def __init__(self, rows: Iterable[str]) -> None:
        self._rows = [*rows]
        self._wrong: dict[str, list[str]] = {}

    def each(self, rule: str, convert: Callable[..., Any], *columns: Sequence[Any]) -> list[Any]:
        """Return the result of `convert` for the values of each row.

        Where it raises an error, it is None, and the problem is kept under `rule`.
        """
        converted = []
        for row, values in zip(self._rows, zip(*columns, strict=True), strict=True):
            try:
                converted.append(convert(*values))
            except (TypeError, ValueError) as error:
                shown = excerpt(repr(values[0]) if isinstance(values[0], str) else values[0])
                why = f" {error}" if isinstance(error, LabelError) else ""
                self._wrong.setdefault(rule, []).append(f"{row}: {shown}{why}")
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


def _day(value: Any) -> str:
    """Return a day as text; empty for a missing one. Raises ValueError for what is not a date."""
    if isinstance(value, str):
        return read_day(value)
    value = _plain(value)
    if value and not isinstance(value, date):
        raise ValueError
    return f"{value:%Y-%m-%d}".rjust(10, "0") if value else ""


def _question(value: Any) -> str:
    """Return the text of a question; empty for a missing one. Raises ValueError for others."""
    if isinstance(value, str):
        return value
    if _plain(value) is None:
        return ""
    raise ValueError


def _answer(value: Any) -> Any:
    """Return a prediction as `_plain` does; a message, or the content of one, is left as it is."""
    parts = value if isinstance(value, list) else [value]
    return value if all(isinstance(part, dict) for part in parts) else _plain(value)


def _number(value: float | date | time | timedelta | None, unit: Unit) -> float | Period | None:
    """Return the number of a value other than text, or its period for `when`.

    None if its kind does not fit the unit.
    """
    if unit.kind == "period":
        if not isinstance(value, date):
            return None
        day = date(value.year, value.month, value.day)
        return Period(day, day)
    if value is None or isinstance(value, float):
        return None if value is None else round(value, PLACES)
    if isinstance(value, timedelta):
        size, base, _ = TIME_UNITS.get(unit.singular, (0, "", ""))
        return value.total_seconds() / size if base == "second" else None
    if isinstance(value, datetime | time) and unit.kind == "time of day":
        return 60 * value.hour + value.minute + (value.second + value.microsecond / 1e6) / 60
    if isinstance(value, time):
        return None
    if isinstance(value, datetime) and unit.parts == 4:
        return (value.replace(tzinfo=None) - EPOCH).total_seconds()
    if unit.parts == 1:
        return float(value.year)
    if unit.kind == "weekday":
        return float(value.isoweekday())
    if unit.parts in (2, 3):
        first = value.day if unit.parts == 3 else 1
        return (datetime(value.year, value.month, first) - EPOCH).total_seconds()
    return None
