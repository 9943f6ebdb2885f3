"""The pen that a question is written with: its random choices and its notation."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

from tempanswerqa.answers.quantities import MONTHS
from tempanswerqa.fresh.arithmetic.dials import Dials, Range
from tempanswerqa.fresh.arithmetic.words import PLACES, REALMS
from tempanswerqa.fresh.given_names import MEN, WOMEN

DAY = 86_400
_EPOCH = date(1970, 1, 1)
_UNIT_DAYS = {"day": 1, "week": 7, "month": 31, "year": 366}
_YEARS = (1700, 2250)
"""Calendar years that every reading of dates covers."""

LATEST = 2024
"""Calendar year that what is told in the past tense lies in at the latest."""

_DATE_NOTES = {"dashes": "mm-dd-yyyy", "slashes": "mm/dd/yyyy", "day_dashes": "dd-mm-yyyy"}
_ZONES = {
    **{-600: "HST", -480: "PST", -420: "MST", -360: "CST", -300: "EST", -210: "NST", 60: "CET"},
    **{120: "EET", 180: "MSK", 330: "IST", 345: "NPT", 540: "JST", 570: "ACST", 600: "AEST"},
}
"""Names of time zones by their minutes from UTC, which is told beside them."""
_CODED = 0.2
"""Share of questions whose places have letters for names."""


class Facts(NamedTuple):
    """What a template fills its text with, and the answer in the question's unit."""

    slots: dict[str, str]
    number: float


class Template(NamedTuple):
    """A kind of question: how its facts are drawn, and wordings to state them in."""

    name: str
    make: Make
    texts: tuple[str, ...]


class Pen:
    """Draws values of one level and writes them in one notation for the whole question."""

    def __init__(self, rng: random.Random, dials: Dials, styles: Sequence[str]) -> None:
        self.rng = rng
        self.dials = dials
        self.style = rng.choice(styles)
        self.half_day = rng.random() < 0.5
        """Clock times carry AM or PM."""
        self.zone_style = rng.randrange(4)
        self.days: list[date] = []
        """The dates written so far."""
        self.notes: list[str] = []
        """Remarks on notation that the question has to end with."""

    def among(self, bounds: Range) -> int:
        return self.rng.randint(*bounds)

    def day(self, first_year: int = 0, latest_day: int = 31) -> date:
        """Return a day in the level's years."""
        first, last = self.dials.years
        while True:
            ordinal = self.rng.randint(
                date(max(first, first_year), 1, 1).toordinal(), date(last, 12, 31).toordinal()
            )
            if (found := date.fromordinal(ordinal)).day <= latest_day:
                return found

    def span(self, units: str, most_days: int) -> tuple[int, str] | None:
        """Return a number of days, weeks, months or years (`units` has the letters) of the
        level.
        """
        unit = self.rng.choice([unit for unit in _UNIT_DAYS if unit[0] in units])
        least, most = self.dials.spans[unit]
        most = min(most, most_days // _UNIT_DAYS[unit])
        return (self.rng.randint(least, most), unit) if least <= most else None

    def seconds(self, bounds: Range) -> int:
        """Return a duration or time of day in the level's grain."""
        grain = self.dials.grain
        return grain * self.rng.randint(-(-bounds[0] // grain), bounds[1] // grain)

    def time_of_day(self, to_the_minute: bool = False) -> int:
        """Return the seconds since midnight; never midnight or noon to the second."""
        while True:
            found = self.seconds((1, DAY - 1))
            found -= found % 60 if to_the_minute else 0
            if found % (DAY // 2):
                return found

    def date(self, day: date) -> str:
        self.days.append(day)
        if self.style in _DATE_NOTES:
            self.note(f"(Dates in the question are written {_DATE_NOTES[self.style]}.)")
        return written(day, self.style)

    def clock(self, seconds: int) -> str:
        """Return a time of day, without seconds where they are zero."""
        minutes, second = divmod(seconds, 60)
        hour, minute = divmod(minutes, 60)
        tail = f":{minute:02}" + (f":{second:02}" if second else "")
        if self.half_day:
            return f"{(hour - 1) % 12 + 1}{tail} {'AM' if hour < 12 else 'PM'}"
        self.note("(24-hour clock.)")
        return f"{hour:02}{tail}"

    def zone(self, minutes: int) -> str:
        """Return an offset from UTC, such as UTC+05:30, GMT+5:30 or +0530."""
        hour, minute = divmod(abs(minutes), 60)
        sign = "-" if minutes < 0 else "+"
        if self.zone_style == 3 and minutes in _ZONES:
            return f"{_ZONES[minutes]}, UTC{sign}{hour}" + (f":{minute:02}" if minute else "")
        if self.zone_style == 0:
            return f"UTC{sign}{hour:02}:{minute:02}"
        if self.zone_style == 1:
            return f"GMT{sign}{hour}" + (f":{minute:02}" if minute else "")
        return f"{sign}{hour:02}{minute:02}"

    def turned(self, number: float) -> bool:
        """Return whether the date's day and month are the month and day of a date in the question.

        In numbers the two would look alike to a reader who knows the question.
        """
        day = _EPOCH + timedelta(seconds=number)
        return any((day.year, day.day, day.month) == (d.year, d.month, d.day) for d in self.days)

    def note(self, remark: str) -> None:
        if remark not in self.notes:
            self.notes.append(remark)

    def write(self, template: Template, facts: Facts) -> str:
        """Return the question, with names for whoever and wherever its text has."""
        text = self.rng.choice(template.texts)
        slots = {**self._names(text), **facts.slots}
        return " ".join([text.format_map(slots), *self.notes])

    def _names(self, text: str) -> dict[str, str]:
        slots: dict[str, str] = {}
        if "{A}" in text:
            women = self.rng.random() < 0.5
            slots["he"], slots["his"], slots["him"] = (
                ("she", "her", "her") if women else ("he", "his", "him")
            )
            slots["He"] = slots["he"].capitalize()
            slots["A"] = self.rng.choice(WOMEN if women else MEN)
            others = self.rng.sample(MEN if women else WOMEN, 2)
            slots["B"], slots["C"] = others
        if "{place" in text:
            coded = self.rng.random() < _CODED
            names = [f"Location {letter}" for letter in "FGHKLPQRVWXYZ"] if coded else PLACES
            slots["place"], slots["place2"], slots["place3"] = self.rng.sample(names, 3)
        if "{realm" in text:
            slots["realm"], slots["realm2"], slots["realm3"] = self.rng.sample(REALMS, 3)
        return slots


Make = Callable[[Pen], "Facts | None"]
"""Draws the facts of a question; None where they make no good one."""


def written(day: date, style: str) -> str:
    """Return a date in one of the styles."""
    name = MONTHS[day.month - 1]
    if style in ("short", "short_day", "named_iso"):
        name = name[:3]
    if style in ("month_first", "short"):
        return f"{name} {day.day}, {day.year}"
    if style in ("day_first", "short_day"):
        return f"{day.day} {name} {day.year}"
    if style == "iso":
        return day.isoformat()
    if style == "named_iso":
        return f"{day.year}-{name}-{day.day:02}"
    parts = [f"{day.month:02}", f"{day.day:02}", str(day.year)]
    if style == "day_dashes":
        parts[:2] = parts[1::-1]
    return ("/" if style == "slashes" else "-").join(parts)


def shifted(day: date, amount: int, unit: str) -> date | None:
    """Return the day that many units away; None where that month lacks the day, or far from
    today.
    """
    if unit in ("day", "week"):
        try:
            found = day + timedelta(**{f"{unit}s": amount})
        except OverflowError:
            return None
    else:
        months = amount * (12 if unit == "year" else 1)
        found = day + relativedelta(months=months)
        if found.day != day.day:
            return None
    return found if _YEARS[0] <= found.year <= _YEARS[1] else None


def stamp(day: date) -> int:
    """Return the seconds from 1970-01-01 to the day."""
    return (day - _EPOCH).days * DAY


def counted(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(parts: Sequence[str]) -> str:
    """Return the parts as `a`, `a and b` or `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def sequence(parts: Sequence[str]) -> str:
    """Do as `listed` does, for parts that have commas of their own."""
    return "; and ".join(filter(None, ("; ".join(parts[:-1]), parts[-1])))


def duration(seconds: int) -> str:
    """Return a duration in words, such as 3 hours and 5 seconds; parts of zero are left out."""
    minutes, second = divmod(seconds, 60)
    parts = zip((*divmod(minutes, 60), second), ("hour", "minute", "second"), strict=True)
    return listed([counted(number, noun) for number, noun in parts if number])


def timer(seconds: int) -> str:
    """Return a duration as hours:minutes:seconds."""
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}"
