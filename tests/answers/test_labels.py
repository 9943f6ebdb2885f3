"""Tests the right answers that labels name, and why labels are refused."""

from datetime import date

import pytest
from cases import cased, having

from tempanswerqa.answers import LabelError, Period, QuestionView, read_labels


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


@cased
def test_a_refused_label_says_why(text, unit, facts):
    with pytest.raises(LabelError, match=having(facts)):
        read_labels(text, view(unit))
