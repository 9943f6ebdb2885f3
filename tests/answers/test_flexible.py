"""What responses state: whole responses of many kinds, each with what a reader takes it for."""

import json
from pathlib import Path

import pytest

from tempanswerqa.answers import quantities
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.markers import plain_text
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.questions.record import TOT_PREFILL

DATA = Path(__file__).parent / "data"


def cases() -> list:
    """Written without a look at the rules; `stated` is a number, a date, or null for none."""
    found = []
    for family in ("tot", "ttqa"):
        lines = (DATA / f"flexible_{family}.jsonl").read_text(encoding="utf-8").splitlines()
        found += [pytest.param(family, case, id=case["id"]) for case in map(json.loads, lines)]
    return found


@pytest.mark.parametrize(("family", "case"), cases())
def test_a_response_is_read_as_what_it_states(family, case):
    question = QuestionView(
        family=family,
        unit=case["unit"],
        prefill=TOT_PREFILL if family == "tot" else "",
        answer_format=case["answer_format"],
        user=case["question"],
    )
    found = flexible(case["response"], question)
    stated = case["stated"]
    if stated is None or isinstance(stated, str):
        assert (found and found.text) == stated
    else:
        assert found
        assert found.text == plain_text(float(stated))
    if found:
        assert quantities.read(found.text, family, case["unit"]) is not None
