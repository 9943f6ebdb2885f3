"""Tests that the YAML families agree with the package, which does not read them."""

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from lm_eval.tasks._index import Kind
from lm_eval.tasks._yaml_loader import load_yaml
from support import SUBSETS, manager

from tempanswerqa.harness import aggregation, registration
from tempanswerqa.metrics.scores import LISTED, METRICS
from tempanswerqa.questions import prompts
from tempanswerqa.questions.subsets import RELEASED, TWIN_SEED
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import writing

CHATS = ("tot_arith_chat", "tot_semantic_chat")
FOLDER = registration.tasks_folder() / "tempanswerqa"


def untagged(path: Path) -> dict[str, Any]:
    """Return a task file without its tag, which only ours have."""
    return {key: value for key, value in load_yaml(path).items() if key != "tag"}


def test_a_tag_has_the_tasks_without_exemplars():
    tagged = manager().task_index["temporal_reasoning"].tags
    assert tagged == {f"tempanswerqa_{subset}" for subset in SUBSETS}


@pytest.mark.parametrize("subset", SUBSETS)
def test_thinking_tasks_have_no_begun_turn_and_more_room(subset):
    name = f"tempanswerqa_{subset}_thinking"
    base = TaskName(subset, chat=subset.startswith("tot"))
    assert TaskName.parse(name) == base
    plain = untagged(FOLDER / f"{base}.yaml")
    room = {"generation_kwargs": {"max_gen_toks": 16384}}
    assert untagged(FOLDER / f"{name}.yaml") == plain | room | {"task": name}


@pytest.mark.parametrize("folder", ["tempanswerqa", "test_of_time", "tram"])
def test_without_the_package_its_tasks_say_what_to_install(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "tempanswerqa", None)
    with pytest.raises(ImportError, match="pip install"):
        runpy.run_path(str(registration.tasks_folder() / folder / "utils.py"))


def test_every_file_is_a_task_or_group():
    ends = ("", "_fewshot")
    names = {f"{subset}{end}" for subset in (*RELEASED, *CHATS) for end in ends}
    names |= {f"{kind}_{subset}" for kind in ("sample", "twin") for subset in (*SUBSETS, *CHATS)}
    names = {f"tempanswerqa_{name}" for name in names}
    names |= {f"tempanswerqa_{subset}_thinking" for subset in SUBSETS}
    kinds = ("", "_fewshot", "_chat", "_chat_fewshot")
    groups = {f"tempanswerqa{kind}" for kind in kinds}
    groups |= {"tempanswerqa_thinking", "tempanswerqa_sample"}
    index = manager().task_index
    assert {path.stem for path in FOLDER.glob("*.yaml")} == names | groups
    assert {name for name in index if name.startswith("tempanswerqa")} == names | groups
    for name in names | groups:
        assert (index[name].kind == Kind.GROUP) == (name in groups)


TOT = registration.tasks_folder() / "test_of_time"
TRAM = registration.tasks_folder() / "tram"


def test_the_task_file_lists_the_metrics_of_the_package():
    entries = load_yaml(FOLDER / "_task_yaml")["metric_list"]
    assert [(entry["metric"], entry["higher_is_better"]) for entry in entries] == [
        (name, METRICS[name].higher_is_better) for name in LISTED
    ]
    assert {entry["aggregation"] for entry in entries} == {aggregation.mean}


GROUPS = (*FOLDER.glob("*.yaml"), TOT / "test_of_time.yaml", *TRAM.glob("tram*.yaml"))


@pytest.mark.parametrize("path", GROUPS, ids=lambda path: path.stem)
def test_groups_are_plain_means_and_say_so(path):
    config = load_yaml(path)
    if "group" in config:
        assert not any(entry["weight_by_size"] for entry in config["aggregate_metric_list"])
        assert config["group_alias"] == f"{path.stem} (mean of tasks)"


@pytest.mark.parametrize("folder", [FOLDER, TOT, TRAM], ids=lambda path: path.stem)
def test_versions_agree(folder):
    versions = {load_yaml(path)["metadata"]["version"] for path in folder.glob("*.yaml")}
    (version,) = versions
    assert f"\n- {version}: " in (folder / "README.md").read_text(encoding="utf-8")
    assert folder != FOLDER or version == writing.VERSION


@pytest.mark.parametrize("subset", [*SUBSETS, *CHATS])
def test_few_shot_tasks_use_all_exemplars(published, subset):
    task = load_yaml(FOLDER / f"tempanswerqa_{subset}_fewshot.yaml")
    exemplars = prompts.load_exemplars(subset.removesuffix("_chat"), published)
    assert task["num_fewshot"] == len(exemplars)
    assert "num_fewshot" not in load_yaml(FOLDER / f"tempanswerqa_{subset}.yaml")


@pytest.mark.parametrize("subset", [*SUBSETS, *CHATS])
def test_twin_tasks_differ_in_their_questions_alone(subset):
    released = untagged(FOLDER / f"tempanswerqa_{subset}.yaml")
    task = load_yaml(FOLDER / f"tempanswerqa_twin_{subset}.yaml")
    name = subset.removesuffix("_chat")
    assert task["dataset_kwargs"] == released["dataset_kwargs"] | {"subset": f"twin_{name}"}
    assert task["metadata"] == released["metadata"] | {"twin_seed": TWIN_SEED}
    assert task == released | {key: task[key] for key in ("task", "dataset_kwargs", "metadata")}


@pytest.mark.parametrize("end", ["", "_fewshot"])
def test_chat_groups_replace_what_has_a_prefill(end):
    plain = load_yaml(FOLDER / f"tempanswerqa{end}.yaml")["task"]
    chat = load_yaml(FOLDER / f"tempanswerqa_chat{end}.yaml")["task"]
    assert plain == [f"tempanswerqa_{subset}{end}" for subset in SUBSETS]
    assert chat == [f"tempanswerqa_{subset}{end}" for subset in (*CHATS, *SUBSETS[2:])]


@pytest.mark.parametrize("subset", [*SUBSETS, *CHATS])
def test_sample_tasks_differ_in_their_questions_alone(subset):
    released = untagged(FOLDER / f"tempanswerqa_{subset}.yaml")
    task = load_yaml(FOLDER / f"tempanswerqa_sample_{subset}.yaml")
    asked = released["dataset_kwargs"] | {"subset": f"sample_{subset.removesuffix('_chat')}"}
    assert task == released | {"task": f"tempanswerqa_sample_{subset}", "dataset_kwargs": asked}
