"""Finds the kind of a short answer's label, and reads responses as numbers of this kind.

`answers.read_number` does all reading; a kind only gives the unit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tempanswerqa import answers
from tempanswerqa.answers.flexible import dates, numbers, quantity
from tempanswerqa.answers.free_text import UNITS
from tempanswerqa.neighbours.tram.sizes import SPREADSHEET

TEXT = "text"
"""The kind of a label that is no quantity, such as an event, a weekday or a frequency."""

DIGITS = 9
"""The number of decimals to which numbers are rounded: labels have no more."""

_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?: ?[AP]M)?")
_MOMENT = re.compile(r"[0-9]{1,2} [AP]M on [A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}")
_WEEK = re.compile(r"Week [0-9]{1,2}")
_WEEKDAY = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, ")
_SENTENCE = re.compile(r"It (?:will|previously) [a-z ]{5,12} ([0-9]+)(?: times)?")
_COUNTED = re.compile(r"(?i)\b(?:how many|into|in) (years|months|weeks|days|hours|minutes)\b")
_ASKS_YEAR = re.compile(r"(?i)\bwhen\b|\b(?:which|what|until what) year\b")
_MONTH_YEAR = re.compile(rf"(?i:{dates.SHORT_MONTHS})[a-z]{{0,6}},? [0-9]{{3,4}}")
_SENTENCES = re.compile(r"[.?!]\s+")

KINDS: Mapping[str, str] = {
    **{unit: unit for unit in UNITS if unit != "date_years"},
    "year": "date_years",
    "week": "days",
}
"""The kinds of labels that are numbers, each with the unit of `answers.read_number`.

`week` is the number of a week, which is read as a number of days; `count` is all else that is
counted.
"""

POINTS = {"year": "date_years", "date": "date", "month": "date", "moment": "date", "week": "date"}
"""The kinds that are points in time: sMAPE has no meaning for them."""


def kind(label: str, question: str) -> str | None:
    """Return the kind of a label: a key of `KINDS`, or `TEXT`; None if a spreadsheet spoiled it."""
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
    """Return the number of a kind in `KINDS` that a response states; None if it states none.

    Takes time linear in the response.
    """
    number = answers.read_number(response, KINDS[kind], question, month_first=True)
    return None if number is None else round(number, DIGITS)


def _number_kind(number: float, question: str) -> str:
    last = _SENTENCES.split(question.strip())[-1]
    if number.is_integer() and 1000 <= number < 3000 and _ASKS_YEAR.search(last):
        return "year"
    counted = _COUNTED.findall(last)
    return counted[-1].lower() if counted else "count"


def _amount_kind(label: str) -> str:
    """Return the unit of an amount, of two with a fixed ratio the smaller one; else `TEXT`."""
    amounts = quantity.amounts(label)
    if len(amounts) != 1 or (amounts[0].start, amounts[0].end) != (0, len(label)):
        return TEXT
    units = [name for _, name in amounts[0].parts]
    if len(units) == 1:
        return f"{units[0]}s" if f"{units[0]}s" in KINDS else TEXT
    if set(units) <= {"year", "month"}:
        return "months"
    return "seconds" if set(units) <= set(quantity.SECONDS) else TEXT
