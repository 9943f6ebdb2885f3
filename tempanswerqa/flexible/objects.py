"""JSON objects in text, whole or damaged, in the order they stand."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

EXPLANATION = "explanation"
_MOST_FAILURES = 50
"""After so many objects that are no JSON, only damaged ones are looked for."""

_DECODER = json.JSONDecoder(strict=False)
_KEYS = (
    "final[ _]answer|answer|age|date|day|time|days|hours|minutes|seconds|months|years|year|result"
    "|num_(?:days|hours|minutes|mins|seconds|months|years)|[ABCHMSXYZ]"
)
_PAIR = re.compile(
    rf"""(?x)
    (?: (?P<quote>["'`]) (?P<key>\w[\w -]{{0,40}}) (?P=quote) | (?<![\w"'`]) (?P<bare>{_KEYS}) )
    [^\S\n]* : \s{{0,9}}
    (?P<value> "(?:[^"\\\n]|\\.){{0,400}}" | '[^'\n]{{0,400}}' | `[^`\n]{{0,400}}`
             | [^\s"'`,{{}}\[\]:][^"'`,{{}}\n]{{0,100}} )
    \s{{0,9}} (?= , | \}} | \n | $ | ["'`] )
    """
)
_BETWEEN = re.compile(r"\s*,?\s*")
_CLOSE = re.compile(r"[\s,]*\}")
_LITERALS = {"null": None, "none": None, "true": True, "false": False}


class Found(NamedTuple):
    """An object in a text."""

    fields: dict
    """Without the explanation."""
    explanation: str
    start: int
    end: int
    whole: bool
    """Whether it is valid JSON as it stands."""
    closed: bool = True


def objects(text: str) -> list[Found]:
    """All objects in the text that are not part of another, and runs of pairs in damaged ones."""
    found = _whole_objects(text)
    if not _complete(found, text):
        found += _damaged(text, found)
        found.sort(key=lambda each: each.start)
    return found


def _complete(found: list[Found], text: str) -> bool:
    """Whether whole objects are all there is to find."""
    return bool(found) and ":" not in text[found[-1].end :] and text.find("{") == found[0].start


def _whole_objects(text: str) -> list[Found]:
    found: list[Found] = []
    failures = 0
    start = text.find("{")
    while start >= 0 and failures < _MOST_FAILURES:
        try:
            fields, end = _DECODER.raw_decode(text, start)
        except json.JSONDecodeError as error:
            failures += 1
            end = max(start + 1, error.pos)
        except (ValueError, RecursionError):  # an integer of thousands of digits, endless nesting
            break
        else:
            explanation = fields.pop(EXPLANATION, "")
            found.append(Found(fields, _as_text(explanation), start, end, True))
        start = text.find("{", end)
    return found


def _as_text(explanation: object) -> str:
    if isinstance(explanation, str):
        return explanation
    if isinstance(explanation, list):
        return " ".join(part for part in explanation if isinstance(part, str))
    return ""


def _damaged(text: str, whole: list[Found]) -> list[Found]:
    """Runs of pairs outside whole objects; what stands before a run is its explanation."""
    found: list[Found] = []
    fields: dict = {}
    start = end = 0
    lines = False
    taken = [(each.start, each.end) for each in whole]

    def close() -> None:
        if fields:
            brace = _CLOSE.match(text, end)
            stop = brace.end() if brace else end
            since = found[-1].end if found else 0
            explanation = text[since:start]
            closed = bool(brace) or lines
            found.append(Found(dict(fields), explanation, start, stop, False, closed))
            fields.clear()

    for match in _PAIR.finditer(text):
        if _inside(match.start(), taken):
            continue
        key = (match["key"] or match["bare"]).strip()
        joined = fields and _BETWEEN.fullmatch(text, end, match.start())
        if not joined:
            close()
            start = match.start()
            lines = text[start - 1 : start] == "\n" and bool(match["bare"])
        if key.lower() == EXPLANATION:
            close()
            continue
        fields[key] = _value(match["value"])
        end = match.end()
    close()
    return found


def _inside(position: int, taken: list[tuple[int, int]]) -> bool:
    while taken and taken[0][1] <= position:
        taken.pop(0)
    return bool(taken) and taken[0][0] <= position


def _value(text: str) -> object:
    text = text.strip()
    if text[:1] in "\"'`" and len(text) > 1:
        return text[1:-1]
    return _LITERALS.get(text.lower(), text)
