"""Reads and scores an answer as the released code of the paper does, quirks included.

The paper is "Time to Revisit Exact Match" (EMNLP Findings 2025). This module needs no other of the
package.

| unit | number |
|---|---|
| seconds, minutes | the duration; a clock answer counts from midnight of the start day |
| days, months, years | the integer; BC years are negative |
| date_years | the year |
| date | seconds since 1970-01-01 UTC, at midnight |

An answer without a number of the unit is None (*unread*), never 0. Unlike the released code,

- `FILL_DATE` replaces the day of the run;
- dates of Test of Time that are now, today, only a time, with a time zone, such as `2194.6`, after
  a sign, or a quarter of a year with one digit are unread or read differently;
- what is longer than `LONGEST_DATE` or `LONGEST_LINE`, or beyond `LARGEST`, is unread;
- what makes the released code raise an exception is unread.
"""

from __future__ import annotations

import ast
import json
import math
import re
import warnings
from contextlib import suppress
from datetime import date as calendar_date
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Any

from dateutil import parser as dateutil_parser
from dateutil import tz

DURATIONS = {"seconds": 1, "minutes": 60}

FILL_DATE = datetime(2025, 4, 15)
"""The date whose day, month and year replace those missing in a TempTabQA date; two-digit years are
read as the nearest to its year."""

FINAL_ANSWER = "Final Answer:"
NO_SMAPE = ("date", "date_years")
"""The units of points in time."""

LONGEST_DATE = 200
"""Maximum length of a date; reading takes time quadratic in it."""

LONGEST_LINE = 1_000
"""Maximum characters of an answer line that are searched for a date, in quadratic time."""

LARGEST = 1e100
"""Maximum absolute number; a larger one is unread, so that squared errors stay finite."""

_ISO_DATE = re.compile(r"([12]\d\d\d)-(\d\d)-(\d\d)", re.ASCII)
_COMMON_DATE = re.compile(r"(\d\d?)[-./\\ ](\d\d?)[-./\\ ]([12]\d\d\d)", re.ASCII)
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_LONG_DATE = re.compile(rf" ?({'|'.join(MONTHS)}) ([1-9]|1\d|2[0-8]), ([12]\d\d\d)\.?", re.ASCII)
_QUARTER = re.compile(r"(?i)(?:([1-4])Q-?(\d{4}|\d\d)|(\d{4}|\d\d)-?Q([1-4]))", re.ASCII)
_NO_DATE = re.compile(r"\d\d?:.*|[\s.]*(?:\d\d?|00\d\d)(?:\.\d*)?\s*", re.ASCII | re.DOTALL)
"""Texts that are not read as dates: a time, which the release reads as one on the day of its run,
or a number that is not a year."""

EPOCH = datetime(1970, 1, 1)
_YEAR_ONE = datetime(1, 1, 1)
_NANOSECOND_DATES = (calendar_date(1677, 9, 21), calendar_date(2262, 4, 11))
_TRIPLES = (["A", "B", "C"], ["H", "M", "S"], ["X", "Y", "Z"])
_CLOCK = ("hours", "minutes", "seconds")
_SHORTEST_DATE = 3
_OBJECT = re.compile(r'\{"explanation"\s*:')
_ANSWER_LINE = re.compile(f"{FINAL_ANSWER}(?P<answer>.*)")
_DIGITS, _YEAR = re.compile(r"\d+"), re.compile(r"\d{4}")
_UNREADABLE = (ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)

Value = int | timedelta | datetime


class _Notation(dateutil_parser.parserinfo):
    """Read English notation, with two-digit years around that of `FILL_DATE`, not the clock's."""

    def convertyear(self, year: int, century_specified: bool = False) -> int:
        first = FILL_DATE.year - 50
        return year if year >= 100 or century_specified else first + (year - first) % 100


_PARSER = dateutil_parser.parser(_Notation())


def answer_place(text: str, family: str, unit: str) -> tuple[str, int, int] | None:
    """Return the searched text, and where in it the answer begins and ends.

    None if there is no such place. The text there may not be an answer.

    `tot`: from the first `{"explanation"` to the last `}`. `ttqa`: on the first `Final Answer:`
    line that has one, the first run of digits (of four digits for `date_years`); for `date`, the
    rest of the first such line.
    """
    if family == "tot":
        text = text.replace("\n", " ")
        begin, end = _OBJECT.search(text), text.rfind("}")
        return None if begin is None or end < begin.end() else (text, begin.start(), end + 1)
    pattern = _YEAR if unit == "date_years" else _DIGITS
    for line in _ANSWER_LINE.finditer(text):
        if unit == "date":
            return text, *line.span("answer")
        if match := pattern.search(text, *line.span("answer")):  # with all digits of the number
            return text, *match.span()
    return None


def find_answer(text: str, family: str, unit: str) -> dict[str, Any] | str | None:
    """Return the answer that the released code finds, or None.

    `text` is a response without thinking. That of `tot` begins with the prefill, unless the model
    begins its object itself. `tot`: the JSON object at `answer_place` without its explanation.
    `ttqa`: the text at `answer_place`.
    """
    place = answer_place(text, family, unit)
    if place is None:
        return None
    searched, start, end = place
    if family != "tot":
        return searched[start:end]
    try:
        answer: dict[str, Any] = json.loads(searched[start:end])
    except (ValueError, RecursionError):
        return None
    del answer["explanation"]
    return answer


def read_object(answer: str | dict[str, Any], unit: str) -> float | None:
    """Read a JSON object, or its text, without its explanation, such as `{"answer": 12}`.

    The keys decide the kind: `age`, `date`, `answer`, a triple (A/B/C, H/M/S, X/Y/Z) or any of
    hours, minutes and seconds, which count as hours, minutes and seconds in the order they appear,
    `day` with `time`, or all of days, hours, minutes and seconds, together with any weeks,
    milliseconds and microseconds. An empty object is a duration of zero. None if the kind does not
    fit `unit` or a value cannot be read.
    """
    try:
        answer = json.loads(answer) if isinstance(answer, str) else answer
        return _number(_value(answer), unit) if isinstance(answer, dict) else None
    except _UNREADABLE:
        return None


def read_line(text: str, unit: str) -> float | None:
    """Read the text after `Final Answer:`: digits, or for `date` the first date in the text.

    None if there is no number or date. Times of day and time zones are dropped.
    """
    try:
        if unit == "date":
            return _number(_first_date(text), unit)
        return _finite(float(text)) if text.isdigit() else None
    except _UNREADABLE:
        return None


def read_label(label: str, family: str, unit: str) -> float | None:
    """Read a label of a question file: a dict as text (`tot`), or a number or date (`ttqa`).

    ToT labels are Python or JSON dicts and are read like answers; a bare value counts as `answer`.
    None if the label cannot be read.
    """
    try:
        if family == "tot":
            return _number(_value(_dict(label)), unit)
        if unit == "date":
            return _number(_date(label), unit)
        return _finite(float(label))
    except (*_UNREADABLE, SyntaxError, MemoryError):
        return None


def literal(text: str) -> Any:
    """Return the value of a Python literal, without Python's warnings on text that is not one.

    Raises ValueError, SyntaxError, MemoryError or RecursionError for other text.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.literal_eval(text)


def _dict(label: str) -> dict[str, Any]:
    """Return the label as an answer object: a bare value is the answer, and 7.0 is 7."""
    try:
        value = json.loads(label)
    except ValueError:
        value = literal(label.strip())
    answer = value if isinstance(value, dict) else {"answer": value}
    return {
        key: int(part) if isinstance(part, float) and part.is_integer() else part
        for key, part in answer.items()
    }


def _number(value: Value | None, unit: str) -> float | None:
    """Return the value in `unit`, or None if its kind does not fit the unit."""
    if unit == "date" and isinstance(value, datetime):
        return float((value - EPOCH).days * 86_400)
    if unit in DURATIONS and isinstance(value, timedelta):
        return value.total_seconds() / DURATIONS[unit]
    if unit in ("days", "months", "years") and isinstance(value, int):
        return _finite(float(value))
    return None


def _finite(number: float) -> float | None:
    return number if abs(number) <= LARGEST else None


def _value(answer: dict[str, Any]) -> Value | None:
    keys = answer.keys()
    if "age" in answer:
        return int(answer["age"])
    if "date" in answer:
        return _bounded_date(answer["date"])
    if "answer" in answer:
        return _single(answer["answer"])
    if sorted(keys) in _TRIPLES or keys <= set(_CLOCK):
        return _clock(answer.values())
    if keys >= {"day", "time"}:
        day, parts = str(answer["day"]), answer["time"].split(":")
        days = int(day.replace("same_day", "0").replace("previous_day", "-1"))
        return timedelta(days) + _clock(parts) if len(parts) <= len(_CLOCK) else None
    if keys >= {"days", *_CLOCK}:
        return timedelta(**{key: int(value) for key, value in answer.items()})
    return None


def _single(value: object) -> int | datetime | None:
    if isinstance(value, int):
        return int(value)
    if not isinstance(value, str):
        return None
    if "BC" in value:
        return -int(value.replace("BC", ""))
    if value.isdigit() or "AD" in value:
        return int(value.replace("AD", ""))
    return _bounded_date(value)


def _clock(parts: Any) -> timedelta:
    """Return hours, minutes and seconds in order, each truncated as by `int`."""
    return timedelta(**dict(zip(_CLOCK, map(int, parts), strict=False)))


def _bounded_date(text: object) -> datetime | None:
    """Return a date, read month first, if it fits a 64-bit count of nanoseconds; else None."""
    first, last = _NANOSECOND_DATES
    date = _date(text)
    return date if date is not None and first <= date.date() <= last else None


def _date(text: object) -> datetime | None:
    short = isinstance(text, str) and len(text) <= LONGEST_DATE
    return _parsed_date(text) if short else None


@lru_cache(maxsize=4096)
def _parsed_date(text: str) -> datetime | None:
    """Read a date in a notation of dateutil or pandas; None for a date with a time zone.

    Just a quarter or a year is read as its first day, a date without a year as in the year 1.
    """
    if found := _ISO_DATE.fullmatch(text):  # most texts have this form
        year, month, day = map(int, found.groups())
        return datetime(year, month, day)
    if found := _COMMON_DATE.fullmatch(text):
        month, day, year = map(int, found.groups())
        return datetime(year, day, month) if month > 12 else datetime(year, month, day)
    if found := _QUARTER.fullmatch(text):
        digits, quarter = found[2] or found[3], found[1] or found[4]
        return datetime(int(digits) + 2000 * (len(digits) == 2), 3 * int(quarter) - 2, 1)
    if _NO_DATE.fullmatch(text):
        return None
    # UTC replaces each offset of a zone, so that the machine's zone has no effect
    date = _PARSER.parse(
        text, default=_YEAR_ONE, tzinfos=lambda _, offset: None if offset is None else tz.UTC
    )
    return date if date.tzinfo is None else None


@lru_cache(maxsize=4096)
def _first_date(text: str) -> datetime | None:
    """Return the first date that datefinder 0.7.3 finds, without its zone, or None.

    Version 1 of datefinder keeps the old method in the class `DateFinder`; its new engine finds
    other dates.
    """
    if match := _LONG_DATE.fullmatch(text):  # most texts have this form
        return datetime(int(match[3]), MONTHS.index(match[1]) + 1, int(match[2]))
    dates = _finder().find_dates(text[:LONGEST_LINE], index=True)
    for date, (_, end) in dates:
        cut = len(text) > LONGEST_LINE and end > LONGEST_LINE - LONGEST_DATE
        return None if cut else date.replace(tzinfo=None)
    return None


@cache
def _finder() -> Any:
    """Return the date finder, whose dates dateutil reads with `FILL_DATE` in place of today."""
    from datefinder import DateFinder  # this import is slow
    from datefinder.constants import STRIP_CHARS

    class Finder(DateFinder):  # type: ignore[misc]  # datefinder is untyped
        def parse_date_string(self, date_string: str, captures: dict[str, Any]) -> datetime | None:
            try:
                return _PARSER.parse(date_string, default=FILL_DATE, ignoretz=True)
            except (ValueError, OverflowError):  # try again without words such as `of`
                rest = self._find_and_replace(date_string, captures)[0].strip(STRIP_CHARS)
            with suppress(Exception):  # the search continues after this text
                if len(rest) >= _SHORTEST_DATE:
                    return _PARSER.parse(rest, default=FILL_DATE, ignoretz=True)
            return None

    return Finder()


def exact_match(p: float | None, y: float, *_: float) -> float:
    """Return 1 if p = y as numbers, else 0; an unread answer scores 0."""
    return float(p == y)


def smape(p: float | None, y: float, *_: float) -> float:
    """Return 100 |p - y| / (|p| + |y|), from 0 to 100; 0 if both are 0; 100 for an unread answer.

    This is the symmetric mean absolute percentage error of one answer, in the variant without the
    factor 2. It is meaningless for points in time (`NO_SMAPE`).
    """
    if p is None:
        return 100.0
    largest = max(abs(p), abs(y))
    if largest == 0:
        return 0.0
    p, y = p / largest, y / largest  # so that the sum of two large numbers stays finite
    return min(100.0, 100.0 * abs(p - y) / (abs(p) + abs(y)))  # rounding may exceed it


def scaled_error(p: float | None, y: float, centroid: float, *_: float) -> float:
    """Return |p - y| / |y - centroid|, from 0, unbounded; at 1, p is as far off as the centroid.

    The mean of these errors is MASE. NaN for unread answers: the mean leaves them out, so read it
    together with `parsed`. If a label is at its centroid, its scale is 0: the error is 0 if p = y,
    else infinite. A mean with an infinite error is undefined.
    """
    if p is None:
        return math.nan
    error, scale = abs(p - y), abs(y - centroid)
    if scale == 0:
        return 0.0 if error == 0 else math.inf
    return error / scale
