"""Tests of why responses yield no number."""

from __future__ import annotations

from collections import Counter

import pytest
from cases import question
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.questions.record import TOT_PREFILL, Question
from tempanswerqa.runs import scoring
from tempanswerqa.runs.analysis.unread_reasons import REASONS, reason
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import FILTERS, FLEXIBLE, STRICT, Answer, Item, read

TOT = {unit: question(family="tot", unit=unit, prefill=TOT_PREFILL)
       for unit in ("days", "date", "years", "seconds")}  # fmt: skip
TTQA = {unit: question(family="ttqa", unit=unit) for unit in ("years", "date", "date_years")}


def reasons(response: str, asked: Question) -> dict[str, str | None]:
    """Return the reasons by filter."""
    answer = Answer.to(asked, 0, response)
    items = {rule: Item(0, asked, *read(response, asked.view, rule), scores={}) for rule in FILTERS}
    return {rule: reason(item, answer) for rule, item in items.items()}


@pytest.mark.parametrize(("unit", "response", "expected"), [
    ("days", "", "empty"), ("days", " \n", "empty"),
    ("days", ' "From May to June, which are', "truncated"),
    ("days", ' "It is 12.", "answer": 1', "truncated"),
    ("seconds", ' "It ends on the next day.", "day": "+', "truncated"),
    ("days", "<think> May has 31 days.", "thinking"),
    ("days", "<think> May has 31 days. </think>", "thinking"),
    ("days", ' "It cannot be said.", "answer": null}', "declined"),
    ("date", ' "No date is given.", "date": "not specified"}', "declined"),
    ("days", " The two dates differ.", "missing"),
    ("days", " The dates are not given. So the answer cannot be determined.", "declined"),
    ("days", ' "One day.", "answer": "?"} {"answer": "?"}', "malformed"),
    ("date", ' "Add 3 years.", "answer": 2001}', "unfit"),
    ("date", ' "Add them.", "date": "07/00/00"}', "unfit"),
    ("seconds", ' "Steps.", "H": "H", "M": "M", "S": "S"}', "unfit"),
])  # fmt: skip
def test_objects_that_neither_filter_reads(unit, response, expected):
    assert reasons(response, TOT[unit]) == {STRICT: expected, FLEXIBLE: expected}


@pytest.mark.parametrize(("unit", "response", "expected"), [
    ("years", "", "empty"),
    ("years", "He was born in 1903 and served as", "truncated"),
    ("years", "He left in 1950.\nFinal Answer:", "truncated"),
    ("years", "He left in 1950.\nFinal Answer: The final", "truncated"),
    ("date_years", "She won.\nFinal Answer: The last year in which she won was", "truncated"),
    ("years", "Final Answer: The table does not give the dates.", "declined"),
    ("years", "Final Answer: N/A", "declined"),
    ("years", "Final Answer: He never won a medal.", "declined"),
    ("years", "Final Answer: They weren't in office.", "declined"),
    ("years", "He left. Unfortunately, his birth year is not provided.", "declined"),
    ("years", "He left after she came.", "missing"),
    ("years", "No further steps are left.", "missing"),
    ("years", "He led before the war.\nFinal Answer: He led before the war began.", "unfit"),
    ("date", "Final Answer: in spring", "unfit"),
    ("date_years", "Final Answer: in the year 19", "unfit"),
])  # fmt: skip
def test_lines_that_neither_filter_reads(unit, response, expected):
    assert reasons(response, TTQA[unit]) == {STRICT: expected, FLEXIBLE: expected}


@pytest.mark.parametrize(("asked", "response", "expected"), [
    (TOT["years"], ' "It ended in 44 BC.", "answer": 44 BC}', "malformed"),
    (TOT["days"], ' "Three days.", "answer": "3 days"}', "unfit"),
    (TTQA["years"], "He left in 1950. So he stayed for 15 years.", "missing"),
    (TTQA["years"], "Final Answer: fifteen years", "unfit"),
])  # fmt: skip
def test_what_only_flexible_extraction_reads(asked, response, expected):
    assert reasons(response, asked) == {STRICT: expected, FLEXIBLE: None}


@given(st.text(), st.sampled_from([*TOT.values(), *TTQA.values()]))
def test_whatever_is_not_read_has_one_of_the_reasons(response, asked):
    for rule, found in reasons(response, asked).items():
        unread = read(response, asked.view, rule)[2] is None
        assert found in (REASONS if unread else [None])


PIECES = ['"', "{", "}", '"answer": ', "null", "3", "Final Answer:", " no", " the final", ".", "\n"]


@given(st.lists(st.sampled_from(PIECES)), st.sampled_from([TOT["days"], TTQA["years"]]))
def test_answers_in_pieces_have_a_reason_too(pieces, asked):
    assert {*reasons("".join(pieces), asked).values()} <= {*REASONS, None}


def test_reasons_of_recorded_responses(published):
    """Flexible extraction repairs eras without quotes; what is cut off stays so."""
    path = next((published / "responses").glob("tot_arithmetic_Llama-3.1-8B*few-shot*"))
    run = scoring.read_runs(path, Library(published))[0]
    counts = {}
    for rule in FILTERS:
        pairs = zip(scoring.score(run, rule), run.answers, strict=True)
        counts[rule] = Counter(reason(item, answer) for item, answer in pairs)
        del counts[rule][None]
    assert counts[STRICT] == {"malformed": 26, "missing": 4, "truncated": 58, "unfit": 19}
    assert counts[FLEXIBLE] == {"malformed": 1, "missing": 4, "truncated": 58, "unfit": 14}
