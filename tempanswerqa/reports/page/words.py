"""Writes the numbers of answers and their errors in words."""

from __future__ import annotations

from datetime import date, timedelta

from tempanswerqa.answers import units
from tempanswerqa.answers.quantities import DURATIONS
from tempanswerqa.text import HUGE

DAY = 86_400
_EPOCH = date(1970, 1, 1)
_STEPS = (("d", DAY), ("h", 3_600), ("min", 60), ("s", 1))
_POINTS = {"date": "days", "moment": "days", "date_years": "years", "clock": "minutes"}
"""The units of points in time, each with the unit of their errors. Such answers are too early or
too late; answers in other units are too little or too much."""


def amount(number: float, unit: str) -> str:
    """Return a number in a unit of questions in words: `5 d 5 h`, `3 years`, `1985`, `2001-03-31`.

    Durations are split into days, hours, minutes and seconds; a minus sign goes before all.
    """
    if unit == "date":
        return (_EPOCH + timedelta(seconds=number)).isoformat()
    if unit == "date_years":
        return f"{number:.0f}"
    if unit in _POINTS:
        return units.written(number, unit)
    return ("−" if number < 0 else "") + _size(abs(number), unit)


def off_by(error: float, unit: str) -> str:
    """Return a number minus its label in words: `5 d 5 h too much`, `12 days too early`.

    `error`, this difference, is in the unit of the question, or in days for dates and moments.
    An error of 0 is `0 days too much`.
    """
    size = _size(abs(error), _POINTS.get(unit, unit))
    high, low = ("late", "early") if unit in _POINTS else ("much", "little")
    return f"{size} too {low if error < 0 else high}"


def _size(number: float, unit: str) -> str:
    if unit in DURATIONS:
        return _duration(number * DURATIONS[unit])
    return f"{_plain(number)} {unit if number != 1 else unit[:-1]}"


def _duration(seconds: float) -> str:
    if seconds >= HUGE * DAY:
        return f"{_plain(seconds / DAY)} d"
    parts = []
    for name, size in _STEPS:
        whole = seconds if size == 1 else seconds // size
        seconds -= whole * size
        if whole:
            parts.append(f"{_plain(whole)} {name}")
    return " ".join(parts) or "0 s"


def _plain(number: float) -> str:
    if number >= HUGE:
        return f"{number:.2e}"
    return f"{number:,.0f}" if number == int(number) else f"{number:,.6g}"
