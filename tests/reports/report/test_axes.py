"""Tests the tolerances at which the curve is computed."""

import math

import pytest

from tempanswerqa.reports.report import axes


@pytest.mark.parametrize("axis", axes.AXES)
def test_tolerances_rise_with_their_places_and_have_all_knots(axis):
    places, tolerances = axes.places(axis), axes.tolerances(axis)
    assert len(places) == len(tolerances) == axes.STEPS + 1
    assert (places[0], places[-1], tolerances[0]) == (0, 1, 0)
    assert places == sorted(set(places))
    assert tolerances == sorted(set(tolerances))
    for tolerance, _, place in axes.AXES[axis]["knots"]:
        assert tolerances[places.index(round(place, 4))] == tolerance
        assert axes.tolerance(axis, place) == pytest.approx(tolerance)
    assert all(round(place, 4) in places for place in axes.AXES[axis]["bends"])


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
