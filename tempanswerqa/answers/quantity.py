"""Defines quantities: amounts, numbers, dates and times of day as texts state them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal[
    "amount", "number", "date", "month", "year", "clock", "moment", "weekday", "period", "junk"
]
"""The kinds of quantities; `junk`, which looks like one, such as a page number, is dropped."""
Role = Literal["exact", "about", "bound", "range", "one of several", "relative", "denied"]
ANSWERS: tuple[Role, ...] = ("exact", "about")
"""The roles of quantities that can be an answer."""


@dataclass
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
    marks: set[str] = field(default_factory=set)
    """`adjective` for what describes another thing, `aside` within brackets, `adjunct` for a number
    after a preposition, `later` for an amount that is counted from something."""
    noun: str = ""
    """The word after a number."""
    first: int = 0
    """The first token of the quantity, while it is read."""
    after: int = 0
    """The token after it."""

    @property
    def start(self) -> int:
        return self.span[0]

    @property
    def end(self) -> int:
        return self.span[1]
