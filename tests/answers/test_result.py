"""Tests the result of reading a response."""

from functools import partial

from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa import paper_scoring
from tempanswerqa.answers import released_code
from tempanswerqa.answers.result import plain_text

test_plain_text = results_of(partial(plain_text, unit="days"), data(__file__, "plain text"))


@given(st.floats(-paper_scoring.LARGEST, paper_scoring.LARGEST))
def test_numbers_in_plain_text_are_read_back(number):
    assert released_code.read_plain(plain_text(number, "years"), "years") == number
