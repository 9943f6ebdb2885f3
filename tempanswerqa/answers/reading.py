"""Reads the number of a unit that a text states as its answer."""

from __future__ import annotations

import re

from tempanswerqa.answers.flexible import rules
from tempanswerqa.answers.flexible.choice import LONGEST_LINE, Target, number_of, prepared
from tempanswerqa.answers.markers import continuation
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import ANSWERS, Quantity
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.units import UNITS

_ACCEPTED = re.compile(
    r"(?i)\balso\b.{0,20}\b(?:accept\w*|correct|fine|ok|okay|allowed|right|valid|possible|counts?)\b"
    r"|\baccept(?:able|ed)\b|\balternatively\b|\balso (?:accept|allow)\b"
)


def read_number(
    text: str, unit: str, question: str = "", month_first: bool = False
) -> float | None:
    """Return the quantity of one of `units.UNITS` that a text states; None if it states none.

    The text is read as flexible extraction reads a response: after its thinking, a marked answer,
    a text that is only an answer, or a concluding sentence. None for an empty text, a range, a
    bound or several values, and for a date such as 03/04/2001 whose order text and question do not
    show; with `month_first` that is 4 March. Raises KeyError for other units.

    >>> read_number("It took an hour and a half.", "minutes")
    90.0
    """
    view = QuestionView("ttqa", unit, user=question, own=True)
    found = rules.find(continuation(text, view), view, month_first)
    return found.number if isinstance(found.number, float) else None


def read_alternatives(text: str, unit: str, question: str = "") -> tuple[float, ...]:
    """Return the quantities of a unit that a reference names as right answers, in their order.

    A text that states a single quantity gives one; empty if it states none. In tables ` | ` stands
    between them: `7 days | 8 days`. Raises KeyError for other units.

    >>> read_alternatives("30 days or 31 days", "days")
    (30.0, 31.0)
    """
    if " | " in text:
        read = [read_number(part, unit, question) for part in text.split(" | ")]
        return () if None in read else tuple(dict.fromkeys(read))  # type: ignore[arg-type]
    asked = Target(UNITS[unit], question)
    plain = prepared(text) if len(text) <= LONGEST_LINE else ""
    accepted = bool(_ACCEPTED.search(plain))
    roles = ("one of several", *ANSWERS) if accepted else ("one of several",)
    named = _with_units([one for one in quantities(plain) if one.role in roles])
    if accepted or len(named) > 1:
        numbers = [number_of(one, asked, plain) for one in named]
        if numbers and None not in numbers:
            return tuple(dict.fromkeys(numbers))  # type: ignore[arg-type]
    number = read_number(text, unit, question)
    return () if number is None else (number,)


def _with_units(named: list[Quantity]) -> list[Quantity]:
    """Return quantities, bare numbers before an amount with its unit: `30 or 31 days`."""
    given = list(named)
    for place in range(len(given) - 2, -1, -1):
        one, after = given[place], given[place + 1]
        if one.kind == "number" and after.kind == "amount" and len(after.parts) > 1:
            del given[place]  # as in `3 or 4 hours and 5 minutes`, which says it of neither
        elif one.kind == "number" and after.kind == "amount":
            parts = ((one.parts[0], after.parts[0][1]),)
            given[place] = Quantity("amount", parts, one.span, "amount", one.role)
        elif one.kind == "number" and after.kind == "clock" and one.parts[0] <= 12:
            half = 12 if "pm" in after.marks and one.parts[0] < 12 else 0
            parts = (3600 * (one.parts[0] + half),)
            given[place] = Quantity("clock", parts, one.span, "clock", one.role)
    return given
