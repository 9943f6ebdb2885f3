"""Defines what the reading of a response may know of its question."""

from __future__ import annotations

from typing import NamedTuple


class QuestionView(NamedTuple):
    """What extraction sees of a question: fields of the same names, and never its label."""

    family: str
    unit: str
    prefill: str = ""
    answer_format: str = ""
    user: str = ""
    think_end: str = ""
    """The closing mark of thinking, where the user names one."""

    @property
    def text(self) -> str:
        """Return the question itself: the last line of the user text but for the answer's cue."""
        return self._lines[2]

    @property
    def context(self) -> str:
        """Return what stands above the question itself, such as its table; empty for nothing."""
        return self._lines[0]

    @property
    def _lines(self) -> tuple[str, str, str]:
        return self.user.rstrip().removesuffix("A:").rstrip().rpartition("\n")
