"""Numbers in tables."""

import math

import pytest

from tempanswerqa.text import shown


@pytest.mark.parametrize(("number", "factor", "digits", "text"), [
    (0.31004, 100, 2, "31.00"), (-0.996, 1, 2, "-1.00"), (123_456_789.125, 1, 1, "123456789.1"),
    (1.8876e98, 1, 2, "1.89e+98"), (-3e9, 1, 3, "-3.00e+09"), (1e7, 100, 0, "1.00e+09"),
    (0, 1, 3, "0.000"), (None, 1, 2, "-"), (math.nan, 1, 2, "-"),
])  # fmt: skip
def test_numbers_fit_into_a_cell(number, factor, digits, text):
    assert shown(number, factor, digits) == text
