"""Converts quantities to numbers in a unit, or says why that is not possible."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Literal

from tempanswerqa.answers.quantity import Quantity
from tempanswerqa.paper_scoring import EPOCH
from tempanswerqa.units import DAY, TIME_UNITS, Unit

Reason = Literal[
    "another kind", "needs a calendar", "no year", "no such day", "day or month first", "too large"
]
"""The reasons that a quantity has no number in a unit."""

_LARGEST = 1e100


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
    measure = TIME_UNITS[unit.name.removesuffix("s")]
    if quantity.kind == "number":
        return float(quantity.parts[0])
    if quantity.kind == "year" and "number" in quantity.marks:
        return "another kind" if unit.name == "years" and not released else float(quantity.parts[0])
    if quantity.kind == "clock" and quantity.notation == "clock" and "at" not in quantity.marks:
        if "seconds" in quantity.marks or (is_duration and "minutes" in quantity.marks):
            return float(Fraction(repr(quantity.parts[0])) / Fraction(measure.size))
        return "another kind"
    if quantity.kind != "amount":
        return "another kind"
    parts = quantity.parts
    if len(parts) == 1 and parts[0][1] == unit.name.removesuffix("s"):
        return float(parts[0][0])
    fits = [TIME_UNITS[name].base == measure.base for _, name in parts]
    if not all(fits) and not (released and measure.base == "month" and any(fits)):
        return "needs a calendar"
    own = unit.name.removesuffix("s")
    total: Fraction | int = 0
    for (number, name), fit in zip(parts, fits, strict=True):
        total += _exact(number) * _exact(TIME_UNITS[name].size) if fit else 0
    size = int(measure.size)
    if not -_LARGEST <= total <= _LARGEST:
        return "too large"
    number, name = parts[0]
    decimal = not float(number).is_integer() and TIME_UNITS[name].size > size and sum(fits) == 1
    if not (released and unit.whole) or decimal or total % size == 0:
        return float(total / size)
    whole = int(total / size)
    stated = any(name == own for _, name in parts)
    return float(whole) if whole or stated else "another kind"


def _exact(number: float) -> Fraction | int:
    """Return the exact value of a float's decimal notation: 407/200 for 2.035."""
    return int(number) if float(number).is_integer() else Fraction(repr(number))


def _time_of_day(quantity: Quantity) -> float | Reason:
    if quantity.kind in ("clock", "moment"):
        seconds = quantity.parts[-1]
        if seconds > DAY:
            return "another kind"
        return float(Fraction(repr(seconds)) / 60) % (DAY // 60)
    if quantity.kind == "amount" and quantity.notation == "clock":
        return quantity.parts[0][0] / 60 if quantity.parts[0][0] < DAY else "another kind"
    if quantity.kind == "amount" and quantity.notation == "hour":
        hours = quantity.parts[0][0]
        minutes = quantity.parts[1][0] if len(quantity.parts) > 1 else 0
        if hours >= 100:  # as in `1430 hours`
            hours, minutes = divmod(hours, 100)
            return 60 * hours + minutes if hours < 24 and minutes < 60 else "another kind"
        return 60 * hours + minutes if 0 <= hours < 24 else "another kind"
    return "another kind"


def _calendar(quantity: Quantity, unit: Unit, year: int | None) -> float | Reason:
    kind, parts = quantity.kind, quantity.parts
    if unit.name == "date_years":
        if kind not in ("year", "month", "date", "moment"):
            return "another kind"
        if quantity.certainty == "open" and kind == "month":
            return "day or month first"
        own = parts[0]
        return float(own) if own is not None else "no year"
    least = {
        "month": ("month", "date", "moment"),
        "date": ("date", "moment"),
        "moment": ("moment",),
    }
    if kind not in least[unit.name]:
        return "another kind"
    own = parts[0] if parts[0] is not None else year
    if own is None:
        return "no year"
    if quantity.certainty == "open" and kind != "month":
        return "day or month first"
    try:
        day = datetime(own, parts[1], parts[2] if len(parts) > 2 else 1)
    except ValueError:
        return "no such day"
    if unit.name == "month":
        day = day.replace(day=1)
    seconds = (day - EPOCH).total_seconds()
    if unit.name == "moment":
        return seconds + parts[3] if parts[3] < DAY else "no such day"
    return seconds
