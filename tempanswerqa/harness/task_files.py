"""What the task files say, for those who cannot import the harness to read them."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.harness import registration
from tempanswerqa.questions.draws import LEVEL, Draw
from tempanswerqa.questions.task_names import FAMILY


class TaskError(TempAnswerError, ValueError):
    """A name that no task or group has; says which are close."""


class Task(NamedTuple):
    """What a task file fixes of the prompts and of the generation."""

    name: str
    subset: str
    draw: Draw | None
    """Of a task with fresh questions, which; None for released ones."""
    prefill: bool
    """Whether the assistant's turn is begun for the model, where the subset has a prefill."""
    num_fewshot: int
    max_gen_toks: int


def named(names: Iterable[str]) -> list[Task]:
    """Return the tasks of these names, those of a group in its place, each once.

    Raises TaskError for a name that is not known.
    """
    files = {path.stem: path for path in registration.task_files() if path.parent.name == FAMILY}
    found: dict[str, Task] = {}
    for name in names:
        if name not in files:
            close = get_close_matches(name, files) or files
            raise TaskError(f"unknown task {name!r}; known are {', '.join(close)}")
        config = _read(files[name])
        members = _members(config["task"]) if "group" in config else [_task(config)]
        found |= {task.name: task for task in members}
    return list(found.values())


def _members(listed: Iterable[str | dict[str, Any]]) -> list[Task]:
    """Return the tasks of a group, which may name other generation settings for them."""
    members = []
    for member in listed:
        changed = member if isinstance(member, dict) else {"task": member}
        own = changed.get("generation_kwargs", {})
        members += [
            task._replace(max_gen_toks=own.get("max_gen_toks", task.max_gen_toks))
            for task in named([changed["task"]])
        ]
    return members


def _task(config: dict[str, Any]) -> Task:
    arguments = config["dataset_kwargs"]
    return Task(
        name=config["task"],
        subset=arguments["subset"],
        draw=_draw(config) if config["custom_dataset"].endswith("fresh_dataset") else None,
        prefill=arguments.get("prefill", True),
        num_fewshot=config.get("num_fewshot", 0),
        max_gen_toks=config["generation_kwargs"]["max_gen_toks"],
    )


def _draw(config: dict[str, Any]) -> Draw:
    arguments, told = config["dataset_kwargs"], config["metadata"]
    return Draw(arguments["subset"], arguments.get("level", LEVEL), told["n"], told["seed"])


class _Loader(yaml.SafeLoader):
    """Reads the name of a function where the harness imports it."""


_Loader.add_constructor("!function", lambda _, node: node.value)


def _read(path: Path) -> dict[str, Any]:
    """Return a task file with what it includes, as the harness merges them: what is nearer
    counts.
    """
    with path.open("rb") as file:
        config = yaml.load(file, _Loader)
    base = config.pop("include", None)
    return (_read(path.parent / base) if base else {}) | config
