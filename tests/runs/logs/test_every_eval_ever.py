"""Tests files of Every Eval Ever that others wrote: with less in them, or of another form."""

import json
import math

import pytest
from scored import write_lines

from tempanswerqa.runs import harness_files
from tempanswerqa.runs.saved_responses import Origin, RecordedError, Saved, origin, read_saved

UUID = "65b1dba5-2270-4579-97fe-773d2cc64eda"
RESULT = {
    "evaluation_name": "gsm8k/strict-match",
    "evaluation_result_id": "exact_match:strict-match",
    "source_data": {"dataset_name": "gsm8k", "source_type": "other"},
    "metric_config": {"metric_name": "exact_match", "lower_is_better": False},
    "score_details": {"score": 0.5, "uncertainty": {"standard_error": {"value": 0.1}}},
}
BARE = {
    "evaluation_name": "mmlu",
    "source_data": {"dataset_name": "mmlu", "source_type": "other"},
    "metric_config": {"lower_is_better": True},
    "score_details": {"score": 3},
}
LOG = {
    "schema_version": "0.3.0", "evaluation_id": "e", "retrieved_timestamp": "1700000000",
    "model_info": {"name": "M", "id": "org/m"}, "evaluation_results": [RESULT, BARE],
}  # fmt: skip
LINE = {
    "evaluation_name": "x", "evaluation_result_id": "exact_match:strict-match", "sample_id": 7,
    "input": {"raw": "When?", "reference": ["3"]}, "output": {"raw": ["3 days"]},
}  # fmt: skip


def written(folder, log=LOG):
    path = folder / f"{UUID}.json"
    path.write_text(json.dumps(log), encoding="utf-8")
    return path


def test_a_log_is_read_as_results_of_the_harness(tmp_path):
    path = written(tmp_path)
    (tmp_path / "other.json").write_text("{}")
    assert harness_files.files(tmp_path) == [path]
    found = harness_files.read(path)
    assert (found.model, found.date) == ("org/m", 1.7e9)
    assert found.scores == {
        "gsm8k": {"exact_match,strict-match": 0.5, "exact_match_stderr,strict-match": 0.1},
        "mmlu": {"score,none": 3},
    }
    assert found.of_task("higher_is_better", "gsm8k") == {"exact_match": True}
    assert found.of_task("higher_is_better", "mmlu") == {"score": False}
    assert found.of_task("n-shot", "gsm8k") is None


@pytest.mark.parametrize("change", [
    {"evaluation_results": None}, {"evaluation_results": [3]}, {"model_info": []},
    {"evaluation_results": [RESULT | {"metric_config": {}}]}, {"retrieved_timestamp": "soon"},
    {"evaluation_results": [RESULT | {"source_data": {"additional_details": {"n": 3}}}]},
    {"evaluation_results": [RESULT | {"source_data": {"additional_details": {"n": "100001"}}}]},
])  # fmt: skip
def test_a_log_of_another_form(tmp_path, change):
    assert harness_files.read(written(tmp_path, LOG | change)) is None


def test_each_response_is_read_once(tmp_path):
    other = LINE | {"evaluation_result_id": "smape:strict-match"}
    later = LINE | {"sample_id": "b", "metadata": {"think_end_token": "</t>"}}
    path = write_lines(tmp_path / f"{UUID}_samples.jsonl", [LINE, other, later])
    assert list(read_saved(path)) == [
        Saved(0, "3 days", "7", ("When?",)),
        Saved(2, "3 days", "b", ("When?",), think_end="</t>"),
    ]
    assert origin(path) == Origin(f"{UUID}_samples", "", "")
    written(tmp_path)
    assert origin(path) == Origin("org/m", "", "gsm8k")


@pytest.mark.parametrize("change", [
    {"output": None}, {"output": {"raw": []}}, {"output": {"raw": [math.pi]}}, {"input": {}},
])  # fmt: skip
def test_a_line_without_a_response(tmp_path, change):
    path = write_lines(tmp_path / f"{UUID}_samples.jsonl", [LINE | change])
    with pytest.raises(RecordedError, match="line 1: "):
        list(read_saved(path))
