"""Tests results of tasks and groups, as the harness shows and writes them."""

import json
import math

import pytest
from lm_eval.utils import make_table
from support import SAMPLE, TASKS, evaluate, save, saved

from tempanswerqa import questions
from tempanswerqa.harness import aggregation
from tempanswerqa.harness.aggregation import Clustered
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.metrics.scores import listed
from tempanswerqa.runs.scoring import FILTERS


@pytest.fixture(scope="module")
def silent() -> dict:
    """Return results of no answers at all, with which MASE is undefined."""
    asked = [q for subset in questions.SUBSETS for q in questions.load(subset, SAMPLE)]
    return evaluate(RecordedLM(dict.fromkeys((q.id for q in asked), "")), "tempanswerqa")


def test_scores_stand_once_and_have_one_error(silent):
    rules = dict.fromkeys(listed(), FILTERS)
    wanted = {f"{name}{end},{rule}" for name in rules for end in ("", "_stderr")
              for rule in rules[name]}  # fmt: skip
    for row in silent["results"].values():
        assert {key for key in row if "," in key} == wanted


def test_what_is_undefined_is_told_in_json_and_tables(silent, tmp_path):
    for task in ("tempanswerqa", *TASKS):
        row = silent["results"][task]
        assert row["mase,strict-match"] == row["mase_stderr,strict-match"] == "N/A"
        assert row["smape,strict-match"] == 100
    for column in ("results", "groups"):
        assert "mase" in make_table(silent, column)
    save(dict(silent), tmp_path)
    results, samples = saved(tmp_path)
    assert results["results"]["tempanswerqa"]["mase,strict-match"] == "N/A"
    assert {sample["mase"] for own in samples.values() for sample in own} == {None}
    for path in tmp_path.rglob("*.json*"):
        texts = path.read_text(encoding="utf-8")
        for text in texts.splitlines() if path.suffix == ".jsonl" else [texts]:
            json.loads(text, parse_constant=pytest.fail)


def test_means_and_errors_leave_out_what_is_undefined():
    scores = [Clustered(1.0, "a"), None, Clustered(0.0, "b")]
    assert aggregation.mean(scores) == aggregation.clustered_stderr(scores) == 0.5
    for nothing in ([], [None]):
        assert math.isnan(aggregation.mean(nothing))
        assert math.isnan(aggregation.clustered_stderr([*nothing, Clustered(1.0, "a")]))
