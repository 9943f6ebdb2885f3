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
from tempanswerqa.questions.task_names import FAMILY


def run(arguments: Sequence[str]) -> None:
    """Run the harness's command line with these models and, if not registered, these tasks.

    Exits as the harness does. Before it starts, raises TaskError for an unknown task of ours, and
    what `loading.load` raises if the released questions of a task are missing.
    """
    import lm_eval.models  # noqa: F401  # only an empty registry makes the harness load its models
    from lm_eval.__main__ import cli_evaluate
    from lm_eval.utils import setup_logging

    setup_logging()
    (names, stated), before = given(arguments), sys.argv
    ours, registered = registration.tasks_folder(), registration.is_registered()
    places = [path for place in stated if (path := Path(place).absolute()) != ours]
    for place in filter(own.folders, places):
        own.include(place)
    _check(names, data_elsewhere="data_dir" in str(arguments), tasks_elsewhere=bool(places))
    from tempanswerqa.harness import models  # slow

    models.register()
    words = ["lm_eval", *arguments]
    with TemporaryDirectory() as folder:
        if places and not registered:  # the harness takes a single folder
            for number, place in enumerate([*places, ours]):
                paths = registration.task_files() if place == ours else place.rglob("*.yaml")
                stubs = registration.stubs(paths, place, Path(folder) / str(number))
                registration.write(stubs)
            words += ["--include_path", folder]
        elif arguments and not registered:
            words += ["--include_path", str(ours)]
        try:
            sys.argv = words
            cli_evaluate()
        finally:
            sys.argv = before


def given(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the tasks and the folders of tasks of the arguments, or of the `--config` file."""
    parser = argparse.ArgumentParser("lm_eval", add_help=False)
    parser.add_argument("--config", "-C", nargs="?")
    parser.add_argument("--tasks", "-t", nargs="*", default=[])
    parser.add_argument("--include_path", nargs="?")
    stated, _ = parser.parse_known_args(arguments)
    config = Path(stated.config or "")
    settings = yaml.safe_load(config.read_text(encoding="utf-8")) if config.is_file() else {}
    tasks = stated.tasks or settings.get("tasks") or []
    places = stated.include_path or settings.get("include_path") or []
    tasks, places = ([each] if isinstance(each, str) else each for each in (tasks, places))
    return [name for text in tasks for name in text.split(",")], places


def _check(names: Sequence[str], *, data_elsewhere: bool, tasks_elsewhere: bool) -> None:
    """Load the released questions of tasks. Raises TaskError for unknown or repeated names."""
    known = task_files.members()
    tasks = [task for name in names for task in matching(known, name)]
    for name in [] if tasks_elsewhere else names:
        whole = name if name.startswith(FAMILY) else f"{FAMILY}_{name}"
        if not matching(known, name) and (whole == name or whole in known):
            hint = f"choose {whole}" if whole in known else "`tempanswerqa tasks` lists the tasks"
            raise TaskError(f"unknown task {name!r}; {hint}")
    groups: dict[str, str] = {}
    for name in dict.fromkeys(tasks):
        for task in known[name]:
            if (other := groups.setdefault(task, name)) != name:
                both = f"{other} and {name} both have the task {task}"
                raise TaskError(f"{both}; run them one after the other")
    if not data_elsewhere:
        for part in task_files.named(name for name in tasks if name.startswith(FAMILY)):
            twins = subsets.twin_of(part.subset)
            loading.load(twins[0] if twins else part.subset)
