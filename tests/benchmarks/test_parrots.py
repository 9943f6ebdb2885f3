"""Tests which dates a question shows, and the error by their span, by hand."""

import math
from dataclasses import replace

import pytest
from support import SAMPLE

from benchmarks import parrots
from tempanswerqa import questions
from tempanswerqa.units import DAY

NEW_YEAR = 946_684_800.0  # 2000-01-01


@pytest.mark.parametrize(("user", "unit", "days"), [
    ("The day before 2000-Jan-02 is a holiday.", "date", [1]),
    ("From 01/01/2000, to 3 January, 2000", "date", [0, 2]),
    ("Born\tJanuary 2, 2000 | ( | 2000-01-02 | )", "date", [1, 1]),
    ("In 10 days it is May.", "date", []),
])  # fmt: skip
def test_dates_are_read_in_their_order(user, unit, days):
    question = replace(questions.load("ttqa_head", SAMPLE)[0], user=user, unit=unit)
    assert [(date - NEW_YEAR) / DAY for date in parrots.dates(question)] == days


def test_years_are_no_part_of_larger_numbers():
    user = "Founded 1908; 2,010 members, 1.1999 km, rebuilt 1950-1952"
    question = replace(questions.load("ttqa_head", SAMPLE)[0], user=user, unit="date_years")
    assert parrots.dates(question) == [1908, 1950, 1952]


@pytest.mark.parametrize(("p", "shown", "error"), [
    (1990, [1980, 2000], 0.5),
    (1900, [1980, 2000], 1),
    (1999, [1980], 1),
    (2000, [], 0),
    (None, [1980, 2000], 1),
])  # fmt: skip
def test_an_error_is_divided_by_the_span(p, shown, error):
    assert parrots.by_span(p, 2000, shown, 1) == error


def test_a_mean_of_questions_without_a_span_is_undefined():
    question = replace(questions.load("ttqa_head", SAMPLE)[0], number=5.0, centroid=3.0)
    found = parrots.means({"a": 5.0}, {"a": question}, {"a": []})
    assert found[:4] == [1, 1, 0, 0]
    assert math.isnan(found[4])
