"""Solves riddles, questions with unneeded facts, and questions on unusual ages."""

from __future__ import annotations

import re

from tempanswerqa.fresh.arithmetic.solver_dates import split
from tempanswerqa.fresh.arithmetic.solver_reading import Reading
from tempanswerqa.fresh.solving import TALLY, YearMonthDay, day_number, month_length, stamp

_DAY_NAME = re.compile(r"((?:(?:the day|@S) (?:before|after) )*)(yesterday|today|tomorrow)")
_STEP = re.compile(r"(the day|@S) (before|after) ")


def _named_days(text: str, spans: list[tuple[int, str]]) -> list[int]:
    """Return the distances in days from today of the days that the text names, in order."""
    left = iter(spans)
    found = []
    for steps, base in _DAY_NAME.findall(text):
        distance = {"yesterday": -1, "today": 0, "tomorrow": 1}[base]
        for size, side in _STEP.findall(steps):
            number = next(left)[0] if size == "@S" else 1
            distance += -number if side == "before" else number
            TALLY.taken += size != "@S"
        found.append(distance)
    return found


def day_to_day(reading: Reading, known: int) -> float | None:
    """Return the date of one named day from that of the other, `known` (0 or 1)."""
    (day,), spans = split(reading)
    text = reading.text.replace("before now", "before today").replace("from now", "after today")
    named = _named_days(text, spans)
    if len(named) != 2:
        return None
    return stamp(day_number(day) + named[1 - known] - named[known])


def remark(reading: Reading) -> float | None:
    """Return the date of today from the date that a named day had when a remark was made."""
    (known,), ((ago, _), *spans) = split(reading)
    named = _named_days(reading.text, spans)
    return stamp(day_number(known) - named[0] + ago) if named else None


def leap_birthday(reading: Reading) -> float:
    (year, _, _), substitute, _, (age, _) = reading.values
    year += age
    if month_length(year, 2) == 29:
        return stamp(day_number((year, 2, 29)))
    return stamp(day_number((year, 3, 1) if substitute == 1 else (year, 2, 28)))


def third(reading: Reading, sign: int) -> float:
    """Return the date some days after (+1) or before (-1) the first of two dates."""
    first, _, (number, _) = reading.values
    return stamp(day_number(first) + sign * number)


def _age(born: YearMonthDay, asked: YearMonthDay) -> int:
    return asked[0] - born[0] - (asked[1:] < born[1:])


def full_years(reading: Reading) -> float:
    return _age(*reading.values)


def leap_days(reading: Reading) -> float:
    (born, asked), _ = split(reading)
    days = [(year, 2, 29) for year in range(born[0] + 1, asked[0] + 1)]
    return sum(month_length(year, 2) == 29 and (year, month, day) <= asked
               for year, month, day in days)  # fmt: skip


def long_years(reading: Reading) -> float:
    born, asked = split(reading)[0]
    length = reading.values[reading.shape.index("N")]
    return (day_number(asked) - day_number(born)) // length


def younger(reading: Reading, start: int, born: int) -> float:

    return reading.values[start] - _age(reading.values[born], reading.values[2])
