"""Tests of what extraction sees of a question."""

from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers.question_view import QuestionView


def question(user: str) -> str:
    return ask("ttqa", user=user).text


def context(user: str) -> str:
    return ask("ttqa", user=user).context


test_the_question_is_the_last_line_but_for_the_cue = results_of(
    question, data(__file__, "the question is the last line but for the cue")
)


@given(st.text(), st.text(st.characters(categories=["L", "N"]), min_size=1))
def test_any_text_before_the_question_is_left_out(text, asked):
    assert question(f"{text}\n{asked}?\nA:") == f"{asked}?"


test_the_context_is_what_stands_above_the_question = results_of(
    context, data(__file__, "the context is what stands above the question")
)


def test_a_label_has_no_place():
    fields = (
        "family",
        "unit",
        "prefill",
        "answer_format",
        "user",
        "think_end",
        "own",
        "asked_on",
        "date_order",
    )
    assert QuestionView._fields == fields
