"""Tests of which responses break off."""

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers import thinking
from tempanswerqa.answers.truncation import truncated

TOT, TTQA = ask("tot"), ask("ttqa", "years")

test_responses_that_go_on_with_an_object = results_of(lambda response: truncated(response, TOT), [
    (' "From May to June.", "answer": 31}', False),
    (' "From May to June.", "answer": 31}\n```\n', False),
    (' "From May to June.", "answer": 31},\n', False),
    (' "From May to June.", "answer": 31}\n\nSo it took 31 days.', False),
    (' "From May to June.", "answer": 31}\n\nA = 31', False),
    (' "From May to June.", "answer": 31}\n\nStep 1: May has 31 days, and then we have to', True),
    (' "From May to June, which are', True), (' "From May to June.", "answer": 3', True),
    (' "From May to June.", "answer": "', True), (' "From May to June.', False),  # nothing shows it
    ('{"explanation": "From May", "answer": 31}', False), ("<think> It is 31. </think> {}", False),
    ('<think> So. </think> "It is.", "answer": 31} <think> But', True),  # begins again
    ("<think> It is 31.", True), ("", True), (" \n", True), ("<think> It is 31. </think>", False),
])  # fmt: skip

test_responses_with_an_answer_line = results_of(lambda response: truncated(response, TTQA), [
    ("He left in 1950.\nFinal Answer: 15 years", False),
    ("He left in 1950.\nFinal Answer: fifteen", False),
    ("He left in 1950.\nFinal Answer: Not known", False),
    ("He left in 1950.\n**Final Answer:** 15", False),
    ("He left in 1950.\nFinal Answer: He left the club after 15 years.\n", False),
    ("He left in 1950.\nFinal Answer: He left the old club after a stay of 15 years in", True),
    ("He left in 1950.\nFinal Answer: He left the club after 15 years", False),
    ("He left in 1950.\nFinal Answer: He left the old club after 15 years", True),
    ("He left in 1950.\nFinal Answer: The final answer", True),
    ("He left in 1950.\nFinal Answer: He left after ", True),
    ("He left in 1950.\nFinal Answer:", True), ("He left in 1950.\nFinal Answer: 1950-", True),
    ("He left in 1950.\nFinal Answer: The old club kept him for ", True),
    ("He left in 1950.\nFinal Answer: 15\n\nBut then", True),
    ("He left in 1950.\n\nFinal Answer:\n15 years", False), ("He left in 1950.\n15 years", True),
    ("answer: 15", False), ("**15**", False), ("15 years\n", False),
    ("March 5, 1985<|im_end|>", False), ("He was born in 19<|im_end|>\n", True),
    ("He left in 1950, which is 15 years.", False), ("He left in 1950, which is", True),
    ("He left in 1950.\n\n- From 1935 to", True), ("", True), ("<think>\nHe left in 1950.\n", True),
])  # fmt: skip


@given(st.text(), st.sampled_from([TOT, TTQA]))
def test_any_text_breaks_off_or_not(response, question):
    assert truncated(response, question) in (True, False)
    ended = response + "}"
    assert truncated(ended, question) is not thinking.split(ended).closed
