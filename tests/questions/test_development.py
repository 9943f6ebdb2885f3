"""Tests the development and training sets: what is kept, and with which unit."""

import csv
import json
import zipfile

import pytest
from cases import cased

from tempanswerqa.questions import development, load, subsets
from tempanswerqa.questions.development import Undecided, table_text, unit_and_number
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.units import UNITS


@cased
def test_unit_and_number_of_a_plain_question(question, answer, unit, number):
    assert unit_and_number(question, answer) == (unit, number)


@cased
def test_what_is_not_certain_is_left_out(question, answer):
    with pytest.raises(Undecided):
        unit_and_number(question, answer)


def test_a_table_is_sections_of_lines():
    table = {"category": "mill", "Old Mill": {"Opened": "1790", "Old Mill": ["a.jpg"]}, "Use": {}}
    shown = "category\nmill\n\nOld Mill\nOpened\t1790\n['a.jpg']\n\nUse\n\n"
    assert table_text(table) == shown


def archive(path, asked):
    """Write an archive with two questions in each set, and a table for each except the last."""
    data = f"{development.ARCHIVE.removesuffix('.zip')}/data/temptabqa_v2"
    with zipfile.ZipFile(path, "w") as file:
        for split, tables in asked.items():
            held = [
                {
                    "table_id": table,
                    "question": "What year did the mill burn?",
                    "answer": answer,
                    "category": "mill",
                }
                for table, answer in zip(tables, ("1871", "long ago"), strict=False)
            ]
            file.writestr(f"{data}/qapairs/{split}-set/{split}-set.json", json.dumps(held))
        for table in {table for tables in asked.values() for table in tables} - {9}:
            file.writestr(
                f"{data}/tables/json/{table}.json", json.dumps({"Old Mill": {"a": table}})
            )
    return path


@pytest.mark.parametrize(
    ("tables", "kept", "why"),
    [
        ([1, 1], ["1871"], "the second answer is no year"),
        ([7], [], "a table of the test sets"),
        ([9], [], "a table that the archive lacks"),
    ],
)
def test_questions_that_can_be_asked_are_kept(tmp_path, tables, kept, why):
    path = archive(tmp_path / "a.zip", {"dev": tables, "head": [7], "tail": [8]})
    found = development.rows(path, "dev")
    assert [row["label"] for row in found] == kept
    assert all(row["table_context"] == "Old Mill\na\t1\n\n" for row in found)


def test_no_archive_is_refused(tmp_path):
    (tmp_path / development.ARCHIVE).write_bytes(b"no archive")
    with pytest.raises(QuestionError, match=development.ARCHIVE):
        load("ttqa_dev", tmp_path)


@pytest.fixture(scope="module")
def released(published):
    if not (published.parent / "temptabqa" / development.ARCHIVE).is_file():
        pytest.skip("the archive of TempTabQA is not at hand")
    with (published / "questions/ttqa.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_tables_have_the_text_of_the_release(released, published):
    texts = {row["table_id"]: row["table_context"] for row in released}
    with zipfile.ZipFile(development.locate(published)) as file:
        for name, text in texts.items():
            table = file.read(f"{development._DATA}/tables/json/{name}.json")
            assert table_text(json.loads(table)) == text
    assert len(texts) > 300


def test_rules_agree_with_the_release(released):
    decided = 0
    for row in released:
        try:
            unit, number = unit_and_number(row["question"], row["label"])
        except Undecided:
            continue
        decided += 1
        label = row["label"]
        if unit == "date":
            label = UNITS["date"].parse(*label.replace(",", "").split())
        assert (unit, number) == (row["answer_temporal_unit"], float(label)), row["question"]
    assert decided > 0.98 * len(released)


@pytest.mark.slow
def test_sets_have_questions_of_other_tables_than_the_test_sets(released, published):
    tested = {row["table_id"] for row in released}
    for name, part in subsets.DEVELOPMENT.items():
        questions = load(name, published)
        assert len(questions) == part.questions
        assert not tested & {question.group for question in questions}
        assert all(question.id.startswith(f"{name}-") for question in questions)
