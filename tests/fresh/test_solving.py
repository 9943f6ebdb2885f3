"""Tests the calendar of the solvers against the standard library."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.fresh import solving


@given(st.dates(date(1600, 1, 1), date(2400, 12, 31)))
def test_day_numbers(day):
    triple = (day.year, day.month, day.day)
    number = solving.day_number(triple)
    # 1 January 2000 is the Julian day 2,451,545 (at noon)
    assert number == 2_451_545 + (day - date(2000, 1, 1)).days
    assert solving.from_day_number(number) == triple
    assert number % 7 == day.weekday()
    assert solving.stamp(number) == (day - date(1970, 1, 1)).days * 86_400
