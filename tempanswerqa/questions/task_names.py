"""Reads and writes names of tasks: `tempanswerqa_SUBSET[_chat][_fewshot]`, or `NAME[...]` of users.

`tempanswerqa_SUBSET_thinking` is read as the task without prefill, as it only allows more tokens.
SUBSET is a released set, its sample `sample_SUBSET` or its twins `twin_SUBSET[.SEED]`. The harness
knows no SEED, which `--metadata` sets. A group has no SUBSET in its name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions import subsets
from tempanswerqa.questions.subsets import twin_of, twins

FAMILY = "tempanswerqa"
"""The beginning of the name of every task, and the name of their folder."""

_CHAT, _FEWSHOT, _THINKING = "_chat", "_fewshot", "_thinking"
_NAME = re.compile(rf"(?s)(.*?)(?:({_CHAT})?({_FEWSHOT})?|({_THINKING}))")


class TaskNameError(TempAnswerError, ValueError):
    """A name that is not that of a task of the benchmark."""


@dataclass(frozen=True)
class TaskName:
    """The parts of the name of a task or group; `str` returns the name."""

    subset: str = ""
    """A set of questions (see `subsets.find`); empty for a group."""
    chat: bool = False
    """True if the task omits the prefill of other tasks."""
    fewshot: bool = False
    """True if the task has exemplars by default."""

    def __str__(self) -> str:
        name = f"{FAMILY}_{self.subset}" if self.subset else FAMILY
        if self.subset and subsets.find(self.subset).own:
            name = self.subset
        return name + _CHAT * self.chat + _FEWSHOT * self.fewshot

    @property
    def harness(self) -> str:
        """Return the task's name in the harness, which has no seed."""
        twin = twin_of(self.subset)
        return str(replace(self, subset=twins(twin[0]) if twin else self.subset))

    @classmethod
    def parse(cls, name: str) -> TaskName:
        """Return the parts of a name. Raises TaskNameError for names of other forms."""
        if (task := cls.find(name)) is None:
            remedy = "`tempanswerqa tasks` lists them; name folders of your own by --include_path"
            raise TaskNameError(f"unknown task {name!r}; {remedy}")
        return task

    @classmethod
    def find(cls, name: str) -> TaskName | None:
        """Return the parts of a name; None for names of other forms."""
        match = _NAME.fullmatch(name)
        assert match
        whole, chat, fewshot, thinking = match.groups()
        family, _, subset = whole.partition("_")
        if whole in subsets.included():
            subset = whole
        elif (
            family != FAMILY
            or subset in subsets.included()
            or (subset and not subsets.is_known(subset))
        ):
            return None
        if subset and subsets.find(subset).family == "ttqa":
            return None if chat else cls(subset, False, bool(fewshot))  # there is no prefill
        return cls(subset, bool(chat or (thinking and subset)), bool(fewshot))


def is_chat(task: str) -> bool:
    """Return whether a name, of any benchmark, ends like those of tasks without prefill."""
    return task.removesuffix(_FEWSHOT).endswith((_CHAT, _THINKING))


def is_fewshot(task: str) -> bool:
    """Return whether a name, of any benchmark, ends like those of tasks with exemplars."""
    return task.endswith(_FEWSHOT)
