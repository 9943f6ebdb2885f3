"""Names models and counts in words, and parts of files by their titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.text import shortened

NAME_LENGTH = 80
"""The largest number of characters of a model's name in tables and pages."""


def short_model(name: str) -> str:
    """Return the name of a model without a final `-Instruct`, as the paper's tables have it."""
    return name.removesuffix("-Instruct").removesuffix("-instruct")


def without_organization(name: str) -> str:
    """Return the part of a model's name after its last `/`."""
    return name.rstrip("/").rpartition("/")[2] or name


def _clipped(name: str) -> str:
    return name if len(name) <= NAME_LENGTH else shortened(name, NAME_LENGTH)


def short_models(models: Iterable[str]) -> dict[str, str]:
    """Return the name of each model in tables and pages.

    It is the part after its last `/`, without a final `-Instruct`, in at most `NAME_LENGTH`
    characters. A part is kept if the name would otherwise be that of two models.
    """
    short = {model: model for model in models}
    for shorter in (without_organization, short_model, _clipped):
        cut = {model: shorter(name) for model, name in short.items()}
        shared = Counter(cut.values())
        short = {m: cut[m] if shared[cut[m]] == 1 else name for m, name in short.items()}
    return short


def titled(task: TaskName) -> str:
    """Return the title of a task, such as `TempTabQA, head`."""
    return subsets.find(task.subset).title + (", chat" if task.chat else "")


def counted(number: int, thing: str) -> str:
    """Return the number with its noun, as `1 run` or `2 runs`."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def slug(title: str) -> str:
    """Return a title as part of a file name: only lower-case ASCII letters, digits and `_`."""
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in title.lower()).split()
    return "_".join(words)
