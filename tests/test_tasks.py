"""The YAML families say the same as the package, which cannot read them and need not."""

import pytest
from lm_eval.tasks._index import Kind
from lm_eval.tasks._yaml_loader import load_yaml
from support import SUBSETS, manager

from tempanswerqa import harness, prompts, registration, results
from tempanswerqa.metrics import HIGHER_IS_BETTER, METRICS
from tempanswerqa.rescoring import FILTERS

FOLDER = registration.tasks_folder() / "tempanswerqa"


@pytest.fixture(scope="module")
def base() -> dict:
    return load_yaml(FOLDER / "_task_yaml")


def test_every_file_is_a_task_or_group():
    names = {f"tempanswerqa{middle}{subset}{end}"
             for subset in SUBSETS
             for middle, end in (("_", ""), ("_", "_fewshot"), ("_sample_", ""))}  # fmt: skip
    groups = {"tempanswerqa", "tempanswerqa_fewshot", "tempanswerqa_sample"}
    index = manager().task_index
    assert set(index) == names | groups
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(index)
    assert all((entry.kind == Kind.GROUP) == (name in groups) for name, entry in index.items())


def test_metrics_each_with_its_error(base):
    wanted = [name for metric in METRICS for name in (metric, f"{metric}_stderr")]
    assert [entry["metric"] for entry in base["metric_list"]] == wanted
    for entry in base["metric_list"]:
        error = entry["metric"].endswith("_stderr")
        function = "clustered_stderr" if error else "mean"
        assert entry["aggregation"].__name__ == function
        assert entry["higher_is_better"] == (not error and HIGHER_IS_BETTER[entry["metric"]])


def test_filters_read_as_rescoring_does(base):
    assert [entry["name"] for entry in base["filter_list"]] == list(FILTERS)
    functions = [entry["filter"][0]["filter_fn"] for entry in base["filter_list"]]
    assert [f.__name__ for f in functions] == ["strict_match", "flexible_extract"]


def test_groups_take_plain_means_of_every_metric_and_filter():
    group = load_yaml(FOLDER / "_group_yaml")
    assert [entry["metric"] for entry in group["aggregate_metric_list"]] == list(METRICS)
    for entry in group["aggregate_metric_list"]:
        assert entry["weight_by_size"] is False
        assert entry["filter_list"] == list(FILTERS)


def test_versions_agree(base):
    assert base["metadata"]["version"] == results.VERSION
    assert load_yaml(FOLDER / "_group_yaml")["metadata"]["version"] == results.VERSION
    card = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"\n- {results.VERSION}: " in card


@pytest.mark.parametrize("subset", SUBSETS)
def test_few_shot_tasks_use_all_exemplars(published, subset):
    task = load_yaml(FOLDER / f"tempanswerqa_{subset}_fewshot.yaml")
    assert task["num_fewshot"] == len(prompts.load_exemplars(subset, published))
    assert "num_fewshot" not in load_yaml(FOLDER / f"tempanswerqa_{subset}.yaml")


def test_errors_of_nothing_are_undefined():
    assert harness.mean([]) != harness.mean([])
    assert harness.clustered_stderr([]) != harness.clustered_stderr([])
