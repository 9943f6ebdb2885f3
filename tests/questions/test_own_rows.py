"""Tests which labels of users' tables are taken, and which are refused with a question."""

import csv

import pytest
from cases import cased

from tempanswerqa.questions.own import OwnError
from tempanswerqa.questions.own_rows import Maker, write_skipped


def number(answer: str, unit: str, question: str = "What is it?") -> float:
    row = {"question": question, "answer": answer, "unit": unit}
    (made,), _ = Maker("mine").questions("a.csv", {1: row})
    return made.fields["number"]


@cased
def test_labels_of_each_unit(answer, unit, seconds):
    assert number(answer, unit) == seconds


@cased
def test_labels_of_several_right_answers(answer, unit, numbers):
    row = {"question": "What is it?", "answer": answer, "unit": unit}
    (made,), _ = Maker("mine").questions("a.csv", {1: row})
    assert [made.fields["number"], *made.fields["alternatives"]] == numbers


def test_a_date_of_the_question_leaves_a_label_in_words_clear():
    assert number("April 5, 2023", "date", "What is a year after 04/05/2022?") == 1_680_652_800


@cased
def test_what_hardly_means_its_number_is_refused(answer, unit):
    with pytest.raises(OwnError, match="row 1") as refused:
        number(answer, unit)
    assert repr(answer) in str(refused.value)


def test_the_day_of_a_question_is_a_date_and_part_of_it():
    row = {"question": "When?", "answer": "yesterday", "unit": "when", "asked_on": "2024-03-01"}
    rows = {1: row, 2: row | {"asked_on": "2024-03-02"}}
    first, second = Maker("mine").questions("a.csv", rows)[0]
    assert first.fields["id"] != second.fields["id"]
    assert first.can_be_right
    with pytest.raises(OwnError, match="in May"):
        Maker("mine").questions("a.csv", {1: row | {"asked_on": "in May"}})


def test_rows_that_cannot_be_used_are_left_out_and_written(tmp_path):
    answers = ["3 days", "over 3", "=SUM(A1)", "4"]
    rows = {
        line: {"question": "How long?", "answer": answer, "unit": "days"}
        for line, answer in zip((2, 3, 7, 8), answers, strict=True)
    }
    made, wrong = Maker("mine").questions("a.csv", rows, skip=True)
    assert [question.position for question in made] == [2, 8]
    with write_skipped(tmp_path, rows, wrong).open(newline="", encoding="utf-8") as file:
        left_out = list(csv.DictReader(file))
    assert [(row["row"], row["unit"]) for row in left_out] == [("3", "days"), ("7", "days")]
    assert not left_out[1]["answer"].startswith("=")
    with pytest.raises(OwnError, match="2 of 2 rows"):
        Maker("mine").questions("a.csv", {3: rows[3], 7: rows[7]}, skip=True)
