"""Tests twins of questions on facts, on our own facts in the released form."""

import random
import re

import pytest

from tempanswerqa.twins.semantic import twin

FACTS = """Some lines:
E4 was the R2 of E7 from 2001 to 2003.
E4 was the R2 of E7 from 2004 to 2009.
E5 was the R2 of E7 from 2009 to 2009."""


def made(question: str, number: float, seed: int = 1) -> dict[str, str] | None:
    cells = {
        "question": f"{FACTS} {question}",
        "question_wo_instruct": question,
        "instruction": FACTS,
    }
    return twin(cells, number, random.Random(seed))


def spans(cells: dict[str, str]) -> list[tuple[str, int, int]]:
    facts = re.findall(r"(E\d+ .* E\d+) .* (\d+) \D+ (\d+)\.", cells["instruction"])
    return [(names, int(first), int(last)) for names, first, last in facts]


@pytest.mark.parametrize("seed", range(8))
def test_facts_of_the_released_form(seed):
    cells = made("When did E4 become the R2 of E7 again?", 2004, seed)
    assert cells
    assert spans(cells)[1][1] == int(re.sub(r"\D", "", cells["label"])) != 2004
    cells = made("For the 2nd time, how many years was E4 the R2 of E7?", 5, seed)
    assert cells
    names = re.findall(r"E\d+", cells["question_wo_instruct"])
    held = [
        last - first
        for parties, first, last in spans(cells)
        if re.findall(r"E\d+", parties) == names
    ]
    assert held[1] == int(re.sub(r"\D", "", cells["label"])) != 5


def test_a_duration_that_cannot_be_read_has_no_twin():
    assert made("For how many years was E4 the R2 of E7?", 5) is None  # of two stretches
    assert made("For how many years was E9 the R2 of E7?", 5) is None
    assert made("For the 2nd time, how many years was E4 the R2 of E7?", 6) is None
