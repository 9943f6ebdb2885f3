"""Tests folders of users' questions in the harness itself."""

from collections import ChainMap
from dataclasses import asdict

import pytest
from lm_eval.tasks import TaskManager
from own_support import EXEMPLARS, make, stated
from scored import score, write_lines
from support import evaluate, save

from tempanswerqa import questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions import own
from tempanswerqa.questions.record import TOT_PREFILL

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


NAMES = ("releases_line", "releases_line_fewshot", "releases_json", "releases_json_fewshot",
         "releases_json_chat", "releases_json_chat_fewshot")  # fmt: skip


def responses(name: str, chat: bool = False) -> dict[str, str]:
    """Return a response to each question, of which every third one is wrong."""
    begun = TOT_PREFILL * chat
    asked = questions.load(name)
    return {one.id: begun + stated(one, n % 3 == 0) for n, one in enumerate(asked)}


def test_all_tasks_run_and_their_samples_are_scored_alike(folder, tmp_path, capsys):
    given = ChainMap(*(responses(part.name) for part in own.include(folder)))
    tasks = [name for name in NAMES if "chat" not in name]
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
            assert row[name] == (None if value == "N/A" else pytest.approx(value, rel=1e-14))
        for name in ("exact_match", "within_one"):
            stderr = own_results[f"{name}_stderr,{row['filter']}"]
            assert row["stderr"][name] == pytest.approx(stderr, rel=1e-12)


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
    assert "1 unknown, in rows: 1" in err


def test_prompts(folder):
    own.include(folder)
    found = evaluate(RecordedLM(responses("releases_line")), "releases_line_fewshot", data_dir=None)
    sample = min(found["samples"]["releases_line_fewshot"], key=lambda one: one["doc"]["id"])
    prompt = sample["arguments"][0][0]
    assert prompt.startswith("Answer the question. Think step by step, and end with a line that")
    assert prompt.count("Answer format: ") == 3
    assert "It has seven days. Final Answer: 7" in prompt
    assert "Final Answer: May 1, 2000" in prompt
    assert prompt.endswith(sample["doc"]["user"])
    assert "table" not in prompt.replace("Count", "")
    assert found["configs"]["releases_line_fewshot"]["metadata"]["prompts"]
