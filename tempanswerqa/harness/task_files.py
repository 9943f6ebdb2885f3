"""Reads the task files without importing the harness."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.harness import registration
from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import FAMILY

QUESTIONS = {
    **{f"{FAMILY}_{name}": part.questions for name, part in subsets.BUILT_IN.items()},
    **{f"{FAMILY}_{subsets.twins(name)}": count for name, count in subsets.TWINS.items()},
    "tot_arithmetic": 1_850,
    "tram_frequency": 4_628,
    "tram_duration": 7_197,
    "tram_ambiguity_resolution": 3_624,
    "tram_arithmetic": 15_584,
    "tram_causality": 590,
}
"""Question counts of the released files; variants of a task have the same questions."""


class TaskError(TempAnswerError, ValueError):
    """A task or a setting of it that cannot be used; the message says why and what to do."""


class Task(NamedTuple):
    """The settings of a task file that decide how its questions are asked."""

    name: str
    subset: str
    prefill: bool
    """True if the prompt begins the assistant's turn with the subset's prefill, if it has one."""


def listed() -> list[dict[str, Any]]:
    """Return a row for each task and group, with None for numbers that are not known or apply."""
    configs = _configs()
    rows = []
    for name, config in configs.items():
        tasks = _members(config)
        sizes = [_size(task) for task in tasks]
        shots = "few-shot" if configs[tasks[0]].get("num_fewshot") else "zero-shot"
        known = [size for size in sizes if size]
        questions = sum(known) if len(known) == len(sizes) else None
        count = len(tasks) if "group" in config else None
        rows.append({"task": name, "prompting": shots, "questions": questions, "tasks": count})
    return rows


def _size(task: str) -> int | None:
    """Return the number of questions of a task, or of that of which it is a variant."""
    return QUESTIONS.get(max(filter(task.startswith, QUESTIONS), key=len, default=""))


def members() -> dict[str, list[str]]:
    """Return the tasks of each group, and each task as its own one, by name."""
    return {name: _members(config) for name, config in _configs().items()}


def named(names: Iterable[str]) -> list[Task]:
    """Return the tasks of these names and groups, each once. Raises TaskError for unknown ones."""
    configs = {name: config for name, config in _configs().items() if name.startswith(FAMILY)}
    for part in map(subsets.find, subsets.included()):
        if part.folder:
            paths = part.folder.glob(f"{part.name}*.yaml")
            configs |= {path.stem: _read(path) for path in paths}
    tasks: dict[str, Task] = {}
    for name in names:
        if name not in configs:
            raise TaskError(
                f"unknown task {name!r}; `tempanswerqa tasks` lists them; name folders of your own "
                "by --include_path"
            )
        for task in _members(configs[name]):
            arguments = configs[task]["dataset_kwargs"]
            tasks[task] = Task(task, arguments["subset"], arguments.get("prefill", True))
    return list(tasks.values())


def _configs() -> dict[str, dict[str, Any]]:
    """Return the task files of this project by the names of their tasks and groups."""
    return {path.stem: _read(path) for path in registration.task_files()}


def _members(config: Mapping[str, Any]) -> list[str]:
    """Return the tasks of a group, or the only one of a task."""
    tasks = config["task"] if "group" in config else [config["task"]]
    return [each["task"] if isinstance(each, dict) else each for each in tasks]


class _Loader(yaml.SafeLoader):
    """Reads only the name of a function, which the harness would import."""


_Loader.add_constructor("!function", lambda _, node: node.value)


@cache
def _read(path: Path) -> dict[str, Any]:
    """Return a task file with its own settings over those that it includes, as the harness does."""
    with path.open("rb") as file:
        config: dict[str, Any] = yaml.load(file, _Loader)
    base = config.get("include")
    return (_read(path.parent / base) if base else {}) | config
