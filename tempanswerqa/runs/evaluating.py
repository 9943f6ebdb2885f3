"""Scores answers without questions, and compares two systems.

Answers are lists, columns or a table of texts, numbers, dates, times and durations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache, partial
from itertools import zip_longest
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from tabulate import tabulate

from tempanswerqa import analysis
from tempanswerqa.answers.labels import LabelError, Right, read_day, read_labels
from tempanswerqa.answers.places import Choose
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Period
from tempanswerqa.answers.thinking import text_of
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.items import RUN, join
from tempanswerqa.metrics import scale
from tempanswerqa.metrics.means import FEW_GROUPS, codes
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.paper_scoring import EPOCH, LARGEST
from tempanswerqa.runs.details import known
from tempanswerqa.scoring import FLEXIBLE, MOST_UNREAD, Asked, advice, score
from tempanswerqa.text import excerpt, listed, shown
from tempanswerqa.units import TIME_UNITS, UNITS, Unit, find

if TYPE_CHECKING:
    from pandas import DataFrame

PLACES = 30
"""Decimal places of numbers. With more, the square of a scaled error could be infinite."""

SIDES = ("first", "second")
HEADINGS = {name: metric.heading + metric.percent for name, metric in METRICS.items()}


class EvaluationError(TempAnswerError, ValueError):
    """Answers that cannot be scored or compared; the message lists all wrong rows."""


class Score(NamedTuple):
    """A mean score, its standard error and its 95 % interval; None where undefined."""

    value: float | None = None
    stderr: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Evaluation:
    """The mean scores of answers, and the scores of each answer; None for undefined ones."""

    scores: Mapping[str, Score]
    """The mean scores, by the names in `METRICS`."""
    groups: int
    """The number of groups of answers."""
    effective_groups: float
    """The effective number of groups, which is smaller if their sizes are unequal."""
    items: Sequence[dict[str, Any]]
    """The answers, each with prediction, reference and unit; the `number` read from the prediction;
    the `labels` read from the reference (None for `none`), and the `label` that is nearest to the
    number; the `error` between them in the unit, for points in time in days or minutes; the
    `centroid` of its `scale.Scale`; the `text` that states the number, its `span` and `place` in
    the prediction and its `probability`, or why there is none (`unread`); and all `METRICS`. Number
    and labels of `when` are `Period`s."""
    table: Any = field(default=None, compare=False, repr=False)
    """The scores as a table like that of `items`; None without answers."""

    def __str__(self) -> str:
        """Return a table of scores with 95 % intervals, and the numbers of answers and groups."""
        width = 2 + max(map(len, HEADINGS.values()))
        lines = [
            HEADINGS[name].ljust(width) + _shown(name, (score.value, score.low, score.high), 1)
            for name, score in self.scores.items()
        ]
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
        """Return a table of the differences with 95 % intervals and p-values."""
        rows = [
            [
                HEADINGS[row.score],
                _shown(row.score, [row.first_value], 1),
                _shown(row.score, [row.second_value], 1),
                _shown(row.score, [row.difference, row.low, row.high], 0),
                shown(row.p_holm, digits=4),
                row.better or "-",
                METRICS[row.score].shown(row.detectable),
            ]
            for row in self.table.itertuples()
        ]
        headings = ("", *SIDES, "first - second", "p", "better", "detectable")
        drawn = tabulate(rows, headings, tablefmt="simple", disable_numparse=True)
        n, groups = (self.table[name].max() for name in ("n", "groups"))
        counts = _groups(groups, _effective(self.table))
        return f"{drawn}\nn = {n}, {counts}; p: paired t-tests, corrected (Holm)"


def _shown(name: str, numbers: Sequence[float | None], whole: float) -> str:
    """Return a score and its interval as text; `parsed` as the unread share."""
    if name == "parsed":
        numbers = [None if number is None else whole - number for number in numbers]
        numbers[1:] = numbers[:0:-1]
    value, *ends = map(METRICS[name].shown, numbers)
    return value if "-" in ends or not ends else f"{value} [{', '.join(ends)}]"


def _effective(scores: DataFrame) -> float:
    """Return the effective number of groups by exact match, which every answer has."""
    return 1 + float(scores["degrees"][scores["score"] == "exact_match"].item())


def _groups(groups: int, effective: float) -> str:
    """Return the number of groups, with the effective number if it differs or is small."""
    rough = ": the intervals are unreliable" if effective < FEW_GROUPS else ""
    differing = f" ({effective:.3g} effective)" if f"{effective:.3g}" != f"{groups}" else ""
    return f"groups = {groups}{differing}{rough}"


def compare(first: Evaluation | DataFrame, second: Evaluation | DataFrame) -> Comparison:
    """Return the paired differences of two evaluations of the same questions, or of two runs.

    Exact match and sMAPE are tested, with p-values corrected together; the other scores have a
    difference with an interval. `first` and `second` are what `evaluate` returns for two lists of
    predictions with the same references, units and groups; or two tables of `items`, each of one
    filter. `str` of the comparison shows its table.

    Raises EvaluationError if references, units or groups differ, or a table has several filters.

    Examples
    --------
    >>> truth = [3, 5, 8, 13]
    >>> a, b = (evaluate(said, truth, "days") for said in ([3, 5, 8, 10], [3, 4, 9, 10]))
    >>> compare(a, b).table["difference"].tolist()[0]
    0.5
    """
    tables = [side.table if isinstance(side, Evaluation) else side for side in (first, second)]
    if not all("filter" in getattr(table, "columns", ()) for table in tables):
        raise EvaluationError(
            "compare takes two evaluations with answers, or the items of two runs"
        )
    if any(table["filter"].nunique() > 1 for table in tables):
        raise EvaluationError('compare takes items of one filter; choose one by items["filter"]')
    if isinstance(first, Evaluation) and isinstance(second, Evaluation):
        questions = [
            [(item["unit"], item["labels"], group) for item, group in zip(*side, strict=True)]
            for side in ((first.items, tables[0]["group"]), (second.items, tables[1]["group"]))
        ]
        if wrong := [row for row, (a, b) in enumerate(zip_longest(*questions)) if a != b]:
            raise EvaluationError(f"references, units or groups differ: index {listed(wrong)}")
    sides = [table.assign(model=side) for side, table in zip(SIDES, tables, strict=True)]
    return Comparison(analysis.compare(join(sides)))


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
        (`{"role": ..., "content": ...}`) and lists of parts are read like responses by
        `flexible-extract`. Numbers are in the unit: seconds since 1970-01-01 for dates, calendar
        months and datetimes, minutes after midnight for times of day. Dates, times and durations of
        Python, numpy and pandas are converted; time zones are left out. A prediction is unread if
        missing (None, NaN, NaT), beyond `LARGEST` or of another kind than the unit. A reference may
        have several right answers, as a list or in a text such as `7 days | 8 days`: the nearest to
        the prediction counts, and the first for an unread prediction. With the reference `none` a
        prediction is right if it says that the answer is unknown.
    units
        A unit's name or title (see `units.UNITS`), or one for each prediction.
    groups
        The group of each answer, by which standard errors are clustered. By default each answer is
        one.
    asked_on
        For the unit `when`: the day of the question, or one for each prediction, as a date or
        `2023-05-08`; for a DataFrame, also its column. Without it `two weeks ago` is unread.
    questions
        The question of each prediction, to choose the value where a text has several; for a
        DataFrame, also its column.
    date_order
        `day` or `month`, the first part of dates such as 03/04/2001.
    think_end
        The closing mark of thinking; by default all known marks.
    choose
        Chooses where a text announces no answer and has several values: a function of question,
        response and the texts of the values that returns the index of one, or None.
    prediction, reference, unit, group
        The columns of a DataFrame. `unit` may also be a unit's name.

    Returns
    -------
    Evaluation
        The scores; all are None without answers. The scale of a unit is that of its first right
        answers; if each is at its centroid, as with fewer than four, scaled errors are undefined.

    Raises
    ------
    EvaluationError
        Lengths, indexes or columns do not match, a unit is unknown, a group is missing, a reference
        states no number of its unit, or an answer has another type. The message lists all rows.

    Examples
    --------
    >>> evaluation = evaluate(["7 days", "9 days"], [7, [8, 10]], "days")
    >>> [item["label"] for item in evaluation.items]
    [7.0, 8.0]
    """
    import pandas as pd

    if date_order not in (None, "", "day", "month"):
        raise EvaluationError(f"date_order is {excerpt(date_order)!r}; choose day or month")
    given = predictions, references, units, groups, asked_on, questions
    named = prediction, reference, unit, group, asked_on, questions
    columns, rows = _columns(dict(zip(_GIVEN, given, strict=True)), named)
    answers, labels, units_of, clusters, days, texts = columns

    wrong: defaultdict[str, list[str]] = defaultdict(list)
    each = partial(_converted, rows, wrong)
    of_type = "a text, a number, a date, a time, a duration"
    answers = each(f"predictions: each must be {of_type}, a message or missing", _answer, answers)
    units_of = each(f"units: each must be one of {_TITLES}", _unit, units_of)
    clusters = each("groups: each must be a name or a number", _group, clusters)
    days = each("asked_on: each must be a date", _day, days)
    texts = each("questions: each must be a text or missing", _question, texts)
    order, end = date_order or "", think_end or ""
    views = [
        unit and QuestionView("ttqa", unit.name, "", "", text, end, True, day, order)
        for unit, text, day in zip(units_of, texts, days, strict=True)
    ]
    rule = f"references: each must state a value of its unit, as {of_type} or a list of these"
    rights = each(rule, partial(_rights, cache(read_labels)), labels, views)
    if wrong:
        parts = (f"{rule}; wrong:\n" + "\n".join(lines) for rule, lines in wrong.items())
        raise EvaluationError("\n".join(parts))
    if not answers:
        return Evaluation(dict.fromkeys(METRICS, Score()), 0, 0.0, [])
    centroids = _centroids(rights, units_of)
    items = []
    for value, truth, view, *question in zip(
        answers, labels, views, rights, centroids, strict=True
    ):
        answer = _score(value, Asked(view, tuple(zip(*question, strict=True))), choose)
        items.append({"prediction": value, "reference": truth} | answer)
    keys = {**dict.fromkeys(RUN, ""), "id": range(len(items)), "group": codes(clusters)}
    table = pd.DataFrame(keys | {name: [item[name] for item in items] for name in METRICS})
    means = analysis.estimate(table)
    scores = {
        name: Score(*map(known, numbers))
        for name, *numbers in means[["score", *Score._fields]].itertuples(index=False)
    }
    for item in items:
        item |= {name: known(item[name]) for name in ("centroid", "error", *METRICS)}
    return Evaluation(scores, len({*clusters}), _effective(means), items, table)


def _score(value: Any, asked: Asked, choose: Choose | None) -> dict[str, Any]:
    """Return the fields of an item other than prediction and reference."""
    unit = UNITS[asked.view.unit]
    response = value if isinstance(value, str | list | dict) else _number(value, unit)
    (scored,) = score("" if response is None else response, asked, [FLEXIBLE], choose, spans=True)
    reading = scored.reading
    label = asked.rights[0][0] if scored.right is None else scored.right
    is_other = response is None and value is not None
    return {
        "unit": unit.title,
        "number": reading.number,
        "label": label,
        "labels": tuple(right for right, _ in asked.rights),
        "error": scored.error,
        "centroid": dict(reversed(asked.rights))[label],
        "text": text_of(value)[slice(*reading.span)] if reading.span else reading.text,
        "span": reading.span,
        "place": reading.rule or None,
        "probability": reading.probability,
        "unread": "another notation" if is_other else reading.unread,
        **scored.scores,
    }


_TITLES = ", ".join(unit.title for unit in UNITS.values())
_GIVEN = ("predictions", "references", "units", "groups", "asked_on", "questions")


def _columns(given: dict[str, Any], named: Sequence[Any]) -> tuple[list[list[Any]], list[str]]:
    """Return the arguments, or the `named` columns of a table, as lists, and the word for rows."""
    frame = given["predictions"]
    is_frame = hasattr(frame, "columns")
    if {given["references"] is None, given["units"] is None} != {is_frame}:
        raise EvaluationError(
            "give predictions, references and units, or one DataFrame with its columns as "
            "prediction=..., reference=... and unit=..."
        )
    if is_frame:
        names = zip(_GIVEN, named, strict=True)
        given = {
            argument: frame[name] if isinstance(name, str) and name in frame else name
            for argument, name in names
        }
    texts = {name: value for name, value in given.items() if isinstance(value, str)}
    if find(texts.get("units", "")):
        del texts["units"]
    texts.pop("asked_on", None)
    if texts:
        wrong = ", ".join(f"{name} {excerpt(value)!r}" for name, value in texts.items())
        known = f"the columns {listed(frame.columns)}" if is_frame else "lists"
        raise EvaluationError(f"unknown: {wrong}; choose {known}, or a unit of {_TITLES}")
    indexes = [column.index for column in given.values() if hasattr(column, "iloc")]
    if not all(index.equals(indexes[0]) for index in indexes):
        raise EvaluationError("the columns have different indexes; align them, or give lists")
    columns = _lists(given)
    labels = [*(indexes[0] if indexes else range(len(columns[0])))]
    is_file = is_frame and labels == [*range(len(labels))]
    named_as = "row {} (index {})" if is_file else "index {1}"
    return columns, [named_as.format(at, excerpt(label)) for at, label in enumerate(labels, 2)]


def _lists(given: Mapping[str, Any]) -> list[list[Any]]:
    """Return columns as lists of one length; a single value is repeated for each row."""
    columns: list[list[Any]] = []
    for name, values in given.items():
        if columns and (values is None or isinstance(values, str | date)):
            n = len(columns[0])
            columns.append([*range(n)] if name == "groups" else [values] * n)
            continue
        is_time = getattr(getattr(values, "dtype", None), "kind", None) in ("m", "M")
        columns.append(values.tolist() if hasattr(values, "tolist") and not is_time else [*values])
        if len(columns[-1]) != len(columns[0]):
            counts = f"{len(columns[0])} predictions and {len(columns[-1])} {name}"
            raise EvaluationError(f"{counts}; give one for each prediction")
    return columns


def _converted(
    rows: Sequence[str],
    wrong: Mapping[str, list[str]],
    rule: str,
    convert: Callable[..., Any],
    *columns: Sequence[Any],
) -> list[Any]:
    """Return each row's values as converted by `convert`; rows with errors go to `wrong`."""
    converted = []
    for row, *values in zip(rows, *columns, strict=True):
        try:
            converted.append(convert(*values))
        except (TypeError, ValueError) as error:
            value = excerpt(repr(values[0]) if isinstance(values[0], str) else values[0])
            why = f" {error}" if isinstance(error, LabelError) else ""
            wrong[rule].append(f"{row}: {value}{why}")
            converted.append(None)
    return converted


def _rights(
    read: Callable[..., tuple[Right, ...]], value: Any, view: QuestionView | None
) -> tuple[Right, ...]:
    """Return the right answers of a reference; none for an unknown unit."""
    is_list = isinstance(value, list | tuple) or getattr(value, "ndim", None)
    several = [*map(_plain, value if is_list else [value])]
    if view is None:
        return ()
    unit, rights = UNITS[view.unit], list[Right]()
    for right in several:
        if isinstance(right, str):
            rights += read(right, view)
        elif (number := _number(right, unit)) is None:
            raise LabelError(f"cannot be read as {unit.title}")
        else:
            rights.append(number)
    if not rights:
        raise LabelError("has no right answer")
    if None in rights and {*rights} != {None}:
        raise LabelError("has no answer, and has one")
    return tuple(dict.fromkeys(rights))


def _centroids(
    rights: Sequence[tuple[Right, ...]], units: Sequence[Unit]
) -> list[tuple[float, ...]]:
    """Return the centroids of right answers; NaN if each first one of a unit is at its centroid."""
    firsts: defaultdict[str, list[float]] = defaultdict(list)
    for (first, *_), unit in zip(rights, units, strict=True):
        if isinstance(first, float):
            firsts[unit.name].append(first)
    scales = {name: scale.scale(labels, UNITS[name].period) for name, labels in firsts.items()}
    for name, labels in firsts.items():
        if all(label == scales[name].centroid(label) for label in labels):
            del scales[name]
    return [
        tuple(
            scales[unit.name].centroid(right)
            if unit.name in scales and isinstance(right, float)
            else NAN
            for right in of_row
        )
        for of_row, unit in zip(rights, units, strict=True)
    ]


def _plain(value: Any) -> Any:
    """Return a value as text, number, date, time, duration or None; others raise an error."""
    if value is None or isinstance(value, str):
        return value
    import numpy as np
    import pandas as pd

    if isinstance(value, bool | np.bool_):
        raise TypeError
    if isinstance(value, np.datetime64 | np.timedelta64):  # timedelta64 is an integer, too
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
    """Return the name of a group. Raises TypeError or ValueError for a list or a missing one."""
    if hash(name) and not isinstance(name, str) and str(name) in ("None", "nan", "NaT", "<NA>"):
        raise ValueError
    return name


def _day(value: Any) -> str:
    """Return a day as text; empty for a missing one. Raises ValueError if it is not a date."""
    day = _plain(value)
    if isinstance(day, date):
        return day.isoformat()[:10]
    if isinstance(day, str | None):
        return read_day(day or "")
    raise ValueError


def _question(value: Any) -> str:
    """Return the text of a question; empty for a missing one. Raises ValueError for others."""
    text = _plain(value)
    if not isinstance(text, str | None):
        raise ValueError
    return text or ""


def _answer(value: Any) -> Any:
    """Return a prediction as `_plain` does; a message, or the content of one, is unchanged."""
    parts = value if isinstance(value, list) else [value]
    return value if all(isinstance(part, dict) for part in parts) else _plain(value)


def _number(value: float | date | time | timedelta | None, unit: Unit) -> float | Period | None:
    """Return the number or period of a non-text value; None if its kind does not fit the unit."""
    if isinstance(value, float) and unit.kind != "period":
        return round(value, PLACES)
    if isinstance(value, timedelta):
        size, base, _ = TIME_UNITS.get(unit.singular, (0, "", ""))
        return value.total_seconds() / size if base == "second" else None
    if isinstance(value, datetime | time) and unit.kind == "time of day":
        return 60 * value.hour + value.minute + (value.second + value.microsecond / 1e6) / 60
    if not isinstance(value, date):
        return None
    if unit.kind == "period":
        day = date(value.year, value.month, value.day)
        return Period(day, day)
    if unit.kind == "weekday":
        return float(value.isoweekday())
    if unit.parts == 1:
        return float(value.year)
    if unit.parts in (2, 3):
        value = datetime(value.year, value.month, value.day if unit.parts == 3 else 1)
    elif unit.parts != 4 or not isinstance(value, datetime):
        return None
    return (value.replace(tzinfo=None) - EPOCH).total_seconds()
