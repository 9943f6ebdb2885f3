"""Solves questions on dates, years, days, months and ages, and riddles on today."""

from __future__ import annotations

import re
from itertools import count

from tempanswerqa.fresh.arithmetic.solver_reading import TextReading, moved, signs
from tempanswerqa.fresh.solving import TALLY, YearMonthDay, day_number, month_length, stamp

_SHIFTED = re.compile(
    r"(?P<back>preponed by @S|takes @S(?= to deliver.*[Ww]hen was)"
    r"|@S (?:before|in advance|early|earlier|ago)|after (?:exactly )?@S)"
    r"|(?P<on>(?:postponed by|extension of|for|takes|took|took exactly) @S"
    r"|@S (?:after|later|from))"
)


def _walked(reading: TextReading) -> YearMonthDay | None:
    """Return the only date of the question, moved by its spans in their order; None if unclear."""
    told = signs(reading, _SHIFTED)
    if told is None:
        return None
    (start,), spans = reading.of("D"), reading.of("S")
    day: YearMonthDay | None = start
    for sign, (number, unit) in zip(told, spans, strict=True):
        day = day and moved(day, sign * number, unit)
    return day


def walked_date(reading: TextReading) -> float | None:
    day = _walked(reading)
    return day and stamp(day_number(day))


_AGES = re.compile(r"(?P<back>after @S|for @S before)|(?P<on>(?:for|took) @S|@S after)")


def era(reading: TextReading) -> float | None:
    told = signs(reading, _AGES)
    if told is None:
        return None
    year = reading.of("E")[0]
    for sign, (number, _) in zip(told, reading.of("S"), strict=True):
        year = _years_on(year, sign * number)
    return year


def _years_on(year: int, number: int) -> int:
    """Return the year that is `number` years later; there is no year between 1 BC (-1) and 1 AD."""
    found = year + number
    if year < 0 <= found:
        return found + 1
    return found - 1 if found <= 0 < year else found


def year(reading: TextReading) -> float | None:
    day = _walked(reading)
    return day and day[0]


def days(reading: TextReading) -> float:
    """Return the days between the two dates, in any order, minus the spans."""
    (one, other), spans = reading.of("D"), reading.of("S")
    return abs(day_number(one) - day_number(other)) - sum(number for number, _ in spans)


def running_days(reading: TextReading) -> float:
    """Return the days counted by the second date, from those counted by the first."""
    (known, asked), ((number, _), *stops) = reading.of("D"), reading.of("S")
    return number + day_number(asked) - day_number(known) - sum(stop for stop, _ in stops)


def months(reading: TextReading, sign: int) -> float:
    """Return the completed months between two dates, plus or minus the spans."""
    (first, last), spans = reading.of("D"), reading.of("S")
    if last < first:
        first, last = last, first
    whole = 12 * (last[0] - first[0]) + last[1] - first[1] - (last[2] < first[2])
    return whole + sign * sum(number for number, _ in spans)


def next_day(reading: TextReading, steps: int) -> float:
    """Return the first day of a schedule after the second date, or (0 steps) the last before it."""
    first, today = sorted(map(day_number, reading.of("D")))
    ((every, _),) = reading.of("S")
    return stamp(first + every * ((today - first) // every + steps))


def nth(reading: TextReading) -> float:
    (every, _), _, first, nth = reading.values
    return stamp(day_number(first) + every * (nth - 1))


def both(reading: TextReading) -> float:
    (first, today), ((every, _), (other, _)) = reading.of("D"), reading.of("S")
    start, after = day_number(first), day_number(today)
    if not every or not other:
        raise ValueError("no time passes between the days of the schedule")
    days = (day for day in count(start + every, every) if day > after)
    return stamp(next(day for day in days if (day - start) % other == 0))


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


def day_to_day(reading: TextReading, known: int) -> float | None:
    """Return the date of one named day from that of the other, `known` (0 or 1)."""
    (day,), spans = reading.of("D"), reading.of("S")
    text = reading.text.replace("before now", "before today").replace("from now", "after today")
    named = _named_days(text, spans)
    if len(named) != 2:
        return None
    return stamp(day_number(day) + named[1 - known] - named[known])


def remark(reading: TextReading) -> float | None:
    """Return the date of today from the date that a named day had when a remark was made."""
    (known,), ((ago, _), *spans) = reading.of("D"), reading.of("S")
    named = _named_days(reading.text, spans)
    return stamp(day_number(known) - named[0] + ago) if named else None


def leap_birthday(reading: TextReading) -> float:
    (year, _, _), substitute, _, (age, _) = reading.values
    year += age
    if month_length(year, 2) == 29:
        return stamp(day_number((year, 2, 29)))
    return stamp(day_number((year, 3, 1) if substitute == 1 else (year, 2, 28)))


def third(reading: TextReading, sign: int) -> float:
    """Return the date some days after (+1) or before (-1) the first of two dates."""
    first, _, (number, _) = reading.values
    return stamp(day_number(first) + sign * number)


def _age(born: YearMonthDay, asked: YearMonthDay) -> int:
    return asked[0] - born[0] - (asked[1:] < born[1:])


def full_years(reading: TextReading) -> float:
    return _age(*reading.values)


def leap_days(reading: TextReading) -> float:
    born, asked = reading.of("D")
    days = [(year, 2, 29) for year in range(born[0] + 1, asked[0] + 1)]
    return sum(month_length(year, 2) == 29 and (year, month, day) <= asked
               for year, month, day in days)  # fmt: skip


def long_years(reading: TextReading) -> float:
    born, asked = reading.of("D")
    length = reading.of("N")[0]
    return (day_number(asked) - day_number(born)) // length


def younger(reading: TextReading, start: int, born: int) -> float:
    return reading.values[start] - _age(reading.values[born], reading.values[2])
