"""Reads facts and questions for the solver, and shares nothing with the code that writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from operator import itemgetter
from pathlib import Path

from tempanswerqa.fresh.declared import declared

Key = tuple[str, str, str]
"""The subject, relation with its preposition, and object."""

_NAME = r"[A-Z][\w-]*(?: [A-Z]\w*)*"
_RELATION = r"(?:(?:the|an?) )?(?P<r>[a-z]\w*(?: of [a-z]\w*)? (?:of|to|for))"
_PARTS = {
    "S": rf"(?P<s>{_NAME})",
    "O": rf"(?P<o>{_NAME})",
    "R": _RELATION,
    "RO": rf"(?P<ro>{_RELATION} (?P<o>{_NAME}))",
    "A": r"(?P<a>\d{4})",
    "B": r"(?P<b>\d{4})",
    "Y": r"(?P<y>\d{4})",
    "W": r"(?P<w>[\w-]+)",
    "V": r"(?P<v>[\w-]+)",
    "WHEN": "(?:When|In which year)",
    "TIME": r"(?: for the (?P<w>\w+ time(?: but one)?))?",
    "COUNT": r"(?P<n>\d+)",
    "SPELL": r"(?:spell|stint|period)",
    "NOUN": r"(?:an? )?(?:entity|party|person|town|club|firm|house)",
    "NOUNS": r"(?:entities|parties|people|towns|clubs|firms|houses)",
    "STOP": r"(?:ceased? to be|(?:stop|stopped) being)",
}

_FOLDER = Path(__file__).parent
_COUNTED = r"(?: [A-Z][^.?]*(?:minus|less|ubtract)[^.?]*\.)?"
_MARK = re.compile(r"<(\w+?)(2|=)?>")
_GROUP = re.compile(r"\?P<(\w+)>")


@lru_cache(maxsize=2)
def timelines(instruction: str) -> Mapping[Key, int] | None:
    """Return the timeline of every triple in an instruction.

    Return None if a line cannot be read, or if facts of a triple have no year between them.
    The caller must not change the mapping, which the questions of a block share.
    """
    body, _, _ = instruction.partition("\n\n")
    _, _, lines = body.partition("\n")
    ways = (
        [fact for pattern in patterns for fact in _facts(pattern, lines)]
        for patterns in _fact_patterns()
    )
    found = next(filter(None, ways), [])
    if len(found) != lines.count("\n") + 1:
        return None
    held: dict[Key, int] = {}
    for subject, relation, target, first, last in found:
        years = int(last) - int(first) + 1
        if years < 1:
            return None
        key = subject, relation, target
        before, line = held.get(key, 0), ((1 << years) - 1) << int(first)
        if before & (line | line << 1 | line >> 1):
            return None
        held[key] = before | line
    return held


def _facts(pattern: re.Pattern[str], lines: str) -> Iterator[tuple[str, ...]]:
    """Return the facts of one form, which may have a single year: it is the first and the last."""
    places = pattern.groupindex
    names = ("s", "r", "o", "a", "b" if "b" in places else "a")
    return map(itemgetter(*(places[name] - 1 for name in names)), pattern.findall(lines))


def read_question(text: str) -> tuple[str, Mapping[str, str]] | None:
    """Return the sort of a question, and its names, years and ordinals; None for other texts."""
    for asked, pattern in _question_patterns():
        found = pattern.fullmatch(text)
        if found:
            return asked, {name: part for name, part in found.groupdict().items() if part}
    return None


@cache
def _fact_patterns() -> list[list[re.Pattern[str]]]:
    lines = declared(_FOLDER / "facts.yaml")["lines"]
    return [
        [re.compile(f"^{_pattern(form)}$", re.MULTILINE) for form in line["read"]] for line in lines
    ]


@cache
def _question_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (asked, re.compile(_pattern(one["read"]) + _COUNTED))
        for asked, named in declared(_FOLDER / "wordings.yaml").items()
        for own in named.values()
        for one in own
        if "read" in one
    )


def _pattern(wording: str) -> str:
    """Return a regular expression from a wording with parts in angle brackets."""
    pieces = _MARK.split(wording)
    done = re.escape(pieces[0])
    for name, suffix, text in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        part = _GROUP.sub(rf"?P<\g<1>{suffix or ''}>", _PARTS[name])
        done += (f"(?P={name.lower()})" if suffix == "=" else part) + re.escape(text)
    return done
