"""Reads the task files without importing the harness."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.harness import registration
from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import FAMILY, is_fewshot

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
    """An unusable task or setting of a task; the message says why and what to do."""


class _Loader(yaml.SafeLoader):
    """Reads only the names of functions, which the harness would import."""


_Loader.add_constructor("!function", lambda _, node: node.value)


@cache
def members() -> dict[str, list[str]]:
    """Return the tasks of each group by name, and each task as a group of itself."""
    known = {}
    for path in registration.task_files():
        config = yaml.load(path.read_bytes(), _Loader)
        tasks = config["task"] if "group" in config else [path.stem]
        known[path.stem] = [each["task"] if isinstance(each, dict) else each for each in tasks]
    return known


def listed() -> list[dict[str, Any]]:
    """Return a row for each task and group, with None for unknown or inapplicable numbers."""
    rows = []
    for name, tasks in members().items():
        # a variant has the questions of its task
        origins = (max(filter(task.startswith, QUESTIONS), key=len, default="") for task in tasks)
        sizes = [QUESTIONS.get(origin) for origin in origins]
        known = [size for size in sizes if size]
        rows.append(
            {
                "task": name,
                "prompting": "few-shot" if is_fewshot(name) else "zero-shot",
                "questions": sum(known) if len(known) == len(sizes) else None,
                "tasks": None if tasks == [name] else len(tasks),
            }
        )
    return rows
