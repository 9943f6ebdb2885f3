"""Answers questions on tables from their text alone, without the code that draws them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.solving import TALLY, day_number, stamp, step
from tempanswerqa.fresh.tables import solver_table
from tempanswerqa.fresh.tables.solver_steps import STEPS, Asked
from tempanswerqa.fresh.tables.solver_table import (
    Point,
    ReadEntry,
    ReadTable,
    read_table,
    stem,
    stems,
)


def solve(cells: Mapping[str, str], by_year: bool = False) -> float | None:
    """Return the answer in the question's unit; None if it cannot be read. See also `Asked`."""
    unit = cells.get("answer_temporal_unit", "")
    table = read_table(cells.get("table_context", ""))
    if table is None:
        return None
    question = named(cells.get("question", ""), table)
    before, TALLY.trouble = TALLY.taken, "no pattern fits"
    for name, parts in readings(question, table.title):
        TALLY.taken = before
        try:
            answer = STEPS[name](Asked(table, unit, parts, by_year))
        except (KeyError, ValueError, IndexError, TypeError, OverflowError) as error:
            TALLY.trouble = str(error)
            continue
        if answer is not None:
            return _in_unit(answer, unit)
    return None


def _in_unit(answer: int | Point, unit: str) -> float | None:
    if unit == "date":
        return stamp(day_number(answer)) if isinstance(answer, Point) and answer.day else None
    if isinstance(answer, Point):
        return float(answer.year) if unit == "date_years" else None
    return float(answer)


_UNITS = r"(?P<full>full |complete |whole )?(?P<u>years|months|days)"
_OWNER = r"(?:@'s|her|his|its|the)"
_DATE = r"(?:\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4})"
_FRAGMENTS = {
    "U": _UNITS,
    "WAY": "(?P<way>after|before|later|earlier|forward|back)",
    "LONG": "(?P<most>longest|shortest)",
    "DAY": rf"(?P<day>{_DATE}|\d{{4}})",
    "N": r"(?P<n>\d+)",
    "NTH": r"(?P<nth>\d+)(?:st|nd|rd|th)?",
    "AGE": r"(?P<age>\d+)",
    "STEP": "(?P<step>days|weeks|months|years)",
    "WHO": "(?:@|she|he|it)",
    "DID": "(?:did|was|were)",
    **{letter: rf"(?P<{letter.lower()}>.+?)" for letter in "ABCD"},
    **{f"{letter}Q": rf"(?P<{letter.lower()}>(?:did|was|were) .+?)" for letter in "AB"},
    **{f"{letter}N": rf"(?P<{letter.lower()}>{_OWNER} .+?)" for letter in "ABCD"},
    "GREEDY": r"(?P<a>.+)",
    "BGREEDY": r"(?P<b>.+)",
    "HIS": _OWNER,
}


@cache
def _patterns() -> tuple[tuple[str, re.Pattern], ...]:
    """Return the patterns; they are compiled at the first question, as this takes a while."""
    return tuple(
        (step, _pattern(one["read"]))
        for step, named in declared(Path(__file__).with_name("wordings.yaml")).items()
        for own in named.values()
        for one in own
        if "read" in one
    )


def _pattern(text: str) -> re.Pattern:
    filled = re.sub(r"\{([A-Z]+)\}", lambda match: _FRAGMENTS[match[1]], text)
    return re.compile(filled, re.IGNORECASE)


_KINDS = (
    "the (?:player|artist|scientist|politician|skier|actor|author|boxer|driver|wrestler|rider|"
    "church|station|ship|probe|mission|company|band|university|building|war|party|regiment|group|"
    "disease|holiday|planet|lighthouse|games|song|book|film|album|tour|aircraft|court|agency|"
    "stadium|emperor|athlete)"
)
_BARE_POSSESSIVE = re.compile(r"@'(?!s)")
_HINT = re.compile(r" \((?:end|not|without) [^)]*\)$")


def readings(question: str, title: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each way to read the question: the name of a step, and the words of its parts.

    The table's title, or its last word, becomes `@`; if it is missing, words like `the player` do.
    """
    text = _anonymous(question, title).rstrip("? ")
    text = _HINT.sub("", text)
    for asked, pattern in _patterns():
        if found := pattern.fullmatch(text):
            yield asked, {name: part for name, part in found.groupdict().items() if part}


def _anonymous(question: str, title: str) -> str:
    names = (f"the {title}", title, title.split()[-1])
    name = next((re.escape(name) for name in names if name in question), _KINDS)
    return _BARE_POSSESSIVE.sub("@'s", re.sub(rf"\b{name}(?!\w)", "@", question))


_RANKS = (*solver_table.RANKS, "last")
_RANK = rf"(?P<rank>{'|'.join(_RANKS)})"
_NOUN = "(?P<noun>[a-z]+(?: [a-z]+)?)"
_LONGEST = re.compile(
    rf"(?<![Ff]ind )\bthe {_NOUN} (?:that|who) (?:(?! that | who )[^,?:])+? "
    r"(?:for the )?(?P<rank>longest|shortest)(?: time)?\b"
)
_ORDER = (
    "that opened|to (?:form|begin|serve|join|sign up|take (?:part|office|control|it on)|"
    "send aid|buy the ship)|that (?:she|he|it) (?:joined|entered|took on|took|began|"
    "hired|signed with|moved into)"
)
_CLAUSE = re.compile(rf"\bthe {_RANK} {_NOUN} (?:{_ORDER})\b")
_PLAIN = re.compile(rf"\b(?:her|his|its|the) {_RANK} (?P<noun>[a-z]+(?: [a-z]+)?)")


def named(question: str, table: ReadTable) -> str:
    """Return the question with words of the row for each rank, such as *her second team*."""
    for pattern in (_LONGEST, _CLAUSE, _PLAIN):
        question = pattern.sub(lambda match: _row(match, table) or match[0], question)
    return question


def _row(match: re.Match, table: ReadTable) -> str:
    noun, after = match["noun"], ""
    group = _group(noun, table)
    if len(group) < 2 and " " in noun:
        noun, after = noun.split(" ")
        group = _group(noun, table)
    entry = _pick(group, match["rank"]) if len(group) > 1 else None
    if entry is None:
        return ""
    told = {stem(word): word for word in sorted(entry.exact)}
    words = sorted(told.get(part, part) for part in entry.words if part.isalpha())
    words = [word.capitalize() for word in words]  # as names, which are no verbs
    return " ".join([*words, after]).rstrip()


def _group(noun: str, table: ReadTable) -> list[ReadEntry]:
    """Return the entries with spans under the heading that has the noun, in time."""
    wanted = stems(noun)
    if len(wanted) <= noun.count(" "):
        return []
    fitting = [entry for entry in table.entries if entry.span and wanted <= entry.heading]
    return sorted(fitting, key=lambda entry: entry.span or ())


@step
def _pick(group: list[ReadEntry], rank: str) -> ReadEntry | None:
    if rank in ("longest", "shortest"):
        group = sorted(group, key=_days)
        return group[-1 if rank == "longest" else 0]
    position = len(group) - 1 if rank == "last" else _RANKS.index(rank)
    return group[position] if position < len(group) else None


def _days(entry: ReadEntry) -> int:
    span = entry.span or ()
    first, last = (point if point.day else Point(point.year, 1, 1) for point in span)
    return day_number(last) - day_number(first)
