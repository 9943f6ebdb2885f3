"""Tests folders of users' questions in the harness itself."""

import csv
import json
from contextlib import nullcontext
from dataclasses import asdict

import pytest
from cases import cased, data, results_of
from lm_eval.tasks import TaskManager
from own_support import EXEMPLARS, make, stated
from scored import cells, score, write_lines
from support import evaluate, save

from tempanswerqa import questions, scoring
from tempanswerqa.harness import own_tasks
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.harness.own_tasks import notes, ranges, states, write_skipped
from tempanswerqa.questions import own, sources
from tempanswerqa.questions.own import Manifest, OwnError, check_name
from tempanswerqa.questions.prompts import load_exemplars

pytestmark = pytest.mark.usefixtures("forgetting")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with two tasks' folders, known only to the harness."""
    (tmp_path / "line.csv").write_text(EXEMPLARS)
    (tmp_path / "json.csv").write_text(EXEMPLARS.replace("It has seven days. Final Answer: 7", ""))
    (tmp_path / "tasks").mkdir()
    for style in own.FAMILIES:
        options = ("--style", style, "--exemplars", tmp_path / f"{style}.csv")
        make(tmp_path / "tasks" / style, f"releases_{style}", *options)
    known = TaskManager(include_path=str(tmp_path / "tasks"), include_defaults=False)
    monkeypatch.setattr("support.manager", lambda *_, **__: known)
    return tmp_path / "tasks"


def test_all_tasks_run_and_their_samples_are_scored_alike(folder, tmp_path, capsys):
    given = {
        question.id: stated(question, n % 3 == 0)
        for part in own.include(folder)
        for n, question in enumerate(questions.load(part.name))
    }
    tasks = [f"releases_{style}{end}" for style in ("line", "json") for end in ("", "_fewshot")]
    found = evaluate(RecordedLM(given), *tasks, data_dir=None)
    assert list(found["results"]) == tasks
    for task in tasks:
        for rule in ("strict-match", "flexible-extract"):
            assert found["results"][task][f"exact_match,{rule}"] == pytest.approx(2 / 3), task
            assert found["results"][task][f"exact_match_stderr,{rule}"] > 0
    assert [found["n-shot"][task] for task in tasks] == [0, 2, 0, 2]
    save(found, tmp_path / "results")
    capsys.readouterr()
    _, rows, _ = score(capsys, tmp_path / "results")
    assert len(rows) == 2 * len(tasks)
    for row in rows:
        task = row["task"] + "_fewshot" * (row["prompting"] == "few-shot")
        own_results = found["results"][task]
        for name in ("exact_match", "smape", "mase", "parsed"):
            value = own_results[f"{name},{row['filter']}"]
            assert row[name] == (None if value == "N/A" else value)
        for name in ("exact_match", "within_one"):
            stderr = own_results[f"{name}_stderr,{row['filter']}"]
            assert row["stderr"][name] == stderr
    assert not own_tasks.check(folder / "line")[2]
    (folder / "line" / own.EXEMPLARS).unlink()
    assert len(own_tasks.check(folder / "line")[2]) == 1


def test_samples_of_a_question_that_changed_are_not_scored(tmp_path, capsys):
    folder = tmp_path / "mine"
    for label in (3, 4):
        rows = f"id,question,answer,unit\n1,When?,5,days\n2,Until when?,{label},days\n"
        (tmp_path / "a.csv").write_text(rows)
        make(folder, "mine", "--overwrite", table=tmp_path / "a.csv")
        if label == 3:
            own.include(folder)
            said = {"resps": [["Final Answer: 3"]], "filter": "strict-match"}
            lines = ({"doc": asdict(one), **said} for one in questions.load("mine"))
            samples = tmp_path / "samples_mine_2026-01-02T03-04-05.678901.jsonl"
            write_lines(samples, lines)
    capsys.readouterr()
    _, rows, err = score(capsys, samples)
    assert [row["n"] for row in rows] == [1, 1]
    assert "1 unknown or damaged, in rows: 2" in err


def test_the_nearest_right_answer_counts_and_the_first_for_strict_match(
    tmp_path, monkeypatch, capsys
):
    answers = ["7 days | 8 days", "5 or 6 days", "9 days", "7 days", "15 days"]
    rows = [{"question": f"{n}?", "answer": a, "unit": "days"} for n, a in enumerate(answers)]
    write_lines(tmp_path / "a.jsonl", rows)
    make(tmp_path / "mine", "mine", table=tmp_path / "a.jsonl")
    assert "7 days | 8 days  7 days | 8 days" in capsys.readouterr().out
    known = TaskManager(include_path=str(tmp_path / "mine"), include_defaults=False)
    monkeypatch.setattr("support.manager", lambda *_, **__: known)
    own.include(tmp_path / "mine")
    asked = questions.load("mine")
    assert [[one.number, *dict(one.alternatives)] for one in asked[:3]] == [[7, 8], [5, 6], [9]]
    given = dict(zip((one.id for one in asked), (8.5, 6, 9, 8, 15), strict=True))
    said = {name: f"Final Answer: {number}" for name, number in given.items()}
    found = evaluate(RecordedLM(said), "mine", data_dir=None)
    results = found["results"]["mine"]
    assert results["exact_match,flexible-extract"] == 3 / 5
    assert results["within_one,flexible-extract"] == 1
    smape = 100 * (0.5 / 16.5 + 1 / 15) / 5
    assert results["smape,flexible-extract"] == pytest.approx(smape)
    assert results["exact_match,strict-match"] == 2 / 5
    save(found, tmp_path / "results")
    _, scored, _ = score(capsys, tmp_path / "results", "--items", tmp_path / "items.csv")
    for row in scored:
        for name in ("exact_match", "within_one", "smape"):
            assert row[name] == pytest.approx(results[f"{name},{row['filter']}"])
    labels = {"strict-match": [7, 5, 9, 7, 15], "flexible-extract": [8, 6, 9, 7, 15]}
    numbers = {rule: dict(zip(given, own, strict=True)) for rule, own in labels.items()}
    for row in cells(tmp_path / "items.csv"):
        assert float(row["label"]) == numbers[row["filter"]][row["id"]]


def fields(answer: str, unit: str, question="What is it?", style="line", order="", **cells) -> dict:
    """Return the fields of the question made from a row."""
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


def test_the_example_of_a_form_is_not_read_into_an_answer(tmp_path):
    (tmp_path / "a.csv").write_text("question,answer,unit\nWhen did she leave?,2001-05-05,date\n")
    own.include(make(tmp_path / "mine", "mine", table=tmp_path / "a.csv"))
    (question,) = questions.load("mine")
    assert "May 23, 1998" in question.user
    assert {one.number for one in scoring.score("On 5 May.", question)} == {None}
    assert {one.number for one in scoring.score("Final Answer: May 5, 2001", question)} == {
        question.number
    }


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
    for asked_on, named in (("in May", "in May"), ("03/04/2024", "--date_order")):
        with pytest.raises(OwnError, match=named):
            own_tasks.questions(LINE, {1: row | {"asked_on": asked_on}})


def test_a_folder_is_loaded_until_its_questions_change(tmp_path):
    path = tmp_path / own.QUESTIONS
    path.write_text(json.dumps(fields("3", "days")) + "\n", encoding="utf-8")
    task = LINE._replace(questions=1, digest=sources.git_blob_sha1(path))
    (tmp_path / own.MANIFEST).write_text(json.dumps(task._asdict()), encoding="utf-8")
    assert [part.name for part in own.include(tmp_path)] == ["mine"]
    assert [question.number for question in questions.load("mine")] == [3]
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
