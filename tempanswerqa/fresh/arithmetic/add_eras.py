"""Draws questions that add to a year BC or AD, or subtract from it; there is no year zero."""

from __future__ import annotations

from tempanswerqa.fresh.arithmetic.pen import Facts, Make, Pen, counted

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
