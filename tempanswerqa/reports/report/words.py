"""Says numbers and errors in words, such as `5 d 5 h`, `2001-03-31` or `12 days too early`."""

from __future__ import annotations

import math
from datetime import timedelta

from tempanswerqa.paper_scoring import EPOCH
from tempanswerqa.questions.record import CALENDAR_YEAR, DURATION, TIME_OF_DAY
from tempanswerqa.units import DAY, UNITS

SECONDS = {"seconds": 1, "minutes": 60}
"""The seconds of the units whose amounts are told in several units."""
STEPS = {"d": DAY, "h": 3600, "min": 60, "s": 1}
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


def amount(number: float, unit: str, asks_for: str) -> str:
    """Return a number of a unit as it is shown; dates as ISO.

    >>> amount(450_000, "seconds", DURATION), amount(-86_400, "date", "date")
    ('5 d 5 h', '1969-12-31')
    """
    if asks_for == TIME_OF_DAY and unit in SECONDS and abs(number) < 1e9:
        days, seconds = divmod(round(number * SECONDS[unit]), DAY)
        return _clock(seconds) + (f" on day {days:+d}" if days else "")
    if unit == "clock":
        return _clock(round(60 * number))
    if asks_for == CALENDAR_YEAR:
        return f"{number:.0f}" if abs(number) < 1e15 else _plain(number)
    if unit == "when":
        return f"{_size(number, 'days')} off"
    if UNITS[unit].dated:
        try:
            moment = EPOCH + timedelta(seconds=number)
        except OverflowError:
            return f"day {number / DAY:.2e}"
        return moment.isoformat(" ")[: 16 if unit == "moment" else 10]
    return ("−" if number < 0 else "") + _size(abs(number), unit)


def off_by(error: float, unit: str, asks_for: str) -> str:
    """Return a signed error, which is counted in `Unit.errors`, in words.

    >>> off_by(12, "date", "date"), off_by(-90, "minutes", DURATION)
    ('12 days too late', '1 h 30 min too little')
    """
    counted = UNITS[unit].errors or unit
    if unit == "when":
        return f"{_size(error, counted)} off"
    if asks_for == TIME_OF_DAY and abs(error) > (day := DAY / SECONDS[counted]) / 2:
        rest = math.remainder(error, day)
        return f"{_told(rest, counted, asks_for)}, modulo a day" if rest else ANOTHER_DAY
    return _told(error, counted, asks_for)


def mistake(number: float, label: float, error: float, unit: str, asks_for: str) -> str:
    """Return the kind of a wrong answer: the first of those of this module that it is.

    Parameters
    ----------
    number, label
        The answer and the right one, in the unit.
    error
        Their signed difference, in `Unit.errors`.
    unit, asks_for
        Those of the question.
    """
    size, days = abs(error), abs(error) * UNITS[unit].days
    if asks_for == TIME_OF_DAY and days > 0 and math.isclose(days, round(days)):
        return ANOTHER_DAY
    if asks_for == DURATION and unit != "when" and number and label:
        ratio = max(abs(number / label), abs(label / number))
        if math.isclose(ratio, 60) or math.isclose(ratio, 3600):
            return FACTOR
    for name, (low, high) in SLIPS.items():
        if low * (1 - 1e-9) <= days <= high * (1 + 1e-9):
            return name
    if size == 1:
        return OFF_BY_ONE
    if unit == "when":
        return ANOTHER_PERIOD
    return MUCH if error > 0 else LITTLE


def _told(error: float, counted: str, asks_for: str) -> str:
    words = ("little", "much") if asks_for == DURATION else ("early", "late")
    return f"{_size(abs(error), counted)} too {words[error > 0]}"


def _plain(count: float) -> str:
    if abs(count) >= 1e9:
        return f"{count:.2e}"
    return f"{count:,.0f}" if float(count).is_integer() else f"{float(f'{count:.6g}'):,}"


def _size(count: float, unit: str) -> str:
    if unit in SECONDS:
        return _duration(count * SECONDS[unit])
    return f"{_plain(count)} {UNITS[unit].title.removesuffix('s') if count == 1 else unit}"


def _duration(seconds: float) -> str:
    if seconds >= 1e9 * DAY:
        return f"{_plain(seconds / DAY)} d"
    parts, rest = [], seconds
    for name, size in STEPS.items():
        whole = rest if size == 1 else rest // size
        rest -= whole * size
        if whole:
            parts.append(f"{_plain(whole)} {name}")
    return " ".join(parts) or "0 s"


def _clock(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    clock = f"{hours:02}:{rest // 60:02}"
    return clock + (f":{rest % 60:02}" if rest % 60 else "")
