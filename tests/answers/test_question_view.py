"""Tests of what extraction sees of a question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.question_view import QuestionView


@pytest.mark.parametrize(("user", "question"), [
    ("How long did he stay?", "How long did he stay?"),
    ("How long did he stay?\nA:", "How long did he stay?"),
    ("How long did he stay? A:\n", "How long did he stay?"),
    ("He came.\n\nHow long did he stay?\n\nA: \n", "How long did he stay?"),
    ("He came.\nQ: How long did he stay?\nA:", "Q: How long did he stay?"),
    ("Q: How long?\nA: long.", "A: long."),  # an answer, not its cue
    ("A:", ""), ("", ""),
])  # fmt: skip
def test_the_question_is_the_last_line_but_for_the_cue(user, question):
    assert QuestionView("ttqa", "years", user=user).text == question


@given(st.text(), st.text(st.characters(categories=["L", "N"]), min_size=1))
def test_any_text_before_the_question_is_left_out(text, question):
    assert QuestionView("ttqa", "years", user=f"{text}\n{question}?\nA:").text == f"{question}?"


@pytest.mark.parametrize(("user", "above"), [
    ("Table:\n\na\tb\nHow long?\n\n\nA: ", "Table:\n\na\tb"), ("How long?\nA:", ""), ("", ""),
])  # fmt: skip
def test_the_context_is_what_stands_above_the_question(user, above):
    assert QuestionView("ttqa", "years", user=user).context == above


def test_a_label_has_no_place():
    assert QuestionView._fields == (
        "family",
        "unit",
        "prefill",
        "answer_format",
        "user",
        "think_end",
    )
