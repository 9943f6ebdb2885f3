"""Reads the right answers that labels and references name, or says why there are none."""

from __future__ import annotations

import re
from datetime import timedelta

from tempanswerqa import paper_scoring
from tempanswerqa.answers import places
from tempanswerqa.answers.candidates import number_of, target
from tempanswerqa.answers.markers import Continuation
from tempanswerqa.answers.markup import normalize_characters, prepared
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import ANSWERS, Quantity
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Period
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.units import UNITS

Right = float | Period | None
"""A right answer: a number, a period for `when`, or None if the answer is not known."""

NO_ANSWER = "none"
"""The label of a question whose answer is not known."""

SURE = 0.75
"""Minimum probability of a label's value; labels such as `7; 8` have less."""
LONGEST = 500
"""Maximum length of a label that names several right answers."""

_ACCEPTED = re.compile(
    r"(?i)\balso\b.*\b(?:accept\w*|correct|fine|ok|okay|allowed|right|valid|possible|counts?)\b"
    r"|\baccept(?:able|ed)\b|\balternatively\b|\balso (?:accept|allow)\b"
)
_OPEN = re.compile(r"(?<![0-9])[0-9]{1,3}[.,][0-9]{3}(?![0-9])")
"""A number that may have thousands separators or three decimals."""

_SEVERAL = "; write one value, or all with ` | ` between them"
_FAULTS = {
    "range": f"is a range{_SEVERAL}",
    "bound": f"is a bound{_SEVERAL}",
    "relative": "is relative; write the value itself",
    "one of several": f"may mean several values{_SEVERAL}",
}
"""The faults of labels, by the role of their quantities."""


class LabelError(TempAnswerError, ValueError):
    """A label that cannot be used; the message says why, and what to do."""


def read_labels(text: str, view: QuestionView) -> tuple[Right, ...]:
    """Return the right answers that a label names, in order; (None,) for `none`.

    The label is read like a response. It names several right answers with ` | ` between them, or in
    words: `30 or 31 days`, `7 days (8 is also acceptable)`. An object is read as a label of Test of
    Time. Raises LabelError if it has no value in the unit, or an ambiguous one.

    >>> read_labels("7 days | 8 days", QuestionView("ttqa", "days", own=True))
    (7.0, 8.0)
    """
    if text.strip().casefold() == NO_ANSWER:
        return (None,)
    unit = UNITS[view.unit]
    if unit.kind in ("duration", "count") and (mark := _OPEN.search(text)):
        given = quantities(text)
        if any(one.certainty == "open" and one.kind in ("amount", "number") for one in given):
            whole, decimals = re.split("[.,]", mark[0])
            raise LabelError(
                f"has three decimals or thousands; write {whole}.{decimals}0 or {whole}{decimals}"
            )
    rights = _named(text, view)
    if not rights:
        raise LabelError(_why(text, view))
    if unit.kind == "count" and any(isinstance(one, float) and one < 0 for one in rights):
        raise LabelError("is negative; a count is 0 or more")
    return rights


def read_day(text: str, date_order: str = "") -> str:
    """Return a day such as `2001-03-31`, or an empty text. Raises LabelError for other texts.

    >>> read_day("31.3.2001")
    '2001-03-31'
    """
    if not text:
        return ""
    day, *others = read_labels(text, QuestionView("ttqa", "date", date_order=date_order, own=True))
    if others or not isinstance(day, float):
        raise LabelError("is not a day")
    return (paper_scoring.EPOCH + timedelta(seconds=day)).date().isoformat()


def _named(text: str, view: QuestionView) -> tuple[Right, ...]:
    """Return the right answers that a label names; empty without one that can be read."""
    is_when = UNITS[view.unit].kind == "period"
    if text.startswith("{"):
        number = None if is_when else paper_scoring.read_label(text, "tot", view.unit)
        return () if number is None else (number,)
    if " | " in text:
        return _all([_stated(part, view) for part in text.split(" | ")])
    if is_when:
        whole = _all([_stated(text, view)])
        return whole or _all([_stated(part, view) for part in text.split(" or ")])
    several = _several(text, view) if len(text) <= LONGEST else ()
    return several or _all([_stated(text, view)])


def _several(text: str, view: QuestionView) -> tuple[Right, ...]:
    """Return the values of a label that names several, or one in two units; empty for others."""
    plain, asked = prepared(normalize_characters(text)), target(view)
    given = quantities(plain)
    accepted = bool(_ACCEPTED.search(plain))
    roles = ("one of several", *ANSWERS) if accepted else ("one of several",)
    named = _with_units([one for one in given if one.role in roles])
    if accepted or len(named) > 1:
        return _all([number_of(one, asked, plain) for one in named])
    if len(given) < 2 or any(one.role not in ANSWERS for one in given):
        return ()
    same = _all([number_of(one, asked, plain) for one in given])
    return same if len(same) == 1 else ()


def _all(rights: list[Right]) -> tuple[Right, ...]:
    """Return right answers without duplicates; none if one of them is unread."""
    return () if None in rights else tuple(dict.fromkeys(rights))


def _stated(text: str, view: QuestionView) -> Right:
    """Return the value of a label; None without one, or if several are equally probable."""
    reading = places.find(Continuation(text.strip(), False), view)
    sure = reading.probability is None or reading.probability >= SURE
    return reading.number if sure else None


def _why(text: str, view: QuestionView) -> str:
    """Return why a label has no right answer, and what to do."""
    unit = UNITS[view.unit]
    stated = places.find(Continuation(text.strip(), False), view).number
    if stated is not None and " | " not in text:
        return _FAULTS["one of several"]
    if not view.date_order and _named(text, view._replace(date_order="month")):
        return "may have day or month first; write 2001-03-31, or pass date_order"
    is_when = unit.kind == "period"
    if is_when and not view.asked_on and _named(text, view._replace(asked_on="2001-03-31")):
        return "depends on the day of the question; pass asked_on"
    roles = {one.role for one in quantities(prepared(normalize_characters(text[:LONGEST])))}
    if fault := next((_FAULTS[role] for role in _FAULTS if role in roles), ""):
        return fault
    if unit.parts == 1 and text.isdecimal() and len(text) < 4:
        return f"has no era; write {text} AD or {text} BC"
    return f"cannot be read as {unit.title}; write {unit.asked}"


def _with_units(named: list[Quantity]) -> list[Quantity]:
    """Return quantities, giving numbers the unit of the amount after them: `30 or 31 days`."""
    given = [*named]
    for place in range(len(given) - 2, -1, -1):
        one, after = given[place], given[place + 1]
        if one.kind == "number" and after.kind == "amount" and len(after.parts) > 1:
            del given[place]  # in `3 or 4 hours and 5 minutes` the 3 has no unit
        elif one.kind == "number" and after.kind == "amount":
            parts = ((one.parts[0], after.parts[0][1]),)
            given[place] = Quantity("amount", parts, one.span, "amount", one.role)
        elif one.kind == "number" and after.kind == "clock" and one.parts[0] <= 12:
            parts = (3600 * (one.parts[0] % 12 + 12 * ("pm" in after.marks)),)
            given[place] = Quantity("clock", parts, one.span, "clock", one.role)
    return given
