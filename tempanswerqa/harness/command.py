"""Runs the harness's command with the tasks and models of this package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fnmatch import filter as matching
from pathlib import Path

import yaml

from tempanswerqa.harness import registration, task_files
from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.questions import loading, own, subsets
from tempanswerqa.questions.task_names import FAMILY
from tempanswerqa.text import suggestion


def run(arguments: Sequence[str]) -> None:
    """Run the harness's command line with these models and, if not registered, these tasks.

    Exits as the harness does. Before it starts, raises TaskError for an unknown task of ours, and
    what `loading.load` raises if the released questions of a task are missing.
    """
    import lm_eval.models  # noqa: F401  # only an empty registry makes the harness load its models
    from lm_eval.__main__ import cli_evaluate
    from lm_eval.utils import setup_logging

    setup_logging()
    given, before = _given(arguments), sys.argv
    place, ours = given.include_path or "", registration.tasks_folder()
    words = ["lm_eval", *arguments]
    if place and Path(place).absolute() != ours:
        if own.folders(place):
            own.include(place)
    else:
        _check([name for text in given.tasks for name in text.split(",")], "data_dir" in str(words))
        if arguments and bool(place) == registration.is_registered():
            # a task in two folders makes the harness warn
            words += ["--include_path", "" if place else str(ours)]
    from tempanswerqa.harness import models  # slow

    models.register()
    try:
        sys.argv = words
        cli_evaluate()
    finally:
        sys.argv = before


def _given(arguments: Sequence[str]) -> argparse.Namespace:
    """Return `tasks` and `include_path` of the command line, or of the file after `--config`."""
    parser = argparse.ArgumentParser("lm_eval", add_help=False)
    parser.add_argument("--config", "-C", nargs="?")
    parser.add_argument("--tasks", "-t", nargs="*", default=[])
    parser.add_argument("--include_path", nargs="?")
    given, _ = parser.parse_known_args(arguments)
    if given.config and Path(given.config).is_file():
        settings = yaml.safe_load(Path(given.config).read_text(encoding="utf-8"))
        given.include_path = given.include_path or settings.get("include_path")
        tasks = settings.get("tasks") or []
        given.tasks = given.tasks or ([tasks] if isinstance(tasks, str) else tasks)
    return given


def _check(names: Sequence[str], elsewhere: bool) -> None:
    """Raise TaskError for the first unknown name of ours, and load the released questions, unless
    only the harness's options say where they are.
    """
    known = [each.task for each in task_files.listed()]
    found = [task for name in names for task in matching(known, name)]
    for name in names:
        whole = name if name.startswith(FAMILY) else f"{FAMILY}_{name}"
        if not matching(known, name) and (whole == name or whole in known):
            hint = suggestion(whole, known, "`tempanswerqa tasks` lists the tasks")
            raise TaskError(f"unknown task {name!r}; {hint}")
    if not elsewhere:
        for task in task_files.named(name for name in found if name.startswith(FAMILY)):
            twins = subsets.twin_of(task.subset)
            loading.load(twins[0] if twins else task.subset)
