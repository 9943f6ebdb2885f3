"""The tolerance curve holds all scores: exact match, within one, sMAPE, capped ASE and MASE."""

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.metrics.intervals import wilson
from tempanswerqa.metrics.scores import Estimate, estimate
from tempanswerqa.metrics.tolerance import CurvePoint, curve, shares_within

NAN = math.nan
ERRORS = st.one_of(st.just(NAN), st.integers(0, 5).map(float), st.floats(0, 200))


def area_above(points: Sequence[CurvePoint], most: float) -> float:
    """Return the area above the curve from 0 to `most`, as a share of it."""
    ends = [min(point.tolerance, most) for point in points[1:]] + [most]
    widths = (end - min(point.tolerance, most) for point, end in zip(points, ends, strict=True))
    return math.fsum((1 - p.share) * width for p, width in zip(points, widths, strict=True)) / most


def area_to_end(points: Sequence[CurvePoint]) -> float:
    """Return the area between the curve and its right end, divided by that end."""
    end = points[-1].share
    areas = ((end - p.share) * (after.tolerance - p.tolerance) for p, after in pairwise(points))
    return math.fsum(areas) / end


def test_a_curve_by_hand():
    # of five answers one is right, two are off by 2, one by 10, and one was not read
    points = curve([0, 2, 2, 10, NAN], "abcde")
    assert [(p.tolerance, p.share) for p in points] == [(0, 0.2), (2, 0.6), (10, 0.8)]
    # above it from 0 to 4: 0.8 up to 2, then 0.4
    assert area_above(points, 4) == pytest.approx((2 * 0.8 + 2 * 0.4) / 4)
    assert area_to_end(points) == pytest.approx((0 + 2 + 2 + 10) / 4)


def test_nothing_right_nothing_read_and_nothing_asked():
    assert [(p.tolerance, p.share) for p in curve([3.0, NAN], "ab")] == [(0, 0), (3, 0.5)]
    (point,) = curve([NAN, NAN], "ab")
    assert (point.tolerance, point.share) == (0, 0)
    assert area_above([point], 100) == 1
    assert curve([], []) == shares_within([], [0]) == []
    with pytest.raises(ValueError, match="shorter"):
        curve([1.0], [])


def test_equal_shares_in_all_groups_have_no_error():
    """Their residuals cancel out, but for a rest that rounding can make negative."""
    (point,) = curve(([0.0] * 2 + [NAN] * 5) * 2, "aaaaaaabbbbbbb")
    assert point.interval == pytest.approx(wilson(Estimate(2 / 7, 0, 2, 14)))


@given(st.lists(st.tuples(ERRORS, st.integers(0, 4)), min_size=1, max_size=40))
def test_every_place_is_an_estimate_of_the_share_within(rows):
    errors, clusters = zip(*rows, strict=True)
    points = curve(errors, clusters)
    assert shares_within(errors, [p.tolerance for p in points]) == [p.share for p in points]
    for point in points:
        within = estimate([float(e <= point.tolerance) for e in errors], clusters)
        assert point.share == pytest.approx(within.mean, abs=1e-12)
        ends = wilson(within)
        if len(set(clusters)) > 1 and within.stderr > 1e-6:
            assert point.interval == pytest.approx(ends, abs=1e-6)
    assert points[-1].share == pytest.approx(fmean(not math.isnan(e) for e in errors))
    capped = fmean(1.0 if math.isnan(e) else min(e, 50) / 50 for e in errors)
    assert area_above(points, 50) == pytest.approx(capped, abs=1e-9)
    if read := [error for error in errors if not math.isnan(error)]:
        assert area_to_end(points) == pytest.approx(fmean(read), abs=1e-9)
