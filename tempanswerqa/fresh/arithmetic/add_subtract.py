"""Draws questions that add to a date or a year BC or AD, or subtract from it."""

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
"""The latest calendar year of future plans and birthdays."""


def shift(sign: int, units: str, most_days: int = _ANY, since: int = 0) -> Make:
    """Return a function that draws a date and one span before (-1) or after (+1) it."""
    return walk((sign,), units, most_days, since)


def walk(
    signs: tuple[int, ...],
    units: str,
    most_days: int = _ANY,
    since: int = 0,
    year: bool = False,
    latest: int = 0,
) -> Make:
    """Return a function that draws a date and one span back (-1) or on (+1) for each sign.

    The question asks for the date after all spans, or for its year alone, which is then a different
    year. If the first span puts an event off, the event never comes before its first date.
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


_LATEST = 1400
"""The latest year AD in these questions, which is well before the years of dates."""


def _era(year: int) -> str:
    """Return an astronomical year as a year BC or AD: 0 is 1 BC."""
    return f"{year} AD" if year > 0 else f"{1 - year} BC"


def reign(sign: int, steps: int = 1) -> Make:
    """Return a function that draws a year, and spans after (+1) or before (-1) it."""

    def make(pen: Pen) -> Facts | None:
        spans = [pen.among(pen.dials.era_span) // steps for _ in range(steps)]
        distance = pen.among(pen.dials.era_start)
        crosses = pen.rng.random() < pen.dials.crossing
        start = distance if crosses is (sign < 0) else 1 - distance
        end = start + sign * sum(spans)
        crossed = (start > 0) is not (end > 0)
        if crossed is not crosses or min(spans) < 2 or not min(start, end) > -4000:
            return None
        if max(start, end) > _LATEST:
            return None
        slots = {f"span{place}": counted(span, "year") for place, span in enumerate(spans, 1)}
        slots["year"] = _era(start)
        return Facts(slots, end if end > 0 else end - 1)

    return make
