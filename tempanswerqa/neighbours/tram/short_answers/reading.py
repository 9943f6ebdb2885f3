"""Short answers as numbers: what kind a label is, and reading a response as that kind.

All reading is the flexible extraction's; a kind only says which units it is asked for, in turn,
and how the found number becomes one of the kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tempanswerqa import answers
from tempanswerqa.answers import quantities
from tempanswerqa.answers.flexible import dates, numbers, quantity
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.neighbours.tram.sizes import FULL_HOUR, MONTH, SPREADSHEET

TEXT = "text"
"""The kind of a label that is no quantity: the name of an event, a weekday, a frequency."""

DAY_MINUTES = 1440.0
DIGITS = 9
"""Decimals that numbers are rounded to: the labels have no more."""

_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?: ?[AP]M)?")
_MOMENT = re.compile(r"[0-9]{1,2} [AP]M on [A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}")
_WEEK = re.compile(r"Week [0-9]{1,2}")
_WEEKDAY = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, ")
_SENTENCE = re.compile(r"It (?:will|previously) [a-z ]{5,12} ([0-9]+)(?: times)?")
_COUNTED = re.compile(r"(?i)\b(?:how many|into|in) (years|months|weeks|days|hours|minutes)\b")
_YEAR_ASKED = re.compile(r"(?i)\bwhen\b|\b(?:which|what|until what) year\b")
_MONTH_YEAR = re.compile(
    rf"(?<![0-9] )(?<!(?:st|nd|rd|th) )(?<!of )\b({MONTH}[a-z]{{0,6}}),? ([0-9]{{3,4}})\b"
)
_COUNT = re.compile(r"\b([0-9][0-9,]{0,12}) times\b")
_SENTENCES = re.compile(r"[.?!]\s+")
_SAME_DAY = " (same day)"


def _same(text: str) -> str:
    return text


def _first_days(text: str) -> str:
    """With the first day of each month that has a year and no day: the extraction reads days."""
    return _MONTH_YEAR.sub(r"\1 1, \2", text)


def _hours(text: str) -> str:
    """With `8 PM` as `8:00 PM`."""
    return FULL_HOUR.sub(r"\1:00 \2", text)


def _times(text: str) -> str:
    """With `1200 times` as an equation: the extraction takes a lone 1200 for a year."""
    return _COUNT.sub(r"= \1", text)


def _same_day(text: str) -> str:
    """As said of one day: the extraction reads a time of day in a sentence beside its day."""
    return _hours(text).rstrip(" .\n*") + _SAME_DAY


def _undated(text: str) -> str:
    """With its dates as `the same day`."""
    text = _hours(text)
    for found in reversed(dates.written(text)):
        text = f"{text[: found.start]} the same day {text[found.end :]}"
    return text


class Reading(NamedTuple):
    """One way to read a number of a kind."""

    unit: str
    """QuestionView of the extraction. Bare numbers are read as `days`, whatever they count."""
    factor: float = 1.0
    answer_format: str = ""
    prepare: Callable[[str], str] = _same


_BARE = Reading("days")
_TIME = "time"
KINDS: Mapping[str, Sequence[Reading]] = {
    "seconds": (Reading("seconds"), _BARE),
    "minutes": (Reading("minutes"), _BARE),
    "hours": (Reading("seconds", 1 / 3_600), _BARE),
    "days": (_BARE,),
    "weeks": (Reading("seconds", 1 / 604_800), _BARE),
    "months": (Reading("months"),),
    "years": (Reading("years"),),
    "count": (Reading("days", prepare=_times),),
    "week": (_BARE,),
    "year": (Reading("date_years"),),
    "date": (Reading("date"),),
    "month": (Reading("date", prepare=_first_days),),
    "clock": (
        Reading("minutes", prepare=_hours),
        Reading("minutes", 1, _TIME, _hours),
        Reading("minutes", 1, _TIME, _same_day),
    ),
    "moment": (Reading("date"),),
}
"""The kinds of labels that are numbers, with the ways to read them; the first that finds counts.

`clock` is a time of day in minutes after midnight, `month` the first day of a month, `moment` an
hour on a date; dates are seconds as in `quantities`. `week` is the number of a week, `count`
anything else that is counted.
"""

POINTS = {"year": "date_years", "date": "date", "month": "date", "moment": "date", "week": "date"}
"""Kinds that are points in time, for which the symmetric error has no meaning."""


def kind(label: str, question: str) -> str | None:
    """Return the kind of a label: a key of `KINDS`, or `TEXT`; None where a spreadsheet spoiled
    it.
    """
    if SPREADSHEET.fullmatch(label):
        return None
    if _CLOCK.fullmatch(label):
        return "clock"
    if _MOMENT.fullmatch(label):
        return "moment"
    if _WEEK.fullmatch(label):
        return "week"
    if _MONTH_YEAR.fullmatch(label):
        return "month"
    written = dates.written(label)
    if len(written) == 1 and not label[written[0].end :]:
        left = label[: written[0].start]
        return "date" if not left or _WEEKDAY.fullmatch(left) else TEXT
    found = _SENTENCE.fullmatch(label)
    number = numbers.whole(found[1] if found else label)
    return _amount_kind(label) if number is None else _number_kind(number, question)


def read(response: str, kind: str, question: str) -> float | None:
    """Return the number that a response states, of one of the `KINDS`; None where it states none.

    Takes time linear in the response.
    """
    for reading in KINDS[kind]:
        number = _read(response, reading, question)
        if number is not None and kind == "moment":
            time = _read(response, Reading("minutes", 60, _TIME, _undated), question)
            number = None if time is None else number + time
        if number is not None:
            return number % DAY_MINUTES if kind == "clock" else round(number, DIGITS)
    return None


def _read(response: str, reading: Reading, question: str) -> float | None:
    asked = QuestionView("ttqa", reading.unit, "", reading.answer_format, question)
    found = answers.flexible(reading.prepare(response), asked)
    number = quantities.read_plain(found.text, reading.unit) if found else None
    return None if number is None else number * reading.factor


def _number_kind(number: float, question: str) -> str:
    asked = _SENTENCES.split(question.strip())[-1]
    if number.is_integer() and 1000 <= number < 3000 and _YEAR_ASKED.search(asked):
        return "year"
    counted = _COUNTED.findall(asked)
    return counted[-1].lower() if counted else "count"


def _amount_kind(label: str) -> str:
    """Return the unit of an amount; the smaller one of two that have a fixed ratio, else `TEXT`."""
    amounts = quantity.amounts(label)
    if len(amounts) != 1 or (amounts[0].start, amounts[0].end) != (0, len(label)):
        return TEXT
    units = [name for _, name in amounts[0].parts]
    if len(units) == 1:
        return f"{units[0]}s" if f"{units[0]}s" in KINDS else TEXT
    if set(units) <= {"year", "month"}:
        return "months"
    return "seconds" if set(units) <= set(quantity.SECONDS) else TEXT
