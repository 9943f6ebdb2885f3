"""Says numbers and errors in words, such as `5 days`, `2001-03-31` or `12 days too early`."""

from __future__ import annotations

import math

from tempanswerqa.answers.labels import Right
from tempanswerqa.answers.result import Period
from tempanswerqa.questions.record import CALENDAR_YEAR, DURATION, TIME_OF_DAY
from tempanswerqa.units import DAY, TIME_UNITS, UNITS

UNKNOWN = "not known"
"""The label of a question whose answer is not known."""
SLIPS = {
    "off by a day": (1, 1),
    "off by a month": (28, 31),
    "off by a year": (365, 366),
    "off by twelve hours": (0.5, 0.5),
}
"""Kinds of error, each with the least and the largest number of days that it is."""
ANOTHER_DAY = "the right time of another day"
OFF_BY_ONE = "off by one"
FACTOR = "off by a factor of 60"
MUCH, LITTLE = "too much or too late", "too little or too early"
ANOTHER_PERIOD = "another period"


def right(answer: Right, unit: str, asks_for: str = "") -> str:
    """Return a right answer as it is shown."""
    if answer is None:
        return UNKNOWN
    return str(answer) if isinstance(answer, Period) else amount(answer, unit, asks_for)


def amount(number: float, unit: str, asks_for: str = "") -> str:
    """Return a number of a unit as it is shown; dates as ISO.

    >>> amount(450_000, "seconds", DURATION), amount(-86_400, "date", "date")
    ('450,000 seconds', '1969-12-31')
    """
    kind = UNITS[unit]
    if asks_for == TIME_OF_DAY and kind.kind == "duration" and abs(number) < 1e9:
        days, seconds = divmod(number * TIME_UNITS[kind.singular].size, DAY)
        return UNITS["clock"].write(seconds / 60) + (f" on day {days:+.0f}" if days else "")
    if kind.kind in ("time of day", "weekday"):
        return kind.write(number)
    if kind.kind == "period":
        return f"{_size(number, kind.errors)} off"
    if kind.dated:
        try:
            return UNITS["moment"].write(number)[: {2: 7, 3: 10}.get(kind.parts)]
        except OverflowError:
            return f"day {number / DAY:.2e}"
    if (asks_for == CALENDAR_YEAR or kind.kind == "calendar") and abs(number) < 1e15:
        return UNITS["date_years"].write(number)
    return _size(number, unit)


def off_by(error: float, unit: str, asks_for: str) -> str:
    """Return a signed error, which is counted in `Unit.errors`, in words.

    >>> off_by(12, "date", "date"), off_by(-90, "minutes", DURATION)
    ('12 days too late', '90 minutes too little')
    """
    size = _size(abs(error), UNITS[unit].errors or unit)
    if UNITS[unit].kind == "period":
        return f"{size} off"
    days = error * UNITS[unit].days
    if asks_for == TIME_OF_DAY and days and math.isclose(days, round(days)):
        return ANOTHER_DAY
    words = ("little", "much") if asks_for == DURATION else ("early", "late")
    return f"{size} too {words[error > 0]}"


def mistake(number: float, label: float, unit: str, asks_for: str) -> str:
    """Return the kind of a wrong answer: the first of those of this module that it is.

    Parameters
    ----------
    number, label
        The answer and the right one, in the unit.
    unit, asks_for
        Those of the question.
    """
    error = UNITS[unit].error(number, label)
    size, days = abs(error), abs(error) * UNITS[unit].days
    if asks_for == TIME_OF_DAY and days > 0 and math.isclose(days, round(days)):
        return ANOTHER_DAY
    if asks_for == DURATION and UNITS[unit].kind != "period" and number and label:
        ratio = max(abs(number / label), abs(label / number))
        if math.isclose(ratio, 60) or math.isclose(ratio, 3600):
            return FACTOR
    for name, (low, high) in SLIPS.items():
        if low * (1 - 1e-9) <= days <= high * (1 + 1e-9):
            return name
    if size == 1:
        return OFF_BY_ONE
    if UNITS[unit].kind == "period":
        return ANOTHER_PERIOD
    return MUCH if error > 0 else LITTLE


def _size(count: float, unit: str) -> str:
    if abs(count) >= 1e9:
        shown = f"{count:.2e}"
    else:
        shown = f"{count:,.0f}" if float(count).is_integer() else f"{float(f'{count:.6g}'):,}"
    title = UNITS[unit].title
    return f"{shown} {title.removesuffix('s') if count == 1 else title}".replace("-", "−", 1)
