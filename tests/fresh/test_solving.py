"""Tests the calendar of the solvers against the standard library, and ordinals of questions."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.fresh import solving
from tempanswerqa.fresh.item import ordinal


@given(st.dates(date(1600, 1, 1), date(2400, 12, 31)))
def test_day_numbers(day):
    triple = (day.year, day.month, day.day)
    number = solving.day_number(triple)
    # 1 January 2000 is the Julian day 2,451,545 (at noon)
    assert number == 2_451_545 + (day - date(2000, 1, 1)).days
    assert solving.from_day_number(number) == triple
    assert number % 7 == day.weekday()
    assert solving.stamp(number) == (day - date(1970, 1, 1)).days * 86_400


@pytest.mark.parametrize(("number", "text"), [
    (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
    (21, "21st"), (22, "22nd"), (101, "101st"), (102, "102nd"), (111, "111th"), (113, "113th"),
    (123, "123rd"),
])  # fmt: skip
def test_ordinals(number, text):
    assert ordinal(number) == text
