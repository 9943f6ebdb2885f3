"""Defines the shapes of questions, the facts that they find in a table, and helpers of choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

from tempanswerqa.fresh.item import Unfit, refuse
from tempanswerqa.fresh.tables.facts import (
    DAY,
    MONTH,
    YEAR,
    Event,
    Span,
    Words,
    day_first,
    month_first,
)
from tempanswerqa.fresh.tables.record import Record

Slots = dict[str, Words | str]


class Draft(NamedTuple):
    """A question without its words: the answer, and the contents of the slots of a template."""

    answer: int | date
    slots: Mapping[str, Words | str]
    key: str
    uneven: bool = False
    """True if the numbers of the years alone give another age."""

    @property
    def rounded(self) -> bool:
        """Return whether rounding, or the numbers of the years or months, give another answer."""
        return self.uneven or str(self.slots.get("u")).startswith("full ")


class Shape(NamedTuple):
    """A way to ask for a unit."""

    find: Callable[[Record, str], Draft]
    """The function that makes a question of a unit; it raises Unfit without facts for one."""
    units: tuple[str, ...]
    weight: float = 1
    invented: bool = False
    """True if no released question has this form."""
    steps: int | None = None
    """The largest number of steps to its answers; None for no limit."""


FIRST_YEAR, LAST_YEAR = 1700, 2022
"""The first and the last year of the facts in tables; questions may name a later year."""

PRECISIONS = {"years": (YEAR, DAY), "months": (MONTH, DAY), "days": (DAY,)}


def spans(record: Record) -> list[Span]:
    return [span for group in record.groups for span in group.spans]


def two_events(record: Record, *precisions: str) -> tuple[Event, Event]:
    """Return two events of these precisions, the earlier first; Unfit if there are fewer."""
    fitting = [event for event in record.events if event.precision in precisions]
    refuse(len(fitting) < 2)
    first, last = sorted(record.rng.sample(fitting, 2), key=lambda event: event.day)
    return first, last


def apart(record: Record, *precisions: str) -> tuple[Event, Event]:
    """Return `two_events` of different days; Unfit if they coincide."""
    first, last = two_events(record, *precisions)
    refuse(first.day == last.day)
    return first, last


def one_event(record: Record, *precisions: str) -> Event:
    """Return an event of one of these precisions; Unfit without one."""
    fitting = [event for event in record.events if event.precision in precisions]
    refuse(not fitting)
    return record.rng.choice(fitting)


def birth(record: Record) -> date:
    """Return the day of birth; Unfit for what was not born."""
    if record.birth is None:
        raise Unfit
    return record.birth.day


def elapsed(first: date, last: date, unit: str) -> int:
    """Return full units between days; dates without a day are the first of month or year."""
    if unit == "days":
        return (last - first).days
    passed = relativedelta(last, first)
    return passed.years if unit == "years" else 12 * passed.years + passed.months


def measure(first: date, last: date, unit: str, record: Record) -> str:
    """Return the words for the unit: `full years` if another count is defensible, by the numbers of
    years or months alone or by rounding.
    """
    least = first.replace(day=1) if unit == "months" else first.replace(month=1, day=1)
    half = timedelta(15 if unit == "months" else 182)
    counts = {elapsed(*ends, unit) for ends in ((first, last), (least, last), (first, last + half))}
    if unit == "days" or len(counts) == 1:
        return unit
    return f"full {unit}"


def written(record: Record, day: date) -> str:
    """Return the day as a question writes it."""
    return month_first(day) if record.rng.random() < 0.5 else day_first(day)
