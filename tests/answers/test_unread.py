"""Tests why responses that no filter reads give no answer."""

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers.unread import REASONS, why_unread


def why(family: str, unit: str, response: str) -> str:
    return why_unread(response, ask(family, unit))


test_reasons = results_of(why, [
    ("ttqa", "years", " \n", "empty"),
    ("ttqa", "years", "<think>Final Answer: 12", "thinking unfinished"),
    ("ttqa", "years", "He was born in 1903 and served as", "cut off"),
    ("ttqa", "years", "Final Answer: The final", "cut off"),
    ("ttqa", "years", "Final Answer: The table only gives 1903.", "refused"),
    ("ttqa", "years", "Final Answer: 21-22 years", "several answers"),
    ("ttqa", "years", "Final Answer: 21 or 22", "several answers"),
    ("ttqa", "date_years", "Final Answer: 2010, 2012, 2014", "several answers"),
    ("ttqa", "date", "Final Answer: May 3, 1998, or May 4, 1998", "several answers"),
    ("ttqa", "date", "Final Answer: in spring", "another notation"),
    ("ttqa", "years", "Final Answer: 5,202 days", "another notation"),
    ("ttqa", "years", "He left after she came.", "no answer"),
    ("tot", "days", ' "It cannot be said.", "answer": null}', "refused"),
    ("tot", "days", ' "One of both.", "answer": "12 or 13"}', "several answers"),
    ("tot", "days", ' "It is 12.", "answer": 1', "cut off"),
    ("tot", "date", ' "Add 3 years.", "answer": 2001}', "another notation"),
    ("tot", "days", " The two dates differ.", "no answer"),
])  # fmt: skip


@given(st.text(), st.sampled_from(["tot", "ttqa"]), st.sampled_from(["days", "date"]))
def test_any_text_has_a_reason(response, family, unit):
    assert why(family, unit, response) in REASONS
