"""Draws questions that add to a date or a year BC or AD, or subtract from it."""

from __future__ import annotations

from tempanswerqa.fresh.arithmetic.pen import LATEST, Facts, Pen, counted, shifted
from tempanswerqa.fresh.item import refuse, stamp

_ANY = 10**6
_FAR = 2200
"""The latest calendar year of future plans and birthdays."""


def walk(
    pen: Pen,
    signs: tuple[int, ...],
    units: str,
    most_days: int = _ANY,
    since: int = 0,
    year: bool = False,
    latest: int = 0,
) -> Facts:
    """Return a date and one span back (-1) or on (+1) for each sign.

    The question asks for the date after all spans, or for its year alone, which is then a different
    year. If the first span puts an event off, the event never comes before its first date.
    """
    latest = latest or (_FAR if "y" in units and not year else LATEST)
    day = pen.day(since)
    slots = {"date": pen.date(day)}
    first, seen = day, {day}
    for position, sign in enumerate(signs, 1):
        drawn = pen.span(units, most_days)
        moved = shifted(day, sign * drawn[0], drawn[1])
        refuse(moved in seen or moved.year > latest or (signs[0] > 0 and moved < first))
        seen.add(moved)
        slots[f"span{position}"] = counted(*drawn)
        day = moved
    refuse(year and day.year == first.year)
    return Facts(slots, day.year if year else stamp(day))


_LATEST = 1400
"""The latest year AD in these questions, which is well before the years of dates."""


def _era(year: int) -> str:
    """Return an astronomical year as a year BC or AD: 0 is 1 BC."""
    return f"{year} AD" if year > 0 else f"{1 - year} BC"


def reign(pen: Pen, sign: int, steps: int = 1) -> Facts:
    """Return a year, and spans after (+1) or before (-1) it."""
    spans = [pen.among(pen.dials.era_span) // steps for _ in range(steps)]
    distance = pen.among(pen.dials.era_start)
    crosses = pen.rng.random() < pen.dials.crossing
    start = distance if crosses is (sign < 0) else 1 - distance
    end = start + sign * sum(spans)
    crossed = (start > 0) is not (end > 0)
    refuse(crossed is not crosses or min(spans) < 2 or not min(start, end) > -4000)
    refuse(max(start, end) > _LATEST)
    slots = {f"span{place}": counted(span, "year") for place, span in enumerate(spans, 1)}
    slots["year"] = _era(start)
    return Facts(slots, end if end > 0 else end - 1)
