"""Tests that keys of `--metadata` without effect are refused."""

import pytest

from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.harness.tasks import dataset, fresh_dataset, refuse_unread_metadata

FRESH = {"task": "a_task", "custom_dataset": fresh_dataset, "dataset_kwargs": {"subset": "ttqa"}}


@pytest.mark.parametrize("options", [
    ["--metadata", '{"n": 5, "seed": 7}', "--model", "hf"], [],
    ["--metadata", "n=5", "seed=7", "--limit", "2"], ["--metadata", "level=hard,n=5"],
    ["--metadata", "think_end=</think>", "--metadata", '{"system_role": "user"}'],
    ["--model_args", "pretrained=MODEL,dtype=float16"],
], ids=" ".join)  # fmt: skip
def test_keys_that_a_task_reads_are_taken(monkeypatch, options):
    monkeypatch.setattr("sys.argv", ["/bin/lm_eval", *options])
    refuse_unread_metadata(FRESH)


@pytest.mark.parametrize("program", ["/bin/lm_eval", "lm-eval", "/a/lm_eval/__main__.py"])
@pytest.mark.parametrize(("options", "told"), [
    (['{"sede": 7}'], "a_task reads no 'sede' of --metadata; did you mean seed?"),
    (["n=5", "levle=hard"], "'levle' of --metadata; did you mean level?"),
    (['{"x": {"seed": 1}}'], "'x' of --metadata; known are n, seed, level, prefill, think_"),
    (["subset=ttqa_tail"], "'subset' of --metadata"),
])  # fmt: skip
def test_keys_that_a_task_does_not_read_are_refused(monkeypatch, program, options, told):
    monkeypatch.setattr("sys.argv", [program, "--tasks", "a_task", "--metadata", *options])
    with pytest.raises(TaskError) as error:
        refuse_unread_metadata(FRESH)
    assert told in str(error.value)


def test_each_task_reads_its_own_keys(monkeypatch):
    released = FRESH | {"custom_dataset": dataset}
    monkeypatch.setattr("sys.argv", ["lm_eval", "--tasks", "a_task", "--metadata", "seed=7"])
    with pytest.raises(TaskError, match="known are data_dir, prefill, think_end, system_role"):
        refuse_unread_metadata(released)
    monkeypatch.setattr("sys.argv", ["lm_eval", "--metadata", "data_dir=here"])
    refuse_unread_metadata(released)


@pytest.mark.parametrize(
    "tasks", [["a_task,another"], ["a_task", "another"], ["a_task, another"], ["a_*"]]
)
def test_beside_other_tasks_what_is_misspelt_is_refused(monkeypatch, tasks):
    command = ["lm_eval", "--tasks", *tasks, "--metadata"]
    monkeypatch.setattr("sys.argv", [*command, '{"max_seq_lengths": [4096], "per_category": 3}'])
    refuse_unread_metadata(FRESH)
    monkeypatch.setattr("sys.argv", [*command, "sede=7"])
    with pytest.raises(TaskError, match="did you mean seed"):
        refuse_unread_metadata(FRESH)


def test_other_programs_name_what_they_like(monkeypatch):
    monkeypatch.setattr("sys.argv", ["train.py", "--metadata", '{"run": 1}'])
    refuse_unread_metadata(FRESH)
