"""Letters are read leniently and never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.neighbours.tram import letters
from tempanswerqa.neighbours.tram.letters import read

TIMES = {"A": "10:48", "B": "10:43", "C": "12:49"}
LENGTHS = {"A": "a week", "B": "6 hours", "C": "16 hours"}
COUNTS = {"A": "4", "B": "4 days", "C": "one"}
NAMES = {"A": "Reign of Rome", "B": "Fall of the $1 coin", "C": "Both are same"}

STATED = [
    *("Answer: B", "Answer: b", "answer: (b)", "The answer is (b).", "the answer is B"),
    *("The answer is **B**.", "**Answer:** B", "**Answer: (B)**", "Answer: [B]", 'Answer: "B"'),
    *("The correct answer is: **(B) 10:43**", "The correct answer is 10:43.", "Answer: 10:43"),
    *("B is the answer.", "(B) is the right answer.", "Answer - B", "The answer is most likely B."),
    *("<answer>B</answer>", '{"answer": "B"}', "My answer is B.", "Answer:B", "Answer: B</s>"),
    *("Answer:\n\nB", "### Answer\nB", "The right option is 'B'.", "The letter is B."),
    *("Answer is B because it is later.", "The best answer is B since 10:43 fits.", "Choice B"),
    *("Option B is correct.", "(B) is the right one", "Option (B): 10:43", "I choose B."),
    *("I would go with option B", "So the final answer is \\boxed{B}.", "$\\boxed{\\text{B}}$"),
    *("\\boxed{10:43}", "<think>Answer: A</think>Answer: B", "Answer: A\nWait, Answer: B"),
    *("Step 1: add.\nStep 2: 10:43.\nAnswer: B", "(A) 10:48\n(B) 10:43\n(C) 12:49\nAnswer: B"),
    *("Answer: B\n\nQuestion: Next?\n(A) x\n(B) y\nAnswer: C", "The answer is: option (b) 10:43"),
]
ALONE = [
    *("B", "(B)", "b", "B.", "**B**", "(b) 10:43", "B) 10:43", "B: 10:43", "Answer B",
      "Answer (B)"),
    *("B. 10:43\n\nBecause an hour has 60 minutes.", "\uff22", "（B）"),
    *("So, B.", "Hence, (B).", "it should be B", "Thus, 10:43.", "$B$", "B<|im_end|>"),
    *("10:43", "10:43.", "B\n\nQuestion: Next?\nAnswer: C", "Therefore, it must be B."),
    *("Therefore the time is 10:43.", "It is 10:43.", "- B", "> (B)"),
]  # fmt: skip
NONE = [
    *("", " \n", "I cannot tell.", "A is wrong. C is wrong.", "A or B", "Answer: A or B"),
    *("The answer is A or B", "Answer: A and B", "Answer: A/B", "Answer: A, B", "Answer: A B"),
    *("A, B", "A. B.", "I think it is A. Hmm, maybe B.", "The answer is not B.",
      "It is not 10:43."),
    *("The answer is A. No, that is wrong.", "So the answer is A? No, B.", "The answer is B?"),
    *("Option B is incorrect.", "Neither. The time would be 9:00.", "Answer: E", "E", "<think>B"),
    *("<think>Answer: A", "(A) 10:48\n(B) 10:43\n(C) 12:49", "Answer: B (10:48)", "110:43"),
    *("If the answer is B, then the time is odd.", "Is the answer B? I do not know.", "10:4"),
    *("A) 10:48 is too early.\nLet us look on.", "10:43 PM", "The time is 10:43 or 12:49."),
    *("The options are A, B and C.", "It takes an hour and a quarter."),
]  # fmt: skip


@pytest.mark.parametrize("response", STATED + ALONE)
def test_b_is_meant(response):
    assert read(response, TIMES) == "B"


@pytest.mark.parametrize("response", NONE)
def test_nothing_is_guessed(response):
    assert read(response, TIMES) == ""


@pytest.mark.parametrize(("response", "options", "letter"), [
    ("The answer is A week", LENGTHS, "A"), ("The answer is a week.", LENGTHS, "A"),
    ("It takes 6 hours.", LENGTHS, "B"), ("It takes 16 hours.", LENGTHS, "C"),
    ("So it takes 26 hours.", LENGTHS, None), ("It takes 6 or 16 hours.", LENGTHS, None),
    ("Between 6 hours and 16 hours.", LENGTHS, None),
    ("Therefore it takes 6 hours, not 16 hours.", LENGTHS, None),
    ("6 hours is long. It may be a week.", LENGTHS, None),
    ("4", COUNTS, "A"), ("4 days", COUNTS, "B"), ("Answer: 4 days", COUNTS, "B"),
    ("It is 4 days.", COUNTS, "B"), ("It is 4.", COUNTS, "A"),
    ("It is the one that I know well.", COUNTS, None),
    ("Answer: fall of the $1 coin", NAMES, "B"), ("Both are same", NAMES, "C"),
    ("The Reign of Rome lasted longer.", NAMES, "A"),
    ("The Reign of Rome lasted longer than the Fall of the $1 coin.", NAMES, None),
    ("Answer: 5 days", {"A": "5 days", "B": "5 Days", "C": "6 days"}, None),
    ("Answer: B", {"A": "5 days", "B": "5 Days", "C": "6 days"}, "B"),
    ("Answer: D", {"A": "x", "D": "y"}, "D"), ("Answer: B", {"A": "x", "D": "y"}, None),
])  # fmt: skip
def test_texts_count_as_their_letters(response, options, letter):
    assert read(response, options) == (letter or "")


PIECES = st.sampled_from([
    *("A", "B", "(C)", "10:48", "10:43", "Answer:", "the answer is ", "option ", "not ", " or "),
    *("is correct", "wrong", ".", " ", "\\boxed{", "}", "<think>", "</think>", "Question: "),
    *("*", "(", "[", "I choose ", "\u0130", "\ufb01", "\u0000", "\U0001f600", "So it is "),
    *("?", "\n", "**"),
])  # fmt: skip


@given(st.text(max_size=300) | st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_read_to_an_option_or_nothing(response):
    assert read(response, TIMES) in {*TIMES, ""}


@given(st.dictionaries(st.sampled_from("ABCD"), st.text(min_size=1, max_size=20), min_size=1))
def test_any_options_can_be_named(options):
    for letter in options:
        assert read(f"Well.\nAnswer: ({letter})", options) == letter


@given(st.text(alphabet="xyzäß 0123456789.,\n", max_size=200))
def test_text_without_letters_or_options_is_not_read(response):
    assert read(response, {"A": "ten past four", "B": "noon"}) == ""


def test_the_end_of_a_long_response_counts():
    assert read("It goes on. " * 5_000 + "\nAnswer: C", TIMES) == "C"
    assert len("It goes on. ") * 5_000 > letters.LONGEST
