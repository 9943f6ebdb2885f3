"""Replaces ranks in questions, such as *her second team*, by the words of their rows."""

from __future__ import annotations

import re

from tempanswerqa.fresh.solving import day_number, step
from tempanswerqa.fresh.tables.solver_rows import RANKS
from tempanswerqa.fresh.tables.solver_table import Entry, Point, Table, stem, stems

_RANKS = (*RANKS, "last")
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


def named(question: str, table: Table) -> str:
    """Return the question with words of the row for each rank, such as *her second team*."""
    for pattern in (_LONGEST, _CLAUSE, _PLAIN):
        question = pattern.sub(lambda found: _row(found, table) or found[0], question)
    return question


def _row(found: re.Match, table: Table) -> str:
    noun, after = found["noun"], ""
    group = _group(noun, table)
    if len(group) < 2 and " " in noun:
        noun, after = noun.split(" ")
        group = _group(noun, table)
    if len(group) < 2:
        return ""
    entry = _pick(group, found["rank"])
    if entry is None:
        return ""
    told = {stem(word): word for word in sorted(entry.exact)}
    words = sorted(told.get(part, part) for part in entry.words if part.isalpha())
    words = [word.capitalize() for word in words]  # as names, which are no verbs
    return " ".join([*words, after]).rstrip()


def _group(noun: str, table: Table) -> list[Entry]:
    """Return the entries with spans under the heading that has the noun, in time."""
    wanted = stems(noun)
    if len(wanted) <= noun.count(" "):
        return []
    fitting = [entry for entry in table.entries if entry.span and wanted <= entry.heading]
    return sorted(fitting, key=lambda entry: entry.span or ())


@step
def _pick(group: list[Entry], rank: str) -> Entry | None:
    if rank in ("longest", "shortest"):
        group = sorted(group, key=_days)
        return group[-1 if rank == "longest" else 0]
    position = len(group) - 1 if rank == "last" else _RANKS.index(rank)
    return group[position] if position < len(group) else None


def _days(entry: Entry) -> int:
    span = entry.span or ()
    first, last = (point if point.day else Point(point.year, 1, 1) for point in span)
    return day_number(last) - day_number(first)
