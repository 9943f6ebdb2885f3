"""Tests files of Every Eval Ever against `score`."""

import hashlib
import json
import math
from collections import Counter, defaultdict

import pytest
from scored import score
from submission_support import command
from support import SAMPLE

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.submission import SubmissionError, bundle, every_eval_ever

MODEL = "org/a-model"
ARGUMENTS = ("--format", "every_eval_ever", "--model", MODEL, "--organization", "Us")


@pytest.fixture(scope="module")
def packed(fresh, tmp_path_factory):
    """Return the files of a run; to be read, not changed."""
    folder = tmp_path_factory.mktemp("packed")
    assert command("pack", fresh, *ARGUMENTS, "--out", folder) == 0
    return folder


def logs(folder):
    """Return the content of the files with scores, by path."""
    found = folder.glob("data/tempanswerqa/org/a-model/*.json")
    return {path: json.loads(path.read_text(encoding="utf-8")) for path in sorted(found)}


def instances(path):
    lines = path.with_name(f"{path.stem}_samples.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_scores_are_those_that_score_gives(packed, fresh, capsys):
    printed = {(row["task"], row["filter"]): row for row in score(capsys, fresh)[1]}
    seen = Counter()
    for log in logs(packed).values():
        for result in log["evaluation_results"]:
            task, _, rule = result["evaluation_name"].partition("/")
            name, row = result["metric_config"]["metric_name"], printed[task, rule]
            details = result["score_details"]
            uncertainty = details["uncertainty"]
            assert details["score"] == row[name]
            if METRICS[name].bounded:
                interval = uncertainty["confidence_interval"]
                assert uncertainty["standard_error"]["value"] == row["stderr"][name]
                assert [interval["lower"], interval["upper"]] == row["intervals"][name]
                assert interval["confidence_level"] == 0.95
            else:
                assert uncertainty.keys() == {"num_samples"}
            assert result["metric_config"]["lower_is_better"] != METRICS[name].higher_is_better
            seen[task, rule] += 1
    assert set(seen) == set(printed)
    assert set(seen.values()) == {len(METRICS)}


def test_instances_average_to_the_scores(packed):
    for path, log in logs(packed).items():
        own = defaultdict(list)
        for row in instances(path):
            own[row["evaluation_name"], row["evaluation_result_id"]].append(row["evaluation"])
        for result in log["evaluation_results"]:
            given = own.pop((result["evaluation_name"], result["evaluation_result_id"]))
            details = result["score_details"]
            mean = math.fsum(one["score"] for one in given) / len(given)
            assert details["score"] == pytest.approx(mean, rel=1e-12)
            assert details["uncertainty"]["num_samples"] == len(given)
            config = result["metric_config"]
            most = math.inf if config["max_score"] == "Infinity" else config["max_score"]
            assert all(config["min_score"] <= one["score"] <= most for one in given)
            if config["metric_name"] == "exact_match":
                assert all(one["is_correct"] == bool(one["score"]) for one in given)
        assert not own


def test_responses_and_what_was_read_of_them(packed, fresh, tmp_path):
    assert command("pack", fresh, "--out", tmp_path / "a.json") == 0
    tasks = {task.name: task.responses for task in bundle.read(tmp_path / "a.json").tasks}
    unread = 0
    for path, log in logs(packed).items():
        task, own = log["evaluation_id"].partition("/")[0], instances(path)
        detail = log["detailed_evaluation_results"]
        content = (packed / detail["file_path"]).read_bytes()
        assert detail["checksum"] == hashlib.sha256(content).hexdigest()
        assert detail["total_rows"] == len(content.splitlines()) == len(own)
        assert {(row["evaluation_id"], row["model_id"]) for row in own} == {
            (log["evaluation_id"], MODEL)
        }
        found = {row["sample_id"]: row["output"]["raw"] for row in own}
        assert found == {identity: [text] for identity, text in tasks[task].items()}
        for row in own:
            rule = row["evaluation_name"].partition("/")[2]
            if row["evaluation_result_id"] == f"parsed:{rule}" and row["evaluation"]["score"]:
                assert row["answer_attribution"][0]["extracted_value"]
            unread += not row["answer_attribution"]
    assert unread


def test_a_response_is_one_line_to_every_reader(path, tmp_path):
    text = "a\x85b\u2028c\ud800\r\n"
    built = bundle.read(path).model_copy(update={"model": MODEL})
    for task in built.tasks:
        task.responses = dict.fromkeys(task.responses, text)
    every_eval_ever.write(built, Library(SAMPLE), tmp_path, "Us")
    for log in logs(tmp_path):
        assert {row["output"]["raw"][0] for row in instances(log)} == {text}


def test_the_organization_has_to_be_named(fresh, tmp_path):
    with pytest.raises(SubmissionError, match="needs --organization"):
        command("pack", fresh, *ARGUMENTS[:-2], "--out", tmp_path / "x")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("model", [
    "", "a/b/c", *(pytest.param(model, marks=pytest.mark.slow)
                   for model in ("org/..", "data/m", "org/unknown", "a b/c", "o/m.")),
])  # fmt: skip
def test_a_model_has_a_developer(fresh, tmp_path, capsys, model):
    named = ("--model", model, "--organization", "Us")
    out = tmp_path / "eee"
    assert command("pack", fresh, "--format", "every_eval_ever", *named, "--out", out) == 1
    assert "--model DEVELOPER/MODEL" in capsys.readouterr().err
    assert not out.exists()
