"""Makes the random choices of a question, and writes it in one notation."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

from tempanswerqa.fresh.arithmetic.dials import Dials, Range, capped
from tempanswerqa.fresh.item import EPOCH, Unfit, refuse
from tempanswerqa.paper_scoring import MONTHS

WOMEN = (
    *("Abigail", "Alice", "Amelia", "Ava", "Camila", "Chloe", "Christina", "Clara", "Elizabeth"),
    *("Emily", "Emma", "Hannah", "Isabella", "Mary", "Mia", "Natalie", "Nora", "Olivia", "Rachel"),
    *("Sarah", "Sophia", "Stella", "Zoe"),
)
MEN = (
    *("Alex", "Asher", "Ben", "Benjamin", "Bob", "Brad", "Brandon", "Chris", "David", "Gabriel"),
    *("Henry", "Jack", "James", "Joe", "John", "Levi", "Liam", "Lucas", "Mason", "Mateo"),
    *("Michael", "Oliver", "Samuel", "Theodore", "William"),
)

DAY = 86_400
_UNIT_DAYS = {"day": 1, "week": 7, "month": 31, "year": 366}
_YEARS = (1700, 2250)
"""The calendar years that all readers of dates accept."""
LATEST = 2024
"""The latest calendar year of events in the past tense."""
_ZONES = {-480: "PST", -300: "EST", 330: "IST"}
"""The names of time zones by their minutes from UTC; the question gives the offset too."""


class Facts(NamedTuple):
    """Hold the texts that fill the slots of a template, and the answer in the question's unit."""

    slots: dict[str, str]
    number: float


class Template(NamedTuple):
    """Hold a kind of question: the function that draws its facts, and its wordings."""

    name: str
    make: Callable[[Pen], Facts]
    """The function raises Unfit if its facts make no good question."""
    texts: tuple[str, ...]


class Pen:
    """Draws values of one level and writes them in one notation for the whole question."""

    def __init__(self, rng: random.Random, dials: Dials, styles: Sequence[str]) -> None:
        self.rng = rng
        self.dials = dials
        self.style = rng.choice(styles)
        self.half_day = rng.random() < 0.5
        """True if clock times have AM or PM."""
        self.days: list[date] = []
        """The dates written so far."""

    def among(self, bounds: Range) -> int:
        return self.rng.randint(*bounds)

    def day(self, first_year: int = 0, latest_day: int = 31) -> date:
        """Return a random day in the years of the level."""
        first, last = self.dials.years
        while True:
            ordinal = self.rng.randint(
                date(max(first, first_year), 1, 1).toordinal(), date(last, 12, 31).toordinal()
            )
            if (found := date.fromordinal(ordinal)).day <= latest_day:
                return found

    def span(self, units: str, most_days: int) -> tuple[int, str]:
        """Return a number of one of the units (by letter), of at most about `most_days` days."""
        unit = self.rng.choice([unit for unit in _UNIT_DAYS if unit[0] in units])
        bounds = capped(self.dials.spans[unit], most_days // _UNIT_DAYS[unit])
        return self.among(bounds), unit

    def seconds(self, bounds: Range) -> int:
        """Return a random number of seconds, a multiple of the level's grain."""
        grain = self.dials.grain
        return grain * self.rng.randint(-(-bounds[0] // grain), bounds[1] // grain)

    def time_of_day(self, to_the_minute: bool = False) -> int:
        """Return random seconds since midnight, but never exactly midnight or noon."""
        while True:
            found = self.seconds((1, DAY - 1))
            found -= found % 60 if to_the_minute else 0
            if found % (DAY // 2):
                return found

    def date(self, day: date) -> str:
        self.days.append(day)
        return written(day, self.style)

    def clock(self, seconds: int) -> str:
        """Return a time of day as text, without seconds if they are zero."""
        minutes, second = divmod(seconds, 60)
        hour, minute = divmod(minutes, 60)
        tail = f":{minute:02}" + (f":{second:02}" if second else "")
        if self.half_day:
            return f"{(hour - 1) % 12 + 1}{tail} {'AM' if hour < 12 else 'PM'}"
        return f"{hour:02}{tail} (24hr)"

    def zone(self, minutes: int) -> str:
        """Return an offset from UTC with its name, such as IST +0530."""
        hour, minute = divmod(abs(minutes), 60)
        sign = "-" if minutes < 0 else "+"
        return f"{_ZONES.get(minutes, 'UTC')} {sign}{hour:02}{minute:02}"

    def unclear(self) -> bool:
        """Return whether numbers alone leave open which is the day and which the month."""
        return self.style.endswith("dashes") and any(day.day < 13 for day in self.days)

    def turned(self, number: float) -> bool:
        """Return whether the answer is a date of the question with day and month exchanged."""
        day = EPOCH + timedelta(seconds=number)
        return any((day.year, day.day, day.month) == (d.year, d.month, d.day) for d in self.days)

    def write(self, template: Template, facts: Facts) -> str:
        """Return the text of a question, with names and codes for its people and things."""
        text = self.rng.choice(template.texts)
        return text.format_map({**self._names(text), **facts.slots})

    def _names(self, text: str) -> dict[str, str]:
        slots: dict[str, str] = {}
        if "{A}" in text:
            women = self.rng.random() < 0.5
            slots["he"], slots["his"], slots["him"] = (
                ("she", "her", "her") if women else ("he", "his", "him")
            )
            slots |= {name.capitalize(): slots[name].capitalize() for name in ("he", "his")}
            slots["A"] = self.rng.choice(WOMEN if women else MEN)
            slots["B"], slots["C"] = self.rng.sample(MEN if women else WOMEN, 2)
        if "{code" in text:
            codes = self.rng.sample(range(1, 101), 3)
            slots |= {f"code{place}": str(code) for place, code in enumerate(codes, 1)}
        return slots


_STYLES = {
    "month_first": "{name} {day.day}, {day.year}",
    "short": "{name:.3} {day.day}, {day.year}",
    "day_first": "{day.day} {name} {day.year}",
    "short_day": "{day.day} {name:.3} {day.year}",
    "iso": "{day:%Y-%m-%d}",
    "named_iso": "{day.year}-{name:.3}-{day:%d}",
    "dashes": "{day:%m-%d-%Y}",
    "day_dashes": "{day:%d-%m-%Y}",
}


def written(day: date, style: str) -> str:
    """Return a date as text in a style."""
    return _STYLES[style].format(day=day, name=MONTHS[day.month - 1])


def shifted(day: date, amount: int, unit: str) -> date:
    """Return the day that is `amount` units after (or, if negative, before) a day.

    Raises Unfit if its month lacks it, if months follow a day after the 28th, and out of `_YEARS`.
    """
    if unit in ("day", "week"):
        try:
            found = day + timedelta(**{f"{unit}s": amount})
        except OverflowError as error:
            raise Unfit from error
    else:
        step = relativedelta(months=amount) if unit == "month" else relativedelta(years=amount)
        found = day + step
        refuse(found.day != day.day or (unit == "month" and day.day > 28))
    refuse(not _YEARS[0] <= found.year <= _YEARS[1])
    return found


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def listed(parts: Sequence[str]) -> str:
    """Return the parts as `a`, `a and b` or `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def duration(seconds: int) -> str:
    """Return a duration in words, such as 3 hours and 5 seconds, without parts of zero."""
    minutes, second = divmod(seconds, 60)
    parts = zip((*divmod(minutes, 60), second), ("hour", "minute", "second"), strict=True)
    return listed([counted(number, noun) for number, noun in parts if number])


def timer(seconds: int) -> str:
    """Return a duration as hours:minutes:seconds."""
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}"
