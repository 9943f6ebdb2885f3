"""Runs the harness's command with the tasks and models of this package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fnmatch import filter as matching
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from tempanswerqa.harness import registration, task_files
from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.questions import loading, own, subsets
from tempanswerqa.questions.task_names import FAMILY, TaskName


def run(arguments: Sequence[str]) -> None:
    """Run the harness's command line with these models and, if not registered, these tasks.

    Exits as the harness does. Before it starts, raises TaskError for names that share a task, and
    what `loading.load` raises if the released questions of a task are missing.
    """
    import lm_eval.models  # noqa: F401  # only an empty registry makes the harness load its models
    from lm_eval.__main__ import cli_evaluate
    from lm_eval.utils import setup_logging

    setup_logging()
    (names, place), before = given(arguments), sys.argv
    if place and own.folders(place):
        own.include(place)
    _check(names, data_elsewhere="data_dir" in str(arguments), tasks_elsewhere=bool(place))
    from tempanswerqa.harness import models  # slow

    models.register()
    words = ["lm_eval", *arguments]
    with TemporaryDirectory() as folder:
        if arguments and not registration.is_registered():
            if place:  # the harness takes a single folder
                theirs = Path(place).absolute().rglob("*.yaml")
                for number, path in enumerate({*theirs, *registration.task_files()}):
                    stub = Path(folder, f"{number}.yaml")
                    stub.write_text(yaml.safe_dump({"include": str(path)}), encoding="utf-8")
            words += ["--include_path", folder if place else str(registration.tasks_folder())]
        try:
            sys.argv = words
            cli_evaluate()
        finally:
            sys.argv = before


def given(arguments: Sequence[str]) -> tuple[list[str], str]:
    """Return the tasks and the folder of tasks in the arguments, or in the `--config` file."""
    parser = argparse.ArgumentParser("lm_eval", add_help=False)
    parser.add_argument("--config", "-C", nargs="?")
    parser.add_argument("--tasks", "-t", nargs="*", default=[])
    parser.add_argument("--include_path", nargs="?")
    stated, _ = parser.parse_known_args(arguments)
    config = Path(stated.config or "")
    try:
        settings = dict(yaml.safe_load(config.read_bytes())) if config.is_file() else {}
    except (ValueError, TypeError, yaml.YAMLError) as error:
        problem = f"{config}: {' '.join(str(error).split())}"
        raise TaskError(f"{problem}; write YAML with one NAME: VALUE on a line") from error
    tasks = stated.tasks or settings.get("tasks") or []
    texts = [tasks] if isinstance(tasks, str) else tasks
    place = stated.include_path or settings.get("include_path") or ""
    return [name for text in texts for name in text.split(",")], place


def _check(names: Sequence[str], *, data_elsewhere: bool, tasks_elsewhere: bool) -> None:
    """Load the released questions of tasks.

    Raises TaskError for names that share a task and, where all tasks are ours, for unknown ones.
    """
    known = task_files.members()
    for name in () if tasks_elsewhere else names:
        if name.startswith(FAMILY) and not matching(known, name):
            raise TaskError(f"unknown task {name!r}; `tempanswerqa tasks` lists the tasks")
    tasks = dict.fromkeys(task for name in names for task in matching(known, name))
    groups: dict[str, str] = {}
    for name in tasks:
        for task in known[name]:
            if (other := groups.setdefault(task, name)) != name:
                both = f"{other} and {name} both have the task {task}"
                raise TaskError(f"{both}; run them one after the other")
    if not data_elsewhere:
        names = [task for task in groups if task.startswith(FAMILY)]
        for subset in dict.fromkeys(TaskName.parse(task).subset for task in names):
            twins = subsets.twin_of(subset)
            loading.load(twins[0] if twins else subset)
