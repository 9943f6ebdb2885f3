"""Response text to answer text, never looking at a label.

*strict* is the reading of the paper's released code, quirks included. *flexible* takes what a
careful reader takes to be the answer. Each extraction names the rule that fired.
"""

from __future__ import annotations

import json
import re
from datetime import date
from typing import NamedTuple

from tempanswerqa import thinking
from tempanswerqa.asked import Asked

VERSION = 4
"""Raised when an extraction reads a response differently than before."""

INVALID = "[invalid]"
"""Stands for a missing answer in the harness's files, as its own filters have it."""

FINAL_ANSWER = "Final Answer:"
_OBJECT_START = re.compile(r'\{"explanation"\s*:')
_OPEN_OBJECT = re.compile(r'\{\s+(?="explanation")')
_DIGITS = {"date_years": re.compile(r"\d{4}")}
_ANY_DIGITS = re.compile(r"\d+")


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


def strict(response: str, asked: Asked) -> Extracted | None:
    """Find the answer as the released code does; None where it finds none.

    `tot`: the JSON object from the first `{"explanation"` of prefill and response to the last
    `}`, without its explanation, as JSON text. `ttqa`: on the first `Final Answer:` line that has
    one, the first run of digits (of four digits for `date_years`); for `date`, the rest of the
    first such line. Takes time linear in the response.

    The released code always begins the object for the model. Where a response begins it itself,
    white space may follow its `{`; a prefill that a response repeats counts once.
    """
    found = find_strict(response, asked)
    text = as_text(found[0]) if found else None
    return None if text is None else Extracted(text, found[1])


def find_strict(response: Response, asked: Asked) -> tuple[Answer, str] | None:
    """As `strict`, with the answer as it was found: a JSON object is not made text again."""
    answer = continuation(response, asked)
    if asked.family != "tot":
        return _after_marker(answer.text, asked.unit)
    if answer.goes_on:
        return _explained_object(asked.prefill + answer.text)
    return _explained_object(_OPEN_OBJECT.sub("{", answer.text, count=1))


def flexible(response: Response, asked: Asked) -> Extracted | None:
    """Read what a careful reader takes to be the answer; None where none was given.

    The text is in the plain notation of `quantities.read_plain`: a number in the asked unit, or
    a date as 2001-03-31. docs/extraction.md lists the rules. Takes time linear in the response.
    """
    from tempanswerqa.flexible import find  # its patterns take a while to compile

    found = find(response, asked)
    return Extracted(plain_text(found.value), found.rule) if found else None


def continuation(response: Response, asked: Asked) -> Continuation:
    """What is to be read of a response: no thinking, and no prefill that some servers repeat."""
    if isinstance(response, Continuation):
        return response
    parts = thinking.split(response, asked.think_end) if isinstance(response, str) else response
    text = parts.answer
    if not asked.prefill:
        return Continuation(text, False)
    if parts.thinking.lstrip().startswith('"'):
        return Continuation(f'"{text}', True)  # it thought within the explanation
    begun = text.lstrip()
    if begun.startswith(asked.prefill):
        return Continuation(begun[len(asked.prefill) :], True)
    return Continuation(text, not parts.thinking or begun.startswith('"'))


def plain_text(value: float | date) -> str:
    """A number or date in the plain notation."""
    if isinstance(value, date):
        return value.isoformat()
    return str(int(value)) if value.is_integer() else repr(value)


def as_text(answer: Answer) -> str | None:
    """An answer as text; None for an object nested too deep to be written."""
    if isinstance(answer, str):
        return answer
    try:
        return json.dumps(answer)
    except RecursionError:
        return None


def _explained_object(reply: str) -> tuple[Answer, str] | None:
    reply = reply.replace("\n", " ")
    start, end = _OBJECT_START.search(reply), reply.rfind("}")
    if start is None or end < start.end():
        return None
    try:
        answer = json.loads(reply[start.start() : end + 1])
    except (ValueError, RecursionError):
        return None
    del answer["explanation"]
    return answer, "json"


def _after_marker(response: str, unit: str) -> tuple[Answer, str] | None:
    pattern = _DIGITS.get(unit, _ANY_DIGITS)
    marker = response.find(FINAL_ANSWER)
    while marker >= 0:
        start = marker + len(FINAL_ANSWER)
        end = response.find("\n", start)
        end = len(response) if end < 0 else end
        if unit == "date":
            return response[start:end], "final_answer"
        if found := pattern.search(response, start, end):
            return found[0], "final_answer"
        marker = response.find(FINAL_ANSWER, end)  # the first of a line has all its digits
    return None
