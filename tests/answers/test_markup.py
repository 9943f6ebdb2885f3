"""Tests the removal of other turns, markup and look-alikes from responses."""

from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers.candidates import target
from tempanswerqa.answers.markup import (
    compact,
    normalize_characters,
    own_turn,
    shortened,
    unmarked,
)

test_look_alikes = results_of(normalize_characters, data(__file__, "look alikes"))


def turn(text: str, asked: str = "") -> str | None:
    """Return the model's turn in a text; None if it is the whole text."""
    own = own_turn(text, ask("ttqa", user=asked))
    return None if own == text else own


test_the_own_turn = results_of(turn, data(__file__, "the own turn"))

test_another_question = results_of(turn, data(__file__, "another question"))

test_markup = results_of(lambda text: " ".join(unmarked(text).split()), data(__file__, "markup"))


test_long_runs_of_white_space = results_of(
    lambda run: compact(f"a{run}b")[1:-1],
    [*data(__file__, "long runs of white space"), ("\t \n" * 99, "\n\n")],
)


def test_the_middle_of_a_long_text_is_left_out():
    first, last = "a" * 4_000, "b" * 12_000
    assert shortened(first + last) == first + last
    assert shortened(f"{first}x{last}") == f"{first}\n\n{last}"


def test_the_question_in_plain_characters():
    asked = ask("ttqa", user="He came.\nFrom １９８５\u00a0on?\nA:")
    assert target(asked).question == "From 1985 on?"
    assert target(ask("ttqa", user=f"{'1' * 2_000}2?")).question == f"{'1' * 1_998}2?"


@given(st.text())
def test_any_text(text):
    assert text.startswith(own_turn(text, ask("ttqa")))
    assert normalize_characters(normalize_characters(text)) == normalize_characters(text)
