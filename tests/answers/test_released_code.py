"""Tests how an extracted answer is read; strict reading is in `tests/test_paper_scoring.py`."""

from datetime import date
from functools import partial

from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st
from support import UNITS

from tempanswerqa.answers import released_code
from tempanswerqa.answers.released_code import read_plain
from tempanswerqa.paper_scoring import read_line

DAY = 86_400


def day(year: int, month: int, of_month: int) -> float:
    return float((date(year, month, of_month) - date(1970, 1, 1)).days * DAY)


test_an_answer_is_read_as_its_family_writes_it = results_of(
    released_code.read, data(__file__, "an answer is read as its family writes it")
)

NUMBERS = [*data(__file__, "plain numbers"), ("9" * 101, None)]
test_plain_numbers = results_of(
    read_plain,
    [(text, unit, number) for text, number in NUMBERS for unit in UNITS if unit != "date"],
)
test_plain_dates = results_of(partial(read_plain, unit="date"), data(__file__, "plain dates"))


@given(st.dates())
def test_every_day_is_read_in_plain_notation(day):
    assert read_plain(day.isoformat(), "date") == (day - date(1970, 1, 1)).days * DAY


@given(st.dates(date(1700, 1, 1), date(2200, 12, 31)))
def test_plain_dates_mean_the_same_to_strict_reading(day):
    text = day.isoformat()
    assert released_code.read(text, "ttqa", "date") == read_line(text, "date") is not None
