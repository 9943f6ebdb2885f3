"""Defines the result of reading a response: a number, or why there is none."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import Literal, NamedTuple

from tempanswerqa.paper_scoring import EPOCH
from tempanswerqa.units import UNITS

Unread = Literal[
    "empty",
    "thinking unfinished",
    "cut off",
    "refused",
    "several answers",
    "another notation",
    "no answer",
]
REASONS: Mapping[Unread, str] = {
    "empty": "The response has no text.",
    "thinking unfinished": "Its thinking never ends.",
    "cut off": "It breaks off before or within its answer, e.g. at the token limit.",
    "refused": "It says that there is no answer, e.g. that the table does not say.",
    "several answers": "It gives several answers, a range or a choice.",
    "another notation": "Its answer is not in the form that was asked for.",
    "no answer": "It ends without the JSON object or `Final Answer:` line that was asked for.",
}
"""The reasons, each with a sentence that describes such a response."""

CUT: Collection[Unread] = ("empty", "thinking unfinished", "cut off")
"""The reasons that a token limit can explain."""

Span = tuple[int, int]
"""The positions at which a text begins and ends in a response."""


class Period(NamedTuple):
    """The days from `first` to `last`, both included."""

    first: date
    last: date

    def __str__(self) -> str:
        """Return the period as EDTF writes it."""
        return "/".join(dict.fromkeys((self.first.isoformat(), self.last.isoformat())))

    def error(self, label: Period) -> int:
        """Return the most days that the answer may be off; 0 if it lies within the label.

        For an answer [c, d] and a label [a, b] that is max(0, a - c, d - b), the one-sided
        Hausdorff distance of the intervals.

        >>> july = Period(date(2023, 7, 1), date(2023, 7, 31))
        >>> july.error(Period(date(2023, 7, 15), date(2023, 7, 15)))
        16
        """
        return max(0, (label.first - self.first).days, (self.last - label.last).days)


class Reading(NamedTuple):
    """The result of reading a response: the number that it states, or why it is unread."""

    number: float | Period | None = None
    """The number in the unit of the question, or a period for `when`; None if unread."""
    notation: str = ""
    """The notation of the number, such as `amount`; docs/extraction.md lists the notations. Empty
    for strict reading."""
    text: str | None = None
    """The answer as text; flexible reading uses the plain notation of `released_code.read_plain`.
    None if none was found."""
    rule: str = ""
    """The place of the answer, such as `final_answer`; empty if none was found."""
    span: Span | None = None
    """The position of the answer in the response; None if it is not known exactly."""
    unread: Unread | None = None
    """The reason why there is no number; None if there is one."""
    probability: float | None = None
    """The probability that the text states the number; None for strict reading."""

    @property
    def name(self) -> str:
        """Return the names of rule and notation, as in `final_answer:amount`."""
        return f"{self.rule}:{self.notation}" if self.notation else self.rule


def plain_text(number: float | Period, unit: str) -> str:
    """Return a number or period in the plain notation of `released_code.read_plain`."""
    if isinstance(number, tuple):
        return str(number)
    if UNITS[unit].parts == 3:
        return (EPOCH + timedelta(seconds=number)).date().isoformat()
    return str(int(number)) if number.is_integer() else str(number)
