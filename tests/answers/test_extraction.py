"""Tests the steps from a response to its answer text and number."""

import json
from functools import partial

import pytest
from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask
from readings import number as read

from tempanswerqa.answers.markers import FINAL_ANSWER
from tempanswerqa.answers.reading import flexible, strict
from tempanswerqa.questions.record import TOT_PREFILL as PREFILL


def strictly(response: str, begun: bool = False) -> str | None:
    """Return the answer object found."""
    found = strict(response, ask("tot", begun=begun))
    assert found.rule == ("json" if found.text else "")
    return found.text


def marked(response: str, unit: str) -> str | None:
    """Return what is found after an answer marker."""
    found = strict(response, ask("ttqa", unit))
    assert found.rule == ("" if found.text is None else "final_answer")
    return found.text


CONTINUED = [
    *data(__file__, "continued"),
    (' "a", "answer": ' + "9" * 5_000 + "}", None),
    (' "a", "answer": ' + "[" * 100_000 + "]" * 100_000 + "}", None),
]

test_an_object_whose_explanation_was_begun = results_of(partial(strictly, begun=True), CONTINUED)


@pytest.mark.parametrize("response", [r for r, _ in CONTINUED if PREFILL not in r])
def test_a_prefill_that_the_response_repeats_is_dropped(response):
    """The server may add white space around it, as templates do."""
    question = ask("tot")
    for repeated in (PREFILL + response, f"\n\n {PREFILL}{response}"):
        for read_by in (strict, flexible):
            again, once = read_by(repeated, question), read_by(response, question)
            assert (again.text, again.name) == (once.text, once.name)


test_an_object_that_was_not_begun = results_of(
    strictly, data(__file__, "an object that was not begun")
)

test_what_follows_the_marker = results_of(marked, data(__file__, "what follows the marker"))


MARKS = "<[◁"
"""The characters that begin a mark of thinking."""
UNMARKED = st.text(st.characters(exclude_characters=MARKS))


@given(st.text(st.characters(exclude_characters=f"{{}}\n{MARKS}")), st.integers(-(10**9), 10**9))
def test_an_object_is_found_after_any_explanation_and_before_any_remark(text, number):
    response = f' {json.dumps(text)}, "answer": {number}}} {text}'
    assert read(strict, response, ask("tot")) == number


@given(
    UNMARKED.filter(lambda text: FINAL_ANSWER not in f"{text}\n"),
    st.integers(0, 10**9),
    UNMARKED,
)
def test_the_number_after_the_marker_is_found_in_any_text(before, number, after):
    response = f"{before}\n{FINAL_ANSWER} {number} \n{after}"
    assert read(strict, response, ask("ttqa", "years")) == number


def test_what_follows_an_answer_of_a_base_model():
    """The task card says so about zero-shot prompts."""
    tot, ttqa = ask("tot"), ask("ttqa", "years")
    once, again = ' "By counting.", "answer": 31}', 'JSON = {"explanation": "Two.", "answer": 2}'
    questions = {"How long is February?": "31", "Question: Two?": "31", "Count the days.": "2"}
    for between, number in {**questions, "No, that is wrong.": "2"}.items():
        response = f"{once}\n\n{between}\n{again}"
        assert strict(response, tot).text is None
        assert flexible(response, tot).text == number
    told = "Final Answer: 3 years\n\nQ: And in office?\nA: Long.\nFinal Answer: 9 years"
    assert strict(told, ttqa).text == flexible(told, ttqa).text == "3"


@pytest.mark.parametrize("extract", [strict, flexible])
def test_a_reading_has_a_number_with_its_place_or_the_reason_why_there_is_none(extract):
    view = ask("ttqa", "years")
    found = extract("He left.\nFinal Answer: 15", view)
    assert (found.number, found.text, found.span, found.unread) == (15, "15", (23, 25), None)
    assert found.rule == "final_answer"
    empty = extract(" ", view)
    assert (empty.number, empty.text, empty.span, empty.unread) == (None, None, None, "empty")
    assert (empty.name, empty.probability) == ("", None)


def test_only_flexible_readings_have_notation_and_probability():
    view = ask("ttqa", "years")
    found = strict("Final Answer: 15", view), flexible("Final Answer: 15", view)
    assert [each.name for each in found] == ["final_answer", "final_answer:number"]
    assert found[0].probability is None
    assert 0.9 < found[1].probability < 1
