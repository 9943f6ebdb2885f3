"""Reads and writes names of tasks: `tempanswerqa_[fresh_]SUBSET[.LEVEL][_chat][_fewshot]`,
and of twins `tempanswerqa_twin_SUBSET[.SEED][_chat][_fewshot]`.

A group of the four subsets has no SUBSET in its name. Tasks of questions that a user included are
`NAME[_chat][_fewshot]`. The harness knows no LEVEL and no SEED, which `--metadata` sets: they tell
apart the runs of a task. The level `released` and the default seed are not named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions import subsets
from tempanswerqa.questions.draws import ALL_LEVELS, LEVEL, levels
from tempanswerqa.questions.subsets import BUILT_IN, RELEASED, SUBSETS, twin_of, twins

FAMILY = "tempanswerqa"
"""The beginning of the name of every task, and the name of their folder."""

_CHAT, _FEWSHOT = "_chat", "_fewshot"
_NAME = re.compile(
    rf"{FAMILY}(?P<fresh>_fresh)?"
    rf"(?:_(?P<subset>{'|'.join(BUILT_IN)}|(?:{'|'.join(map(twins, SUBSETS))})(?:\.\d+)?))?"
    rf"(?:\.(?P<level>{'|'.join(level for level in ALL_LEVELS if level != LEVEL)}))?"
    rf"(?P<chat>{_CHAT})?(?P<fewshot>{_FEWSHOT})?"
)
_OWN = re.compile(
    rf"(?P<subset>.+?)(?P<fresh>)(?P<level>)(?P<chat>{_CHAT})?(?P<fewshot>{_FEWSHOT})?"
)


class TaskNameError(TempAnswerError, ValueError):
    """A name that is none of the benchmark's tasks."""


@dataclass(frozen=True)
class TaskName:
    """The parts of the name of a task or group; `str` returns the name, with the level."""

    subset: str = ""
    """A set of questions (see `subsets.find`); empty for a group."""
    level: str = ""
    """The level of fresh questions; empty for the released ones."""
    chat: bool = False
    """True if the task leaves out the begun assistant turn of other tasks."""
    fewshot: bool = False
    """True if the task has exemplars by default."""

    def __str__(self) -> str:
        subset = f"_{self.subset}" if self.subset else ""
        level = f".{self.level}" if self.level not in ("", LEVEL) else ""
        ends = _CHAT * self.chat + _FEWSHOT * self.fewshot
        if self.subset and subsets.find(self.subset).own:
            return f"{self.subset}{ends}"
        return f"{FAMILY}{'_fresh' * bool(self.level)}{subset}{level}{ends}"

    @property
    def harness(self) -> str:
        """Return the name that the harness knows, which has no level and no seed."""
        twin = twin_of(self.subset)
        subset = twins(twin[0]) if twin else self.subset
        return str(replace(self, subset=subset, level=self.level and LEVEL))

    @property
    def zero_shot(self) -> TaskName:
        """Return the name of the task with the same questions and without exemplars."""
        return replace(self, fewshot=False)

    @classmethod
    def parse(cls, name: str) -> TaskName:
        """Return the parts of a name. Raises TaskNameError for a name of another form."""
        if (task := cls.find(name)) is None:
            raise TaskNameError(
                f"unknown task {name!r}; the name of a task is {FAMILY}_[fresh_]SUBSET"
                f"[{_CHAT}][{_FEWSHOT}], and SUBSET one of {', '.join(RELEASED)}"
            )
        return task

    @classmethod
    def find(cls, name: str) -> TaskName | None:
        """Return the parts of a name; None for a name of another form."""
        match, of_user = _NAME.fullmatch(name), _OWN.fullmatch(name)
        if of_user and of_user["subset"] in subsets.included():
            match = of_user
        if not match or (match["level"] and not match["fresh"]):
            return None
        subset, chat = match["subset"] or "", bool(match["chat"])
        if subset and (not subsets.is_known(subset) or (match["fresh"] and twin_of(subset))):
            return None
        if chat and subset and subsets.find(subset).family == "ttqa":
            return None  # there is no prefill to leave out
        level = (match["level"] or LEVEL) if match["fresh"] else ""
        if level and level not in levels(subset):
            return None
        return cls(subset, level, chat, bool(match["fewshot"]))


def is_chat(task: str) -> bool:
    """Return whether a name, of any benchmark, has the ending of tasks without prefill."""
    return task.removesuffix(_FEWSHOT).endswith(_CHAT)


def is_fewshot(task: str) -> bool:
    """Return whether a name, of any benchmark, has the ending of tasks with exemplars."""
    return task.endswith(_FEWSHOT)
