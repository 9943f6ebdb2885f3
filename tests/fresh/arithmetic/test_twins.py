"""Tests twins of arithmetic questions, on questions of our own."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa import paper_scoring
from tempanswerqa.fresh.arithmetic import solve
from tempanswerqa.fresh.arithmetic.solver_reading import read
from tempanswerqa.fresh.arithmetic.twins import twin
from tempanswerqa.fresh.drawing import questions
from tempanswerqa.questions.draws import Draw

DRAWN = [*questions(Draw("tot_arith", "medium", 300, 9))]


def test_twins_read_alike_and_have_another_label():
    made = [(item, twin(item.cells, item.number, random.Random(1))) for item in DRAWN]
    found = [(item, own) for item, own in made if own]
    assert len(found) > len(made) / 2
    for item, own in found:
        number = paper_scoring.read_label(own["label"], "tot", own["answer_temporal_unit"])
        assert number == solve(own) != item.number
        before, after = (read(cells["question_wo_instruct"]) for cells in (item.cells, own))
        assert before.shape == after.shape
        assert own["question"] == f"{own['question_wo_instruct']} {own['instruction']}"
        same = ("instruction", "question_type", "answer_format", "answer_temporal_unit", "split")
        assert all(own[name] == item.cells[name] for name in same)


def test_a_seed_gives_the_same_twin_and_another_seed_another():
    texts = [
        [
            (twin(item.cells, item.number, random.Random(seed)) or {}).get("question")
            for item in DRAWN[:60]
        ]
        for seed in (1, 1, 2)
    ]
    assert texts[0] == texts[1] != texts[2]


def test_a_question_that_is_answered_otherwise_has_no_twin():
    item = next(item for item in DRAWN if twin(item.cells, item.number, random.Random(1)))
    assert twin(item.cells, item.number + 1, random.Random(1)) is None
    unread = item.cells | {"question_wo_instruct": "How long is a piece of string?"}
    assert twin(unread, item.number, random.Random(1)) is None


ADDED = {"question_type": "add_subtract", "answer_format": '"mm/dd/yyyy"',
         "answer_temporal_unit": "date", "instruction": ""}  # fmt: skip
CASES = [
    # the text, its date, and the pattern of all that a twin may be
    ("If the date is {} now, what will be the date 20 days from now?", "May 14, 2001",
     r"If the date is [A-Z][a-z]+ \d\d, \d{4} now, what will be the date \d\d days from now\?"),
    ("If the date is {} now, what will be the date 20 days from now?", "2001-May-14",
     r"If the date is \d{4}-[A-Z][a-z]{2}-\d\d now, what will be the date \d\d days from now\?"),
    ("If the date is {} now, what will be the date 1 month from now?", "Mar 14, 2001",
     r"If the date is [A-Z][a-z]{2} \d\d, \d{4} now, what will be the date 1 month from now\?"),
    ("If the date is {} now, what will be the date 3 weeks from now?", "14-03-2001",
     r"If the date is (1[3-9]|2\d|3[01])-(0\d|1[0-2])-\d{4} now, what will be the date [2-4] weeks "
     r"from now\?"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "day", "pattern"), CASES)
def test_notations_and_sizes_stay(text, day, pattern):
    asked = text.format(day)
    cells = ADDED | {"question_wo_instruct": asked, "question": asked, "label": ""}
    number = solve(cells)
    assert number is not None
    for seed in range(30):
        own = twin(cells, number, random.Random(seed))
        assert re.fullmatch(pattern, (own or {}).get("question_wo_instruct", "")), own


def test_days_of_the_week_and_leap_days_are_left_alone():
    for asked in (
        "It is Monday, and the date is May 14, 2001 now. What will be the date 20 days from now?",
        "In a leap year the date is May 14, 2004 now. What will be the date 20 days from now?",
    ):
        cells = ADDED | {"question_wo_instruct": asked, "question": asked}
        assert twin(cells, solve(cells) or 0.0, random.Random(1)) is None


@given(st.text(alphabet="0123456789-: ,JanuaryMondays@BCADPM", max_size=60), st.integers(0, 99))
def test_any_text_has_a_twin_or_none(text, seed):
    cells = ADDED | {"question_wo_instruct": text, "question": text}
    number = solve(cells)
    if number is not None:
        own = twin(cells, number, random.Random(seed))
        assert own is None or solve(own) != number
