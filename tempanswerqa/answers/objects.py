"""Finds JSON objects in text, whole or damaged, in order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

EXPLANATION = "explanation"
_MOST_FAILURES = 50
"""The number of invalid objects after which only damaged ones are searched for."""

_DECODER = json.JSONDecoder(strict=False)
_KEYS = (
    "answer|date|[Dd]ay|[Tt]ime|(?:num_)?(?:years|months|days|hours|minutes|seconds)|[ABCHMSXYZ]"
)
_BLANK, _SPACE = r"[^\S\n]{0,9}", r"\s{0,9}"
_PAIR = re.compile(
    rf"""(?x)
    (?: (?P<quote>["'`]) (?P<key>\w[\w -]*) (?P=quote)
      | (?<![\w"'`]) (?P<bare>{_KEYS}|(?<=[{{,]\s)[hms]|(?<=[{{,])[hms]) )
    {_BLANK} (?: : | (?<=["']\ )= | (?<=["'])= ) {_SPACE}
    (?P<value> "(?:[^"\\\n]|\\.)*" | '[^'\n]*' | `[^`\n]*`
             | "[^"\n{{}}]+(?={_SPACE}\}}{_SPACE}\Z)
             | -?[0-9]+(?:,[0-9][0-9][0-9])+(?![0-9])
             | (?= (?P<loose> [^\s"'`,{{}}\[\]:][^"'`,{{}}\n]{{0,100}} ) ) (?P=loose) )
    {_SPACE} (?= , | \}} | \n | $ | ["'`] )
    """
)
_ASSIGNS = re.compile("[:=]")
_QUOTE_MARKS = "\"'`"
_TEXT_END = re.compile(r"[\s`]*\Z|[^\S\n]*\n[^\S\n]*(?:\n|[A-Z])")
_CLOSING_BRACE = re.compile(r"[\s,\"'`]*\}")
_EXPLAINED = re.compile(r"\s*,\s*[\"']?explanation[\"']?\s*:")
_COMMENT = re.compile(r"(?m)(?<!\S)(?://|#)[^\n\"{}]{0,200}$|/\*[^*\n]*\*/")


class Found(NamedTuple):
    """An object in a text."""

    fields: dict[str, Any]
    """The fields without the explanation."""
    explanation: str
    start: int
    end: int
    closed: bool = True
    """False if the object may continue."""


def objects(text: str) -> list[Found]:
    """Return all outermost objects in the text, including runs of pairs from damaged ones."""
    whole = valid(text)
    return sorted([*whole, *_damaged(_without_comments(text), whole)], key=lambda each: each.start)


def valid(text: str) -> list[Found]:
    """Return the objects in the text that are valid JSON, without comments."""
    return _whole_objects(text) or _whole_objects(_without_comments(text))


def _without_comments(text: str) -> str:
    """Return the text with comments after values blanked, so that no position changes."""
    if "#" not in text and "//" not in text and "/*" not in text:
        return text
    return _COMMENT.sub(lambda comment: " " * len(comment[0]), text)


def _whole_objects(text: str) -> list[Found]:
    whole: list[Found] = []
    failures = 0
    start = text.find("{")
    while start >= 0 and failures < _MOST_FAILURES:
        try:
            fields, end = _DECODER.raw_decode(text, start)
        except json.JSONDecodeError as error:
            failures += 1
            end = error.pos
        except (ValueError, RecursionError):  # a number of thousands of digits, or deep nesting
            break
        else:
            explanation = fields.pop(EXPLANATION, "")
            explanation = explanation if isinstance(explanation, str) else ""
            whole.append(Found(fields, explanation, start, end))
        start = text.find("{", end)
    return whole


def _damaged(text: str, whole: list[Found]) -> Iterator[Found]:
    """Yield runs of pairs outside whole objects; the text before a run is its explanation."""
    for run in _runs(text, whole):
        start, end, last = run[0].start(), run[-1].end(), run[-1]
        fields = {_key(pair): pair["value"].strip().strip(_QUOTE_MARKS) for pair in run}
        brace = _CLOSING_BRACE.match(text, end)
        before = text[:start].rstrip(" ")
        below = before.endswith("\n") and not before.rstrip().endswith((",", "{", ":"))
        closed = (
            brace
            or (last["quote"] and "{" not in text)
            or (_is_whole(last) and _TEXT_END.match(text, end))
            or _EXPLAINED.match(text, end)
            or below
            or not before
        )
        yield Found(fields, text[:start], start, brace.end() if brace else end, bool(closed))


def _is_whole(pair: re.Match[str]) -> bool:
    """Return whether a value is complete: in quotes, or a last part of two digits or zero."""
    value = pair["value"].strip()
    last = pair["key"] in ("seconds", *"SCZ") and (len(value) > 1 or value == "0")
    return value[-1] in _QUOTE_MARKS or last


def _runs(text: str, whole: list[Found]) -> Iterator[list[re.Match[str]]]:
    """Yield pairs separated only by commas and white space, without explanations."""
    edges = [0, *(edge for each in whole for edge in (each.start, each.end)), len(text)]
    run: list[re.Match[str]] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        for pair in _PAIR.finditer(text, start, end) if _ASSIGNS.search(text, start, end) else ():
            if run and text[run[-1].end() : pair.start()].strip() not in ("", ","):
                yield run
                run = []
            if _key(pair).lower() != EXPLANATION:
                run.append(pair)
    if run:
        yield run


def _key(pair: re.Match[str]) -> str:
    return str(pair["key"] or pair["bare"]).strip()
