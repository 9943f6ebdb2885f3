"""Tests the solver of arithmetic questions: hand-computed answers, and what it refuses."""

from datetime import date
from pathlib import Path

import pytest
from cases import cased, rows_of

from tempanswerqa.twins import arithmetic_solver
from tempanswerqa.twins.arithmetic_solver import solve


def answer(asks, text):
    kind, unit = asks.split()
    return solve(
        {"question_wo_instruct": text, "question_type": kind, "answer_temporal_unit": unit}
    )


CASES = rows_of(Path(__file__).with_name("arithmetic_solver.csv"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_hand_computed(case):
    number = case["answer"]
    if number and case["asks"].endswith("date"):
        number = 86_400 * (date.fromisoformat(number) - date(1970, 1, 1)).days
    assert answer(case["asks"], case["text"]) == (float(number) if number else None)


@pytest.mark.parametrize("asks", ["add_subtract days", "another date"])
def test_unknown_kinds_of_questions_have_no_answer(asks):
    text = "The current date is February 25, 2024. What is the date 10 days from now?"
    assert answer("add_subtract date", text) is not None
    assert answer(asks, text) is None


@cased
def test_what_cannot_be_read_has_no_answer(text):
    assert {answer(rule.asks, text) for rule in arithmetic_solver._RULES} == {None}
