"""Converts quantities to numbers in a unit, or says why that is not possible."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Literal

from tempanswerqa.answers.quantity import Quantity
from tempanswerqa.paper_scoring import EPOCH, LARGEST
from tempanswerqa.units import DAY, TIME_UNITS, Unit

Reason = Literal[
    "another kind", "needs a calendar", "no year", "no such day", "day or month first", "too large"
]
"""The reasons that a quantity has no number in a unit."""


def to_unit(
    quantity: Quantity,
    unit: Unit,
    *,
    released: bool = False,
    year: int | None = None,
    is_duration: bool = False,
) -> float | Reason:
    """Return the number of a quantity in a unit, as `units` defines it, or why there is none.

    `released` drops fractions of the units whose `whole` is set, as the paper does: 36 hours are 1
    day, and else 1.5. `year` is the year of a date without one. With `is_duration`, `7:30` is an
    amount of hours and minutes.

    >>> from tempanswerqa.answers.parsing import quantities
    >>> from tempanswerqa.units import UNITS
    >>> to_unit(quantities("36 hours")[0], UNITS["days"])
    1.5
    >>> to_unit(quantities("3 days")[0], UNITS["clock"])
    'another kind'
    """
    if unit.kind == "duration":
        return _duration(quantity, unit, released, is_duration)
    if unit.kind == "count":
        if quantity.kind == "number" or "number" in quantity.marks:
            return "another kind" if quantity.notation == "fraction" else float(quantity.parts[0])
        if quantity.kind == "amount" and len(quantity.parts) == 1:
            return float(quantity.parts[0][0])
        return "another kind"
    if unit.kind == "time of day":
        return _time_of_day(quantity)
    return _calendar(quantity, unit, year)


def _duration(quantity: Quantity, unit: Unit, released: bool, is_duration: bool) -> float | Reason:
    own = unit.singular
    size = TIME_UNITS[own].size
    kind, parts, marks = quantity.kind, quantity.parts, quantity.marks
    if kind == "number" or ("number" in marks and (released or own != "year")):
        return float(parts[0])
    timed = kind == "clock" and quantity.notation == "clock" and "at" not in marks
    if timed and ("seconds" in marks or (is_duration and "minutes" in marks)):
        return float(Fraction(repr(parts[0])) / size)
    if kind != "amount":
        return "another kind"
    if len(parts) == 1 and parts[0][1] == own:
        return float(parts[0][0])
    return _amount(parts, unit, released)


def _amount(parts: tuple[tuple[float, str], ...], unit: Unit, released: bool) -> float | Reason:
    own = unit.singular
    size, base, _ = TIME_UNITS[own]
    fits = [(number, name) for number, name in parts if TIME_UNITS[name].base == base]
    if len(fits) < len(parts) and not (released and base == "month" and fits):
        return "needs a calendar"
    total = sum(_exact(number) * TIME_UNITS[name].size for number, name in fits)
    if not -LARGEST <= total <= LARGEST:
        return "too large"
    number, name = parts[0]
    decimal = len(fits) == 1 and number % 1 and TIME_UNITS[name].size > size
    if decimal or not (released and unit.whole) or total == 0:
        return float(total / size)
    whole = int(total / size)
    return float(whole) if whole or any(name == own for _, name in parts) else "another kind"


def _exact(number: float) -> Fraction:
    """Return the exact value that a float stands for: 407/200 for 2.035, 2/3 for 0.666..."""
    if number == int(number):
        return Fraction(int(number))
    simple = Fraction(number).limit_denominator(1000)
    return simple if float(simple) == number else Fraction(repr(number))


def _time_of_day(quantity: Quantity) -> float | Reason:
    value, minutes = quantity.parts[-1], None
    if quantity.kind in ("clock", "moment") and 0 <= value <= DAY:
        minutes = float(Fraction(repr(value)) / 60) % (DAY // 60)
    elif quantity.kind == "amount" and quantity.notation == "clock":
        minutes = quantity.parts[0][0] / 60
    elif quantity.kind == "amount" and quantity.notation == "hour":
        hours, *rest = (number for number, _ in quantity.parts)
        beside = sum(rest[:1])
        if hours >= 100:  # as in `1430 hours`
            hours, beside = divmod(hours, 100)
        minutes = 60 * hours + beside if beside < 60 else None
    return "another kind" if minutes is None or not 0 <= minutes < DAY // 60 else minutes


_PARTS = {"year": 1, "month": 2, "date": 3, "moment": 4}
"""The parts of a date that the quantities of a kind have."""


def _calendar(quantity: Quantity, unit: Unit, year: int | None) -> float | Reason:
    if quantity.kind == "weekday" and unit.kind == "weekday":
        return float(quantity.parts[0])
    parts = unit.parts or 3  # a weekday is that of a date
    if _PARTS.get(quantity.kind, 0) < parts:
        return "another kind"
    own, *rest = quantity.parts
    own = year if own is None and parts > 1 else own
    if own is None:
        return "no year"
    if quantity.certainty == "open" and (parts == 1) == (quantity.kind == "month"):
        return "day or month first"
    if parts == 1:
        return float(own)
    try:
        day = datetime(own, rest[0], rest[1] if parts > 2 else 1)
    except ValueError:
        return "no such day"
    if unit.kind == "weekday":
        return float(day.isoweekday())
    seconds = (day - EPOCH).total_seconds()
    if parts < 4:
        return seconds
    return seconds + rest[2] if rest[2] < DAY else "no such day"
