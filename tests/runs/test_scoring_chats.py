"""Saved outputs with and without a prefill: read as they were written, and kept apart."""

import json

import pytest
from scored import respond, responses, score, write_lines
from support import SAMPLE, SUBSETS, evaluate, save, state

from tempanswerqa import cli, questions
from tempanswerqa.fresh import bank
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.record import TOT_PREFILL

pytestmark = pytest.mark.usefixtures("sampled")


@pytest.fixture(scope="module")
def given() -> dict[str, str]:
    """Responses to every question."""
    return responses()


def whole(response: str) -> str:
    """A reply that goes on from no prefill, as chat models write one."""
    return f"Here it is: {TOT_PREFILL}{response}"


@pytest.mark.parametrize("tasks", [
    ("tempanswerqa_tot_arith_chat", "tempanswerqa_tot_semantic_chat"),
    ("tempanswerqa_tot_arith_chat_fewshot", "tempanswerqa_tot_semantic_chat_fewshot"),
    ("tempanswerqa_fresh_tot_arith_chat", "tempanswerqa_fresh_tot_semantic_chat"),
])  # fmt: skip
def test_samples_without_prefill_are_read_without_and_keep_their_task(
    capsys, given, tmp_path, tasks
):
    fresh = [question for subset in SUBSETS[:2] for question in bank.load(Draw(subset, n=14))]
    replies = {i: whole(response) for i, response in (given | respond(fresh)).items()}
    results = evaluate(RecordedLM(replies), *tasks, metadata={"n": 14})
    save(results, tmp_path / "first")
    code, found, _ = score(capsys, tmp_path / "first", "--output_path", tmp_path / "second")
    assert (code, len(found)) == (0, 4)
    assert {r["task"] for r in found} == {task.removesuffix("_fewshot") for task in tasks}
    (path,) = (tmp_path / "second/a_model").glob("results_*.json")
    again = json.loads(path.read_text())["results"]
    for task in tasks:
        scores = results["results"][task]
        assert 0 < scores["exact_match,strict-match"] < scores["parsed,strict-match"] < 1
        assert all(repr(scores[k]) == repr(v) for k, v in again[task].items() if "," in k)
    for file in (tmp_path / "first").rglob("samples_*"):
        file.rename(file.with_name(f"mine_{file.name}"))
    _, renamed, _ = score(capsys, tmp_path / "first")
    assert [r["task"] for r in renamed] == [r["task"] for r in found]
    assert [r["smape"] for r in renamed] == [r["smape"] for r in found]


def test_runs_with_and_without_prefill_are_kept_apart(capsys, given, tmp_path):
    asked = questions.load("tot_arith", SAMPLE)
    lines = []
    for question in asked:
        said = given[question.id]
        lines.append({"id": question.id, "response": said})
        lines.append({"id": question.id, "response": whole(said), "prefill": ""})
    for name, own in (("both", lines), ("plain", lines[::2]), ("chat", lines[1::2])):
        write_lines(tmp_path / f"{name}.jsonl", own)
    _, found, told = score(capsys, tmp_path / "both.jsonl", "--filter", "strict-match")
    tasks = ["tempanswerqa_tot_arith", "tempanswerqa_tot_arith_chat"]
    assert [r["task"] for r in found] == tasks
    assert [(r["n"], r["repeated"], r["missing"]) for r in found] == [(len(asked), 0, 0)] * 2
    assert (found[0]["smape"], told) == (found[1]["smape"], "")
    plain, chat = (str(tmp_path / f"{name}.jsonl") for name in ("plain", "chat"))
    assert cli.main(["compare", plain, chat]) == 1
    assert f"no task in common: {tasks[0]} against {tasks[1]}" in capsys.readouterr().err


def test_the_name_of_a_file_tells_the_prefill_where_its_samples_do_not(capsys, tmp_path):
    question = questions.load("tot_semantic", SAMPLE)[0]
    record = {"doc": {"id": question.id}, "resps": [[whole(state(question, 3))]], "filter": "f"}
    for suffix in ("", "_fewshot"):
        name = f"samples_tempanswerqa_tot_semantic_chat{suffix}_2026-01-02T03-04-05.6.jsonl"
        (tmp_path / name).write_text(json.dumps(record))
        _, (found, _), _ = score(capsys, tmp_path / name)
        assert (found["task"], found["parsed"]) == ("tempanswerqa_tot_semantic_chat", 1)
