"""Computes TRAM arithmetic again from the questions alone, to check the released answers.

This is a second, independent way: scores do not use it, and it shares no reading with them.
Calendar dates are those of the proleptic Gregorian calendar, weeks those of ISO 8601. Hours in
time zones follow the zone's history, which begins with local mean time. A time within an hour may
be stated as the hour that has begun, or as the nearest hour.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

from benchmarks.tram_errata.stated import SECONDS, WEEKDAYS, Value, day_minutes
from tempanswerqa.answers.quantities import MONTHS

_CLOCK = r"([0-9]{1,2}):([0-9]{2})(?: ([AP])M)?"
_HALF = r"([0-9]{1,2}) ([AP])M"
_DATE = r"([0-9]{1,2})-([0-9]{1,2})-([0-9]{4})"
_MONTH = f"({'|'.join(MONTHS)})"
_AGE = r"([0-9]+) years? ([0-9]+) months?"
_PART = re.compile(r"([0-9]+) (year|month|week|day|hour|minute|second)s?\b")


def values(question: str, identity: str) -> list[Value]:
    """Return all values that are right for a question; none if its form is not known.

    `identity` finds the few questions that share no form with others.
    """
    if identity in BY_HAND:
        return [BY_HAND[identity]]
    for pattern, compute in _FORMS:
        if match := pattern.search(question):
            return compute(match)
    return []


def _shifted_clock(match: re.Match) -> list[Value]:
    hour, minute, half, sign, hours, minutes = match.groups()
    start = day_minutes(int(hour), int(minute), half)
    change = (60 * int(hours) + int(minutes)) * (1 if sign == "+" else -1)
    return [("clock", (start + change) % 1440)]


def _flight(match: re.Match) -> list[Value]:
    start = day_minutes(int(match[1]), 0, match[2])
    return [("clock", (start + 60 * int(match[3])) % 1440)]


def _year(match: re.Match) -> list[Value]:
    years = int(match[1]) * (1 if match[2] == "after" else -1)
    return [("number", Fraction(int(match[3]) + years))]


def _month_name(match: re.Match) -> list[Value]:
    months = int(match[1]) * (1 if match[2] == "after" else -1)
    return [("name", (MONTHS.index(match[3]) + months) % 12)]


def _month_of_year(match: re.Match) -> list[Value]:
    years, months, name, year = match.groups()
    count = 12 * (int(year) + int(years)) + MONTHS.index(name) + int(months)
    return [("month", count // 12, count % 12 + 1)]


def _shifted_date(match: re.Match) -> list[Value]:
    """Return the shifted date: months first; a day that the month lacks is its last day."""
    change, parts, *day = match.groups()
    month, first, year = map(int, day)
    found = date(year, month, first)
    for count, unit in sorted(_PART.findall(parts), key=lambda part: part[1] != "month"):
        count = int(count) * (1 if change == "add" else -1)
        if unit == "month":
            months = 12 * found.year + found.month - 1 + count
            last = calendar.monthrange(months // 12, months % 12 + 1)[1]
            found = date(months // 12, months % 12 + 1, min(found.day, last))
        else:
            found += timedelta(days=count * (7 if unit == "week" else 1))
    return [("date", found.year, found.month, found.day)]


def _leave(match: re.Match) -> list[Value]:
    """Return the day that ends a leave; the weekday decides the year, one of the 2020s."""
    days, weekday, day, month = match.groups()
    starts = (date(year, MONTHS.index(month) + 1, int(day)) for year in (2022, 2023, 2024))
    fitting = (start for start in starts if WEEKDAYS[start.weekday()] == weekday)
    ends = (start + timedelta(days=int(days)) for start in fitting)
    return [("date", end.year, end.month, end.day) for end in ends]


def _week(match: re.Match) -> list[Value]:
    month, day, year = map(int, match.groups())
    return [("number", Fraction(date(year, month, day).isocalendar().week))]


def _zones(match: re.Match) -> list[Value]:
    hour, half, month, day, year, source, target = match.groups()
    start = datetime(
        int(year),
        MONTHS.index(month) + 1,
        int(day),
        day_minutes(int(hour), 0, half) // 60,
        tzinfo=ZoneInfo(source),
    )
    there = start.astimezone(ZoneInfo(target))
    return [
        ("moment", told.year, told.month, told.day, told.hour)
        for told in (there, there + timedelta(minutes=30))
    ]


def _length(text: str) -> int:
    return sum(int(count) * SECONDS[unit] for count, unit in _PART.findall(text))


def _sum(match: re.Match) -> list[Value]:
    return [("seconds", Fraction(_length(match[1]) + _length(match[2])))]


def _difference(match: re.Match) -> list[Value]:
    return [("seconds", Fraction(_length(match[2]) - _length(match[1])))]


def _converted(match: re.Match) -> list[Value]:
    return [("number", Fraction(_length(match[1]), SECONDS[match[2]]))]


def _travel(match: re.Match) -> list[Value]:
    speed, distance = map(int, match.groups())
    return [("number", Fraction(round(Fraction(60 * distance, speed))))]


def _walk(match: re.Match) -> list[Value]:
    """Return the time of a walk without a rest after the last kilometre, in full minutes."""
    speed, rest, distance = map(int, match.groups())
    return [("number", Fraction(60 * distance // speed + rest * (distance - 1)))]


def _doses(match: re.Match) -> list[Value]:
    return [("number", Fraction(1440 // int(match[1])))]


def _homework(match: re.Match) -> list[Value]:
    start, end = (day_minutes(int(match[at]), 0, match[at + 1]) for at in (1, 3))
    return [("seconds", Fraction(60 * ((end - start) % 1440)))]


def _schooling(match: re.Match) -> list[Value]:
    years, months, now_years, now_months = map(int, match.groups())
    return [("months", Fraction(12 * (now_years - years) + now_months - months))]


def _form(pattern: str, compute: Callable[[re.Match], list[Value]]):
    return re.compile(pattern), compute


_FORMS = (
    _form(rf"{_CLOCK} ([-+−]) ([0-9]+):([0-9]+)\?", _shifted_clock),
    _form(r"([0-9]+) years? (before|after) ([0-9]+)\?", _year),
    _form(rf"([0-9]+) months? (before|after) {_MONTH}\?", _month_name),
    _form(rf"([0-9]+) years? and ([0-9]+) months? after {_MONTH} ([0-9]+)\?", _month_of_year),
    _form(rf"(add|subtract) ([a-z0-9 ]+) to the date {_DATE},", _shifted_date),
    _form(rf"which week of year [0-9]+ does the date {_DATE}", _week),
    _form(rf"{_HALF} on {_MONTH} ([0-9]+), ([0-9]+) in (\S+), .+ in (\S+)\?", _zones),
    _form(r"^Add (.+) and (.+)\.", _sum),
    _form(r"^Subtract (.+) from (.+)\.", _difference),
    _form(r"^Convert (.+) into (hour|minute)s\.", _converted),
    _form(r"speed of ([0-9]+) km/h\. .+ distance of ([0-9]+) kilo.+ in minutes", _travel),
    _form(r"speed of ([0-9]+) km/hr .+ rest for ([0-9]+) min.+ cover ([0-9]+) km", _walk),
    _form(r"every ([0-9]+) minutes, how many times .+ in a day", _doses),
    _form(rf"homework at {_HALF} and finishes at {_HALF}", _homework),
    _form(rf"was {_AGE} old when .+ now s?he is {_AGE} old", _schooling),
    _form(rf"takes off at {_HALF} and .+ is ([0-9]+) hours?,", _flight),
    _form(rf"leave of ([0-9]+) days starting from (\w+), ([0-9]+) {_MONTH}", _leave),
)


def _together(unit: str, work: Fraction | int, *times: Fraction | int) -> Value:
    """Return how long the work takes at the rates 1 / time; a negative time undoes work."""
    return (
        "seconds",
        Fraction(work) / sum(Fraction(1, 1) / time for time in times) * SECONDS[unit],
    )


BY_HAND: dict[str, Value] = {
    "arithmetic-48cd509e5602": _together("hour", 1, 9, -10),
    "arithmetic-f62d40f69b59": _together("day", 1 - Fraction(5, 25) - Fraction(5, 20), 20),
    "arithmetic-0a31417f6cca": _together("day", 2, 12, 15, 20),
    "arithmetic-d988414c2bc8": _together("hour", 1, 5, -6),
    "arithmetic-8eb2895ae48a": _together("hour", 1, 8, -20, -24),
    "arithmetic-04a63441f773": ("clock", 21 * 60 + 30 + 120),
    "arithmetic-c235bf342659": _together("minute", 1, 12, 15, -10),
    "arithmetic-2d8b35a0f2bb": _together("hour", 1, 10, 15),
    "arithmetic-cfe2bb92f8d1": ("clock", 5 * 60 + 45 + 180 + 114),
    "arithmetic-904058692d57": _together("day", 1 - Fraction(12, 60) * 2, 15, 12),
    "arithmetic-63e82c44b853": _together("day", 1, 15, -20),
    "arithmetic-a2bed2206319": _together("day", 1, Fraction(15, 4), -5),
    "arithmetic-099086651b01": _together("day", 2, 18, 24, 36),
    "arithmetic-fb6a493cfbdb": _together("hour", Fraction(1, 2), 10, -15),
    "arithmetic-16c2f1f53d09": _together("minute", 1, 5, -7),
    "arithmetic-2f6a38f4d7c8": _together("hour", 1, Fraction(12, 5), -3),
}
"""The answers to word problems that share no form with others, by the id of the question."""
