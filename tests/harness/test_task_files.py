"""Tests that task files are read as the harness reads them."""

import pytest
from lm_eval.tasks._index import Kind
from support import manager

from tempanswerqa.harness import task_files
from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import FAMILY, TaskName


@pytest.mark.slow
def test_the_task_files_are_read_as_the_harness_reads_them():
    tasks = manager(twin_seed=3)
    index = {name: tasks.task_index[name] for name in task_files.members() if FAMILY in name}
    groups = [name for name, entry in index.items() if entry.kind == Kind.GROUP]
    unread = {name for name in index if any(part in name for part in subsets.DEVELOPMENT)}
    loaded = tasks.load(sorted(set(index) - set(groups) - unread))["tasks"]
    for name, task in loaded.items():
        parts = TaskName.parse(name)
        arguments = {"subset": parts.subset} | ({"prefill": False} if parts.chat else {})
        assert task.config.dataset_kwargs == arguments
        assert bool(task.config.num_fewshot) == parts.fewshot
    for group in groups:
        assert task_files.members()[group] == list(tasks.load([group])["tasks"])
