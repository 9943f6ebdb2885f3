"""Defines quantities, as texts state them, and their numbers in units.

Quantities are amounts, numbers, dates and times of day.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

from tempanswerqa.paper_scoring import EPOCH, LARGEST
from tempanswerqa.units import DAY, TIME_UNITS, Unit

Kind = Literal[
    "amount", "number", "date", "month", "year", "clock", "moment", "weekday", "period", "junk"
]
"""The kinds of quantities; `junk` only looks like one, such as a page number, and is dropped."""
Role = Literal["exact", "about", "bound", "range", "one of several", "relative", "denied"]
ANSWERS: tuple[Role, ...] = ("exact", "about")
"""The roles of quantities that can be answers."""
_PARTS = {"year": 1, "month": 2, "date": 3, "moment": 4}
"""The parts of a date that the quantities of a kind have."""


@dataclass
class Quantity:
    """A quantity that a text states."""

    kind: Kind
    parts: tuple[Any, ...]
    """The values, by kind: pairs of a number and a name of `TIME_UNITS` for an amount, largest
    first; the number; year or None, month, day; year or None, month; year, negative for BC; seconds
    after midnight; year, month, day, seconds; 1 for Monday to 7; the
    first and the last day, or None twice."""
    span: tuple[int, int]
    """The positions in the text at which the quantity begins and ends."""
    notation: str
    role: Role = "exact"
    certainty: Literal["sure", "open"] = "sure"
    """`open` if day and month, or decimals and thousands, could be confused."""
    marks: set[str] = field(default_factory=set)
    """`aside` in brackets, `adjunct` for a number after a preposition, `later` for an amount
    that is counted from something, and others."""
    noun: str = ""
    """The word after a number."""
    first: int = 0
    """The first token of the quantity, while it is read."""
    after: int = 0
    """The token after it."""

    @property
    def start(self) -> int:
        return self.span[0]

    @property
    def end(self) -> int:
        return self.span[1]


def to_unit(
    quantity: Quantity,
    unit: Unit,
    *,
    released: bool = False,
    year: int | None = None,
    is_duration: bool = False,
) -> float | None:
    """Return the number of a quantity in a unit, as `units` defines it; None if there is none.

    Parameters
    ----------
    quantity, unit
        What a text states, and the unit that was asked for.
    released
        Whether fractions are dropped for units whose `whole` is set, as in the paper: 36 hours
        are 1 day, and otherwise 1.5.
    year
        The year of a date without one.
    is_duration
        Whether `7:30` is an amount of hours and minutes.

    Examples
    --------
    >>> from tempanswerqa.answers.parsing import quantities
    >>> from tempanswerqa.units import UNITS
    >>> to_unit(quantities("36 hours")[0], UNITS["days"])
    1.5
    """
    kind, parts = quantity.kind, quantity.parts
    if unit.kind == "duration":
        return _duration(quantity, unit, released, is_duration)
    if unit.kind == "time of day":
        return _time_of_day(quantity)
    if unit.kind != "count":
        return _calendar(quantity, unit, year)
    if kind == "number" or "number" in quantity.marks:
        return None if quantity.notation == "fraction" else float(parts[0])
    return float(parts[0][0]) if kind == "amount" and len(parts) == 1 else None


def _duration(quantity: Quantity, unit: Unit, released: bool, is_duration: bool) -> float | None:
    name, parts, marks = unit.singular, quantity.parts, quantity.marks
    if quantity.kind == "number" or ("number" in marks and (released or name != "year")):
        return float(parts[0])
    timed = "seconds" in marks or (is_duration and "minutes" in marks)
    if quantity.kind == "clock" and timed:
        return float(Fraction(repr(parts[0])) / TIME_UNITS[name].size)
    if quantity.kind != "amount":
        return None
    if len(parts) == 1 and parts[0][1] == name:
        return float(parts[0][0])
    return _amount(parts, unit, released)


def _amount(parts: tuple[tuple[float, str], ...], unit: Unit, released: bool) -> float | None:
    size, base, _ = TIME_UNITS[unit.singular]
    fits = [(number, TIME_UNITS[name]) for number, name in parts if TIME_UNITS[name].base == base]
    if len(fits) < len(parts) and not (released and base == "month" and fits):
        return None  # months and years have no fixed number of days
    total = sum(_exact(number) * measure.size for number, measure in fits)
    if not -LARGEST <= total <= LARGEST:
        return None
    decimal = len(fits) == 1 and parts[0][0] % 1 and fits[0][1].size > size
    if decimal or not (released and unit.whole) or total == 0:
        return float(total / size)
    whole = int(total / size)
    return float(whole) if whole or any(name == unit.singular for _, name in parts) else None


def _exact(number: float) -> Fraction:
    """Return the exact value that a float represents: 407/200 for 2.035, 2/3 for 0.666..."""
    simple = Fraction(number).limit_denominator(1000)
    return simple if float(simple) == number else Fraction(repr(number))


def _time_of_day(quantity: Quantity) -> float | None:
    value, minutes = quantity.parts[-1], -1.0
    if quantity.kind in ("clock", "moment") and 0 <= value <= DAY:
        minutes = float(Fraction(repr(value)) / 60) % (DAY // 60)
    elif quantity.kind == "amount" and quantity.notation == "clock":
        minutes = quantity.parts[0][0] / 60
    elif quantity.kind == "amount" and quantity.notation == "hour":
        hours, *rest = (number for number, _ in quantity.parts)
        beside = sum(rest[:1])
        if hours >= 100:  # as in `1430 hours`
            hours, beside = divmod(hours, 100)
        minutes = 60 * hours + beside if beside < 60 else -1.0
    return minutes if 0 <= minutes < DAY // 60 else None


def _calendar(quantity: Quantity, unit: Unit, year: int | None) -> float | None:
    if quantity.kind == "weekday" and unit.kind == "weekday":
        return float(quantity.parts[0])
    parts = unit.parts or 3  # a weekday is that of a date
    if _PARTS.get(quantity.kind, 0) < parts:
        return None
    first, *rest = quantity.parts
    year = year if first is None and parts > 1 else first
    is_open = quantity.certainty == "open" and (parts == 1) == (quantity.kind == "month")
    if year is None or is_open:
        return None
    if parts == 1:
        return float(year)
    try:
        day = datetime(year, rest[0], rest[1] if parts > 2 else 1)
    except ValueError:
        return None
    if unit.kind == "weekday":
        return float(day.isoweekday())
    seconds = (day - EPOCH).total_seconds()
    if parts < 4:
        return seconds
    return seconds + rest[2] if rest[2] < DAY else None
