"""Tests response text without other turns, markup and look-alikes."""

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers.flexible.text import (
    HEAD,
    LONGEST,
    LONGEST_QUESTION,
    compact,
    normalize_characters,
    own_turn,
    question_text,
    shortened,
    unmarked,
)

test_look_alikes = results_of(normalize_characters, [
    ("１２：３０", "12:30"), ("１，２００", "1,200"), ("12\u00a0years\u202fold", "12 years old"),
    ("\u22125", "-5"), ("F\u20119", "F-9"),
    ("21\u201422", "21\u201322"),  # dashes of ranges stay apart from signs
    ("\u2018a\u2019 \u201cb\u201d", "'a' \"b\""), ("2½ years", "2.5 years"),
    ("1¼ and 1¾", "1.25 and 1.75"), ("naïve", "naïve"), ("12 years", "12 years"), ("", ""),
])  # fmt: skip


def turn(text: str) -> str | None:
    """Return the own turn of a text; None where this is all of it."""
    own = own_turn(text, ask("ttqa"))
    return None if own == text else own


test_the_own_turn = results_of(turn, [
    ("Final Answer: 12\n\nQuestion: Who?\nFinal Answer: 13", "Final Answer: 12\n"),
    ("Final answer: 12\nQ: Who?", "Final answer: 12"),
    ("Final Answer: 12\n**Table 2:**\nx", "Final Answer: 12"),
    ("Final Answer: 12\n## User: x", "Final Answer: 12"),
    (' "a", "answer": 12}\nQuestion 2: Who?', ' "a", "answer": 12}'),
    ("Question: Who?\nFinal Answer: 12", None),
    ("Let me see.\nQuestion: Who?\nFinal Answer: 12", None),  # not answered yet
    ("See.\nQ: Who?\nFinal Answer: 12\nQ: When?", "See.\nQ: Who?\nFinal Answer: 12"),
    ("Final Answer: 12\nQuestions: none", None), ("12<|im_end|>\n<|im_start|>user", "12"),
    ("12 <|eot_id|>13", "12"), ("12</s>13", "12"), ("12<end_of_turn>", "12"),
    ("<|im_end|>12", None),  # nothing before it
    ("1 < 2", None),
    ("<answer>12</answer>\nQuestion 2: Who?", "<answer>12</answer>"),
    ("<FINAL>12</FINAL >\nQuestion 2: Who?", "<FINAL>12</FINAL >"),
])  # fmt: skip

test_markup = results_of(lambda text: " ".join(unmarked(text).split()), [
    ("**12 years**", "12 years"), ("*twelve* years", "twelve years"), ("__12__ years", "12 years"),
    ("_12_ years", "12 years"), ("`12`", "12"), ("## 12", "12"), ("~~13~~ 12", "12"),
    ("2 * 3", "2 * 3"), ("2*3", "2*3"), ("2**3", "2**3"), ("num_days", "num_days"), ("$12$", "12"),
    (r"\text{12 years}", "12 years"), (r"\boxed{12}", "12"),
    (r"\mathbf{12}\ \text{years}", "12 years"), (r"14{,}782", "14,782"), (r"14\,782", "14,782"),
    (r"12\,years", "12 years"), (r"\approx 12", "≈ 12"), ("  12  ", "12"), ("", ""),
])  # fmt: skip


test_long_runs_of_white_space = results_of(lambda run: compact(f"a{run}b")[1:-1], [
    (" " * 31, " " * 31), (" " * 32, " "), ("\n" * 32, "\n\n"), ("\t \n" * 99, "\n\n"),
    (" " * 32 + "\n", "\n"),
])  # fmt: skip


def test_the_middle_of_a_long_text_is_left_out():
    text = "a" * HEAD + "b" * (LONGEST - HEAD)
    assert shortened(text) == text
    middle = f"{text[:HEAD]}x{text[HEAD:]}"
    assert shortened(middle) == f"{text[:HEAD]}\n\n{text[HEAD:]}"


def test_the_question_in_plain_characters():
    asked = ask("ttqa", user="He came.\nFrom １９８５\u00a0on?\nA:")
    assert question_text(asked) == "From 1985 on?"
    long = question_text(ask("ttqa", user="1" * LONGEST_QUESTION + "2?"))
    assert long == "1" * (LONGEST_QUESTION - 2) + "2?"


@given(st.text())
def test_any_text(text):
    assert text.startswith(own_turn(text, ask("ttqa")))
    assert normalize_characters(normalize_characters(text)) == normalize_characters(text)
