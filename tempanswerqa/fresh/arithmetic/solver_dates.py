"""Solves questions on dates, years, days and months."""

from __future__ import annotations

import re
from itertools import count

from tempanswerqa.fresh.arithmetic.solver_reading import Answer, Reading, moved, signs
from tempanswerqa.fresh.solving import YearMonthDay, day_number, stamp

_SHIFTED = re.compile(
    r"(?P<back>@S after (?:it was first|it had|setting)\b|exactly @S since|for exactly @S"
    r"|brought forward by @S|@S (?:before|ago|earlier|back)|the first @S before)"
    r"|(?P<on>(?:delayed|put off|adjourned) by @S|(?:delayed it|put it off) by @S"
    r"|@S (?:after|later|from today|forward))"
)


def _walked(reading: Reading) -> YearMonthDay | None:
    """Return the one date of the question, moved by its spans in their order."""
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


_AGES = re.compile(
    r"(?P<on>@S (?:later|after (?:the repaving|the breach|that))"
    r"|served for @S|in the ground for @S)"
    r"|(?P<back>@S (?:after|before)|(?:used|standing) for @S)"
)


def era(reading: Reading) -> float | None:
    told = signs(reading, _AGES)
    if told is None:
        return None
    year = reading.values[reading.shape.index("E")]
    for sign, (number, _) in zip(told, split(reading)[1], strict=True):
        year = _years_on(year, sign * number)
    return year


def _years_on(year: int, number: int) -> int:
    """Return the year so many years on; there is no year between 1 BC (-1) and 1 AD."""
    found = year + number
    if year < 0 <= found:
        return found + 1
    return found - 1 if found <= 0 < year else found


def comet(at_first: int) -> Answer:
    """Return the year of the nth time, where the first year counts as so many of the times."""

    def answer(reading: Reading) -> float:
        year, (period, _), times = reading.values
        for _ in range(times - at_first):
            year = _years_on(year, period)
        return year

    return answer


def reckoning(reading: Reading) -> float:
    return _years_on(reading.values[reading.shape.index("E")], reading.values[2] - 1)


def year_number(sign: int) -> Answer:
    """Return the year of the one date, so many years before or after."""

    def answer(reading: Reading) -> float:
        year = reading.values[reading.shape.index("D")][0]
        number = reading.values[1 - reading.shape.index("D")]
        return year + sign * number

    return answer


def year(reading: Reading) -> float | None:
    day = _walked(reading)
    return day and day[0]


def days(extra: int) -> Answer:
    """Return the days between the two dates, in any order, and so many more, less the spans."""

    def answer(reading: Reading) -> float:
        dates, spans = split(reading)
        one, other = map(day_number, dates)
        return abs(one - other) + extra - sum(number for number, _ in spans)

    return answer


def split(reading: Reading) -> tuple[list[YearMonthDay], list[tuple[int, str]]]:
    """Return the dates and the spans."""
    pairs = list(zip(reading.shape, reading.values, strict=True))
    return [v for kind, v in pairs if kind == "D"], [v for kind, v in pairs if kind == "S"]


def older(reading: Reading) -> float:
    first, second, (number, _) = reading.values[:3]
    return day_number(second) - day_number(first) + number


def running_days(reading: Reading) -> float:
    (known, asked), ((number, _),) = split(reading)
    return number + day_number(asked) - day_number(known)


def stays(reading: Reading) -> float:
    first, second, third, fourth = map(day_number, reading.values)
    return second - first + fourth - third


def _months(first: YearMonthDay, last: YearMonthDay) -> int:
    """Return the completed months from the first day to the last."""
    return 12 * (last[0] - first[0]) + last[1] - first[1] - (last[2] < first[2])


def month_stays(sign: int) -> Answer:
    """Return the months from each first date to its second, added or (-1) subtracted."""

    def answer(reading: Reading) -> float:
        first, second, third, fourth = reading.values
        return _months(first, second) + sign * _months(third, fourth)

    return answer


def months(sign: int, extra: int = 0) -> Answer:
    """Return the completed months between the two dates, more or less the span."""

    def answer(reading: Reading) -> float:
        days, spans = split(reading)
        return _months(*sorted(days)) + extra + sign * sum(number for number, _ in spans)

    return answer


def next_day(steps: int) -> Answer:
    """Return the first day of a schedule after the second date, or (-1) the last before it."""

    def answer(reading: Reading) -> float:
        (first, today), ((every, _),) = split(reading)
        found = day_number(first)
        if not every:
            raise ValueError("no time passes between the days of the schedule")
        while found <= day_number(today):
            found += every
        return stamp(found + every * (steps - 1))

    return answer


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
