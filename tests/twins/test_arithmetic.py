"""Tests twins of arithmetic questions, on our own questions."""

import random
import re

from cases import cased

from tempanswerqa import paper_scoring
from tempanswerqa.questions import loading
from tempanswerqa.twins.arithmetic import twin
from tempanswerqa.twins.arithmetic_solver import read, solve

QUESTIONS = [(cells, question.number) for question, cells in loading.with_cells("sample_tot_arith")]
ANSWERED = [(cells, number) for cells, number in QUESTIONS if solve(cells) == number]


def test_twins_read_alike_and_have_another_label():
    made = [(cells, label, twin(cells, label, random.Random(1))) for cells, label in ANSWERED]
    pairs = [(cells, label, changed) for cells, label, changed in made if changed]
    assert len(pairs) > len(made) / 2 > len(QUESTIONS) / 6
    for cells, label, changed in pairs:
        number = paper_scoring.read_label(changed["label"], "tot", changed["answer_temporal_unit"])
        assert number == solve(changed) != label
        before, after = (read(each["question_wo_instruct"]) for each in (cells, changed))
        assert before.shape == after.shape
        assert changed["question"] == f"{changed['question_wo_instruct']} {changed['instruction']}"
        same = ("instruction", "question_type", "answer_format", "answer_temporal_unit", "split")
        assert all(changed[name] == cells[name] for name in same)


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
    question = text.format(day)
    cells = ADDED | {"question_wo_instruct": question, "question": question, "label": ""}
    number = solve(cells)
    assert number is not None
    for seed in range(30):
        changed = twin(cells, number, random.Random(seed))
        assert changed
        assert re.fullmatch(pattern, changed["question_wo_instruct"])
