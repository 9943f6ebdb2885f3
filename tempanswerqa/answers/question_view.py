"""Defines the fields of a question that may be used to read its response."""

from __future__ import annotations

from typing import NamedTuple

from tempanswerqa.units import FAMILY_UNITS, UNITS, asks_clock


class QuestionView(NamedTuple):
    """The part of a question that extraction sees, in fields of the same names, without label."""

    family: str
    unit: str
    prefill: str = ""
    answer_format: str = ""
    user: str = ""
    think_end: str = ""
    """The closing mark of thinking; empty if the user names none."""
    own: bool = False
    """True for a user's question, whose amounts keep fractions."""
    asked_on: str = ""
    """The day of the question, such as 2023-05-08, on which `yesterday` depends; or empty."""
    date_order: str = ""
    """`day` or `month`, the first part of dates such as 03/04/2001; empty if it is not known."""

    @property
    def is_native(self) -> bool:
        """Return whether responses are read like those to the family's released questions."""
        known = self.unit in FAMILY_UNITS[self.family]
        form = self.answer_format
        return known and form != UNITS["date_years"].line and not asks_clock(self.unit, form)

    @property
    def is_released(self) -> bool:
        """Return whether amounts are read as in the paper, such as whole days."""
        return self.is_native and not self.own

    @property
    def text(self) -> str:
        """Return the question itself: the last line of the user text before the cue."""
        return self._lines[2]

    @property
    def context(self) -> str:
        """Return the text above the question itself, such as its table; empty if there is none."""
        return self._lines[0]

    @property
    def _lines(self) -> tuple[str, str, str]:
        return self.user.rstrip().removesuffix("A:").rstrip().rpartition("\n")
