"""Tests of why responses yield no number."""

import json
from collections import Counter
from pathlib import Path

from cases import cased, question

from tempanswerqa.questions.record import TOT_PREFILL, Question
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.evaluating import evaluate
from tempanswerqa.runs.run import read_runs
from tempanswerqa.scoring import FLEXIBLE, STRICT, score

TOT = {
    unit: question(family="tot", split="arithmetic", unit=unit, prefill=TOT_PREFILL)
    for unit in ("days", "date", "years", "seconds")
}
TTQA = {
    unit: question(family="ttqa", split="head", unit=unit)
    for unit in ("years", "date", "date_years")
}


def reasons(response: str, asked: Question) -> dict[str, str | None]:
    """Return the reasons by filter; None for a response that it reads."""
    return {scored.filter: scored.reading.unread for scored in score(response, asked)}


@cased
def test_objects_that_neither_filter_reads(unit, response, expected):
    assert reasons(response, TOT[unit]) == {STRICT: expected, FLEXIBLE: expected}


@cased
def test_lines_that_neither_filter_reads(unit, response, expected):
    assert reasons(response, TTQA[unit]) == {STRICT: expected, FLEXIBLE: expected}


@cased
def test_what_only_flexible_extraction_reads(family, unit, response, expected):
    asked = (TOT if family == "tot" else TTQA)[unit]
    assert reasons(response, asked) == {STRICT: expected, FLEXIBLE: None}


def test_reasons_of_recorded_responses(published):
    """Flexible extraction repairs eras, and reads an explanation whose object is cut."""
    path = next((published / "responses").glob("tot_arithmetic_Llama-3.1-8B*few-shot*"))
    run = read_runs(path, Library(published))[0]
    counts = {rule: Counter(filter(None, own["unread"])) for rule, own in run.items.items()}
    assert counts[STRICT] == {"another notation": 45, "no answer": 6, "cut off": 56}
    assert counts[FLEXIBLE] == {"another notation": 15, "no answer": 5, "cut off": 56}


def test_that_an_answer_is_not_known_is_read_in_texts_that_nothing_was_mended_on():
    path = Path(__file__).parent / "data/texts/heldout-a.jsonl"
    texts = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    said, units, asked = ([t[name] for t in texts] for name in ("response", "unit", "question"))
    found = evaluate(said, ["none"] * len(said), units, questions=asked)
    says = [item["exact_match"] for item in found.items]
    answers = [own for own, text in zip(says, texts, strict=True) if text["stated"] is not None]
    refusals = [own for own, text in zip(says, texts, strict=True) if "refusal" in text["kind"]]
    assert (len(answers), len(refusals)) == (476, 32)
    assert sum(answers) <= 0.015 * len(answers)
    assert sum(refusals) >= 0.7 * len(refusals)
