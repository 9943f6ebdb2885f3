"""Defines the units of answers: how questions ask for each, and how answers are written.

The number of an amount is the amount itself. The number of a point in time is:

| unit | number |
|---|---|
| date_years | the year; years BC are negative |
| date | seconds since 1970-01-01, at midnight |
| month | the same for the first day of the month |
| clock | minutes after midnight |
| moment | seconds since 1970-01-01 |
| weekday | 1 for Monday to 7 for Sunday |
| when | how many days the answer may be off (`answers.periods`); 0 for a label |

A unit is a line of `UNITS`: its names, the words and formats that ask for it, its notation, its
kind and the unit of its errors. A notation is a strict form with functions to read and write it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from tempanswerqa.paper_scoring import EPOCH, MONTHS

DAY = 86_400
"""Seconds in a day."""
YEAR = 365.2425
"""Mean length of a Gregorian year in days."""


class TimeUnit(NamedTuple):
    """A unit of time in which amounts are written."""

    size: int | Fraction
    """Its length in base units."""
    base: str
    """`second`, or `month` for calendar units."""
    spellings: str
    """The English words for it, between spaces."""

    @property
    def days(self) -> float:
        """Return its length in days, with mean years."""
        return self.size * (YEAR / 12 if self.base == "month" else 1 / DAY)


TIME_UNITS: Mapping[str, TimeUnit] = {
    "millennium": TimeUnit(12_000, "month", "millennium millennia millenniums"),
    "century": TimeUnit(1_200, "month", "century centuries"),
    "decade": TimeUnit(120, "month", "decade decades"),
    "year": TimeUnit(12, "month", "year years yr yrs y"),
    "month": TimeUnit(1, "month", "month months mo mos mth mths mon mons"),
    "fortnight": TimeUnit(14 * DAY, "second", "fortnight fortnights"),
    "week": TimeUnit(7 * DAY, "second", "week weeks wk wks w"),
    "day": TimeUnit(DAY, "second", "day days d"),
    "hour": TimeUnit(3_600, "second", "hour hours hr hrs h"),
    "minute": TimeUnit(60, "second", "minute minutes min mins m"),
    "second": TimeUnit(1, "second", "second seconds sec secs s"),
    "millisecond": TimeUnit(Fraction(1, 1000), "second", "millisecond milliseconds ms msec"),
}
"""The units of time by singular name, largest first."""

SPELLINGS = {word: name for name, unit in TIME_UNITS.items() for word in unit.spellings.split()}
"""The unit of time of each English spelling."""

Kind = Literal["duration", "count", "calendar", "time of day", "weekday", "period"]


@dataclass(frozen=True)
class Unit:
    """The unit of an answer's number: an amount, or for a point in time what it counts."""

    name: str
    title: str
    """The name in users' tables and on pages."""
    asked: str
    """The words in which a user's question asks for it."""
    line: str
    """The answer format of a line."""
    json: str
    """The answer format of a JSON object, or its keys, as `formats.text_of` takes them."""
    form: re.Pattern[str]
    """The form in which strict reading reads an answer to a user's question."""
    parse: Callable[..., float | None]
    """Return the number of the groups of `form`; None or ValueError if there is no such time."""
    write: Callable[[Any], str]
    """Return a number, or a period, in this form."""
    kind: Kind = "duration"
    errors: str = ""
    """The unit of errors of a point in time; empty for an amount, whose errors are in its unit."""
    parts: int = 0
    """The parts of a date that its numbers need: year, month, day, time of day."""
    period: float | None = None
    """Period of a cyclic unit, e.g. 1,440 minutes for times of day."""
    whole: bool = False
    """True if released questions ask for whole numbers of it: 36 hours are 1 day."""

    @property
    def singular(self) -> str:
        """Return the singular name, which for an amount is a key of `TIME_UNITS`."""
        return SPELLINGS.get(self.name, self.name)

    @property
    def point(self) -> bool:
        """Return whether its numbers are points in time, which have no sMAPE."""
        return bool(self.errors)

    @property
    def dated(self) -> bool:
        """Return whether its numbers are seconds since 1970-01-01, whose errors count in days."""
        return self.parts > 1

    @property
    def step(self) -> int:
        """Return the number that is one unit of error: 86,400 seconds if errors count in days."""
        return DAY if self.dated else 1

    @property
    def days(self) -> float:
        """Return the length of one unit of error in days, with mean years; NaN for counts.

        >>> UNITS["hours"].days * 24, UNITS["date_years"].days
        (1.0, 365.2425)
        """
        if self.kind == "count":
            return math.nan
        return TIME_UNITS[UNITS[self.errors or self.name].singular].days

    def nearest(self, number: float, to: float) -> float:
        """Return the number closest to another that names the same point in time.

        >>> UNITS["clock"].nearest(1438, 2), UNITS["minutes"].nearest(1438, 2)
        (-2.0, 1438)
        """
        return to + math.remainder(number - to, self.period) if self.period else number

    def error(self, number: float, label: float) -> float:
        """Return the signed error of a number, counted in `errors`.

        >>> UNITS["clock"].error(1438, 2), UNITS["date"].error(86_400, 0)
        (-4.0, 1.0)
        """
        return (self.nearest(number, label) - label) / self.step


def asks_clock(unit: str, answer_format: str) -> bool:
    """Return whether an amount is asked for as `HH:MM` or `D days, HH:MM`, also with seconds."""
    lasting = UNITS[unit].kind == "duration" and TIME_UNITS[UNITS[unit].singular].base == "second"
    return lasting and bool(_CLOCK_FORMAT.fullmatch(answer_format.strip(' "')))


def write_clock(number: float, unit: str, answer_format: str) -> str:
    """Return an amount as `answer_format` asks for it, such as `2 days, 07:30`.

    >>> write_clock(55.5, "hours", "D days, HH:MM"), write_clock(55.5, "hours", "HH:MM")
    ('2 days, 07:30', '55:30')
    """
    seconds = round(number * TIME_UNITS[UNITS[unit].singular].size)
    lead, rest = "-" * (seconds < 0), abs(seconds)
    if "D" in answer_format:  # -1 days, 23:00 is an hour less than nothing, as in Python
        days, rest = divmod(seconds, DAY)
        lead = f"{days} days, "
    clock = f"{lead}{rest // 3600:02}:{rest // 60 % 60:02}"
    return clock + (f":{rest % 60:02}" if "SS" in answer_format else "")


def strict_number(text: str, unit: str, answer_format: str = "") -> float | None:
    """Return the number of a text in exactly the form asked for; None for another form."""
    text = text.strip().removesuffix(".").rstrip()
    if asks_clock(unit, answer_format):
        clock = _LASTING.fullmatch(text)
        if not clock:
            return None
        day, sign, hours, minutes, seconds = clock.groups("0")
        rest = 3600 * int(hours) + 60 * int(minutes) + int(seconds)
        whole = DAY * int(day) + (-rest if sign == "-" else rest)
        return float(whole / TIME_UNITS[UNITS[unit].singular].size)
    match = UNITS[unit].form.fullmatch(text)
    try:
        return UNITS[unit].parse(*match.groups()) if match else None
    except ValueError:
        return None


def find(name: str) -> Unit | None:
    """Return the unit with this name or title, in any case, singular or plural, or None."""
    names = {
        each: unit
        for unit in UNITS.values()
        for each in (unit.singular, f"{unit.name}s", f"{unit.title}s")
    }
    names |= {each: unit for unit in UNITS.values() for each in (unit.name, unit.title)}
    return names.get(" ".join(name.lower().split()))


def _plain(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else repr(round(number, 12))


def _year(digits: str, era: str | None) -> float:
    return float(digits) * (-1 if era == "BC" else 1)


def _written_year(number: float) -> str:
    year = round(number)
    return f"{-year} BC" if year < 0 else f"{year} AD" if year < 1000 else str(year)


def _clock(hour: str, minute: str, second: str | None) -> float | None:
    return 60 * int(hour) + int(minute) + int(second or 0) / 60 if int(hour) < 24 else None


def _day(name: str, day: str, year: str) -> float:
    return (datetime(int(year), 1 + MONTHS.index(name), int(day)) - EPOCH).total_seconds()


def _written_day(number: float) -> str:
    day = EPOCH + timedelta(seconds=number)
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_PLAIN_NUMBER = r"(-?[0-9]{1,15}(?:\.[0-9]{1,15})?)"
_NAMED_MONTH = rf"({'|'.join(MONTHS)})"
_EDTF = "[0-9]{3}[0-9X](?:-[0-9]{2}){0,2}"
_LASTING = re.compile(r"(?:(-?[0-9]{1,9}) days?, |(-))?([0-9]{1,9}):([0-5][0-9])(?::([0-5][0-9]))?")
_CLOCK_FORMAT = re.compile(r"(?:D days, )?HH?:MM(?::SS)?")

# notations: a form, and the functions `parse` and `write` of a unit
_NUMBERS = re.compile(_PLAIN_NUMBER), float, _plain
_YEARS = re.compile(r"([0-9]{1,4})(?:\s?(BC|AD))?"), _year, _written_year
_MONTHS = (
    re.compile(rf"{_NAMED_MONTH},? ([0-9]{{4}})"),
    lambda name, year: _day(name, "1", year),
    lambda number: " ".join(_written_day(number).split()[::2]),
)
_DAYS = re.compile(rf"{_NAMED_MONTH} ([0-9]{{1,2}}), ([0-9]{{4}})"), _day, _written_day
_CLOCKS = (
    re.compile(r"([0-9]{1,2}):([0-5][0-9])(?::([0-5][0-9]))?"),
    _clock,
    lambda number: write_clock(round(60 * number) % DAY, "seconds", "HH:MM:SS").removesuffix(":00"),
)
_MOMENTS = (
    re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2})?)"),
    lambda moment: (datetime.fromisoformat(moment) - EPOCH).total_seconds(),
    lambda number: (EPOCH + timedelta(seconds=number // 1)).isoformat(" ").removesuffix(":00"),
)
_WEEKDAYS = (
    re.compile(f"({'|'.join(WEEKDAYS)})"),
    lambda name: WEEKDAYS.index(name) + 1.0,
    lambda number: WEEKDAYS[(round(number) - 1) % 7],
)
_PERIODS = re.compile(rf"{_EDTF}(?:/{_EDTF})?"), lambda *_: None, str


def amount(name: str, json: str = "", example: str = "12") -> Unit:
    """Return a unit of amounts of time, such as `hours`.

    Parameters
    ----------
    name
        Its plural.
    json
        The answer format of a JSON object, or its keys, if it differs from that of a line.
    example
        An example of its number.
    """
    asked, line = f"a number of {name}, such as {example}", f"<num_{name}>"
    form = re.compile(rf"{_PLAIN_NUMBER}(?:\s?(?:{SPELLINGS[name]}|{name}))?")
    whole = name in ("days", "months", "years")
    return Unit(name, name, asked, line, json or line, form, float, _plain, whole=whole)


UNITS: Mapping[str, Unit] = {
    unit.name: unit
    for unit in (
        amount("seconds", "hours, minutes, seconds"),
        amount("minutes", "hours, minutes"),
        amount("hours", example="1.5"),
        amount("days"),
        amount("weeks", example="1.5"),
        amount("months"),
        amount("years", "<your_answer>"),
        Unit("count", "count", "a number, such as 12", "<number>", "<number>", *_NUMBERS, "count"),
        Unit("date_years", "calendar year", "a year, such as 1998 or 44 BC", "<year>", "<year>",
             *_YEARS, "calendar", "years", 1),
        Unit("date", "date", "a date, such as May 23, 1998", "%B %d, %Y", '"yyyy-mm-dd"',
             *_DAYS, "calendar", "days", 3),
        Unit("month", "calendar month", "a month, such as May 1998", "<month> <year>",
             '"<month> <year>"', *_MONTHS, "calendar", "days", 2),
        Unit("clock", "time", "a time of day, such as 14:30", "HH:MM", '"HH:MM"',
             *_CLOCKS, "time of day", "minutes", period=1440),
        Unit("moment", "datetime", "a day and time, such as 1998-05-23 14:30", "yyyy-mm-dd HH:MM",
             '"yyyy-mm-dd HH:MM"', *_MOMENTS, "calendar", "days", 4),
        Unit("weekday", "weekday", "a day of the week, such as Tuesday", "<weekday>", '"<weekday>"',
             *_WEEKDAYS, "weekday", "days", period=7),
        Unit("when", "when", "a day, month, year or range, such as 1998-05-23, 1998-05, 1998 or "
             "1998-05-23/1998-06-02", "<when>", '"<when>"', *_PERIODS, "period", "days"),
    )
}  # fmt: skip
"""The units by name. Those of the released questions are in `FAMILY_UNITS`."""

FAMILY_UNITS: Mapping[str, tuple[str, ...]] = {
    "tot": ("seconds", "minutes", "days", "months", "years", "date"),
    "ttqa": ("days", "months", "years", "date", "date_years"),
}
"""The units of released questions by family."""
