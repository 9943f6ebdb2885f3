"""Tests refusals, denials and sentences in response text."""

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible import sentences


def first_and_last(text: str) -> tuple[str, str]:
    return sentences.first(text), sentences.last(text)


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
NOT = "possible enough available clear given mentioned stated found included known directly"
REFUSALS += [f"It is not {word}." for word in NOT.split()]
REFUSALS += [f"There are no {word}." for word in ["data", "details", "dates", "years", "such"]]
ANSWERS = [
    "12 years", "He was not 12 but 13.", "No. 12 squadron", "She noted 12 nonets.",
    "12 years (the month is unknown)", "12 years (no dates are given)", "",
]  # fmt: skip

test_refusals = results_of(sentences.refuses, [
    *((text, True) for text in REFUSALS), *((text, False) for text in ANSWERS),
])  # fmt: skip

test_denials = results_of(sentences.denies, [
    ("That he was 12 is incorrect.", True), ("12 is wrong!", True), ("12 is not correct.", True),
    ("**12 is not possible**", True), ("12 is correct.", False),
    ("The wrong one was 13, so it is 12.", False),
])  # fmt: skip

test_whether_a_text_ends = results_of(sentences.complete, [
    ("It is 12.", True), ("It is 12!\n", True), ("Is it 12?", True), ("(It is 12)", True),
    ('"It is 12."', True), ("**It is 12.**", True), (r"\[ x = \boxed{12} \]", True),
    ("It is 12", False), ("It is 12,", False), ("**It is 12**", False), ("", False),
])  # fmt: skip

test_first_and_last_sentences = results_of(first_and_last, [
    # text, its first sentence, its last
    ("He left. He was 12.", "He left.", "He was 12."), ("He was 12.", "He was 12.", "He was 12."),
    ("He left! Was he 12?", "He left!", "Was he 12?"),
    ("It took 12.5 years.", "It took 12.5 years.", "It took 12.5 years."),
    ("It was about 44 b.c. then.", "It was about 44 b.c. then.", "It was about 44 b.c. then."),
    ('He said "So." He was 12.', 'He said "So.', "He was 12."),
    ("He left\nHe was 12.", "He left\n", "He was 12."),
    ("He left.\n\n**He was 12.**", "He left.", "**He was 12.**"),
    ("He left. He was", "He left.", ""),
    ("He was 12. Let me know if I can help!", "He was 12.", "He was 12. "),
    *((f"He was 12. {courtesy} it helps.", "He was 12.", "He was 12. ")
      for courtesy in ("Please", "Feel free if", "I hope", "Hope this", "If you like,", "*Please")),
    ("Please ask on.", "Please ask on.", "Please ask on."), ("", "", ""),
], 2)  # fmt: skip

TEXT, LONG = "One came. Two came. Three came.", "a" * sentences.LONGEST
test_several_last_sentences = results_of(sentences.last_few, [
    (TEXT, 1, "Three came."), (TEXT, 2, "Two came. Three came."), (TEXT, 9, TEXT),
    (f"{TEXT} Four", 2, ""),
])  # fmt: skip

test_a_sentence_that_never_began_is_none = results_of(sentences.last, [
    (f"{LONG[1:]}.", f"{LONG[1:]}."), (f"{LONG}.", ""), (f"{LONG}. He was 12.", "He was 12."),
])  # fmt: skip


@given(st.text(), st.integers(1, 5))
def test_last_sentences_end_their_text(text, number):
    found = sentences.last_few(text, number)
    assert found in text
    assert not found or sentences.complete(found)
