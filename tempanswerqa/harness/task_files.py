"""Reads the task files without importing the harness."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.harness import registration
from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import FAMILY
from tempanswerqa.text import suggestion

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

METADATA = ("think_end", "system_role", "repeats")
"""Keys of `--metadata` that every task reads; each also reads the parameters of its
`custom_dataset`."""
DATASETS = ("data_dir", "twin_seed", "per_category")
"""The keys that are parameters of some `custom_dataset`."""


class TaskError(TempAnswerError, ValueError):
    """An unknown name of a task or group; the message suggests similar names."""


def check_metadata(metadata: Mapping[str, Any]) -> None:
    """Raise TaskError for a key of `--metadata` that seems mistyped, or wrong `repeats`.

    `repeats` is the number of responses to a question, which a task file may set, too.
    """
    known = [*METADATA, *DATASETS, "think_end_token"]  # the last one is an argument of models
    for key in metadata:
        if key not in known and get_close_matches(key, known, cutoff=0.7):
            raise TaskError(f"no task reads {key!r} of --metadata; {suggestion(key, known[:-1])}")
    repeats = metadata.get("repeats")
    if repeats is not None and (type(repeats) is not int or repeats < 1):
        raise TaskError(f"repeats is {repeats!r}; pass the number of responses to each question")


class Task(NamedTuple):
    """The settings of a task file that decide how its questions are asked."""

    name: str
    subset: str
    prefill: bool
    """True if the prompt begins the assistant's turn with the subset's prefill, if it has one."""


class Listed(NamedTuple):
    """A task or group as `tempanswerqa tasks` shows it."""

    task: str
    prompting: str
    questions: int | None
    """The number of questions; None if it is known only after they are loaded."""
    tasks: int | None
    """The number of tasks of a group; None for a task."""


def listed() -> list[Listed]:
    """Return all tasks and groups, sorted by folder, each group before its tasks."""
    configs = [_read(path) for path in registration.task_files()]
    tasks: dict[str, Listed] = {}
    for config in configs:
        if "group" not in config:
            name = config["task"]
            known = (base for base in sorted(QUESTIONS, key=len) if name.startswith(base))
            *_, base = ("", *known)
            questions = QUESTIONS.get(base)
            shots = "few-shot" if config.get("num_fewshot") else "zero-shot"
            tasks[name] = Listed(name, shots, questions, None)
    rows = []
    for config in configs:
        if "group" in config:
            members = [tasks[name] for name in _members(config)]
            sizes = [task.questions for task in members if task.questions is not None]
            total = sum(sizes) if len(sizes) == len(members) else None
            rows.append(Listed(config["group"], members[0].prompting, total, len(members)))
        else:
            rows.append(tasks[config["task"]])
    return rows


def members() -> dict[str, list[str]]:
    """Return the tasks of each group, and each task as its own one, by name."""
    configs = map(_read, registration.task_files())
    return {
        config.get("group") or config["task"]: _members(config)
        if "group" in config
        else [config["task"]]
        for config in configs
    }


def named(names: Iterable[str]) -> list[Task]:
    """Return the tasks of these names, each once; a group is replaced by its tasks.

    Raises TaskError for an unknown name.
    """
    files = {path.stem: path for path in registration.task_files() if path.parent.name == FAMILY}
    for part in map(subsets.find, subsets.included()):
        if part.folder:
            files |= {path.stem: path for path in part.folder.glob(f"{part.name}*.yaml")}
    tasks: dict[str, Task] = {}
    for name in names:
        if name not in files:
            listed = (
                f"`tempanswerqa tasks` lists all known tasks ({FAMILY}*); name the folder of a "
                "task of your own with --include_path"
            )
            hint = suggestion(name, files, listed)
            raise TaskError(f"unknown task {name!r}; {hint}")
        config = _read(files[name])
        if "group" in config:
            members = named(_members(config))
        else:
            arguments, settings = config["dataset_kwargs"], config["metadata"]
            subset = arguments["subset"]
            if config["custom_dataset"].endswith("twin_dataset"):
                subset = subsets.twins(subset, settings["twin_seed"])
            members = [Task(config["task"], subset, arguments.get("prefill", True))]
        tasks |= {task.name: task for task in members}
    return list(tasks.values())


def _members(group: dict[str, Any]) -> list[str]:
    return [each["task"] if isinstance(each, dict) else each for each in group["task"]]


class _Loader(yaml.SafeLoader):
    """Reads only the name of a function, which the harness would import."""


_Loader.add_constructor("!function", lambda _, node: node.value)


@cache
def _read(path: Path) -> dict[str, Any]:
    """Return a task file merged with the files that it includes, as the harness does.

    Its own settings override theirs.
    """
    with path.open("rb") as file:
        config: dict[str, Any] = yaml.load(file, _Loader)
    base = config.get("include")
    return (_read(path.parent / base) if base else {}) | config
