"""Tests of what extraction sees of a question."""

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers.question_view import QuestionView


def question(user: str) -> str:
    return ask("ttqa", user=user).text


def context(user: str) -> str:
    return ask("ttqa", user=user).context


test_the_question_is_the_last_line_but_for_the_cue = results_of(question, [
    ("How long did he stay?", "How long did he stay?"),
    ("How long did he stay?\nA:", "How long did he stay?"),
    ("How long did he stay? A:\n", "How long did he stay?"),
    ("He came.\n\nHow long did he stay?\n\nA: \n", "How long did he stay?"),
    ("He came.\nQ: How long did he stay?\nA:", "Q: How long did he stay?"),
    ("Q: How long?\nA: long.", "A: long."),  # an answer, not its cue
    ("A:", ""), ("", ""),
])  # fmt: skip


@given(st.text(), st.text(st.characters(categories=["L", "N"]), min_size=1))
def test_any_text_before_the_question_is_left_out(text, asked):
    assert question(f"{text}\n{asked}?\nA:") == f"{asked}?"


test_the_context_is_what_stands_above_the_question = results_of(context, [
    ("Table:\n\na\tb\nHow long?\n\n\nA: ", "Table:\n\na\tb"), ("How long?\nA:", ""), ("", ""),
])  # fmt: skip


def test_a_label_has_no_place():
    fields = ("family", "unit", "prefill", "answer_format", "user", "think_end", "own", "asked_on")
    assert QuestionView._fields == fields
