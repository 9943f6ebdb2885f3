"""The names of the harness tasks that make up a submission."""

from __future__ import annotations

import re
from typing import NamedTuple

from tempanswerqa.questions.draws import LEVEL, LEVELS
from tempanswerqa.questions.subsets import SUBSETS

FEWSHOT = "_fewshot"
"""Ends the name of a task that brings its exemplars."""

_NAME = re.compile(
    rf"tempanswerqa_(?P<fresh>fresh_)?(?P<subset>{'|'.join(SUBSETS)})"
    rf"(?:_(?P<level>{'|'.join(level for level in LEVELS if level != LEVEL)}))?(?P<chat>_chat)?"
)


class Named(NamedTuple):
    """What the name of a task says."""

    subset: str
    level: str
    """Of fresh questions; empty for the released ones."""
    chat: bool
    """Whether the model begins its turn itself where other tasks begin it."""


def named(task: str) -> Named | None:
    """Return what the name of a task says, without `FEWSHOT`; None where it is none of a
    submission's.
    """
    found = _NAME.fullmatch(task)
    if not found:
        return None
    subset, level, chat = found["subset"], found["level"], bool(found["chat"])
    if (level and not found["fresh"]) or (chat and SUBSETS[subset].family == "ttqa"):
        return None
    return Named(subset, (level or LEVEL) if found["fresh"] else "", chat)
