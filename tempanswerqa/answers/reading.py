"""Reads the number of a unit that a text states as its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from tempanswerqa.answers import markers
from tempanswerqa.answers.choice import LONGEST, Asked, answer_in, number_of, prepared
from tempanswerqa.answers.flexible import rules
from tempanswerqa.answers.flexible.numbers import Value
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.formats import MONTH_FIRST, answer_format
from tempanswerqa.answers.quantity import ANSWERS, Quantity, quantities
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.paper_scoring import EPOCH
from tempanswerqa.units import DAY, UNITS

_MARKED = re.compile(
    r"(?i)[\n<{]|\\boxed|answer|final|wait|actually|correct|sorry|mistake|oops|hmm|edit\b|scratch|[^\x00-\x7f]"
)
"""Signs and words of texts for which the rules are asked where the answer stands."""

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
    asked = Asked(UNITS[unit], question, month_first=month_first)
    if len(text) <= 200 and not _MARKED.search(text):
        found = answer_in(text.strip(), asked)
        value = found and found.value
    else:
        read = find(text, QuestionView("ttqa", unit, user=question, own=True), month_first)
        value = read and read[0]
    if isinstance(value, date):
        return float((value - EPOCH.date()).days * DAY)
    return value


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
    asked = Asked(UNITS[unit], question)
    if len(text) <= LONGEST:
        plain = prepared(text)
        roles = ("one of several", *ANSWERS) if _ACCEPTED.search(plain) else ("one of several",)
        named = [one for one in quantities(plain) if one.role in roles]
        if len(roles) == 1 and len(named) < 2:
            named = []
        numbers = [
            number
            for one in _with_units(named)
            if (number := number_of(one, asked, plain)) is not None
        ]
        if numbers and len(numbers) == len(named):
            return tuple(dict.fromkeys(numbers))
    number = read_number(text, unit, question)
    return () if number is None else (number,)


def _with_units(named: list[Quantity]) -> list[Quantity]:
    """Return quantities, bare numbers before an amount with its unit: `30 or 31 days`."""
    given = list(named)
    for place in range(len(given) - 2, -1, -1):
        one, after = given[place], given[place + 1]
        if one.kind == "number" and after.kind == "amount" and len(after.parts) == 1:
            parts = ((one.parts[0], after.parts[0][1]),)
            given[place] = Quantity("amount", parts, one.span, "amount", one.role)
        elif one.kind == "number" and after.kind == "clock" and one.parts[0] <= 12:
            half = 12 if "pm" in after.marks and one.parts[0] < 12 else 0
            parts = (3600 * (one.parts[0] + half),)
            given[place] = Quantity("clock", parts, one.span, "clock", one.role)
    return given


def find(
    response: markers.Response, question: QuestionView, month_first: bool = False
) -> tuple[float | date, str] | None:
    """Return the value that a response states in a user's unit, and the rule that reads it."""
    for name, value in attempts(response, question, month_first):
        if value is not None:
            return value.value, f"{name}:{value.notation}"
    return None


def attempts(
    response: markers.Response, question: QuestionView, month_first: bool = False
) -> Iterator[tuple[str, Value | None]]:
    """Yield the rules in their order, each with the value that it reads."""
    reply = OwnReply(response, question, month_first)
    for rule in _RULES:
        reply.place = None
        value = rule(reply)
        yield rule.__name__, None if value is rules.WITHDRAWN else value
        if value is rules.WITHDRAWN:
            return


def stated_object(reply: OwnReply) -> Value | None:
    """Return the value of the last JSON object that has fields."""
    for found in reversed(reply.closed):
        if fields := {str(name): value for name, value in found.fields.items()}:
            if "answer" in fields or len(fields) == 1:
                return reply.field(fields.get("answer", next(iter(fields.values()))))
            parts = (f"{value} {name.removeprefix('num_')}" for name, value in fields.items())
            return reply.line(", ".join(parts))
    return None


class OwnReply(Reply):
    """A response to a question in a user's unit."""

    def __init__(
        self, response: markers.Response, question: QuestionView, month_first: bool = False
    ) -> None:
        super().__init__(response, question)
        month_first = month_first or answer_format(question.answer_format).date_order == MONTH_FIRST
        self.asked = Asked(UNITS[question.unit], question.user, False, month_first)
        self.is_dated = self.asked.unit.kind == "calendar"

    def line(self, text: str, cut: bool = False) -> Value | None:
        self.said = text
        return answer_in(text, self.asked, self.text) if not cut else None

    def sentence(self, text: str) -> Value | None:
        return self.line(text)

    def together(self, text: str) -> Value | None:
        return None

    def field(self, value: object) -> Value | None:
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return None
        return self.line(str(value))


def short(reply: OwnReply) -> Value | None:
    """Return the value of a short response without marks of an answer."""
    text = reply.text.strip()
    if reply.goes_on or len(text) > 200 or "\n\n" in text or "final answer" in reply.lower:
        return None
    return reply.line(text)


_MARKED_RULES = (rules.final_answer, stated_object, rules.answer_line, rules.boxed)
_RULES = (rules.corrected, rules.tagged, *_MARKED_RULES, short, rules.labelled, rules.conclusion)
