"""Tests that task files are read as the harness reads them."""

import pytest
from lm_eval.tasks._index import Kind
from support import manager

from tempanswerqa.harness import registration, task_files
from tempanswerqa.questions import subsets


@pytest.mark.slow
def test_the_task_files_are_read_as_the_harness_reads_them():
    tasks = manager(twin_seed=3)
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
        arguments = {"subset": task.subset} | ({} if task.prefill else {"prefill": False})
        assert config.dataset_kwargs == arguments
    for group in groups:
        members = [task.name for task in task_files.named([group])]
        assert members == list(tasks.load([group])["tasks"]), group
