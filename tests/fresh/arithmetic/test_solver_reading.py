"""Tests how the solver of the arithmetic family reads quantities."""

import pytest

from tempanswerqa.fresh.arithmetic import solver_reading as reading


@pytest.mark.parametrize(("text", "shape", "values"), [
    ("on 3 May 2001 or May 3, 2001", "DD", [(2001, 5, 3)] * 2),
    ("on 2001-May-13, 2001-05-13, 05-13-2001, 13-05-2001", "DDDD", [(2001, 5, 13)] * 4),
    ("3 Sep 2001, in September 2001", "DM", [(2001, 9, 3), (2001, 9)]),
    ("at 12:05 AM, 12:05:01 PM, 23:00 (24hr)", "TTT", [300, 43_501, 82_800]),
    ("in 12:05:01 (hh:mm:ss) from 12:05:01", "LT", [43_501] * 2),
    ("1 hour, 2 minutes and 3 seconds; and 4 hours and 1 second", "LL", [3723, 14_401]),
    ("in 5 BC or 12 AD", "EE", [-5, 12]),
    ("1 day, 2 weeks, 3 months, 4 years", "SSSS", [(1, "d"), (2, "w"), (3, "m"), (4, "y")]),
    ("the 3rd of 21 parts", "ON", [3, 21]),
    ("IST +0530, (PST -0800), UTC +0000", "ZZZ", [330, -480, 0]),
    ("E3 or entity4 12", "N", [12]), ("1 day. Assume 1 month is 30 days.", "S", [(1, "d")]),
])  # fmt: skip
def test_quantities_are_read(text, shape, values):
    found = reading.read(text)
    assert (found.shape, found.values) == (shape, values)
