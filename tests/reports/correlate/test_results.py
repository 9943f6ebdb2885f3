"""Tests scores from results files: their models, the file that counts, and broken files."""

import json
import math

import pytest
from correlate_support import GSM8K, MODELS, OURS, collect, gsm8k, ours, write, write_all
from hostile import ANYTHING
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.correlate import results, selection
from tempanswerqa.reports.correlate.results import CorrelateError


def test_files_of_a_model_are_put_together(tmp_path):
    models = collect(write_all(tmp_path))
    assert sorted(models.entries) == ["gsm8k", "mmlu", OURS]
    assert all(sorted(entries) == MODELS for entries in models.entries.values())
    assert models.score(MODELS[2], OURS, "smape,strict-match") == 24.0
    assert models.score(MODELS[2], OURS, "smape_stderr,strict-match") == 1.2
    assert models.score(MODELS[2], "gsm8k", "exact_match,flexible-extract") == 0.51
    assert math.isnan(models.score(MODELS[2], OURS, "smape,none"))
    assert math.isnan(models.score("org/other", OURS, "smape,strict-match"))
    assert math.isnan(models.score(MODELS[2], "other", "smape,strict-match"))
    assert not models.repeated


@pytest.mark.parametrize("newest", [0, 1, 2])
def test_the_latest_file_counts_for_its_tasks(tmp_path, newest):
    dates = [1.7e9, 1.7e9, 1.7e9]
    dates[newest] = 1.8e9
    for place, date in enumerate(dates):
        others = {} if place else {"mmlu": {"acc,none": 1}}
        write(tmp_path, "a", {OURS: ours(place)} | others, date)
    models = collect(tmp_path)
    assert models.score("a", OURS, "smape,strict-match") == 30 - 3 * newest
    assert models.score("a", "mmlu", "acc,none") == 1
    assert models.repeated == {(OURS, "a")}


def test_a_model_is_joined_with_its_name_without_organization(tmp_path):
    write(tmp_path, "org/a", {OURS: ours(0)})
    write(tmp_path, "a", {"mmlu": {"acc,none": 1}})
    models = collect(tmp_path)
    assert models.joined == {"a": "org/a"}
    assert {task: list(entries) for task, entries in models.entries.items()} == {
        OURS: ["org/a"], "mmlu": ["org/a"]
    }  # fmt: skip


@pytest.mark.parametrize("others", [["org/a", "other/a"], ["org/b"], ["/a"], ["here/there/a"], []])
def test_a_model_without_organization_stays_alone_where_that_is_open(tmp_path, others):
    for model in ("a", *others):
        write(tmp_path, model, {OURS: ours(0)})
    models = collect(tmp_path)
    assert models.joined == {}
    assert set(models.entries[OURS]) == {"a", *others}


def test_a_file_that_is_named_twice_is_read_once(tmp_path):
    path = write(tmp_path, "a", {OURS: ours(1)})
    assert not collect(tmp_path, path, path.parent).repeated


def test_metrics_with_their_filters(tmp_path):
    models = collect(write_all(tmp_path))
    assert models.filters("gsm8k") == {"exact_match": ["flexible-extract", "strict-match"]}
    assert list(models.filters(OURS)) == sorted(METRICS)
    assert models.filters("other") == {}


def test_which_way_is_better_is_what_files_say(tmp_path):
    rows = {"t": {"acc,none": 0.5, "ppl,none": 2.0, "f1,none": 0.1, "x,none": 1}}
    for model, stated in (
        ("a", {"acc": True, "ppl": False, "f1": True, "x": "yes"}),
        ("b", {"acc": True, "f1": False}),
    ):
        write(tmp_path, model, rows, higher_is_better={"t": stated})
    models = collect(tmp_path)
    told = [models.higher_is_better("t", name) for name in ("acc", "ppl", "f1", "x")]
    assert told == [True, False, None, None]


@pytest.mark.parametrize(("fields", "told"), [
    ({}, ""),
    ({"n-samples": {OURS: {"original": 200, "effective": 10}}}, "10 of 200 questions"),
    ({"n-samples": {}, "config": {"limit": 0.5}}, "--limit 0.5"),
    ({"n-samples": {OURS: "many"}, "config": {"limit": 7.0}}, "--limit 7"),
    ({"config": {"limit": 1000.0}}, ""),  # and all 200 questions were asked
])  # fmt: skip
def test_runs_on_a_part_of_the_questions(tmp_path, fields, told):
    write(tmp_path, "a", {OURS: ours(1)}, **fields)
    assert collect(tmp_path).entries[OURS]["a"].part == told


def test_settings_that_make_scores_comparable(tmp_path):
    metadata = {"version": 1.1, "n": 250, "seed": 7, "config_source": "a place"}
    configs = {OURS: {"metadata": metadata}}
    write(tmp_path, "a", {OURS: ours(1)}, **{"n-shot": {OURS: 3}, "configs": configs})
    stated = collect(tmp_path).entries[OURS]["a"].settings
    assert stated == {"n-shot": "3", "version": "1.1", "n": "250", "seed": "7"}


def test_files_that_are_no_results_are_told_and_the_others_read(tmp_path):
    write(tmp_path, "a", {OURS: ours(1)})
    (tmp_path / "results_1.json").write_text("{")
    (tmp_path / "results_2.json").write_text('{"results": {"gsm8k": {"alias": "gsm8k"}}}')
    missing = tmp_path / "samples.jsonl"
    failures: list[str] = []
    models = results.collect([str(tmp_path), str(missing)], failures.append)
    assert list(models.entries) == [OURS]
    broken, empty, absent = sorted(failures)
    assert broken.startswith(f"{tmp_path}/results_1.json: cannot be read as a results file")
    assert empty.startswith(f"{tmp_path}/results_2.json: has no scores")
    assert absent.startswith(f"{missing}: cannot be read")
    assert "tempanswerqa score" in broken


def test_places_without_results(tmp_path):
    (tmp_path / "samples_x.jsonl").write_text("{}")
    with pytest.raises(CorrelateError, match=r"no results_\*.json there; .*tempanswerqa score"):
        results.collect([str(tmp_path)], pytest.fail)
    (tmp_path / "results_1.json").write_text("{}")
    failures: list[str] = []
    with pytest.raises(CorrelateError, match="no scores to correlate"):
        results.collect([str(tmp_path)], failures.append)
    assert len(failures) == 1


def test_progress_sees_every_file(tmp_path):
    paths = {write(tmp_path, f"m{n}", {"gsm8k": gsm8k(0.5)}) for n in range(3)}
    seen = []
    results.collect([str(tmp_path)], pytest.fail, lambda all: (seen.extend(all), all)[1])
    assert set(seen) == paths


FIELDS = ("n-shot", "versions", "n-samples", "configs", "higher_is_better", "config", "model_name")
OF_TASKS = st.dictionaries(st.just("gsm8k"), ANYTHING)


@given(st.dictionaries(st.sampled_from(FIELDS), ANYTHING | OF_TASKS))
def test_fields_of_any_type_are_read(tmp_path_factory, stated):
    path = tmp_path_factory.mktemp("any") / "results_1.json"
    path.write_text(json.dumps({"results": {"gsm8k": gsm8k(0.5)}} | stated))
    models = collect(path)
    (entry,) = models.entries["gsm8k"].values()
    assert entry.scores["exact_match,strict-match"] == 0.5
    assert all(isinstance(value, str) for value in entry.settings.values())
    assert selection.other(models, GSM8K).name == GSM8K
