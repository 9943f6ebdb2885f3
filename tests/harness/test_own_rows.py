"""Tests which labels of users' tables are taken, and which are refused with a question."""

import csv
import json
from contextlib import nullcontext

import pytest
from cases import cased, data, results_of
from own_support import make

from tempanswerqa.harness import own_tasks
from tempanswerqa.harness.own_tasks import notes, ranges, states, write_skipped
from tempanswerqa.questions import load, own, sources
from tempanswerqa.questions.own import Manifest, OwnError, check_name
from tempanswerqa.questions.prompts import load_exemplars
from tempanswerqa.scoring import score


def fields(answer: str, unit: str, question="What is it?", style="line", order="", **cells) -> dict:
    """Return the fields of the question that is made of a row."""
    row = {"question": question, "answer": answer, "unit": unit, **cells}
    made, _ = own_tasks.questions(Manifest("mine", style, "a.csv", order), {1: row})
    return own.row(made[1])


LINE = Manifest("mine", "line", "a.csv")


@cased
def test_names_of_tasks(name, may_be):
    with nullcontext() if may_be else pytest.raises(OwnError):
        check_name(name)


@cased
def test_labels_of_each_unit(answer, unit, seconds):
    assert fields(answer, unit)["number"] == seconds


@cased
def test_labels_of_several_right_answers(answer, unit, numbers):
    made = fields(answer, unit)
    assert [made["number"], *made["alternatives"]] == numbers


@cased
def test_labels_of_an_order_of_dates(answer, unit, style, order, form, number, label):
    made = fields(answer, unit, style=style, order=order, answer_format=form)
    assert (made["number"], made["label"]) == (number, label)


@cased
def test_texts_that_models_see(style, cells, texts):
    made = fields("3", "days", "When?", style, **cells)
    assert made | texts == made


@cased
def test_exemplars(style, answer, unit, response, text):
    row = {"question": "When?", "answer": answer, "unit": unit, "response": response}
    task = Manifest("mine", style, "a.csv")
    made, _ = own_tasks.questions(task, {1: row})
    if text is None:
        with pytest.raises(OwnError, match="row 1"):
            own_tasks.exemplars(task, "b.csv", {1: row}, {})
    else:
        assert [one.answer for one in own_tasks.exemplars(task, "b.csv", {1: row}, {})] == [text]
    with pytest.raises(OwnError, match="row 1"):
        own_tasks.exemplars(task, "b.csv", {1: row}, made)


@cased
def test_notes_on_rows(rows, facts):
    names = ("question", "answer", "unit", "group")
    cells = {n: dict(zip(names, row, strict=True)) for n, row in enumerate(rows, 2)}
    told = [*notes(own_tasks.questions(LINE, cells)[0], "a.csv")]
    assert [fact in note for fact, note in zip(facts, told, strict=True)] == [True] * len(facts)


test_ranges = results_of(ranges, data(__file__, "ranges"))


@pytest.mark.usefixtures("forgetting")
def test_the_example_of_a_form_is_not_read_into_an_answer(tmp_path):
    (tmp_path / "a.csv").write_text("question,answer,unit\nWhen did she leave?,2001-05-05,date\n")
    own.include(make(tmp_path / "mine", "mine", table=tmp_path / "a.csv"))
    (question,) = load("mine")
    assert "May 23, 1998" in question.user
    assert {one.number for one in score("On 5 May.", question)} == {None}
    assert {one.number for one in score("Final Answer: May 5, 2001", question)} == {question.number}


@cased
def test_what_hardly_means_its_number_is_refused(answer, unit):
    with pytest.raises(OwnError, match="row 1") as refused:
        fields(answer, unit)
    assert repr(answer) in str(refused.value)


def test_the_day_of_a_question_is_a_date_and_part_of_it():
    row = {"question": "When?", "answer": "yesterday", "unit": "when", "asked_on": "2024-03-01"}
    rows = {1: row, 2: row | {"asked_on": "2024-03-02"}}
    first, second = own_tasks.questions(LINE, rows)[0].values()
    assert first.id != second.id
    assert states("Final Answer: 2024-02-29", first)
    with pytest.raises(OwnError, match="in May"):
        own_tasks.questions(LINE, {1: row | {"asked_on": "in May"}})


@pytest.mark.usefixtures("forgetting")
def test_a_folder_is_loaded_until_its_questions_change(tmp_path):
    path = tmp_path / own.QUESTIONS
    path.write_text(json.dumps(fields("3", "days")) + "\n", encoding="utf-8")
    task = LINE._replace(questions=1, digest=sources.git_blob_sha1(path))
    (tmp_path / own.MANIFEST).write_text(task.text(), encoding="utf-8")
    assert [part.name for part in own.include(tmp_path)] == ["mine"]
    assert [question.number for question in load("mine")] == [3]
    assert load_exemplars("mine") == []
    path.write_text("", encoding="utf-8")
    with pytest.raises(OwnError, match=own.QUESTIONS):
        own.manifest(tmp_path)


def test_rows_that_cannot_be_used_are_left_out_and_written(tmp_path):
    answers = ["3 days", "over 3", "=SUM(A1)", "4"]
    rows = {
        line: {"question": "How long?", "answer": answer, "unit": "days"}
        for line, answer in zip((2, 3, 7, 8), answers, strict=True)
    }
    made, wrong = own_tasks.questions(LINE, rows, skip=True)
    assert [*made] == [2, 8]
    with write_skipped(tmp_path, rows, wrong).open(newline="", encoding="utf-8") as file:
        left_out = list(csv.DictReader(file))
    assert [(row["row"], row["unit"]) for row in left_out] == [("3", "days"), ("7", "days")]
    assert not left_out[1]["answer"].startswith("=")
    with pytest.raises(OwnError, match="2 of 2 rows"):
        own_tasks.questions(LINE, {3: rows[3], 7: rows[7]}, skip=True)
