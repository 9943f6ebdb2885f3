"""Defines quantities: amounts, numbers, dates and times of day as texts state them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tempanswerqa.answers.tokens import Match

Kind = Literal["amount", "number", "date", "month", "year", "clock", "moment", "weekday", "period"]
Junk = Literal["junk"]
"""The kind of text that looks like a quantity, such as a page number; it is dropped."""
Role = Literal["exact", "about", "bound", "range", "one of several", "relative", "denied"]
ANSWERS: tuple[Role, ...] = ("exact", "about")
"""The roles of quantities that can be an answer."""


@dataclass(frozen=True)
class Quantity:
    """A quantity that a text states."""

    kind: Kind
    parts: tuple[Any, ...]
    """The values, by kind: pairs of a number and a name of `TIME_UNITS` for an amount, largest
    first; the number; year or None, month, day; year or None, month; year, negative for BC; seconds
    since midnight; year, month, day, seconds; 1 to 7 from Monday on; the
    first and the last day, or None twice."""
    span: tuple[int, int]
    """The places in the text at which the quantity begins and ends."""
    notation: str
    role: Role = "exact"
    certainty: Literal["sure", "open"] = "sure"
    """`open` if day and month, or decimals and thousands, could be meant the other way."""
    marks: frozenset[str] = frozenset()
    """`adjective` for what describes another thing, `aside` within brackets, `adjunct` for a number
    after a preposition, `later` for an amount that is counted from something."""
    noun: str = ""
    """The word after a number."""

    @property
    def start(self) -> int:
        return self.span[0]

    @property
    def end(self) -> int:
        return self.span[1]


class Candidate:
    """A quantity while it is read, at the tokens from `first` up to `after`."""

    __slots__ = ("after", "first", "kind", "marks", "notation", "noun", "open", "parts", "role")

    def __init__(
        self, kind: Kind | Junk, parts: tuple[Any, ...], at: Match, notation: str = "", *marks: str
    ) -> None:
        self.kind, self.parts, self.first, self.after = kind, parts, at.first, at.after
        self.notation, self.marks = notation or kind, set(marks)
        self.role: Role = "exact"
        self.open = False
        self.noun = ""
