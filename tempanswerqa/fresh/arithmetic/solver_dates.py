"""Solves questions on dates, years, days and months."""

from __future__ import annotations

import re
from itertools import count

from tempanswerqa.fresh.arithmetic.solver_reading import Reading, moved, signs
from tempanswerqa.fresh.solving import YearMonthDay, day_number, stamp

_SHIFTED = re.compile(
    r"(?P<back>preponed by @S|takes @S(?= to deliver.*[Ww]hen was)"
    r"|@S (?:before|in advance|early|earlier|ago)|after (?:exactly )?@S)"
    r"|(?P<on>(?:postponed by|extension of|for|takes|took|took exactly) @S"
    r"|@S (?:after|later|from))"
)


def _walked(reading: Reading) -> YearMonthDay | None:
    """Return the only date of the question, moved by its spans in their order; None if unclear."""
    told = signs(reading, _SHIFTED)
    if told is None:
        return None
    (start,), spans = split(reading)
    day: YearMonthDay | None = start
    for sign, (number, unit) in zip(told, spans, strict=True):
        day = day and moved(day, sign * number, unit)
    return day


def walked_date(reading: Reading) -> float | None:
    day = _walked(reading)
    return day and stamp(day_number(day))


_AGES = re.compile(r"(?P<back>after @S|for @S before)|(?P<on>(?:for|took) @S|@S after)")


def era(reading: Reading) -> float | None:
    told = signs(reading, _AGES)
    if told is None:
        return None
    year = reading.values[reading.shape.index("E")]
    for sign, (number, _) in zip(told, split(reading)[1], strict=True):
        year = _years_on(year, sign * number)
    return year


def _years_on(year: int, number: int) -> int:
    """Return the year that is `number` years later; there is no year between 1 BC (-1) and 1 AD."""
    found = year + number
    if year < 0 <= found:
        return found + 1
    return found - 1 if found <= 0 < year else found


def year(reading: Reading) -> float | None:
    day = _walked(reading)
    return day and day[0]


def days(reading: Reading) -> float:
    """Return the days between the two dates, in any order, minus the spans."""
    (one, other), spans = split(reading)
    return abs(day_number(one) - day_number(other)) - sum(number for number, _ in spans)


def split(reading: Reading) -> tuple[list[YearMonthDay], list[tuple[int, str]]]:
    """Return the dates and the spans of a question."""
    pairs = list(zip(reading.shape, reading.values, strict=True))
    return [v for kind, v in pairs if kind == "D"], [v for kind, v in pairs if kind == "S"]


def older(reading: Reading) -> float:
    (first, second), ((number, _),) = split(reading)
    return day_number(second) - day_number(first) + number


def running_days(reading: Reading) -> float:
    (known, asked), ((number, _), *stops) = split(reading)
    return number + day_number(asked) - day_number(known) - sum(stop for stop, _ in stops)


def months(reading: Reading, sign: int) -> float:
    """Return the completed months between two dates, plus or minus the spans."""
    (first, last), spans = split(reading)
    if last < first:
        first, last = last, first
    whole = 12 * (last[0] - first[0]) + last[1] - first[1] - (last[2] < first[2])
    return whole + sign * sum(number for number, _ in spans)


def next_day(reading: Reading, steps: int) -> float:
    """Return the first day of a schedule after the second date, or (-1) the last
    before it.
    """
    dates, ((every, _),) = split(reading)
    first, today = sorted(dates)
    found = day_number(first)
    if not every:
        raise ValueError("no time passes between the days of the schedule")
    while found <= day_number(today):
        found += every
    return stamp(found + every * (steps - 1))


def nth(reading: Reading) -> float:
    (every, _), _, first, nth = reading.values
    return stamp(day_number(first) + every * (nth - 1))


def both(reading: Reading) -> float:
    (first, today), ((every, _), (other, _)) = split(reading)
    start, after = day_number(first), day_number(today)
    if not every or not other:
        raise ValueError("no time passes between the days of the schedule")
    days = (day for day in count(start + every, every) if day > after)
    return stamp(next(day for day in days if (day - start) % other == 0))
