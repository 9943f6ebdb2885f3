"""Reads a response as each filter does, and the quantities that any text states.

No label is used.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from tempanswerqa.answers import places, released_code, thinking
from tempanswerqa.answers.markers import Continuation, continuation
from tempanswerqa.answers.places import Choose
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import CUT, Period, Reading, Unread


def strict(response: object, question: QuestionView) -> Reading:
    """Return what the paper's released code reads in a response, quirks included.

    `paper_scoring.find_answer` documents what it finds. The released code always begins the object
    for the model. If a response begins the object itself, white space may follow its `{`; a
    repeated prefill counts once.

    Parameters
    ----------
    response : object
        The text of a response, or anything else that `thinking.text_of` takes.
    question : QuestionView
        What may be known about its question.

    Returns
    -------
    Reading
        Without a number, it has `unread`; an empty response is `empty`.

    Examples
    --------
    >>> strict("It took 3 days.\\nFinal Answer: 3 days", QuestionView("ttqa", "days")).number
    3.0
    """
    said = continuation(response, question)
    return with_strict_span(read_strictly(said, question), response, said, question)


def flexible(response: object, question: QuestionView) -> Reading:
    """Return what a careful reader would take as the answer; docs/extraction.md has the rules.

    Parameters
    ----------
    response : object
        The text of a response, or anything else that `thinking.text_of` takes.
    question : QuestionView
        What may be known about its question.

    Returns
    -------
    Reading
        Without a number, it has `unread`; an empty response is `empty`.

    Examples
    --------
    >>> flexible("So it took them three days.", QuestionView("ttqa", "days")).number
    3.0
    >>> flexible("It took them 3 or 4 days.", QuestionView("ttqa", "days")).unread
    'several answers'
    """
    said = continuation(response, question)
    return with_span(places.find(said, question), response, said)


_find = lru_cache(maxsize=2)(places.find)
"""Finds the flexible reading, which also says why strict reading has no answer."""


def read_flexibly(
    said: Continuation, question: QuestionView, choose: Choose | None = None
) -> Reading:
    """Return what `flexible` reads, with the span in `said.text`."""
    return places.find(said, question, choose) if choose else _find(said, question)


def with_span(reading: Reading, response: object, said: Continuation) -> Reading:
    """Return a reading with its span in the response instead of in `said.text`."""
    whole = thinking.without_turn_end(thinking.text_of(response))
    if not reading.span or not whole.endswith(said.text):
        return reading._replace(span=None)
    begun = len(whole) - len(said.text)
    return reading._replace(span=(begun + reading.span[0], begun + reading.span[1]))


def with_strict_span(
    reading: Reading, response: object, said: Continuation, question: QuestionView
) -> Reading:
    """Return a strict reading with its span in the response."""
    if reading.number is None or not (place := released_code.answer_place(said, question)):
        return reading
    start, end = places.trimmed(*place, question.family == "tot")
    begun = len(place[0]) - len(said.text)
    span = max(start, begun) - begun, end - begun
    return with_span(reading._replace(span=span), response, said)


def read_strictly(said: Continuation, question: QuestionView) -> Reading:
    """Return what `strict` reads, without its span."""
    reading = released_code.find(said, question)
    if reading.number is None:
        beside = _find(said, question)
        other: Unread = (
            "no answer" if beside.rule in ("prose", "explanation") else "another notation"
        )
        reading = reading._replace(unread=beside.unread or other)
    return reading


def truncated(response: object, question: QuestionView) -> bool:
    """Return whether a response is unread because it breaks off or is empty.

    Only the text decides, so the result does not depend on the backend. Servers return empty
    content if a model thinks up to the limit.
    """
    return read_flexibly(continuation(response, question), question).unread in CUT


def read_number(text: str, unit: str, question: str = "", date_order: str = "") -> float | None:
    """Return the quantity of one of `units.UNITS` that a text states; None if it states none.

    The text is read like a response by flexible extraction: after its thinking, what it announces,
    or else the value that it most probably states. None for an empty text, a range, a bound or
    several values, and for a date such as 03/04/2001 whose order is not shown by text or question
    or given by `date_order` (`day` or `month`, the first part). Raises KeyError for other units.

    >>> read_number("It took an hour and a half.", "minutes")
    90.0
    """
    view = QuestionView("ttqa", unit, user=question, own=True, date_order=date_order)
    found = places.find(continuation(text, view), view)
    return found.number if isinstance(found.number, float) else None


def read_period(text: str, asked_on: date | str | None = None) -> Period | None:
    """Return the days that a text names as the answer to *when*; `periods` lists the notations.

    Parameters
    ----------
    text
        An answer or label.
    asked_on
        The day on which the question was asked, also as 2023-05-08; it makes `two weeks ago` a
        day. Empty or None if it is not known.

    Returns
    -------
    Period or None
        None for an empty text, one without a date, one that is open (`since 2014`), is vague (`a
        few days before`) or names several periods, and for a day that does not exist.

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
