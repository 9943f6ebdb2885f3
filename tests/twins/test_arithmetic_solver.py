"""Tests the solver of arithmetic questions: hand-computed answers, and what it refuses."""

import re
from datetime import date
from pathlib import Path

import pytest
from cases import cased, rows_of

from tempanswerqa.twins import arithmetic_solver
from tempanswerqa.twins.arithmetic_solver import read, solve


def asked(asks, text):
    kind, unit = asks.split()
    return solve(
        {"question_wo_instruct": text, "question_type": kind, "answer_temporal_unit": unit}
    )


CASES = rows_of(Path(__file__).with_name("arithmetic_solver.csv"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_hand_computed(case):
    answer = case["answer"]
    if answer and case["asks"].endswith("date"):
        answer = 86_400 * (date.fromisoformat(answer) - date(1970, 1, 1)).days
    assert asked(case["asks"], case["text"]) == (float(answer) if answer else None)


def test_each_rule_has_a_case():
    rules = set(arithmetic_solver._RULES)
    for case in CASES:
        reading = read(case["text"])
        fitting = (
            rule
            for rule in arithmetic_solver._RULES
            if rule.asks == case["asks"]
            and re.fullmatch(rule.shape, reading.shape)
            and re.search(rule.cue, reading.text)
        )
        rules.discard(next(fitting, None))
    assert not rules


@pytest.mark.parametrize(
    ("text", "shape", "values"),
    [
        ("on 3 May 2001 or May 3, 2001", "DD", [date(2001, 5, 3)] * 2),
        ("on 2001-May-13, 2001-05-13, 05-13-2001, 13-05-2001", "DDDD", [date(2001, 5, 13)] * 4),
        ("3 Sep 2001, in September 2001", "DM", [date(2001, 9, 3), "September 2001"]),
        ("at 12:05 AM, 12:05:01 PM, 23:00 (24hr)", "TTT", [300, 43_501, 82_800]),
        ("in 12:05:01 (hh:mm:ss) from 12:05:01", "LT", [43_501] * 2),
        ("1 hour, 2 minutes and 3 seconds; and 4 hours and 1 second", "LL", [3723, 14_401]),
        ("in 5 BC or 12 AD", "EE", [-5, 12]),
        ("1 day, 2 weeks, 3 months, 4 years", "SSSS", [(1, "d"), (2, "w"), (3, "m"), (4, "y")]),
        ("the 3rd of 21 parts", "ON", ["3rd", 21]),
        ("IST +0530, (PST -0800), UTC +0000", "ZZZ", [330, -480, 0]),
        ("E3 or entity4 12", "N", [12]),
        ("1 day. Assume 1 month is 30 days.", "S", [(1, "d")]),
    ],
)
def test_quantities_are_read(text, shape, values):
    found = read(text)
    assert (found.shape, found.values) == (shape, values)


@pytest.mark.parametrize("asks", ["add_subtract days", "another date"])
def test_unknown_kinds_of_questions_have_no_answer(asks):
    text = "The current date is February 25, 2024. What is the date 10 days from now?"
    assert asked("add_subtract date", text) is not None
    assert asked(asks, text) is None


@cased
def test_what_cannot_be_read_has_no_answer(text):
    assert {asked(rule.asks, text) for rule in arithmetic_solver._RULES} == {None}
