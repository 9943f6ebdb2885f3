"""Tests the right answers that labels state, and why labels are refused."""

from datetime import date

import pytest
from cases import cased

from tempanswerqa.answers import LabelError, Period, QuestionView, read_labels
from tempanswerqa.answers.labels import read_day
from tempanswerqa.answers.reading import flexible, strict


def view(unit, **fields):
    return QuestionView("ttqa", unit, own=True, **fields)


@cased
def test_right_answers_keep_their_order(text, unit, numbers):
    assert read_labels(text, view(unit)) == (*numbers,)


def test_a_label_of_when_may_name_several():
    days = tuple(Period(day, day) for day in (date(2012, 5, 4), date(2012, 5, 5)))
    for text in ("4 May 2012 | 5 May 2012", "4 May 2012 or 5 May 2012"):
        assert read_labels(text, view("when")) == days
    assert read_labels("4 May 2012", view("when")) == days[:1]


@pytest.mark.parametrize(("order", "day"), [("day", date(2012, 4, 3)), ("month", date(2012, 3, 4))])
def test_the_order_that_is_given_holds(order, day):
    asked = view("when", date_order=order)
    assert read_labels("03/04/2012", asked) == (Period(day, day),)


@pytest.mark.parametrize(
    "text", ["2023-05-08", "08.05.2023", "8 May 2023", "2023/05/08 (Mon) 02:30"]
)
def test_a_day_is_read_as_people_write_it(text):
    assert read_day(text) == "2023-05-08"


def test_a_day_may_be_refused():
    assert read_day("") == ""
    assert read_day("03/04/2001", "day") == "2001-04-03"
    for text in ("03/04/2001", "soon", "none", "8 May 2023 | 9 May 2023"):
        with pytest.raises(LabelError):
            read_day(text)


@cased
def test_a_refused_label_names_the_option_that_helps(text, unit, option):
    with pytest.raises(LabelError, match=option):
        read_labels(text, view(unit))


def test_a_duration_that_is_asked_for_as_a_clock_is_read_so():
    asked = view("minutes", answer_format="HH:MM", user="How long?")
    assert read_labels("02:15", asked) == (135.0,)
    assert [read("Final Answer: 02:15", asked).number for read in (flexible, strict)] == [135] * 2
