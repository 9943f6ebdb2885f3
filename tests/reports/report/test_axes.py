"""Tests the tolerances at which the curve is computed."""

import math

import pytest

from tempanswerqa.reports.report import axes

TIMES = {"day": 1, "month": 365.2425 / 12, "year": 365.2425, "10 years": 3652.425}
LESS = {"second": 1 / 86_400, "minute": 60 / 86_400, "hour": 1 / 24}
KNOTS = {
    "percent": {f"{number} %": number for number in (0, 25, 50, 75, 100)},
    "time": {"0": 0, "week": 7, **TIMES, "any": math.inf},
    "days": {"0": 0, **LESS, **TIMES, "any": math.inf},
    "scaled": {"0": 0, "0.25": 0.25, "0.5": 0.5, "0.75": 0.75, "1": 1, "10": 10, "any": math.inf},
}


@pytest.mark.parametrize("axis", axes.AXES)
def test_tolerances_rise_with_their_places_and_have_all_knots(axis):
    places, tolerances = (axes.AXES[axis][name] for name in ("places", "tolerances"))
    assert len(places) == len(tolerances) == axes.STEPS + 1
    assert (places[0], places[-1], tolerances[0]) == (0, 1, 0)
    assert places == sorted(set(places))
    assert tolerances == sorted(set(tolerances))
    knots = {label: tolerances[places.index(place)] for label, place in axes.AXES[axis]["knots"]}
    assert knots == KNOTS[axis]
    assert all(place in places for place in axes.AXES[axis]["bends"])


@pytest.mark.parametrize(
    ("axis", "tolerance", "told"),
    [
        ("percent", 25, "25 %"),
        ("scaled", 0.5, "0.5 of the scale"),
        ("time", 0, "0 days"),
        ("time", 1, "1 day"),
        ("time", 61, "2 months"),
        ("days", 1 / 24, "1 hour"),
        ("days", 2 / 86_400, "2 seconds"),
        ("days", math.inf, "any error"),
    ],
)
def test_tolerances_are_told(axis, tolerance, told):
    assert axes.told(axis, tolerance) == told
