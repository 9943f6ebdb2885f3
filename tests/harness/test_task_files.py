"""Tests that the task files are read as the harness reads them, with the harness as the oracle."""

import pytest
from lm_eval.tasks._index import Kind
from support import manager

from tempanswerqa.harness import registration, task_files
from tempanswerqa.questions import subsets
from tempanswerqa.questions.draws import Draw


@pytest.mark.slow
def test_the_task_files_are_read_as_the_harness_reads_them():
    tasks = manager(n=5, seed=3)
    ours = (path for path in registration.task_files() if path.parent.name == task_files.FAMILY)
    index = {path.stem: tasks.task_index[path.stem] for path in ours}
    groups = [name for name, entry in index.items() if entry.kind == Kind.GROUP]
    unread = {name for name in index if any(part in name for part in subsets.DEVELOPMENT)}
    loaded = tasks.load(sorted(set(index) - set(groups) - unread))[
        "tasks"
    ]  # fetched from elsewhere
    found = task_files.named(loaded)
    assert [task.name for task in found] == list(loaded)
    for task in found:
        config = loaded[task.name].config
        assert task.num_fewshot == (config.num_fewshot or 0)
        assert task.max_gen_toks == config.generation_kwargs["max_gen_toks"]
        arguments = {"subset": task.subset.removeprefix("twin_")} | (
            {} if task.prefill else {"prefill": False}
        )
        level = {} if task.draw in (None, Draw(task.subset)) else {"level": task.draw.level}
        assert config.dataset_kwargs == arguments | level
        assert bool(task.draw) == (config.custom_dataset.__name__ == "fresh_dataset")
        if task.draw:  # the file's own numbers, whatever --metadata says
            assert task.draw == Draw(task.subset, task.draw.level)
    for group in groups:
        members = [task.name for task in task_files.named([group])]
        assert members == list(tasks.load([group])["tasks"]), group
