"""Response text without other turns, markup and look-alikes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible.text import (
    CONCLUSION,
    LONG,
    LONGEST_QUESTION,
    LONGEST_SENTENCE,
    compact,
    complete,
    denies,
    first_sentence,
    last_sentence,
    last_sentences,
    own_turn,
    plain,
    question,
    refuses,
    unmarked,
)
from tempanswerqa.answers.question_view import Asked


@pytest.mark.parametrize(("text", "expected"), [
    ("１２：３０", "12:30"), ("１，２００", "1,200"), ("12\u00a0years\u202fold", "12 years old"),
    ("\u22125", "-5"), ("F\u20119", "F-9"),
    ("21\u201422", "21\u201322"),  # dashes of ranges stay apart from signs
    ("\u2018a\u2019 \u201cb\u201d", "'a' \"b\""), ("2½ years", "2.5 years"),
    ("1¼ and 1¾", "1.25 and 1.75"), ("naïve", "naïve"), ("12 years", "12 years"), ("", ""),
])  # fmt: skip
def test_look_alikes(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("Final Answer: 12\n\nQuestion: Who?\nFinal Answer: 13", "Final Answer: 12\n"),
    ("Final answer: 12\nQ: Who?", "Final answer: 12"),
    ("Final Answer: 12\n**Table 2:**\nx", "Final Answer: 12"),
    ("Final Answer: 12\n## User: x", "Final Answer: 12"),
    (' "a", "answer": 12}\nQuestion 2: Who?', ' "a", "answer": 12}'),
    ("Question: Who?\nFinal Answer: 12", "Question: Who?\nFinal Answer: 12"),
    ("Let me see.\nQuestion: Who?\nFinal Answer: 12", None),  # not answered yet
    ("See.\nQ: Who?\nFinal Answer: 12\nQ: When?", "See.\nQ: Who?\nFinal Answer: 12"),
    ("Final Answer: 12\nQuestions: none", None), ("12<|im_end|>\n<|im_start|>user", "12"),
    ("12 <|eot_id|>13", "12"), ("12</s>13", "12"), ("12<end_of_turn>", "12"),
    ("<|im_end|>12", None),  # nothing before it
    ("1 < 2", None),
])  # fmt: skip
def test_the_own_turn(text, expected):
    assert own_turn(text) == (text if expected is None else expected)


@pytest.mark.parametrize(("text", "expected"), [
    ("**12 years**", "12 years"), ("*twelve* years", "twelve years"), ("__12__ years", "12 years"),
    ("_12_ years", "12 years"), ("`12`", "12"), ("## 12", "12"), ("~~13~~ 12", "12"),
    ("2 * 3", "2 * 3"), ("2*3", "2*3"), ("2**3", "2**3"), ("num_days", "num_days"), ("$12$", "12"),
    (r"\text{12 years}", "12 years"), (r"\boxed{12}", "12"),
    (r"\mathbf{12}\ \text{years}", "12    years"), (r"14{,}782", "14,782"), (r"14\,782", "14,782"),
    (r"12\,years", "12 years"), (r"\approx 12", "≈ 12"), ("  12  ", "12"), ("", ""),
])  # fmt: skip
def test_markup(text, expected):
    assert unmarked(text).split() == expected.split()


@pytest.mark.parametrize(
    ("run", "expected"),
    [("  ", "  "), ("    ", " "), (" \n  ", "\n"), ("\n\n\n \n", "\n\n"), (" \t \t", " ")],
)
def test_runs_of_white_space_in_a_long_text(run, expected):
    assert compact(f"a{run}b{'c' * LONG}") == f"a{expected}b{'c' * LONG}"
    assert compact(f"a{run}b") == f"a{run}b"


def test_the_question_in_plain_characters():
    assert (
        question(Asked("ttqa", "years", user="He came.\nFrom １９８５\u00a0on?\nA:"))
        == "From 1985 on?"
    )
    long = question(Asked("ttqa", "years", user="1" * LONGEST_QUESTION + "2?"))
    assert long == "1" * (LONGEST_QUESTION - 2) + "2?"


@given(st.text())
def test_any_text(text):
    assert text.startswith(own_turn(text))
    assert plain(plain(text)) == plain(text)


REFUSALS = [
    "It cannot be determined.", "I can't tell.", "UNKNOWN", "None of the years is given.",
    "Not enough information is given.", "It is not possible to say.",
    "The date is not explicitly mentioned.", "The table does not list it.",
    "There is no information on that.", "There is no such squadron.", "It was not found.",
    "The table lacks it.", "I am unable to say.", "No answer", "No, there is no way to tell.",
]  # fmt: skip
REFUSALS += [
    f"It is {word}."
    for word in (
        *("unknown", "undetermined", "indeterminate", "unspecified", "unclear", "uncertain"),
        *("undefined", "unanswerable", "impossible", "insufficient", "null", "none", "n/a"),
    )
]
NOT = """
possible enough sufficient applicable available clear certain provide provided specify specified
give given mention mentioned state stated list listed found included contained known determined
calculated indicated disclose disclosed answered explicit present existing detailed directly
"""
REFUSALS += [f"It is not {word}." for word in NOT.split()]
REFUSALS += [f"There are no {word}." for word in ["data", "details", "dates", "years", "such"]]
ANSWERS = [
    "12 years", "He was not 12 but 13.", "No. 12 squadron", "She noted 12 nonets.",
    "12 years (the month is unknown)", "12 years (no dates are given)", "",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "refused"),
    [*((text, True) for text in REFUSALS), *((text, False) for text in ANSWERS)],
)
def test_refusals(text, refused):
    assert refuses(text) is refused


@pytest.mark.parametrize(("sentence", "denied"), [
    ("That he was 12 is incorrect.", True), ("12 is wrong!", True), ("12 is not correct.", True),
    ("**12 is not possible**", True), ("12 is correct.", False),
    ("The wrong one was 13, so it is 12.", False),
])  # fmt: skip
def test_denials(sentence, denied):
    assert denies(sentence) is denied


@pytest.mark.parametrize(("text", "ended"), [
    ("It is 12.", True), ("It is 12!\n", True), ("Is it 12?", True), ("(It is 12)", True),
    ('"It is 12."', True), ("**It is 12.**", True), (r"\[ x = \boxed{12} \]", True),
    ("It is 12", False), ("It is 12,", False), ("**It is 12**", False), ("", False),
])  # fmt: skip
def test_whether_a_text_ends(text, ended):
    assert complete(text) is ended


SENTENCES = [
    # text, its first sentence, its last
    ("He left. He was 12.", "He left.", "He was 12."),
    ("He was 12.", "He was 12.", "He was 12."),
    ("He left! Was he 12?", "He left!", "Was he 12?"),
    ("It took 12.5 years.", "It took 12.5 years.", "It took 12.5 years."),
    ("It was about 44 b.c. then.", "It was about 44 b.c. then.", "It was about 44 b.c. then."),
    ('He said "So." He was 12.', 'He said "So.', "He was 12."),
    ("He left\nHe was 12.", "He left\n", "He was 12."),
    ("He left.\n\n**He was 12.**", "He left.", "**He was 12.**"),
    ("He left. He was", "He left.", ""),
    ("He was 12. Let me know if I can help!", "He was 12.", "He was 12. "),
    *(
        (f"He was 12. {courtesy} it helps.", "He was 12.", "He was 12. ")
        for courtesy in ("Please", "Feel free if", "I hope", "Hope this", "If you like,", "*Please")
    ),
    ("Please ask on.", "Please ask on.", "Please ask on."),
    ("", "", ""),
]


@pytest.mark.parametrize(("text", "first", "last"), SENTENCES)
def test_first_and_last_sentences(text, first, last):
    assert (first_sentence(text), last_sentence(text)) == (first, last)


def test_several_last_sentences():
    text = "One came. Two came. Three came."
    assert last_sentences(text, 1) == "Three came."
    assert last_sentences(text, 2) == "Two came. Three came."
    assert last_sentences(text, 9) == text
    assert last_sentences(f"{text} Four", 2) == ""


def test_a_sentence_that_never_began_is_none():
    assert last_sentence(f"{'a' * (LONGEST_SENTENCE - 1)}.") == f"{'a' * (LONGEST_SENTENCE - 1)}."
    assert last_sentence(f"{'a' * LONGEST_SENTENCE}.") == ""
    assert last_sentence(f"{'a' * LONGEST_SENTENCE}. He was 12.") == "He was 12."


@pytest.mark.parametrize(
    ("text", "concludes"),
    [("Thus he was 12.", True), ("In total 12.", True), ("He was 12.", False), ("Also 12.", False)],
)
def test_words_that_conclude(text, concludes):
    assert bool(CONCLUSION.search(text)) is concludes


@given(st.text(), st.integers(1, 5))
def test_last_sentences_end_their_text(text, number):
    found = last_sentences(text, number)
    assert found in text
    assert not found or complete(found)
