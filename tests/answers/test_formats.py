"""Tests that what is written in a format is read back as the same number."""

from datetime import date

import pytest
from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask
from readings import number as read

from tempanswerqa import paper_scoring
from tempanswerqa.answers import formats
from tempanswerqa.answers.formats import TOT_ARITHMETIC, write_line, write_object, write_response
from tempanswerqa.answers.reading import strict

HM = formats.HOURS_MINUTES
HMS = 'H, "M": M, "S": S'
NAMED, DHMS = formats.HOURS_SECONDS, formats.DAYS_SECONDS
CLOCK = '"same_day/+x/-x", "time": "HH:MM:SS"'
SHORT_CLOCK = '"date/same_day/+x/-x", "time": "HH:MM"'
TRIPLES = (HMS, 'A, "B": B, "C": C', 'Hours, "M": Minutes, "S": Seconds', 'X, "Y": Y, "Z": Z')
TO_THE_SECOND = (*TRIPLES, NAMED, DHMS, CLOCK, "'-x/same_day/+x', 'time': 'HH:MM:SS' ")
TO_THE_MINUTE = (HM, SHORT_CLOCK)
OF_DATES = ('"mm/dd/yyyy"', '"yyyy-mm-dd"', '"<date>"', '"<answer>"')
OF_INTEGERS = ("<your_answer>", "<year> <era>", "<num_days>", "<num_months>", '"mm/dd/yyyy"')


def seconds(day: date) -> float:
    return (day - date(1970, 1, 1)).days * 86_400.0


def back(number: float, answer_format: str, unit: str) -> float | None:
    """Return what strict reading reads from a number written as an object."""
    return paper_scoring.read_object(write_object(number, unit, answer_format), unit)


test_objects = results_of(
    lambda number, unit, form: write_object(number, unit, formats.text_of(form)),
    data(__file__, "objects"),
)

test_lines = results_of(write_line, data(__file__, "lines"))

test_whole_responses = results_of(write_response, data(__file__, "whole responses"))


def test_every_format_is_tested_here():
    tested = {*TO_THE_SECOND, *TO_THE_MINUTE, *OF_DATES, *OF_INTEGERS}
    assert tested == set(TOT_ARITHMETIC)


@pytest.mark.parametrize("answer_format", TO_THE_SECOND)
@given(number=st.integers(-(10**8), 10**8))
def test_seconds_come_back(answer_format, number):
    assert back(number, answer_format, "seconds") == number
    assert back(number / 60, answer_format, "minutes") == number / 60


@pytest.mark.parametrize("answer_format", TO_THE_MINUTE)
@given(number=st.integers(-(10**7), 10**7))
def test_minutes_come_back(answer_format, number):
    assert back(number, answer_format, "minutes") == number


@pytest.mark.parametrize("answer_format", OF_DATES)
@given(day=st.dates(date(1700, 1, 1), date(2200, 12, 31)), late=st.floats(0, 86_399))
def test_dates_come_back_without_their_time(answer_format, day, late):
    assert back(seconds(day) + late, answer_format, "date") == seconds(day)


@pytest.mark.parametrize("unit", ["days", "months", "years"])
@pytest.mark.parametrize("answer_format", [*OF_INTEGERS, "a format of semantic questions"])
@given(number=st.integers(-10_000, 10_000))
def test_integers_come_back(answer_format, unit, number):
    assert back(number, answer_format, unit) == number


def through_the_marker(number: float, unit: str) -> float | None:
    """Return what strict reading reads from a line with the number."""
    return read(strict, f"So it is.\nFinal Answer: {write_line(number, unit)}", ask("ttqa", unit))


@given(st.sampled_from(["days", "months", "years"]), st.integers(0, 10**15), st.integers(1, 9999))
def test_numbers_come_back_from_lines(unit, number, year):
    assert through_the_marker(number, unit) == number
    assert through_the_marker(year, "date_years") == year


@given(st.dates(date(1700, 1, 1), date(2200, 12, 31)), st.floats(0, 86_399))
def test_dates_come_back_from_lines(day, late):
    assert through_the_marker(seconds(day) + late, "date") == seconds(day)
