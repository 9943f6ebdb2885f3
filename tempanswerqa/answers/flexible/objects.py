"""Finds JSON objects in text, whole or damaged, in their order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

EXPLANATION = "explanation"
_MOST_FAILURES = 50
"""The number of objects that are not JSON, after which only damaged ones are looked for."""

_DECODER = json.JSONDecoder(strict=False)
_KEYS = (
    "final[ _]answer|answer|age|date|[Dd]ay|[Tt]ime|days|hours|minutes|seconds|months|years|year"
    "|result"
    "|num_(?:days|hours|minutes|mins|seconds|months|years)|[ABCHMSXYZ]"
)
_PAIR = re.compile(
    rf"""(?x)
    (?: (?P<quote>["'`]) (?P<key>\w[\w -]{{0,40}}) (?P=quote)
      | (?<![\w"'`]) (?P<bare>{_KEYS}|(?<=[{{,]\s)[hms]|(?<=[{{,])[hms]) )
    [^\S\n]{{0,9}} (?: : | (?<=["']\ )= | (?<=["'])= ) \s{{0,9}}
    (?P<value> "(?:[^"\\\n]|\\.){{0,400}}" | '[^'\n]{{0,400}}' | `[^`\n]{{0,400}}`
             | "[^"\n{{}}]{{1,100}}(?=\s{{0,9}}\}}\s{{0,9}}\Z)
             | -?[0-9]{{1,3}}(?:,[0-9]{{3}})+(?![0-9])
             | (?= (?P<loose> [^\s"'`,{{}}\[\]:][^"'`,{{}}\n]{{0,100}} ) ) (?P=loose) )
    \s{{0,9}} (?= , | \}} | \n | $ | ["'`] )
    """
)
_QUOTE_MARKS = "\"'`"
_GOES_ON = (",", "{", '"', "'", ":")
_APART = re.compile(r"\s{0,99},?\s{0,99}")
_TEXT_END = re.compile(r"[\s`]*\Z")
_CLOSING_BRACE = re.compile(r"[\s,\"'`]*\}")
_BLANK_LINE = re.compile(r"[^\S\n]{0,9}\n[^\S\n]{0,9}\n")
_NEXT_LINE = re.compile(r"[^\S\n]{0,9}\n\s{0,9}[A-Z]")
_EXPLAINED = re.compile(r"\s*,\s*[\"']?explanation[\"']?\s*:")
_TWO_DIGITS = re.compile(r"(?:seconds|[SCZ])\Z")
_EARLIER = re.compile(r"(?i)(?:num_)?(?:days?|hours?|minutes|mins)\Z|[HMABXYhm]\Z")
"""Names of parts that other parts must follow."""

_COMMENT = re.compile(r"(?<![^\s])(?://|#)(?=([^\n\"{}]{0,200}))\1(?=\n|\Z)|/\*[^*\n]{0,200}\*/")
"""A comment; the lookahead keeps a line of many signs from being searched back from each."""

_LITERALS = {"null": None, "none": None, "true": True, "false": False}


class Found(NamedTuple):
    """An object in a text."""

    fields: dict[str, Any]
    """The fields without the explanation."""
    explanation: str
    start: int
    end: int
    whole: bool
    """True if the unchanged text is valid JSON."""
    closed: bool = True


def objects(text: str) -> list[Found]:
    """Return all outermost objects in the text, and runs of pairs in damaged ones."""
    found = _whole_objects(text)
    if found and ":" not in text[found[-1].end :] and text.find("{") == found[0].start:
        return found  # nothing is left to look for
    if (cleaned := _without_comments(text)) != text:
        text, found = cleaned, _whole_objects(cleaned)
    return sorted([*found, *_damaged(text, found)], key=lambda each: each.start)


def valid(text: str) -> list[Found]:
    """Return the objects in the text that are valid JSON, without comments."""
    return _whole_objects(text) or _whole_objects(_without_comments(text))


def _without_comments(text: str) -> str:
    """Return the text with spaces for comments after values, so that no position changes."""
    if "//" not in text and "#" not in text and "/*" not in text:
        return text
    return _COMMENT.sub(lambda comment: " " * len(comment[0]), text)


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
            said = fields.pop(EXPLANATION, "")
            explanation = said if isinstance(said, str) else ""
            found.append(Found(fields, explanation, start, end, True))
        start = text.find("{", end)
    return found


def _damaged(text: str, whole: list[Found]) -> list[Found]:
    """Return runs of pairs outside whole objects; the text before a run is its explanation."""
    found: list[Found] = []
    for run in _runs(text, whole):
        start, end = run[0].start(), run[-1].end()
        fields = {}
        for pair in run:
            value = pair["value"].strip()
            quoted = value[:1] in _QUOTE_MARKS and len(value) > 1
            fields[_key(pair)] = (
                value.strip(value[0]) if quoted else _LITERALS.get(value.lower(), value)
            )
        brace = _CLOSING_BRACE.match(text, end)
        explanation = text[found[-1].end if found else 0 : start]
        before = text[max(0, start - 20) : start].rstrip(" ")
        below = before.endswith("\n") and not before.rstrip().endswith(_GOES_ON)  # on its own lines
        closed = (
            bool(brace)
            or (run[-1]["quote"] and "{" not in text)
            or _ends(run[-1], text)
            or below
            or not before
        )
        end = brace.end() if brace else end
        found.append(Found(fields, explanation, start, end, False, closed))
    return found


def _runs(text: str, whole: list[Found]) -> Iterator[list[re.Match[str]]]:
    """Yield pairs with only commas and white space between them, without explanations."""
    edges = [0, *(edge for each in whole for edge in (each.start, each.end)), len(text)]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    run: list[re.Match[str]] = []
    for pair in chain.from_iterable(_PAIR.finditer(text, *gap) for gap in gaps):
        if run and not _APART.fullmatch(text, run[-1].end(), pair.start()):
            yield run
            run = []
        if _key(pair).lower() != EXPLANATION:
            run.append(pair)
    if run:
        yield run


def _ends(pair: re.Match[str], text: str) -> bool:
    """Return whether the value is complete, though no brace follows."""
    end = pair.end("value")
    if _EXPLAINED.match(text, end):
        return True
    if pair["quote"] and _NEXT_LINE.match(text, end) and not _EARLIER.match(_key(pair)):
        return True
    if pair["value"][-1] in _QUOTE_MARKS:
        if _EARLIER.match(_key(pair)):
            return False
        return bool(_TEXT_END.match(text, end) or _BLANK_LINE.match(text, end))
    full = _TWO_DIGITS.match(_key(pair)) and re.fullmatch("[0-5][0-9]|0", pair["value"].strip())
    return bool(full and pair["quote"] and _TEXT_END.match(text, end))


def _key(pair: re.Match[str]) -> str:
    return str(pair["key"] or pair["bare"]).strip()
