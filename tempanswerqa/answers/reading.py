"""Reads a response as both filters do, and the quantities that any text states.

No reading uses a label.
"""

from __future__ import annotations

import re
from datetime import date

from tempanswerqa.answers import places, released_code, spans, thinking
from tempanswerqa.answers.candidates import Target, number_of, prepared
from tempanswerqa.answers.flexible.text import normalize_characters
from tempanswerqa.answers.markers import continuation
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import ANSWERS, Quantity
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Period, Reading
from tempanswerqa.answers.unread import why_unread
from tempanswerqa.units import UNITS

LONGEST = 500
"""Maximum characters of a reference that names several right answers."""

_ACCEPTED = re.compile(
    r"(?i)\balso\b.*\b(?:accept\w*|correct|fine|ok|okay|allowed|right|valid|possible|counts?)\b"
    r"|\baccept(?:able|ed)\b|\balternatively\b|\balso (?:accept|allow)\b"
)


def strict(response: object, question: QuestionView) -> Reading:
    """Return what the paper's released code reads in a response, quirks included.

    `paper_scoring.find_answer` says what it finds. The released code always begins the object for
    the model. If a response begins the object itself, white space may follow its `{`; a repeated
    prefill counts once.

    Parameters
    ----------
    response : object
        The text of a response, or what else `thinking.text_of` takes.
    question : QuestionView
        What may be known of its question.

    Returns
    -------
    Reading
        Without a number, it has `unread`; an empty response is `empty`.

    Examples
    --------
    >>> strict("It took 3 days.\\nFinal Answer: 3 days", QuestionView("ttqa", "days")).number
    3.0
    """
    text = thinking.text_of(response, question.think_end)
    said = continuation(text, question)
    reading = released_code.find(said, question)
    if reading.number is None:
        return reading._replace(unread=why_unread(text, question))
    return reading._replace(span=spans.strict_span(text, question, said))


def flexible(response: object, question: QuestionView) -> Reading:
    """Return what a careful reader would take for the answer; docs/extraction.md says how.

    Parameters
    ----------
    response : object
        The text of a response, or what else `thinking.text_of` takes.
    question : QuestionView
        What may be known of its question.

    Returns
    -------
    Reading
        Without a number, it has `unread`; an empty response is `empty`.

    Examples
    --------
    >>> flexible("So it took them three days.", QuestionView("ttqa", "days")).number
    3.0
    >>> flexible("It took them 3 or 4 days.", QuestionView("ttqa", "days")).unread
    'no answer'
    """
    text = thinking.text_of(response, question.think_end)
    said = continuation(text, question)
    reading = places.find(said, question)
    if reading.span is None:
        return reading._replace(unread=why_unread(text, question))
    return reading._replace(span=places.span_in(text, said, question, reading.span))


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
    found = places.find(continuation(text, view), view, month_first)
    return found.number if isinstance(found.number, float) else None


def read_period(text: str, asked_on: date | str | None = None) -> Period | None:
    """Return the days that a text names as the answer to *when*; `periods` lists the notations.

    Parameters
    ----------
    text
        An answer or label.
    asked_on
        The day on which the question was asked, also as 2023-05-08: with it, `two weeks ago` is a
        day. Empty or None if it is not known.

    Returns
    -------
    Period or None
        None for an empty text, one without a date, one that is open (`since 2014`), vague (`a few
        days before`) or names several periods, and for a day that does not exist.

    Examples
    --------
    >>> read_period("the weekend before 17 July 2023").first
    datetime.date(2023, 7, 15)
    >>> read_period("last month", asked_on=date(1998, 8, 12)).last
    datetime.date(1998, 7, 31)
    """
    view = QuestionView("ttqa", "when", own=True, asked_on=str(asked_on or ""))
    found = places.find(continuation(text, view), view)
    return found.number if isinstance(found.number, Period) else None


def read_periods(text: str, asked_on: date | str | None = None) -> tuple[Period, ...]:
    """Return the periods that a label names as right answers: `May 3, 2012 or May 4, 2012`.

    A label with a single period gives one; empty if a part has none.
    """
    if " | " not in text and (one := read_period(text, asked_on)):
        return (one,)
    parts = [read_period(part, asked_on) for part in re.split(r" \| | or ", text)]
    return () if None in parts else tuple(dict.fromkeys(filter(None, parts)))


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
    plain = prepared(normalize_characters(text)) if len(text) <= LONGEST else ""
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
            parts = (3600 * (one.parts[0] % 12 + 12 * ("pm" in after.marks)),)
            given[place] = Quantity("clock", parts, one.span, "clock", one.role)
    return given
