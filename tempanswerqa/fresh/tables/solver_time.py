"""Counts between dates by day numbers."""

from __future__ import annotations

from tempanswerqa.fresh.solving import day_number, stamp
from tempanswerqa.fresh.tables.solver_table import Point


def seconds(date: Point) -> float:
    """Return the seconds since the start of 1970."""
    return stamp(day_number(date))


def months_on(date: Point, months: int) -> Point:
    """Return the same day so many months on."""
    total = date.year * 12 + date.month - 1 + months
    return Point(total // 12, total % 12 + 1, date.day)


def between(first: Point, last: Point, unit: str, full: bool) -> int | None:
    """Return the units from one date to a later one; None if the dates do not settle the number.

    With `full`, these are completed units between two days. Else they are the difference of the
    parts that both dates give; for two days, it has to equal the completed units.
    """
    exact = bool(first.day and last.day)
    if unit == "days":
        return day_number(last) - day_number(first) if exact else None
    months = (last.year - first.year) * 12 + last.month - first.month
    stated = months if unit == "months" else last.year - first.year
    if exact:
        completed = _completed(first, last, 1 if unit == "months" else 12)
        return completed if full or completed == stated else None
    if full or first.day or last.day:
        return None
    if unit == "months":
        return stated if first.month and last.month else None
    return None if first.month or last.month else stated


def _completed(first: Point, last: Point, size: int) -> int:
    """Return the number of completed units of `size` months; it tries numbers from above."""
    count = (day_number(last) - day_number(first)) // (28 * size) + 1
    while count > 0 and day_number(months_on(first, count * size)) > day_number(last):
        count -= 1
    return count
