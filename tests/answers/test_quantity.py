"""Tests the quantities in a text, how it states them, and their numbers in each unit."""

from typing import get_args

import pytest
from cases import results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.conversion import Reason, to_unit
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import Quantity
from tempanswerqa.units import UNITS

ASKED = [name for name, unit in UNITS.items() if unit.kind != "period"]


def stated(text: str) -> list[tuple]:
    """Return kind, parts and role of each quantity."""
    return [(one.kind, one.parts, one.role) for one in quantities(text)]


def written(text: str) -> list[str]:
    return [text[slice(*one.span)] for one in quantities(text)]


HOUR = 3600
test_quantities_in_a_text = results_of(stated, [
    ("2 h 15 min", [("amount", ((2, "hour"), (15, "minute")), "exact")]),
    ("15 years, 9 months and 3 days",
     [("amount", ((15, "year"), (9, "month"), (3, "day")), "exact")]),
    ("9 months and 15 years",  # not falling
     [("amount", ((9, "month"),), "exact"), ("amount", ((15, "year"),), "exact")]),
    ("-3 days", [("amount", ((-3, "day"),), "exact")]),
    ("P1DT12H", [("amount", ((1, "day"), (12, "hour")), "exact")]),
    ("three quarters of an hour", [("amount", ((0.75, "hour"),), "exact")]),
    ("1.2 million", [("number", (1.2e6,), "exact")]), ("10³", [("number", (1000,), "exact")]),
    ("May third, 2012", [("date", (2012, 5, 3), "exact")]),
    ("4 March", [("date", (None, 3, 4), "exact")]),
    ("03.04.2001", [("date", (2001, 4, 3), "exact")]),
    ("05/2012", [("month", (2012, 5), "exact")]), ("44 BC", [("year", (-44,), "exact")]),
    ("half past two in the afternoon", [("clock", (14.5 * HOUR,), "exact")]),
    ("14:30 on 3 May 2012", [("moment", (2012, 5, 3, 14.5 * HOUR), "exact")]),
    ("about 3 days", [("amount", ((3, "day"),), "about")]),
    ("at least 3 days", [("amount", ((3, "day"),), "bound")]),
    ("3 or 4 days",
     [("number", (3,), "one of several"), ("amount", ((4, "day"),), "one of several")]),
    ("from 1874 to 1896", [("year", (1874,), "range"), ("year", (1896,), "range")]),
    ("the Friday before 27 July 2023", [("date", (2023, 7, 27), "relative")]),
    ("two years after 2011",
     [("amount", ((2, "year"),), "relative"), ("year", (2011,), "relative")]),
    ("before May 2012", [("month", (2012, 5), "bound")]),
    ("not 3 May", [("date", (None, 5, 3), "denied")]),
    ("3 times a week", [("number", (3,), "relative"), ("amount", ((1, "week"),), "relative")]),
    ("three days longer than planned", [("amount", ((3, "day"),), "relative")]),
    ("six months, or half a year",  # the same
     [("amount", ((6, "month"),), "exact"), ("amount", ((0.5, "year"),), "exact")]),
    ("He may go.", []), ("a few days", []), ("dozens of days", []), ("the 5th", []), ("F-9 v2", []),
    ("Room 12", []), ("1.2.3", []), ("No. 5", []), ("1. It is late.", [("number", (1,), "exact")]),
    ("1. It took 3 days.", [("amount", ((3, "day"),), "exact")]),  # the number of a list
    ("", []),
])  # fmt: skip

test_a_quantity_knows_where_it_stands = results_of(written, [
    ("It took 2 h 15 min on 3 May 2012.", ["2 h 15 min", "3 May 2012"]),
    ("half an hour before noon", ["half an hour", "noon"]), ("下午2点30分到了", ["下午2点30分"]),
])  # fmt: skip


def converted(text: str, unit: str, **options: bool) -> float | str:
    (one,) = quantities(text)
    return to_unit(one, UNITS[unit], **options)


def of_released(text: str, unit: str) -> float | str:
    return converted(text, unit, released=True)


test_users_units_divide_exactly = results_of(converted, [
    ("36 hours", "days", 1.5), ("2 years and 6 months", "years", 2.5),
    ("90 seconds", "minutes", 1.5),
    ("3 decades", "years", 30), ("2.035 hours", "seconds", 7326), ("10 days", "weeks", 10 / 7),
    ("10 days", "months", "needs a calendar"), ("1 year", "days", "needs a calendar"),
    ("3 days", "clock", "another kind"), ("14:30", "days", "another kind"),
    ("May 2012", "date", "another kind"), ("3 May", "date", "no year"),
    ("31 April 2012", "date", "no such day"), ("03/04/2001", "date", "day or month first"),
    ("1:02:03", "seconds", HOUR + 2 * 60 + 3), ("8:30", "hours", "another kind"),
    ("14 letters", "count", 14),
])  # fmt: skip

test_released_units_are_whole = results_of(of_released, [
    ("36 hours", "days", 1), ("48 hours", "days", 2), ("23 hours", "days", "another kind"),
    ("2 years and 11 months", "years", 2), ("0 years and 7 months", "years", 0),
    ("11 months", "years", "another kind"), ("2.5 years", "months", 30),
    ("2.5 years", "years", 2.5),
    ("3 months and 10 days", "months", 3), ("1.5 hours", "minutes", 90),
])  # fmt: skip


def test_a_duration_may_be_written_like_a_time_of_day_where_one_is_asked_for():
    assert converted("8:30", "hours", is_duration=True) == 8.5
    assert converted("8:30 pm", "hours", is_duration=True) == "another kind"


@given(st.text() | st.from_regex(r"[0-9:/ .apmh'-]{0,12}"), st.sampled_from(ASKED))
def test_any_text_has_quantities_with_a_number_or_a_reason(text, unit):
    end = 0
    for one in quantities(text):
        assert isinstance(one, Quantity)
        assert end <= one.span[0] < one.span[1] <= len(text)
        end = one.span[1]
        number = to_unit(one, UNITS[unit])
        assert isinstance(number, float) or number in get_args(Reason)


@pytest.mark.parametrize("unit", ["date", "month", "date_years", "moment"])
def test_a_point_in_time_of_each_kind_has_a_number(unit):
    (one,) = quantities("2012-05-03 14:30")
    assert isinstance(to_unit(one, UNITS[unit]), float)
