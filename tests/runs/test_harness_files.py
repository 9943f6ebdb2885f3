"""Tests results files of the harness, intact, damaged and foreign."""

import json
import math
import re

import pytest
from cases import ANYTHING, cased, data, results_of
from hypothesis import given
from hypothesis import strategies as st
from reported import write_runs
from scored import score

from tempanswerqa.runs import harness_files
from tempanswerqa.runs.harness_files import RecordedError
from tempanswerqa.runs.saved_responses import response_files

STATED = {
    "results": {
        "gsm8k": {"alias": "gsm8k", "exact_match,strict-match": 0.5, "sample_len": 3},
        "mine": {"smape,none": math.nan, "smape_stderr,none": "N/A", "acc,none": True},
    },
    "n-shot": {"gsm8k": 5},
    "config": {"limit": 3.0},
    "model_name": "org/a-model",
    "date": 1_700_000_000.5,
    "seed": 10**307,
}


def test_a_results_file_is_read(tmp_path):
    path = tmp_path / "a_model" / "results_2026-01-02T03-04-05.678901.json"
    path.parent.mkdir()
    path.write_text(json.dumps(STATED))
    (found,) = map(harness_files.read, harness_files.files(tmp_path))
    assert (found.path, found.model) == (path, "org/a-model")
    assert (found.limit, found.date) == (3, 1_700_000_000.5)
    assert found.scores["gsm8k"] == {"exact_match,strict-match": 0.5}
    assert list(found.scores["mine"]) == ["smape,none", "smape_stderr,none"]
    assert all(map(math.isnan, found.scores["mine"].values()))
    assert found.of_task("n-shot", "gsm8k") == 5
    assert found.of_task("n-shot", "mine") is None
    assert found.of_task("configs", "gsm8k") is None


def test_results_beside_samples_have_their_date(tmp_path):
    name = harness_files.SAMPLES_NAME.fullmatch("samples_a_task_x_2026-01-02T03-04-05.678901")
    assert name.groups() == ("a_task_x", "2026-01-02T03-04-05.678901")
    for other in ("results_2026-01-02T03-04-05", "samples_task", "samples_task_2026-01-02T"):
        assert harness_files.SAMPLES_NAME.fullmatch(other) is None
    samples = tmp_path / "samples_a_task_x_2026-01-02T03-04-05.678901.jsonl"
    assert harness_files.beside(samples, name["date"]) is harness_files.NO_RESULTS
    (tmp_path / f"others_{name['date']}.json").write_text("[]")
    (tmp_path / f"results_{name['date']}.json").write_text("{}")
    found = harness_files.beside(samples, name["date"])
    assert (found.model, found.scores, found.limit, found.date) == (tmp_path.name, {}, None, 0)


def test_results_may_have_a_name_of_the_users(tmp_path):
    """As of `lm_eval --output_path mine.json`."""
    date = "2026-01-02T03-04-05.678901"
    samples, results = tmp_path / f"samples_a_task_{date}.jsonl", tmp_path / f"mine_{date}.json"
    samples.touch()
    results.write_text(json.dumps({"model_name": "org/a-model"}))
    (tmp_path / "mine_2026-01-02T.json").touch()
    assert harness_files.beside(samples, date).model == "org/a-model"
    assert harness_files.files(tmp_path) == [results]
    for place in (results, tmp_path):
        assert response_files(place) == [samples]


@cased
def test_a_name_that_the_harness_invented_is_not_taken(tmp_path, arguments, model):
    config = {"model_args": arguments}
    stated = STATED | {"config": config, "model_source": "tempanswerqa-median"}
    path = tmp_path / "results_x.json"
    path.write_text(json.dumps(stated))
    assert harness_files.read(path).model == model


@cased
def test_known_settings_of_a_run_are_told(tmp_path, stated, told):
    assert harness_files.HarnessResults(tmp_path, "", {}, None, 0, stated).settings() == told


DAMAGED = ["", "{", "[1]", "[" * 100_000, '"x"', "\xff"]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_scored(
    tmp_path, capsys, sampled, text
):
    (tmp_path / "results_x.json").write_text(text, encoding="latin-1")
    for path in (tmp_path / "results_x.json", tmp_path, tmp_path / "absent.json"):
        with pytest.raises(RecordedError, match=re.escape(str(path))):
            harness_files.read(path)
    runs = write_runs(tmp_path / "runs", ["good", "bad"], ["tot_arith", "ttqa_head"])
    (damaged,) = runs.glob("model1/few-shot/results_*.json")
    damaged.write_text(text, encoding="latin-1")
    code, found, told = score(capsys, runs)
    assert code == 1
    assert told.count(str(damaged)) == told.count("error: ") == 1
    left = [(row["model"], row["prompting"]) for row in found]
    assert {*left} == {("good", "zero-shot"), ("good", "few-shot"), ("bad", "zero-shot")}


@given(st.dictionaries(st.sampled_from([*STATED, "model_source"]), ANYTHING))
def test_fields_of_other_types_are_empty(tmp_path_factory, stated):
    path = tmp_path_factory.mktemp("results") / "results_x.json"
    path.write_text(json.dumps(stated))
    found = harness_files.read(path)
    assert isinstance(found.model, str)
    assert isinstance(found.date, float)
    assert all(isinstance(row, dict) for row in found.scores.values())
    assert found.limit is None or isinstance(found.limit, float)


def shown(model: str) -> str:
    return harness_files.without_folders([model])[model]


test_names_of_models = results_of(shown, data(__file__, "names of models"))


def test_names_of_different_models_stay_different():
    models = ("/a/x/final", "/b/x/final", "C:\\b\\last", "final", "org/last", "/a/m")
    names = harness_files.without_folders([*models, *models])
    assert [*names.values()] == ["a/x/final", "b/x/final", "last", "final", "org/last", "m"]
