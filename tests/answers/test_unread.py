"""Tests of why responses yield no number."""

from __future__ import annotations

from collections import Counter

import pytest
from cases import question
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.unread import REASONS
from tempanswerqa.questions.record import TOT_PREFILL, Question
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.run import read_runs
from tempanswerqa.scoring import FLEXIBLE, STRICT, score

TOT = {unit: question(family="tot", split="arithmetic", unit=unit, prefill=TOT_PREFILL)
       for unit in ("days", "date", "years", "seconds")}  # fmt: skip
TTQA = {
    unit: question(family="ttqa", split="head", unit=unit)
    for unit in ("years", "date", "date_years")
}


def reasons(response: str, asked: Question) -> dict[str, str | None]:
    """Return the reasons by filter; None for a response that it reads."""
    return {reading.filter: reading.unread or None for reading in score(response, asked)}


@pytest.mark.parametrize(("unit", "response", "expected"), [
    ("days", "", "empty"), ("days", " \n", "empty"),
    ("days", ' "From May to June, which are', "cut off"),
    ("days", ' "It is 12.", "answer": 1', "cut off"),
    ("seconds", ' "It ends on the next day.", "day": "+', "cut off"),
    ("days", "<think> May has 31 days.", "thinking unfinished"),
    ("days", "<think> May has 31 days. </think>", "thinking unfinished"),
    ("days", ' "It cannot be said.", "answer": null}', "refused"),
    ("date", ' "No date is given.", "date": "not specified"}', "refused"),
    ("days", " The two dates differ.", "no answer"),
    ("days", " The dates are not given. So the answer cannot be determined.", "refused"),
    ("days", ' "One day.", "answer": "?"} {"answer": "?"}', "another notation"),
    ("date", ' "Add 3 years.", "answer": 2001}', "another notation"),
    ("date", ' "Add them.", "date": "07/00/00"}', "another notation"),
    ("seconds", ' "Steps.", "H": "H", "M": "M", "S": "S"}', "another notation"),
])  # fmt: skip
def test_objects_that_neither_filter_reads(unit, response, expected):
    assert reasons(response, TOT[unit]) == {STRICT: expected, FLEXIBLE: expected}


@pytest.mark.parametrize(("unit", "response", "expected"), [
    ("years", "", "empty"),
    ("years", "He was born in 1903 and served as", "cut off"),
    ("years", "He left in 1950.\nFinal Answer:", "cut off"),
    ("years", "He left in 1950.\nFinal Answer: The final", "cut off"),
    ("date_years", "She won.\nFinal Answer: The last year in which she won was", "cut off"),
    ("years", "Final Answer: The table does not give the dates.", "refused"),
    ("years", "Final Answer: N/A", "refused"),
    ("years", "Final Answer: He never won a medal.", "refused"),
    ("years", "Final Answer: They weren't in office.", "refused"),
    ("years", "He left. Unfortunately, his birth year is not provided.", "refused"),
    ("years", "He left after she came.", "no answer"),
    ("years", "No further steps are left.", "no answer"),
    ("years", "Final Answer: He led before the war began.", "another notation"),
    ("date", "Final Answer: in spring", "another notation"),
    ("date_years", "Final Answer: in the year 19", "another notation"),
])  # fmt: skip
def test_lines_that_neither_filter_reads(unit, response, expected):
    assert reasons(response, TTQA[unit]) == {STRICT: expected, FLEXIBLE: expected}


@pytest.mark.parametrize(("asked", "response", "expected"), [
    (TOT["years"], ' "It ended in 44 BC.", "answer": 44 BC}', "another notation"),
    (TOT["days"], ' "Three days.", "answer": "3 days"}', "another notation"),
    (TTQA["years"], "He left in 1950. So he stayed for 15 years.", "no answer"),
    (TTQA["years"], "Final Answer: fifteen years", "another notation"),
])  # fmt: skip
def test_what_only_flexible_extraction_reads(asked, response, expected):
    assert reasons(response, asked) == {STRICT: expected, FLEXIBLE: None}


@given(st.text(), st.sampled_from([*TOT.values(), *TTQA.values()]))
def test_whatever_is_not_read_has_one_of_the_reasons(response, asked):
    for reading in score(response, asked):
        assert (reading.number is None) == (reading.unread in REASONS)


def test_reasons_of_recorded_responses(published):
    """Flexible extraction repairs eras without quotes; what is cut off stays so."""
    path = next((published / "responses").glob("tot_arithmetic_Llama-3.1-8B*few-shot*"))
    run = read_runs(path, Library(published))[0]
    counts = {rule: Counter(filter(None, own["unread"])) for rule, own in run.items.items()}
    assert counts[STRICT] == {"another notation": 45, "no answer": 4, "cut off": 58}
    assert counts[FLEXIBLE] == {"another notation": 15, "no answer": 4, "cut off": 58}
