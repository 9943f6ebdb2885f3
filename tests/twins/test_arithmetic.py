"""Tests twins of arithmetic questions, on questions of our own."""

import random
import re

from cases import cased

from tempanswerqa import paper_scoring
from tempanswerqa.questions import loading
from tempanswerqa.twins.arithmetic import twin
from tempanswerqa.twins.arithmetic_solver import read, solve

ASKED = [(cells, question.number) for question, cells in loading.with_cells("sample_tot_arith")]
ANSWERED = [(cells, number) for cells, number in ASKED if solve(cells) == number]


def test_twins_read_alike_and_have_another_label():
    made = [(cells, label, twin(cells, label, random.Random(1))) for cells, label in ANSWERED]
    found = [(cells, label, own) for cells, label, own in made if own]
    assert len(found) > len(made) / 2 > len(ASKED) / 6
    for cells, label, own in found:
        number = paper_scoring.read_label(own["label"], "tot", own["answer_temporal_unit"])
        assert number == solve(own) != label
        before, after = (read(each["question_wo_instruct"]) for each in (cells, own))
        assert before.shape == after.shape
        assert own["question"] == f"{own['question_wo_instruct']} {own['instruction']}"
        same = ("instruction", "question_type", "answer_format", "answer_temporal_unit", "split")
        assert all(own[name] == cells[name] for name in same)


def test_a_question_that_is_answered_otherwise_has_no_twin():
    cells, number = next(each for each in ANSWERED if twin(*each, random.Random(1)))
    assert twin(cells, number + 1, random.Random(1)) is None
    unread = {**cells, "question_wo_instruct": "How long is a piece of string?"}
    assert twin(unread, number, random.Random(1)) is None


ADDED = {
    "question_type": "add_subtract",
    "answer_format": '"mm/dd/yyyy"',
    "answer_temporal_unit": "date",
    "instruction": "",
}


@cased
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
