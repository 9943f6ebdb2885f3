"""A table under construction: its rows as text, and the facts that questions can be asked about."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from tempanswerqa.fresh.tables import facts
from tempanswerqa.fresh.tables.dials import Dials
from tempanswerqa.fresh.tables.facts import DAY, MONTH, YEAR, Entity, Event, Group, Series, Words
from tempanswerqa.fresh.tables.names import Names


class Extra(NamedTuple):
    """Hold a row without dates."""

    label: str
    make: Make
    since: int = 0
    """The first year in which a table with this row may begin."""


class Record:
    """A record that kinds fill: each method writes rows, and keeps the facts that these tell."""

    short = ""
    """The last name of a person."""
    called = ""
    """The words of some questions in place of the name, such as `player`."""
    alive = True
    """True if the entity may last until the present."""
    counted = ""
    """The event in the years of all lists, if it is counted, such as `win medals`; else empty."""
    sound = True
    """True if the lists fit into the spans; else the table is drawn again."""
    birth: Event | None = None

    def __init__(
        self,
        category: str,
        rng: random.Random,
        dials: Dials,
        rare: bool = False,
        exact: bool = True,
    ) -> None:
        self.rare = rare
        """True if the kind is rare: its table has layouts and ranks that common ones lack."""
        self.rng = rng
        self.dials = dials
        self.names = Names(rng)
        self.entity = Entity("", "it")
        self.begun = 2000
        """The year in which the story of the table begins; rows and names depend on it."""
        self.exact = exact
        """True if there are questions for days, months or dates."""
        least, most = dials.vague
        middle = (least + most) / 2
        self.vague = rng.uniform(least, middle) if exact else rng.uniform(middle, most)
        """The share of dates of which the table gives only the year; it is smaller if `exact`."""
        self.listed: list[int] = []
        self.moments: list[Event] = []
        self.groups: list[Group] = []
        self.series: list[Series] = []
        self.amounts: list[tuple[str, int, str]] = []
        """Lengths of time that rows state, and the age: noun, number and unit."""
        self._sections: list[list[str]] = [["category", category], []]
        self.top = self._sections[-1]
        """The section of the first steps."""
        self._month_first = rng.random() < 0.4
        self._spare = rng.randint(*dials.extras)
        self._filled: set[str] = set()

    # What the table is about

    def begin(self, year: int) -> None:
        """Let the story begin in the year; men hold all posts until 1900 and most until 1960."""
        self.begun = year
        self.names.women = 0.5 if year >= 1960 else 0.1 * (year >= 1900)

    def call(self, name: str, pronoun: str = "it", title: str = "") -> None:
        """Name the entity; `title` is its name in the table, if questions have a longer one."""
        self.entity = Entity(name, pronoun)
        title = title or name
        if self.rng.random() < 0.5:
            self._sections[-1] += ["caption", title]
            self._sections.append([])
        else:
            self._sections[-1].append(title)

    def person(self, *, women: bool = True) -> None:
        """Name a person, who goes by the last name in some questions."""
        woman = self.rng.random() < 0.5 and women
        given, last = self.names.given(woman), self.names.surname()
        self.call(f"{given} {last}", "she" if woman else "he")
        self.short = last

    # Rows

    def head(self, heading: str) -> list[str]:
        """Begin a section, with the heading unless it is empty, and return its lines."""
        self._sections.append([heading] if heading else [])
        return self._sections[-1]

    def row(self, label: str, value: str) -> None:
        self._sections[-1].append(f"{label}\t{value}")

    def note(self, *pieces: str) -> None:
        """Write a row of one cell in brackets: an image, a caption, a list."""
        self._sections[-1].append(f"[{', '.join(map(repr, pieces))}]")

    def picture(self, pieces: Sequence[str]) -> None:
        if self.rng.random() >= self.dials.captions:
            return
        if self._sections[1][0] == "caption":
            self.head("infobox-image").append(" | ".join(pieces))
            self.head("")
        else:
            self.note(*pieces)

    def fill(self, extras: Extras, share: float, heading: str | None = None) -> None:
        """Add rows without dates, under a heading of their own if it is given: a share of the
        level's number of them.
        """
        fitting = [extra for extra in extras if extra.since <= self.begun]
        unused = [extra for extra in fitting if extra.label not in self._filled]
        count = min(len(unused), round(self._spare * share))
        chosen = set(self.rng.sample(range(len(unused)), count))
        if chosen and heading is not None:
            self.head(heading)
        for position in sorted(chosen):
            label, value = unused[position].label, unused[position].make(self)
            self._filled.add(label)
            self.row(label, value)
            number, _, unit = value.partition(" ")
            if unit in ("years", "months", "days"):
                self.amounts.append((label.lower(), int(number), unit))

    # Facts

    def born(self, day: date, age: int) -> None:
        """Write the row of a birth, with the age of today; an age of 0 is left out."""
        label = self.rng.choice(("Born", "Born", "Date of birth"))
        self.amounts += [("age", age, "years")] * bool(age)
        iso, aged = f"( | {day.isoformat()} | )", f"(age {age})" * bool(age)
        self.row(label, " | ".join(filter(None, (iso, self._date(day), aged, self.names.place()))))
        self.birth = Event(day, DAY, Words("was|born", "birth"), "birth")

    def moment(
        self, label: str, day: date, words: Words, precision: str = DAY, extra: str = ""
    ) -> None:
        """Write the row of an event."""
        self.row(label, " | ".join(filter(None, (self.dated(day, precision), extra))))
        self.fact(day, words, precision)

    def fact(self, day: date, words: Words, precision: str = DAY) -> None:
        """Write an event whose row is written by the caller."""
        day = day if precision == DAY else day.replace(day=1)
        day = day.replace(month=1) if precision == YEAR else day
        self.moments.append(Event(day, precision, words, words.noun))

    def events_so_far(self) -> list[Event]:
        """Return all events that a question may name, without the birth."""
        spans = [span for group in self.groups for span in group.spans]
        ends = [event for span in spans for event in (span.start, span.end)]
        repeated = [own.event(place) for own in self.series for place in range(len(own.years))]
        return [*self.moments, *ends, *repeated]

    @cached_property
    def events(self) -> list[Event]:
        """Return all events of the complete table."""
        return self.events_so_far()

    # Dates

    def dated(self, day: date, precision: str = DAY) -> str:
        """Return the date as a cell of this table writes it."""
        if precision == YEAR:
            return str(day.year)
        if precision == MONTH:
            return facts.month_year(day)
        written = self._date(day)
        fancy = self.rng.random() < self.dials.fancy_dates
        return f"{written} |  ( | {day.isoformat()} | )" if fancy else written

    def _date(self, day: date) -> str:
        return facts.month_first(day) if self._month_first else facts.day_first(day)

    # Draws

    def day(self, year: int) -> date:
        """Return some day of the year, the 28th of a month at the latest."""
        return date(year, self.rng.randint(1, 12), self.rng.randint(1, 28))

    def later(self, day: date, least: int, most: int, *, shift: timedelta = timedelta(-4)) -> date:
        """Return a day `least` to `most` days later; one after the 28th is moved by `shift`."""
        moved = day + timedelta(self.rng.randint(least, most))
        return moved if moved.day <= 28 else moved + shift

    def some_years(self, first: int, last: int, within: bool = False) -> list[int]:
        """Return up to two thirds of the years of a time, or of those `within` the first spans."""
        least, most = self.dials.wins
        span: Sequence[int] = range(first, max(last, first + least + 1) + 1)
        if within:
            times = [(one.start.day.year, one.end.day.year) for one in self.groups[0].spans]
            span = [year for year in span if any(start <= year <= end for start, end in times)]
            if len(span) < most:
                self.sound, span = False, range(first, first + most)
        count = min(self.rng.randint(least, most), max(least, len(span) * 2 // 3))
        return sorted(self.rng.sample(span, count))

    def render(self) -> str:
        """Return the table in its linear form."""
        return "\n\n".join("\n".join(lines) for lines in self._sections if lines) + "\n\n"


Make = Callable[[Record], str]
"""The function that makes a name or a value, another with each call."""
Extras = Sequence[Extra]
Kind = Callable[[Record], None]
"""The function that fills a record with rows and facts."""
