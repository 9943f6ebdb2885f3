"""Tests what a reading of a response gives."""

from datetime import date
from functools import partial
from typing import get_args

from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa import paper_scoring
from tempanswerqa.answers import released_code, result
from tempanswerqa.answers.result import plain_text

test_plain_text = results_of(partial(plain_text, unit="days"), data(__file__, "plain text"))


@given(st.floats(-paper_scoring.LARGEST, paper_scoring.LARGEST))
def test_numbers_in_plain_text_are_read_back(number):
    assert released_code.read_plain(plain_text(number, "years"), "years") == number


@given(st.dates())
def test_days_in_plain_text_are_read_back(day):
    seconds = float((day - date(1970, 1, 1)).days * 86_400)
    assert plain_text(seconds, "date") == day.isoformat()
    assert released_code.read_plain(day.isoformat(), "date") == seconds


def test_every_reason_has_one_to_blame():
    groups = [get_args(group) for group in (result.ByModel, result.ByReader)]
    assert sorted(sum(groups, ())) == sorted(result.REASONS)
