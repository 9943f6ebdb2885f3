"""Defines the marks of an answer in a response, and the types of answers."""

from __future__ import annotations

import json
import re
from collections import deque
from typing import Any, NamedTuple

from tempanswerqa.answers import thinking
from tempanswerqa.answers.question_view import QuestionView

VERSION = 1
"""The version of extraction, raised with each change of how a response is read."""

INVALID = "[invalid]"
"""The text for a missing answer in the harness's files, as in its own filters."""

FINAL_ANSWER = "Final Answer:"

Answer = dict[str, Any] | str
"""A JSON object without its explanation, or text."""


class Extracted(NamedTuple):
    """An answer found in a response: its text, and the name of the rule that found it."""

    text: str
    rule: str


class Continuation(NamedTuple):
    """The part of a response that is to be read."""

    text: str
    """The response after its thinking, without a repeated prefill and without tokens at its
    end."""
    goes_on: bool
    """True if the text continues the prefill and does not begin a turn of its own."""


Response = Any
"""A response: anything that `thinking.split` takes, or a `Continuation`."""


def continuation(response: Response, question: QuestionView) -> Continuation:
    """Return the part of a response that is to be read: no thinking, and no repeated prefill."""
    if isinstance(response, Continuation):
        return response
    parts = thinking.split(response, question.think_end)
    text = parts.answer
    if not question.prefill:
        return Continuation(text, False)
    if parts.thinking.lstrip().startswith('"'):
        return Continuation(f'"{text}', True)  # the thinking is within the explanation
    begun = text.lstrip()
    if begun.startswith(question.prefill):
        return Continuation(begun[len(question.prefill) :], True)
    return Continuation(text, not parts.thinking or begun.startswith('"'))


def last_match(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the last match of a pattern in a text."""
    found = deque(pattern.finditer(text), maxlen=1)
    return found[0] if found else None


def plain_text(value: object) -> str:
    """Return a number, date or period in the plain notation."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def as_text(answer: Answer) -> str | None:
    """Return an answer as text; None for an object nested too deep to be written."""
    if isinstance(answer, str):
        return answer
    try:
        return json.dumps(answer)
    except RecursionError:
        return None
