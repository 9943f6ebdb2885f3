"""Solves riddles, questions with facts too many, and odd ages."""

from __future__ import annotations

import re

from tempanswerqa.fresh.arithmetic.solver_dates import split
from tempanswerqa.fresh.arithmetic.solver_reading import Answer, Reading
from tempanswerqa.fresh.solving import TALLY, YearMonthDay, day_number, month_length, stamp

_DAY_NAME = re.compile(
    r"((?:(?:the day|@S) (?:before|after|ahead of) )*)(yesterday|today|tomorrow)"
)
_STEP = re.compile(r"(the day|@S) (before|after|ahead of) ")


def _named_days(reading: Reading, text: str, spans: list[tuple[int, str]]) -> list[int]:
    """Return how far from today the days are that the text names one after the other."""
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


def day_to_day(reading: Reading) -> float | None:
    """Return the date of a named day from that of another."""
    (known,), spans = split(reading)
    text = reading.text.replace("@S in the past, seen from today", "@S before today")
    text = text.replace("in @S, counted from today", "@S after today")
    named = _named_days(reading, text, spans)
    if len(named) != 2:
        return None
    return stamp(day_number(known) + named[1] - named[0])


def remark(reading: Reading) -> float | None:
    """Return a named day had the date when it was said; today is asked for."""
    (known,), ((ago, _), *spans) = split(reading)
    named = _named_days(reading, reading.text, spans)
    return stamp(day_number(known) - named[0] + ago) if named else None


def corrected(cut: bool) -> Answer:
    def answer(reading: Reading) -> float:
        (year, month, day), (number, _) = reading.values
        if cut:
            day = month_length(year, month)
        return stamp(day_number((year, month, day)) + number)

    return answer


def month_ends(reading: Reading) -> float:
    day, _, (year, month, _), nth = reading.values
    months = 12 * year + month - 1 + nth - 1
    year, month = months // 12, months % 12 + 1
    return stamp(day_number((year, month, min(day, month_length(year, month)))))


def weekday(reading: Reading) -> float:
    """Return the days after the nth weekday of a month; without n, its last."""
    parts = dict(zip(reading.shape, reading.values, strict=True))
    year, month = parts["M"]
    weekday = next(place for place, name in enumerate(_WEEKDAYS) if name in reading.text)
    length = month_length(year, month)
    days = [day_number((year, month, day)) for day in range(1, length + 1)]
    days = [day for day in days if day % 7 == weekday]
    return stamp(days[parts["O"] - 1 if "O" in parts else -1] + parts["S"][0])


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def day_of_year(reading: Reading) -> float:
    nth, year = reading.values
    return stamp(day_number((year, 1, nth)))


def days_left(reading: Reading) -> float:
    year, (left, _) = reading.values
    return stamp(day_number((year, 12, 31 - left)))


def leap_birthday(reading: Reading) -> float:
    (year, _, _), _, substitute, nth = reading.values
    year += nth
    if month_length(year, 2) == 29:
        return stamp(day_number((year, 2, 29)))
    return stamp(day_number((year, 3, 1) if substitute == 1 else (year, 2, 28)))


def at(place: int, number: int, sign: int, extra: int = 0) -> Answer:
    """Return the date at a place of the values, so many days on as another has it."""

    def answer(reading: Reading) -> float:
        days = reading.values[number]
        days = days[0] if isinstance(days, tuple) else days
        return stamp(day_number(reading.values[place]) + sign * (days + extra))

    return answer


def fortnights(fewer: int, number: int, place: int) -> Answer:
    def answer(reading: Reading) -> float:
        days = 14 * reading.values[number] - reading.values[fewer][0]
        return stamp(day_number(reading.values[place]) + days)

    return answer


def third(pattern: str, sign: int) -> Answer:
    """Return the date that counts from that of one of two names; the pattern has them, and it."""
    names = re.compile(pattern)

    def answer(reading: Reading) -> float | None:
        found = names.search(reading.text)
        if found is None or found[3] not in found.groups()[:2]:
            return None
        place = found.groups().index(found[3])
        return at(place, 2, sign)(reading)

    return answer


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


def younger(start: int, born: int) -> Answer:
    def answer(reading: Reading) -> float:
        return reading.values[start] - _age(reading.values[born], reading.values[2])

    return answer
