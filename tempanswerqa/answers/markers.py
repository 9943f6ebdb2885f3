"""Defines the part of a response that is read for its answer."""

from __future__ import annotations

from typing import NamedTuple

from tempanswerqa.answers import thinking
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Unread

VERSION = 4
"""The version of extraction, raised when any response is read differently."""

INVALID = "[invalid]"
"""The text for a missing answer in the harness's files, as in its own filters."""

FINAL_ANSWER = "Final Answer:"


class Continuation(NamedTuple):
    """The part of a response that is read."""

    text: str
    """The response after its thinking, without a repeated prefill and tokens that end a
    turn."""
    goes_on: bool
    """True if the text continues the prefill instead of beginning a turn."""
    unread: Unread | None = None
    """The reason why nothing can be read; None if there is a text."""


def continuation(response: object, question: QuestionView) -> Continuation:
    """Return a response without its thinking and without a repeated prefill.

    `response` is anything that `thinking.split` takes.
    """
    parts = thinking.split(response, question.think_end)
    text = parts.answer
    if not text.strip():
        unread: Unread = "no answer" if parts.closed else "thinking unfinished"
        return Continuation(text, False, unread if parts.thinking else "empty")
    if not question.prefill:
        return Continuation(text, False)
    if parts.thinking.lstrip().startswith('"'):
        return Continuation(f'"{text}', True)  # the explanation contains the thinking
    begun = text.lstrip()
    if begun.startswith(question.prefill):
        return Continuation(begun[len(question.prefill) :], True)
    return Continuation(text, not parts.thinking or begun.startswith('"'))
