"""The scales of tolerance of the curve, and the tolerances at which it is computed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tempanswerqa.units import DAY, YEAR

STEPS = 40
"""The number of steps between the tolerances of an axis."""
FIRST, LAST = 0.14, 0.85
"""The positions of the first tolerance above 0 and of the last one on a log scale from 0 to 1; 1
allows any error."""
TIMES = {
    **{"year": YEAR, "month": YEAR / 12, "day": 1, "hour": 1 / 24},
    **{"minute": 60 / DAY, "second": 1 / DAY},
}
"""The units in which a tolerated time is stated, in days."""


def _axis(label: str, linear: float, places: Mapping[float, float], labels: str) -> dict[str, Any]:
    """Return an axis of a label, which is logarithmic beyond the tolerance `linear`.

    `places` has the positions, from 0 to 1, of labelled tolerances, the last one for any error if
    its label is `any`; `labels` has the labels, separated by commas.
    """
    steps = [round(at / STEPS, 4) for at in range(STEPS + 1)]
    exact = {round(place, 4): tolerance for tolerance, place in places.items()}
    for place in exact:
        steps[min(range(STEPS + 1), key=lambda at: abs(steps[at] - place))] = place
    ends = np.array([*places])
    scaled = np.where(ends > linear, 1 + np.log(np.maximum(ends, linear) / linear), ends / linear)
    between = np.interp(steps, [*places.values()], scaled)
    shown = np.where(between > 1, linear * np.exp(between - 1), linear * between)
    tolerances = [exact.get(at, float(f"{t:.3g}")) for at, t in zip(steps, shown, strict=True)]
    names = labels.split(",")
    if names[-1] == "any":
        tolerances[-1] = math.inf
    knots = [*zip(names, exact, strict=True)]
    bends = [round(places[t], 4) for t in (linear, ends[-2]) if names[-1] == "any"]
    return {
        "label": label, "knots": knots, "bends": bends, "places": steps, "tolerances": tolerances
    }  # fmt: skip


def _log(label: str, ticks: Sequence[float], labels: str) -> dict[str, Any]:
    """Return a logarithmic axis, with labels for 0, ticks and any error."""
    rate = math.log(ticks[-1] / ticks[0]) / (LAST - FIRST)
    places = {t: FIRST + math.log(t / ticks[0]) / rate for t in ticks}
    largest = ticks[-1] * math.exp(rate * (1 - LAST))
    return _axis(label, ticks[0], {0: 0.0, **places, largest: 1.0}, f"0,{labels},any")


AXES: Mapping[str, dict[str, Any]] = {
    "percent": _axis(
        "tolerated error, symmetric percent",
        100,
        {t: t / 100 for t in (0, 25, 50, 75, 100)},
        "0 %,25 %,50 %,75 %,100 %",
    ),
    "time": _log(
        "tolerated distance, logarithmic from a day",
        (1, 7, YEAR / 12, YEAR, 10 * YEAR),
        "day,week,month,year,10 years",
    ),
    "days": _log(
        "tolerated error in time, logarithmic from a second",
        (1 / DAY, 60 / DAY, 1 / 24, 1, YEAR / 12, YEAR, 10 * YEAR),
        "second,minute,hour,day,month,year,10 years",
    ),
    "scaled": _axis(
        "tolerated scaled error, logarithmic from 1",
        1,
        {0: 0, 0.25: 0.2, 0.5: 0.4, 0.75: 0.6, 1: 0.8, 10: 0.9, 100: 1},
        "0,0.25,0.5,0.75,1,10,any",
    ),
}
"""The axes by name: the `label`, the `tolerances` at which the curve is computed and their
`places`, `knots` (labels with their places), and `bends`, the places where the scale changes."""


def told(axis: str, tolerated: float) -> str:
    """Return a tolerance in words, such as `3 months`."""
    if tolerated == math.inf:
        return "any error"
    if axis == "percent":
        return f"{tolerated:g} %"
    if axis == "scaled":
        return f"{tolerated:.3g} of the scale"
    units = [name for name, days in TIMES.items() if axis == "days" or days >= 1]
    unit = next((name for name in units if tolerated >= 0.999 * TIMES[name]), units[-1])
    count = f"{float(f'{tolerated / TIMES[unit]:.2g}'):g}"
    return f"{count} {unit}{'s' * (count != '1')}"
