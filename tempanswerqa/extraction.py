"""Response text to answer text, never looking at a label.

*strict* is the reading of the paper's released code, quirks included. *flexible* reads as strict
does for now. Each extraction names the rule that fired.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

VERSION = 1
"""Raised when an extraction reads a response differently than before."""

INVALID = "[invalid]"
"""Stands for a missing answer in the harness's files, as its own filters have it."""

FINAL_ANSWER = "Final Answer:"
_OBJECT_START = '{"explanation"'
_DIGITS = {"date_years": re.compile(r"\d{4}")}
_ANY_DIGITS = re.compile(r"\d+")


Answer = dict | str
"""A JSON object without its explanation, or text."""


class Extracted(NamedTuple):
    """An answer found in a response: its text, and the name of the rule that found it."""

    text: str
    rule: str


def strict(response: str, family: str, unit: str, prefill: str = "") -> Extracted | None:
    """Find the answer as the released code does; None where it finds none.

    `tot`: the JSON object from the first `{"explanation"` of prefill and response to the last
    `}`, without its explanation, as JSON text. `ttqa`: on the first `Final Answer:` line that has
    one, the first run of digits (of four digits for `date_years`); for `date`, the rest of the
    first such line. Takes time linear in the response.
    """
    found = find_strict(response, family, unit, prefill)
    text = as_text(found[0]) if found else None
    return None if text is None else Extracted(text, found[1])


def find_strict(
    response: str, family: str, unit: str, prefill: str = ""
) -> tuple[Answer, str] | None:
    """As `strict`, with the answer as it was found: a JSON object is not made text again."""
    if family == "tot":
        return _explained_object(prefill + response)
    return _after_marker(response, unit)


def as_text(answer: Answer) -> str | None:
    """An answer as text; None for an object nested too deep to be written."""
    if isinstance(answer, str):
        return answer
    try:
        return json.dumps(answer)
    except RecursionError:
        return None


flexible = strict
find_flexible = find_strict


def _explained_object(reply: str) -> tuple[Answer, str] | None:
    reply = reply.replace("\n", " ")
    start, end = reply.find(_OBJECT_START), reply.rfind("}")
    if start < 0 or end < start:
        return None
    try:
        answer = json.loads(reply[start : end + 1])
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
