"""Reads a quantity of a known unit from any text, without its question.

| unit | number | such as |
|---|---|---|
| seconds, minutes, hours, weeks | a duration, the sum of its parts | `1 h and 30 min`, `1:30:00` |
| days, months, years | an amount without smaller parts | `2 years and 4 months`, `28` |
| count | a number of anything | `1,200 times`, `1,200` |
| date_years | a calendar year | `in 1998`, `May 3, 1998` |
| date | seconds since 1970-01-01, at midnight | `May 3, 1998` |
| month | the same for the first day of the date's month | `May 1998` |
| clock | minutes after midnight | `8 PM`, `20:00` |
| moment | seconds since 1970-01-01 | `8 PM on May 3, 1998` |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from tempanswerqa.answers import markers, quantities
from tempanswerqa.answers.flexible import clock, dates, rules
from tempanswerqa.answers.flexible.numbers import Value
from tempanswerqa.answers.flexible.quantity import SECONDS
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.flexible.text import normalize_characters
from tempanswerqa.answers.formats import TIME_OF_DAY
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.paper_scoring import EPOCH
from tempanswerqa.units import DAY

_DAY_MINUTES = 1440
_MONTH_YEAR = re.compile(
    rf"(?<![0-9] )(?<!(?:st|nd|rd|th) )(?<!of )\b((?i:{dates.SHORT_MONTHS})[a-z]{{0,6}}),?"
    r" ([0-9]{3,4})\b"
)
_COUNT = re.compile(r"\b([0-9][0-9,]{0,12}) times\b")
_ISO_TIME = re.compile(r"(?<=-[0-9]{2})T(?=[0-9]{2}:)")


def _undated(text: str) -> str:
    """Return the text with its dates as `the same day`."""
    text = clock.full_hours(_ISO_TIME.sub(" ", text))
    for found in reversed(dates.written(text)):
        text = f"{text[: found.start]} the same day {text[found.end :]}"
    return text


class _Way(NamedTuple):
    """A way to read a unit: as another unit, from a prepared text."""

    unit: str
    prepare: Callable[[str], str] = str
    size: float = 1
    """The number of the other unit in one of this unit."""
    of_day: bool = False


_BARE = _Way("days")
"""The way in which bare numbers are read, whatever they count."""

_TIME = _Way("seconds", _undated, of_day=True)
_FIRST_DAYS = partial(_MONTH_YEAR.sub, r"\1 1, \2")
_EQUATED = partial(_COUNT.sub, r"= \1")  # as a lone 1200 may be a year
_WAYS: Mapping[str, tuple[_Way, ...]] = {
    **{f"{name}s": (_Way("seconds", size=size), _BARE) for name, size in SECONDS.items()},
    "minutes": (_Way("minutes"), _BARE),
    "days": (_BARE,),
    "months": (_Way("months"),),
    "years": (_Way("years"),),
    "count": (_Way("days", _EQUATED),),
    "date_years": (_Way("date_years"),),
    "date": (_Way("date"),),
    "month": (_Way("date", _FIRST_DAYS),),
    "clock": (
        _Way("minutes", clock.full_hours),
        _Way("minutes", clock.full_hours, of_day=True),
        # a time of day is read only with its day
        _Way("minutes", lambda text: f"{clock.full_hours(text)} (same day)", of_day=True),
    ),
    "moment": (_Way("date", partial(_ISO_TIME.sub, " ")),),
}


def read_number(
    text: str, unit: str, question: str = "", month_first: bool = False
) -> float | None:
    """Return the quantity of one of `units.UNITS` that a text states; None if it states none.

    The text is read as flexible extraction reads a response: behind its thinking, a marked answer,
    or else a concluding sentence or a text that is only an answer. None for an empty text, a range,
    a bound or several values, and for a date such as 03/04/2001 whose order text and question do
    not show; with `month_first` that is 4 March. Takes time linear in the text. Raises KeyError for
    other units.
    """
    found = find(text, QuestionView("ttqa", unit, user=question))
    if found is None:
        return None
    dated = _WAYS[unit][0].unit == "date" and not month_first
    return None if dated and _is_open(found[0], text, question) else found[0]


def read_alternatives(text: str, unit: str, question: str = "") -> tuple[float, ...]:
    """Return the quantities of a unit that a reference names as right answers, in their order.

    A text that states a single quantity gives one; empty if it states none. In tables ` | ` stands
    between them: `7 days | 8 days`. Raises KeyError for other units.
    """
    read = (read_number(part, unit, question) for part in text.split(" | "))
    numbers = tuple(dict.fromkeys(read))
    return () if None in numbers else numbers  # type: ignore[return-value]


def find(response: markers.Response, question: QuestionView) -> tuple[float, str] | None:
    """Return the quantity of one of `units.UNITS` that a response states, and the rule that reads
    it; None if it states none.

    If an object was asked for, an object with the answer is read as an answer line.
    """
    answer = markers.continuation(response, question)
    text = _line(answer, question) if question.family == "tot" else answer.text
    given = (_find(text, way, question) for way in _WAYS[question.unit])
    found = next(filter(None, given), None)
    if found is None or question.unit not in ("month", "clock", "moment"):
        return found
    number, rule = found
    if question.unit == "month":
        day = EPOCH + timedelta(seconds=number)
        return number - (day.day - 1) * DAY, rule
    if question.unit == "clock":
        return number % _DAY_MINUTES, rule
    time = _find(text, _TIME, question)
    return time and (number + time[0], time[1])


def attempts(
    response: markers.Response, question: QuestionView
) -> Iterator[tuple[str, Value | None]]:
    """Yield the rule of `find` with its value, or `each rule` with None."""
    found = find(response, question)
    rule, _, notation = found[1].partition(":") if found else ("each rule", "", "")
    yield rule, found and Value(found[0], notation)


def _find(text: str, way: _Way, question: QuestionView) -> tuple[float, str] | None:
    answer_format = TIME_OF_DAY.text if way.of_day else ""
    view = QuestionView("ttqa", way.unit, answer_format=answer_format, user=question.user)
    found = rules.find(markers.Continuation(way.prepare(text), False), view)
    number = found and quantities.read_plain(markers.plain_text(found.value), way.unit)
    return None if found is None or number is None else (number / way.size, found.rule)


def _line(answer: markers.Continuation, question: QuestionView) -> str:
    """Return the fields of the last object with fields as an answer line; without one, the text."""
    reply = Reply(answer, question)
    for found in reversed(reply.objects):
        fields = {str(name): value for name, value in found.fields.items()}
        if "answer" in fields or len(fields) == 1:
            return f"{markers.FINAL_ANSWER} {fields.get('answer', next(iter(fields.values())))}"
        if fields:
            stated = ", ".join(f"{value} {name}" for name, value in fields.items())
            return f"{markers.FINAL_ANSWER} {stated}"
    return reply.whole


def _is_open(number: float, text: str, question: str) -> bool:
    """Return whether a date has only numbers, whose order neither text nor question shows."""
    day = EPOCH + timedelta(seconds=number)
    order = dates.Order(normalize_characters(f"{question}\n{text}"))
    turned = {(day.year, day.month, day.day), (day.year, day.day, day.month)}
    return len(turned) > 1 and any(
        (written.turnable or written.separator == ".")
        and (written.year, written.month, written.day) in turned
        and len(order.shown(written)) != 1
        for written in dates.written(normalize_characters(text))
    )
