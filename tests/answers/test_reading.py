"""Tests quantities in any text, in each unit, and where a text leaves them open."""

from datetime import datetime, timezone

from cases import data, results_of

from tempanswerqa.answers import read_number
from tempanswerqa.units import UNITS as ALL_UNITS

UNITS = [name for name, unit in ALL_UNITS.items() if unit.kind != "period"]


def seconds(*parts: int) -> float:
    return datetime(*parts, tzinfo=timezone.utc).timestamp()


MARCH_4, APRIL_3 = seconds(2001, 3, 4), seconds(2001, 4, 3)


def in_either_order(text: str, question: str) -> tuple:
    """Return the date of a text, and what it is where the month is known to stand first."""
    return read_number(text, "date", question), read_number(text, "date", question, "month")


NONE = ("", " \n", "I cannot tell.", "3-4 years", "at most 2 hours", "5:00 or 6:00", "5 or 6")
test_a_text_without_one_quantity = results_of(
    read_number, [(text, unit, None) for text in NONE for unit in UNITS]
)


test_the_order_of_day_and_month_is_shown_or_told = results_of(
    in_either_order, data(__file__, "the order of day and month is shown or told"), 2
)


def test_a_time_on_an_open_date_is_open_too():
    text = "03/04/2001 at 8 PM"
    assert read_number(text, "moment") is None
    assert read_number(text, "moment", date_order="month") == seconds(2001, 3, 4, 20)


def test_a_plan_counts_if_the_question_asks_for_it():
    text = "It was planned to take 2 hours, but it took 6 hours."
    assert read_number(text, "hours") == 6
    assert read_number(text, "hours", "How long did it take?") == 6
    assert read_number(text, "hours", "How long was it planned to take?") == 2
