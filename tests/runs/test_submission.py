"""Submissions score like the run, are in the harness's form, and reveal nothing private."""

import json
import os
import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest
from reported import write_runs
from scored import responses, score, write_lines, write_released
from support import SAMPLE, SUBSETS, snapshot

from tempanswerqa import cli, questions
from tempanswerqa.runs.catalog import Library

pytestmark = pytest.mark.usefixtures("sampled")
KEY = "sk-abcdEFGH1234ijklMNOP5678"


def pack(*words: object, code: int = 0) -> None:
    """Run `tempanswerqa pack`, which exits with the code."""
    assert cli.main(["pack", *map(str, words)]) == code


@pytest.fixture(scope="module")
def packed(released, tmp_path_factory) -> Path:
    """Return the submission of a run of the harness, not to be changed."""
    out = tmp_path_factory.mktemp("packed")
    pack(released, "--out", out, "--data_dir", SAMPLE)
    return out


@pytest.fixture
def run(released, tmp_path) -> Path:
    """Return a copy of a run of the harness."""
    return shutil.copytree(released, tmp_path / "run")


def change_results(folder: Path, change) -> None:
    """Change the contents of the one results file below a folder."""
    (path,) = folder.rglob("results_*.json")
    stated = json.loads(path.read_text(encoding="utf-8"))
    change(stated)
    path.write_text(json.dumps(stated), encoding="utf-8")


def test_a_submission_scores_as_the_run_does(released, packed, capsys, tmp_path):
    _, expected, _ = score(capsys, released)
    assert score(capsys, packed)[:2] == (0, expected)
    pack(packed, "--out", tmp_path)  # and is a run itself
    assert score(capsys, tmp_path)[:2] == (0, expected)


def test_a_folder_has_one_run(run, packed, tmp_path, capsys):
    shutil.copytree(packed, tmp_path / "out")
    pack(run, "--out", tmp_path / "out", "--model", "other", code=1)
    pack(packed, "--out", run, code=1)  # of the same name, but with texts
    assert f"another run: {run}" in capsys.readouterr().err
    assert snapshot(tmp_path / "out") == snapshot(packed)
    pack(run, "--out", tmp_path / "out")
    assert len([*(tmp_path / "out").rglob("*.json*")]) == len([*packed.rglob("*.json*")])
    assert snapshot(tmp_path / "out") != snapshot(packed)


def test_a_killed_pack_leaves_no_run(run, packed, tmp_path, capsys):
    out, mine = tmp_path / "out", "tempanswerqa.runs.submission.ResultsWriter"
    with pytest.MonkeyPatch.context() as killed:
        killed.setattr("shutil.rmtree", lambda *_, **__: None)
        killed.setattr(f"{mine}.finish", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
            cli.main(["pack", str(run), "--out", str(out)])
    assert [*out.rglob("samples_*")]
    assert score(capsys, out)[0] == 1
    with pytest.MonkeyPatch.context() as killed:  # when its first file is in place
        moved, replace = iter([True, False]), os.replace
        end = Mock(side_effect=SystemExit)
        in_place = lambda *paths: ".new." in str(paths[1]) or next(moved)  # noqa: E731
        killed.setattr(os, "replace", lambda *p: replace(*p) if in_place(*p) else end())
        with pytest.raises(SystemExit):
            cli.main(["pack", str(run), "--out", str(out)])
    pack(run, "--out", out)
    assert len([*out.rglob("*")]) == len([*packed.rglob("*")])


def test_it_has_no_texts_of_questions_and_no_labels(packed):
    told = "".join(path.read_text(encoding="utf-8") for path in packed.rglob("*.json*"))
    lines = [json.loads(line) for path in packed.rglob("samples_*") for line in path.open()]
    assert {(line["target"], *line["doc"]) for line in lines} == {("", "id", "think_end")}
    for subset in SUBSETS:
        for question in questions.load(subset, SAMPLE):
            assert question.id in told
            for text in (question.user, question.system):
                assert not text or json.dumps(text)[1:-1] not in told


def test_saved_responses_of_other_kinds_are_packed(tmp_path, capsys):
    (tmp_path / "in").mkdir()
    csv = write_released(tmp_path / "in", given := responses())
    lines = ({"id": i, "response": text} for i, text in given.items())
    for name, place in (("csv", csv), ("lines", write_lines(tmp_path / "m.jsonl", lines))):
        pack(place, "--out", tmp_path / name)
        found = score(capsys, tmp_path / name)[1]
        expected = score(capsys, place)[1]
        assert [row.pop("signature") for row in found] == [r.pop("signature") for r in expected]
        ordered = [
            sorted(rows, key=lambda row: (row["task"], row["filter"])) for rows in (found, expected)
        ]
        assert ordered[0] == ordered[1]
        assert {row["prompting"] for row in found} == ({"few-shot"} if name == "csv" else {""})


def test_chat_tasks_ends_of_thinking_repeats_and_prompts_stay(tmp_path, capsys):
    """These determine what is read, or with which runs it is compared."""
    task, digest, date = "tempanswerqa_tot_arith_chat_fewshot", "7" * 40, "2026-01-02T03-04-05.6"
    asked = questions.load("tot_arith", SAMPLE)
    texts = ['3<end>{"explanation": "", "answer": "4"}', '{"explanation": "", "answer": 5}']
    lines = [{"doc": {"id": q.id, "think_end": "<end>"}, "resps": [texts]} for q in asked]
    write_lines(tmp_path / f"in/samples_{task}_{date}.jsonl", lines)
    config = {"repeats": 2, "metadata": {"prompts": digest}}
    stated = {"model_name": "m", "configs": {task: config}, "n-shot": {task: 3}}
    (tmp_path / f"in/results_{date}.json").write_text(json.dumps(stated))
    pack(tmp_path / "in", "--partial", "--out", tmp_path / "out")
    found = score(capsys, tmp_path / "out")[1]
    assert found == score(capsys, tmp_path / "in")[1]
    assert {row["signature"]["think_end_token"] for row in found} == {"<end>"}
    assert {row["signature"]["prompts"] for row in found} == {digest}
    assert {(row["samples"], row["prompting"]) for row in found} == {(2, "few-shot")}
    results = json.loads(next((tmp_path / "out").rglob("results_*")).read_text())
    assert results["n-shot"] == {task: 3}


PRIVATE = {
    "model_args": [
        {"api_key": KEY, "base_url": f"https://ann:{KEY}@host.org/v1?key={KEY}", "model": "org/m"},
        f"pretrained=/home/ann/models/m,token={KEY}",
        {"pretrained": "C:\\Users\\ann\\m", "headers": {"Authorization": f"Bearer {KEY}"}},
        "responses=/home/ann/private/*.csv",
    ],
    "everything": {
        "git_hash": "ann-hash",
        "pretty_env_info": f"USER=ann\nOPENAI_API_KEY={KEY}\n/home/ann",
        "system_instruction": "ann's own text",
        "chat_template": "ann's template",
        "config": {"gen_kwargs": {"extra_headers": KEY}, "device": "ann-machine"},
        "chat_template_sha": KEY,
        "lm_eval_version": f"0.4.13 /home/ann {KEY}",
        "model_source": "/home/ann/plugin",
        "tokenizer_pad_token": ["ann"],
        "task_hashes": {"t": "ann"},
    },
}


@pytest.mark.parametrize("arguments", PRIVATE["model_args"], ids=str)
def test_nothing_private_is_told(run, tmp_path, arguments, capsys):
    def change(stated):
        name = "/home/ann/models/m" if "pretrained" in str(arguments) else "org/m"
        stated |= PRIVATE["everything"] | {"model_name": name}
        stated["config"]["model_args"] = arguments
        for task, config in stated["configs"].items():
            config["generation_kwargs"] |= {"api_key": KEY, "stop": "ann", "until": [KEY]}
            config["metadata"] |= {"api_key": KEY, "data_dir": "/home/ann/data"}
            config["dataset_path"] = f"/home/ann/{task}"

    change_results(run, change)
    pack(run, "--out", tmp_path / "out")
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert len(files) == 1 + len(SUBSETS)
    told = "".join([*map(str, files), *(path.read_text("utf-8") for path in files)])
    told = told.replace(str(tmp_path), "") + capsys.readouterr().err.replace(str(tmp_path), "")
    for word in (KEY, KEY[3:20], "ann/", "ann'", "ann-", "ann:", '"ann', "/home", "Users", "api_"):
        assert word not in told


def lose_a_task(run):
    next(run.rglob("samples_tempanswerqa_ttqa_tail_*")).unlink()


def lose_answers(run):
    path = next(run.rglob("samples_tempanswerqa_ttqa_tail_*"))
    first = [json.loads(line)["doc"]["id"] for line in path.open()][:2]
    kept = [line for line in path.open() if json.loads(line)["doc"]["id"] not in first]
    path.write_text("".join(kept))


def ask_another(run):
    path = next(run.rglob("samples_tempanswerqa_ttqa_tail_*"))
    line = json.loads(path.open().readline()) | {"doc": {"id": "mine"}}
    path.write_text(path.read_text() + json.dumps(line) + "\n")


@pytest.mark.parametrize(
    ("spoil", "facts"),
    [
        (lose_a_task, ("ttqa_tail", "--partial")),
        (lose_answers, ("tempanswerqa_ttqa_tail", "2 missing", "--partial")),
        (ask_another, ("tempanswerqa_ttqa_tail", "1 unknown", "--partial")),
    ],
)
def test_a_partial_run_is_packed_only_if_asked(run, tmp_path, capsys, spoil, facts):
    spoil(run)
    pack(run, "--out", tmp_path / "out", code=1)
    told = capsys.readouterr().err
    assert all(fact in told for fact in facts)
    assert not (tmp_path / "out").exists()
    pack(run, "--out", tmp_path / "out", "--partial")
    found, expected = (score(capsys, place)[1] for place in (tmp_path / "out", run))
    assert [row["exact_match"] for row in found] == [row["exact_match"] for row in expected]


def test_other_questions_are_not_published(tmp_path, capsys):
    asked = Library(SAMPLE).part("twin_tot_arith").questions
    run = write_lines(tmp_path / "m.jsonl", [{"id": name, "response": ""} for name in asked])
    pack(run, "--partial", "--out", tmp_path / "out", code=1)
    assert "twin_tot_arith" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_is_no_one_run_is_refused_with_all_reasons(run, tmp_path, capsys):
    out = ("--out", tmp_path / "out")
    pack(write_runs(tmp_path / "six"), *out, code=1)
    told = capsys.readouterr().err
    assert "org/Alpha-7B few-shot" in told
    other = shutil.copytree(run, tmp_path / "other")
    change_results(other, lambda stated: stated.update(chat_template_sha="0" * 64))
    for task in ("tempanswerqa_ttqa_head", "tempanswerqa_ttqa_tail"):
        next(run.rglob(f"samples_{task}_*")).unlink()
    for task in ("tempanswerqa_tot_arith", "tempanswerqa_tot_semantic"):
        next(other.rglob(f"samples_{task}_*")).unlink()
    pack(run, other, *out, "--model", f"org/{KEY}", code=1)
    told = capsys.readouterr().err
    assert "chat_template_sha" in told
    assert "--model" in told
    assert KEY not in told
    pack(tmp_path / "none", *out, code=1)
    assert not (tmp_path / "out").exists()
