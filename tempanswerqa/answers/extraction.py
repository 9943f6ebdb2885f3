"""Reads a response as both filters do, with the place of the answer, or why it is unread.

No reading uses a label.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tempanswerqa.answers import markers, released_code, spans, thinking
from tempanswerqa.answers.flexible import rules
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Reading, Span
from tempanswerqa.answers.unread import why_unread


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
    return _whole(released_code.find, spans.strict_span, response, question)


def flexible(response: object, question: QuestionView) -> Reading:
    """Return what a careful reader would take for the answer; docs/extraction.md lists the rules.

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
    >>> flexible("So it took them three days.", QuestionView("ttqa", "days")).unread
    >>> flexible("It took them 3 or 4 days.", QuestionView("ttqa", "days")).unread
    'no answer'
    """
    return _whole(rules.find, spans.flexible_span, response, question)


def _whole(
    find: Callable[[markers.Continuation, QuestionView], Reading],
    span: Callable[[str, QuestionView, markers.Continuation, Reading], Span | None],
    response: object,
    question: QuestionView,
) -> Reading:
    text = thinking.text_of(response, question.think_end)
    said = markers.continuation(text, question)
    reading = find(said, question)
    if reading.number is None:
        return replace(reading, unread=why_unread(text, question))
    return replace(reading, span=span(text, question, said, reading))
