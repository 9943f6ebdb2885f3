"""Tests the quantities in a text, how it states them, and their numbers in each unit."""

import pytest
from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import Quantity, to_unit
from tempanswerqa.units import UNITS

ASKED = [name for name, unit in UNITS.items() if unit.kind != "period"]


def stated(text: str) -> list[tuple]:
    """Return kind, parts and role of each quantity."""
    return [(one.kind, one.parts, one.role) for one in quantities(text)]


def written(text: str) -> list[str]:
    return [text[slice(*one.span)] for one in quantities(text)]


test_quantities_in_a_text = results_of(stated, data(__file__, "quantities in a text"))

test_a_quantity_knows_where_it_stands = results_of(
    written, data(__file__, "a quantity knows where it stands")
)


def converted(text: str, unit: str, **options: bool) -> float | None:
    (one,) = quantities(text)
    return to_unit(one, UNITS[unit], **options)


def of_released(text: str, unit: str) -> float | None:
    return converted(text, unit, released=True)


test_users_units_divide_exactly = results_of(
    converted, data(__file__, "users units divide exactly")
)

test_released_units_are_whole = results_of(of_released, data(__file__, "released units are whole"))


def test_a_duration_may_be_written_like_a_time_of_day_where_one_is_asked_for():
    assert converted("8:30", "hours", is_duration=True) == 8.5
    assert converted("8:30 pm", "hours", is_duration=True) is None


@given(st.text() | st.from_regex(r"[0-9:/ .apmh'-]{0,12}"), st.sampled_from(ASKED))
def test_any_text_has_quantities_with_a_number_or_none(text, unit):
    end = 0
    for one in quantities(text):
        assert isinstance(one, Quantity)
        assert end <= one.span[0] < one.span[1] <= len(text)
        end = one.span[1]
        assert isinstance(to_unit(one, UNITS[unit]), float | None)


@pytest.mark.parametrize("unit", ["date", "month", "date_years", "moment"])
def test_a_point_in_time_of_each_kind_has_a_number(unit):
    (one,) = quantities("2012-05-03 14:30")
    assert isinstance(to_unit(one, UNITS[unit]), float)
