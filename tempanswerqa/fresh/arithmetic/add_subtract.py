"""Questions that add to a date, or subtract from it."""

from __future__ import annotations

from tempanswerqa.fresh.arithmetic.pen import (
    LATEST,
    Facts,
    Make,
    Pen,
    counted,
    shifted,
    stamp,
)

_ANY = 10**6
_FAR = 2200
"""Calendar year that plans and birthdays to come lie in at the latest."""


def shift(sign: int, units: str, most_days: int = _ANY, since: int = 0) -> Make:
    """Return a date and one span, before (-1) or after (+1) it."""
    return walk((sign,), units, most_days, since)


def walk(
    signs: tuple[int, ...],
    units: str,
    most_days: int = _ANY,
    since: int = 0,
    year: bool = False,
    latest: int = 0,
) -> Make:
    """Return a date and a span for each sign, to go back (-1) or on (+1) one after the other.

    The day that is reached is asked for, or its year alone, which is another then. What is put off
    at first never comes before the date that it was planned for.
    """

    latest = latest or (_FAR if "y" in units and not year else LATEST)

    def make(pen: Pen) -> Facts | None:
        day = pen.day(since)
        slots = {"date": pen.date(day)}
        first, seen = day, {day}
        for position, sign in enumerate(signs, 1):
            drawn = pen.span(units, most_days)
            moved = shifted(day, sign * drawn[0], drawn[1])
            if not moved or moved in seen or moved.year > latest:
                return None
            if signs[0] > 0 and moved < first:
                return None
            seen.add(moved)
            slots[f"span{position}"] = counted(*drawn)
            day = moved
        if year and day.year == first.year:
            return None
        return Facts(slots, day.year if year else stamp(day))

    return make
