"""Tests numbers of answers in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import UNITS

from tempanswerqa.reports.page.words import amount, off_by


@pytest.mark.parametrize(("number", "unit", "told"), [
    (450_000, "seconds", "5 d 5 h"), (61, "seconds", "1 min 1 s"), (0, "seconds", "0 s"),
    (0.5, "seconds", "0.5 s"), (-3_600, "seconds", "−1 h"), (90, "minutes", "1 h 30 min"),
    (1, "days", "1 day"), (14_782, "days", "14,782 days"), (2.5, "months", "2.5 months"),
    (-44, "years", "−44 years"), (1e12, "days", "1.00e+12 days"), (1e30, "seconds", "1.16e+25 d"),
    (986_000_000, "date", "2001-03-31"), (-86_400, "date", "1969-12-31"),
    (1985, "date_years", "1985"), (1000, "date_years", "1000"),
])  # fmt: skip
def test_a_number_is_told_in_its_unit(number, unit, told):
    assert amount(number, unit) == told


@pytest.mark.parametrize(("error", "unit", "told"), [
    (450_000, "seconds", "5 d 5 h too much"), (-90, "minutes", "1 h 30 min too little"),
    (3, "years", "3 years too much"), (-1, "days", "1 day too little"),
    (12, "date", "12 days too late"), (-1, "date", "1 day too early"),
    (-2, "date_years", "2 years too early"),
])  # fmt: skip
def test_an_error_is_told_with_its_direction(error, unit, told):
    assert off_by(error, unit) == told


@given(st.floats(-1e100, 1e100), st.sampled_from([unit for unit in UNITS if unit != "date"]))
def test_any_number_is_told_briefly(number, unit):
    assert 0 < len(amount(number, unit)) < 130
    assert len(off_by(number, unit)) < 60
