"""Holds what question shapes share: what a shape finds in a table, and helpers of choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from tempanswerqa.fresh.tables import calendar_text as text
from tempanswerqa.fresh.tables.facts import DAY, MONTH, YEAR, Event, Span, Words
from tempanswerqa.fresh.tables.record import Record

Slots = dict[str, Words | str]
"""What fills the slots of a template."""


class Found(NamedTuple):
    """A question without its words: the answer, and what fills the slots of a template."""

    answer: int | date
    slots: Mapping[str, Words | str]
    key: str
    """Names its wordings."""


Finder = Callable[[Record, str], Found | None]
"""Makes a question of the unit, or None where the table has nothing for it by this draw."""


class Shape(NamedTuple):
    """A way to ask for a unit."""

    find: Finder
    units: tuple[str, ...]
    weight: float = 1
    """Among the shapes of the same unit."""
    steps: int | None = None
    """The most steps to its answers; None where there may be any number. A level that keeps no
    question of so few steps does not draw it."""


FIRST_YEAR, LAST_YEAR = 1700, 2022
"""Of all that tables tell and questions ask about."""

PRECISIONS = {"years": (YEAR, DAY), "months": (MONTH, DAY), "days": (DAY,)}


def spans(record: Record) -> list[Span]:
    return [span for group in record.groups for span in group.spans]


def two_events(record: Record, precisions: Sequence[str]) -> tuple[Event, Event] | None:
    """Return two events of these precisions, the earlier first; None where they coincide."""
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
    """Return how a question calls the unit: `full years` where another count is defensible, by
    the numbers of the years or months alone or to the nearest.
    """
    least = first.replace(day=1) if unit == "months" else first.replace(month=1, day=1)
    half = timedelta(15 if unit == "months" else 182)
    counts = {elapsed(*ends, unit) for ends in ((first, last), (least, last), (first, last + half))}
    if unit == "days" or len(counts) == 1:
        return unit
    return f"{record.rng.choice(('full', 'full', 'complete', 'whole'))} {unit}"


def written(record: Record, day: date) -> str:
    """Return the day as a question writes it."""
    return text.month_first(day) if record.rng.random() < 0.5 else text.day_first(day)
