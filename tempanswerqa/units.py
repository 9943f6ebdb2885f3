"""The units of answers: how a question asks for each, and how its answers are written.

The number of an amount is the amount. That of a point in time is:

| unit | number |
|---|---|
| date_years | the year; years BC are negative |
| date | seconds since 1970-01-01, at midnight |
| month | the same of the month's first day |
| clock | minutes after midnight |
| moment | seconds since 1970-01-01 |
| when | how many days the answer may be off (`answers.flexible.periods`); 0 for a label |
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
"""The seconds of a day."""
YEAR = 365.2425
"""The mean days of a Gregorian year."""


class TimeUnit(NamedTuple):
    """A unit of time in which amounts are written."""

    size: int | Fraction
    """How many of the base it is."""
    base: str
    """`second`, or `month` for a unit of the calendar."""
    spellings: str
    """The English words for it, between spaces."""


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
"""The units of time by name in the singular, largest first."""

SPELLINGS = {word: name for name, unit in TIME_UNITS.items() for word in unit.spellings.split()}
"""The unit of time of each English spelling."""

_PLAIN_NUMBER = r"(-?[0-9]{1,15}(?:\.[0-9]{1,15})?)"


Kind = Literal["duration", "count", "calendar", "time of day", "period"]


@dataclass(frozen=True)
class Unit:
    """The unit of an answer's number: an amount, or for a point in time what it counts."""

    name: str
    title: str
    """The name in users' tables and on pages."""
    asked: str
    """The words in which a question of a user asks for it."""
    line: str
    """The answer format of a line."""
    json: str
    """The answer format of a JSON object, or its keys, as `formats.text_of` takes them."""
    form: re.Pattern[str]
    """The asked form, in which strict reading reads an answer to a question of a user."""
    parse: Callable[..., float | None]
    """Return the number of the groups of `form`; None, or ValueError, for a point in time that does
    not exist."""
    write: Callable[[Any], str]
    """Return a number, or a period, in the asked form."""
    kind: Kind = "duration"
    whole: bool = False
    """True if released questions ask for it in whole numbers: their 36 hours are 1 day."""
    errors: str = ""
    """The unit in which errors of a point in time count; for an amount it is the unit itself."""
    period: float | None = None
    """The number after which its numbers begin again, such as 1,440 minutes for times of day."""
    singular: str = ""
    """The name of one of it, for an amount a key of `TIME_UNITS`; by default the name less `s`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "singular", self.singular or self.name.removesuffix("s"))

    @property
    def point(self) -> bool:
        """Return whether its numbers are points in time, which have no sMAPE."""
        return bool(self.errors)

    @property
    def dated(self) -> bool:
        """Return whether its numbers are seconds since 1970-01-01, whose errors count in days."""
        return self.kind == "calendar" and self.errors == "days"

    @property
    def step(self) -> int:
        """Return the number that is one unit of error: 86,400 seconds if errors count in days."""
        return DAY if self.dated else 1

    @property
    def days(self) -> float:
        """Return the days in one unit of error, of a Gregorian year's mean length; NaN for counts.

        >>> UNITS["hours"].days * 24, UNITS["date_years"].days
        (1.0, 365.2425)
        """
        if self.kind == "count":
            return math.nan
        measure = TIME_UNITS[UNITS[self.errors or self.name].singular]
        return measure.size * (YEAR / 12 if measure.base == "month" else 1 / DAY)

    def nearest(self, number: float, to: float) -> float:
        """Return the number of the same point in time that is nearest to another number.

        >>> UNITS["clock"].nearest(1438, 2), UNITS["minutes"].nearest(1438, 2)
        (-2.0, 1438)
        """
        if self.period is None:
            return number
        turned = (math.remainder(each, self.period) for each in (number, to))
        return to + math.remainder(next(turned) - next(turned), self.period)


def strict_number(text: str, unit: str) -> float | None:
    """Return the number of a text in exactly the asked form; None for another form."""
    match = UNITS[unit].form.fullmatch(text.strip().removesuffix(".").rstrip())
    try:
        return UNITS[unit].parse(*match.groups()) if match else None
    except ValueError:
        return None


def find(name: str) -> Unit | None:
    """Return the unit with this name or title, in any case, singular or plural; None for none."""
    name = " ".join(name.lower().split())
    for unit in UNITS.values():
        if name in (unit.name, unit.title):
            return unit
    for unit in UNITS.values():
        if name in (unit.singular, f"{unit.name}s", f"{unit.title}s"):
            return unit
    return None


def amount(name: str, json: str = "", *, example: str = "12", singular: str = "") -> Unit:
    """Return a unit of amounts of time, such as `hours`.

    `singular` is the key of `TIME_UNITS`, if it is not the name less `s`; `json` the answer format
    of a JSON object, if it is not that of a line.
    """
    line, singular = f"<num_{name}>", singular or name.removesuffix("s")
    return Unit(
        name,
        name,
        f"a number of {name}, such as {example}",
        line,
        json or line,
        re.compile(rf"{_PLAIN_NUMBER}(?:\s?(?:{singular}|{name}))?"),
        float,
        _plain,
        "duration",
        name in ("days", "months", "years"),
        singular=singular,
    )


def _plain(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else repr(round(number, 12))


def _year(digits: str, era: str | None) -> float:
    return float(digits) * (-1 if era == "BC" else 1)


def _written_year(number: float) -> str:
    year = round(number)
    return f"{-year} BC" if year < 0 else f"{year} AD" if year < 1000 else str(year)


def _clock(hour: str, minute: str, second: str | None) -> float | None:
    return 60 * int(hour) + int(minute) + int(second or 0) / 60 if int(hour) < 24 else None


def _written_clock(number: float) -> str:
    whole = round(60 * number) % DAY
    clock = f"{whole // 3600:02}:{whole // 60 % 60:02}"
    return clock + (f":{whole % 60:02}" if whole % 60 else "")


def _moment(day: str, time: str) -> float:
    return (datetime.fromisoformat(f"{day} {time}") - EPOCH).total_seconds()


def _written_moment(number: float) -> str:
    return (EPOCH + timedelta(seconds=number // 1)).isoformat(" ").removesuffix(":00")


def _day(name: str, day: str, year: str) -> float:
    return (datetime(int(year), 1 + MONTHS.index(name), int(day)) - EPOCH).total_seconds()


def _month(name: str, year: str) -> float:
    return _day(name, "1", year)


def _written_month(number: float) -> str:
    month = EPOCH + timedelta(seconds=number)
    return f"{MONTHS[month.month - 1]} {month.year}"


def _written_day(number: float) -> str:
    day = EPOCH + timedelta(seconds=number)
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


_DATE = r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
_EDTF = "[0-9]{3}[0-9X](?:-[0-9]{2}){0,2}"
_NAMED_MONTH = rf"({'|'.join(MONTHS)})"
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
        Unit("count", "count", "a number, such as 12", "<number>",
             "<number>", re.compile(_PLAIN_NUMBER), float, _plain, "count"),
        Unit("date_years", "calendar year", "a year, such as 1998 or 44 BC", "<year>", "<year>",
             re.compile(r"([0-9]{1,4})(?:\s?(BC|AD))?"), _year, _written_year, "calendar", False,
             "years"),
        Unit("date", "date", "a date, such as May 23, 1998", "%B %d, %Y",
             '"yyyy-mm-dd"', re.compile(rf"{_NAMED_MONTH} ([0-9]{{1,2}}), ([0-9]{{4}})"), _day,
             _written_day, "calendar", False, "days"),
        Unit("month", "calendar month", "a month, such as May 1998", "<month> <year>",
             '"<month> <year>"', re.compile(rf"{_NAMED_MONTH},? ([0-9]{{4}})"), _month,
             _written_month, "calendar", False, "days"),
        Unit("clock", "time", "a time of day, such as 14:30", "HH:MM",
             '"HH:MM"', re.compile(r"([0-9]{1,2}):([0-5][0-9])(?::([0-5][0-9]))?"), _clock,
             _written_clock, "time of day", False, "minutes", period=1440),
        Unit("moment", "datetime", "a day and time, such as 1998-05-23 14:30", "yyyy-mm-dd HH:MM",
             '"yyyy-mm-dd HH:MM"',
             re.compile(rf"{_DATE}[ T]([0-9]{{2}}:[0-9]{{2}}(?::[0-9]{{2}})?)"), _moment,
             _written_moment, "calendar", False, "days"),
        Unit("when", "when", "a day, month, year or range, such as 1998-05-23, 1998-05, 1998 or "
             "1998-05-23/1998-06-02", "<when>", '"<when>"',
             re.compile(rf"{_EDTF}(?:/{_EDTF})?"), lambda *_: None, str, "period", False, "days"),
    )
}  # fmt: skip
"""The units by name. Those of the released questions are in `FAMILY_UNITS`."""

FAMILY_UNITS: Mapping[str, tuple[str, ...]] = {
    "tot": ("seconds", "minutes", "days", "months", "years", "date"),
    "ttqa": ("days", "months", "years", "date", "date_years"),
}
"""The units of released questions by family."""
