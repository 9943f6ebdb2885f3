"""Tests folders of users' questions in the harness itself."""

from dataclasses import asdict

import pytest
from lm_eval.tasks import TaskManager
from own_support import EXEMPLARS, make, stated
from scored import cells, score, write_lines
from support import evaluate, save

from tempanswerqa import questions
from tempanswerqa.harness import own_tasks
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions import own

pytestmark = pytest.mark.usefixtures("forgetting")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder of two tasks' folders, which only the harness knows."""
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
