"""Tests evaluation results for the Hugging Face Hub with the Hub's own class."""

import re
import shutil
import sys

import pytest
import yaml
from scored import score
from submission_support import command

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs.submission import SubmissionError, bundle, huggingface

hub = pytest.importorskip("huggingface_hub", minversion=huggingface.OLDEST)
DATASET = "org/tempanswerqa"
ARGUMENTS = ("--format", "huggingface", "--dataset_id", DATASET)
pytestmark = pytest.mark.usefixtures("pinned")


@pytest.fixture
def run(released, tmp_path):
    """Return a copy of the run on released questions."""
    return shutil.copytree(released, tmp_path / "released")


def entries(folder):
    path = folder / "model/.eval_results/tempanswerqa_zero-shot_strict-match.yaml"
    return hub.parse_eval_result_entries(yaml.safe_load(path.read_text(encoding="utf-8")))


def test_values_are_those_that_score_gives(run, tmp_path, capsys):
    assert command("pack", run, *ARGUMENTS, "--out", tmp_path / "hub") == 0
    capsys.readouterr()
    rule, found = "strict-match", entries(tmp_path / "hub")
    expected = {
        f"{row['task'].removeprefix('tempanswerqa_')}_{name}": row
        for row in score(capsys, run)[1]
        for name in METRICS
        if row["filter"] == rule and row[name] is not None
    }
    assert {entry.task_id for entry in found} == set(expected)
    for entry in found:
        row = expected[entry.task_id]
        name = next(n for n in METRICS if entry.task_id.endswith(f"_{n}"))
        assert entry.value == row[name]
        assert entry.dataset_id == DATASET
        ends = [row["stderr"][name], *row["intervals"][name]]
        parts = [rule, f"{row['n']} questions"]
        if METRICS[name].bounded:
            parts += ["standard error {:.4g}, 95 % interval {:.4g} to {:.4g}".format(*ends)]
        assert all(part in entry.notes for part in parts)
        assert not re.search(r"\d{17}", entry.notes)
        direction = "higher" if METRICS[name].higher_is_better else "lower"
        assert f"{direction} is better" in entry.notes


def test_the_benchmark_has_a_task_for_each_entry(run, tmp_path):
    assert command("pack", run, *ARGUMENTS, "--out", tmp_path) == 0
    stated = yaml.safe_load((tmp_path / "dataset/eval.yaml").read_text(encoding="utf-8"))
    ids = [task["id"] for task in stated["tasks"]]
    assert len(set(ids)) == len(ids) == 4 * len(METRICS)
    assert {entry.task_id for entry in entries(tmp_path)} <= set(ids)
    assert set(stated) == {"name", "description", "evaluation_framework", "tasks"}
    assert {"config": "ttqa", "split": "head"}.items() <= stated["tasks"][2 * len(METRICS)].items()


def test_undefined_values_are_left_out(run, tmp_path):
    assert command("pack", run, "--out", tmp_path / "a.json") == 0
    built = bundle.read(tmp_path / "a.json")
    for task in built.tasks:
        scores = task.scores["strict-match"]
        scores["mase"] = scores["mase"]._replace(value=None)
    huggingface.write(built, None, tmp_path, DATASET)
    assert len(entries(tmp_path)) == 4 * (len(METRICS) - 1)


def test_what_cannot_be_written_leaves_nothing(fresh, run, tmp_path, monkeypatch, capsys):
    """Fresh questions are no part of the benchmark, a data set has to be named, and the Hub's
    package may be too old.
    """
    out = ("--out", tmp_path / "hub")
    assert command("pack", fresh, *ARGUMENTS, *out) == 1
    assert "tempanswerqa_fresh_tot_arith" in capsys.readouterr().err
    for arguments in (ARGUMENTS[:2], (*ARGUMENTS[:3], "no dataset")):
        with pytest.raises(SubmissionError, match="--dataset_id"):
            command("pack", run, *arguments, *out)
    monkeypatch.setitem(sys.modules, "huggingface_hub", object())
    assert command("pack", run, *ARGUMENTS, *out) == 1
    assert "needs huggingface_hub 1.4.0 or later; run `pip install" in capsys.readouterr().err
    assert not (tmp_path / "hub").exists()
