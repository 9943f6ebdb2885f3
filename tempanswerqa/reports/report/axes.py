"""The scales of tolerance of the curve, and the tolerances at which it is computed."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from tempanswerqa.units import DAY, YEAR

STEPS = 60
"""The number of steps between the tolerances of an axis."""
FIRST, LAST = 0.14, 0.85
"""The places of the first tolerance above 0 and of the last one on a log scale from 0 to 1; any
error lies within 1."""
TIMES = {"year": YEAR, "month": YEAR / 12, "day": 1, "hour": 1 / 24, "minute": 60 / DAY}
"""The units in which a tolerated time is told, in days."""


def _log(label: str, ticks: dict[str, float]) -> dict[str, Any]:
    least, most = min(ticks.values()), max(ticks.values())
    width = (LAST - FIRST) / math.log(most / least)
    places = [(t, name, FIRST + width * math.log(t / least)) for name, t in ticks.items()]
    knots = [(0.0, "0", 0.0), *places, (math.inf, "any", 1.0)]
    return {"label": label, "linear": least, "knots": knots, "bends": [FIRST, LAST]}


AXES: dict[str, dict[str, Any]] = {
    "percent": {
        "label": "tolerated error, symmetric percent",
        "linear": 100,
        "knots": [(t, f"{t} %", t / 100) for t in (0, 25, 50, 75, 100)],
        "bends": [],
    },
    "time": _log(
        "tolerated distance, logarithmic from a day",
        {"day": 1, "week": 7, "month": YEAR / 12, "year": YEAR, "10 years": 10 * YEAR},
    ),
    "days": _log(
        "tolerated error in time, logarithmic from a second",
        {
            **{"second": 1 / DAY, "minute": 60 / DAY, "hour": 1 / 24},
            **{"day": 1, "month": YEAR / 12, "year": YEAR, "10 years": 10 * YEAR},
        },
    ),
    "scaled": {
        "label": "tolerated scaled error, logarithmic from 1",
        "linear": 1,
        "knots": [
            *((t, f"{t:g}", 0.8 * t) for t in (0, 0.25, 0.5, 0.75, 1)),
            *((10, "10", 0.9), (math.inf, "any", 1.0)),
        ],
        "bends": [0.8, 0.9],
    },
}
"""The axes by name. A knot has a tolerance, its label and its place from 0 to 1. Places between
knots are linear up to the tolerance `linear`, then logarithmic; at each of `bends` it changes."""


def tolerance(axis: str, place: float) -> float:
    """Return the tolerance at a place of an axis, from 0 to 1.

    >>> tolerance("percent", 0.5), tolerance("scaled", 1)
    (50.0, inf)
    """
    for (low, _, left), (high, _, right) in pairwise(AXES[axis]["knots"]):
        if place <= right:
            share = (place - left) / (right - left)
            if high == math.inf:
                return float(math.inf if share == 1 else low / (1 - share))
            if low >= AXES[axis]["linear"]:
                return float(low * (high / low) ** share)
            return float(low + (high - low) * share)
    return math.inf


def places(axis: str) -> list[float]:
    """Return the places at which the curve is computed.

    These are even steps, and all knots in place of the steps next to them.
    """
    even = [round(at / STEPS, 4) for at in range(STEPS + 1)]
    for *_, place in AXES[axis]["knots"]:
        even[min(range(STEPS + 1), key=lambda at: abs(even[at] - place))] = round(place, 4)
    return even


def tolerances(axis: str) -> list[float]:
    """Return the tolerances at `places`; those of knots are exact."""
    exact = {round(place, 4): float(known) for known, _, place in AXES[axis]["knots"]}
    return [
        exact[place] if place in exact else float(f"{tolerance(axis, place):.3g}")
        for place in places(axis)
    ]


def told(axis: str, tolerated: float) -> str:
    """Return a tolerance in words, such as `3 months`."""
    if tolerated == math.inf:
        return "any error"
    if axis == "percent":
        return f"{tolerated:g} %"
    if axis == "scaled":
        return f"{tolerated:.3g} of the scale"
    smallest = "day" if axis == "time" else "second"
    sizes = {**TIMES, "second": 1 / DAY}
    unit = next((name for name in TIMES if tolerated >= 0.999 * sizes[name]), smallest)
    if axis == "time" and sizes[unit] < 1:
        unit = smallest
    count = f"{float(f'{tolerated / sizes[unit]:.2g}'):g}"
    return f"{count} {unit}{'s' * (count != '1')}"
