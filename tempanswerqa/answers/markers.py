"""Defines what marks an answer in a response, and what stands for an answer."""

from __future__ import annotations

import json
import re
from collections import deque
from datetime import date
from typing import NamedTuple

from tempanswerqa.answers import thinking
from tempanswerqa.answers.question_view import QuestionView

VERSION = 4
"""Raised when an extraction reads a response differently than before."""

INVALID = "[invalid]"
"""Stands for a missing answer in the harness's files, as its own filters have it."""

FINAL_ANSWER = "Final Answer:"

Answer = dict | str
"""A JSON object without its explanation, or text."""


class Extracted(NamedTuple):
    """An answer found in a response: its text, and the name of the rule that found it."""

    text: str
    rule: str


class Continuation(NamedTuple):
    """The part of a response that is to be read."""

    text: str
    """The response behind its thinking, without a repeated prefill and tokens at its end."""
    goes_on: bool
    """Whether it goes on from the prefill, as a response does that did not begin its turn anew."""


Response = str | thinking.Response | Continuation
"""A response as it came, told from its thinking, or as it is to be read."""


def continuation(response: Response, question: QuestionView) -> Continuation:
    """Return what is to be read of a response: no thinking, and no repeated prefill."""
    if isinstance(response, Continuation):
        return response
    parts = thinking.split(response, question.think_end) if isinstance(response, str) else response
    text = parts.answer
    if not question.prefill:
        return Continuation(text, False)
    if parts.thinking.lstrip().startswith('"'):
        return Continuation(f'"{text}', True)  # it thought within the explanation
    begun = text.lstrip()
    if begun.startswith(question.prefill):
        return Continuation(begun[len(question.prefill) :], True)
    return Continuation(text, not parts.thinking or begun.startswith('"'))


def last_match(pattern: re.Pattern, text: str) -> re.Match | None:
    """Return the last match of a pattern in a text."""
    found = deque(pattern.finditer(text), maxlen=1)
    return found[0] if found else None


def plain_text(value: float | date) -> str:
    """Return a number or date in the plain notation."""
    if isinstance(value, date):
        return value.isoformat()
    return str(int(value)) if value.is_integer() else repr(value)


def as_text(answer: Answer) -> str | None:
    """Return an answer as text; None for an object nested too deep to be written."""
    if isinstance(answer, str):
        return answer
    try:
        return json.dumps(answer)
    except RecursionError:
        return None
