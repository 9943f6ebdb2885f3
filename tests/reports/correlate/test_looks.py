"""Tests that no two models have one colour, and that all are seen on light and dark pages."""

import pytest

from tempanswerqa.reports.correlate.looks import members
from tempanswerqa.reports.page import palette

LIGHT, DARK = "#fdfdfc", "#15181a"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as defined in WCAG 2.1."""
    colours = ([int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)] for colour in (one, other))
    low, high = sorted(map(palette.luminance, colours))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("number", [1, 6, 7, 8, 13, 42])
def test_no_two_models_have_one_colour(number):
    looks = members(f"m{n:02}" for n in range(number)).looks.values()
    assert len({look.colour for look in looks}) == number
    assert (number <= 6) == ({look.colour for look in looks} <= {*palette.COLOURS})
    if number > 6:
        for look in looks:
            assert contrast(look.colour, LIGHT) > 3
            assert contrast(look.colour, DARK) > 3


def test_the_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
