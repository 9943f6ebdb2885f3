"""Defines the shapes of questions, the facts that they find in a table, and helpers of choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from tempanswerqa.fresh.tables import calendar_text as text
from tempanswerqa.fresh.tables.facts import DAY, MONTH, YEAR, Event, Span, Words
from tempanswerqa.fresh.tables.record import Record

Slots = dict[str, Words | str]
"""The contents of the slots of a template, by slot."""


class Found(NamedTuple):
    """A question without its words: the answer, and the contents of the slots of a template."""

    answer: int | date
    slots: Mapping[str, Words | str]
    key: str
    """The name of its wordings."""
    uneven: bool = False
    """True if the numbers of the years alone give another age."""

    @property
    def rounded(self) -> bool:
        """Return whether rounding, or the numbers of the years or months, give another answer."""
        return self.uneven or str(self.slots.get("u")).startswith("full ")


Finder = Callable[[Record, str], Found | None]
"""The function that makes a question of a unit; None if it finds no facts for one in this draw."""


class Shape(NamedTuple):
    """A way to ask for a unit."""

    find: Finder
    units: tuple[str, ...]
    weight: float = 1
    """The weight among the shapes of the same unit."""
    invented: bool = False
    """True if no released question has this form."""
    steps: int | None = None
    """The largest number of steps to its answers; None for no limit. A level that keeps no question
    of so few steps does not draw it."""


FIRST_YEAR, LAST_YEAR = 1700, 2022
"""The first and the last year of the facts in tables; questions may name a later year."""

PRECISIONS = {"years": (YEAR, DAY), "months": (MONTH, DAY), "days": (DAY,)}


def spans(record: Record) -> list[Span]:
    return [span for group in record.groups for span in group.spans]


def two_events(record: Record, precisions: Sequence[str]) -> tuple[Event, Event] | None:
    """Return two events of these precisions, the earlier first; None if they coincide."""
    fitting = [event for event in record.events if event.precision in precisions]
    if len(fitting) < 2:
        return None
    first, last = sorted(record.rng.sample(fitting, 2), key=lambda event: event.day)
    return None if first.day == last.day else (first, last)


def one_event(record: Record, precisions: Sequence[str]) -> Event | None:
    fitting = [event for event in record.events if event.precision in precisions]
    return record.rng.choice(fitting) if fitting else None


def elapsed(first: date, last: date, unit: str) -> int:
    """Return full units from the first to the last day; dates without a day are the first of the
    month or year.
    """
    if unit == "days":
        return (last - first).days
    return {"months": text.full_months, "years": text.full_years}[unit](first, last)


def measure(first: date, last: date, unit: str, record: Record) -> str:
    """Return the words of a question for the unit: `full years` if another count is defensible, by
    the numbers of the years or months alone or by rounding; then the question is `rounded`.
    """
    least = first.replace(day=1) if unit == "months" else first.replace(month=1, day=1)
    half = timedelta(15 if unit == "months" else 182)
    counts = {elapsed(*ends, unit) for ends in ((first, last), (least, last), (first, last + half))}
    if unit == "days" or len(counts) == 1:
        return unit
    return f"full {unit}"


def written(record: Record, day: date) -> str:
    """Return the day as a question writes it."""
    return text.month_first(day) if record.rng.random() < 0.5 else text.day_first(day)
