"""Answers questions on tables that ask for years or a birthday, from their text alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import NamedTuple, TypeVar

from tempanswerqa.twins import table_reading
from tempanswerqa.twins.arithmetic_solver import stamp
from tempanswerqa.twins.table_reading import ORDINALS, Point, ReadTable, read_table
from tempanswerqa.units import UNITS

Named = TypeVar("Named")


def solve(cells: Mapping[str, str]) -> float | None:
    """Return the answer in the question's unit; None if it cannot be read."""
    table = read_table(cells["table_context"])
    if table is None:
        return None
    if any(table_reading.spans_of(table, noun) > 1 for noun in _RANKED.findall(cells["question"])):
        return None  # one of several spans, such as `her first team`
    for answer, parts in _readings(cells["question"], table.title):
        try:
            value = answer(TableMatch(table, parts))
        except (KeyError, ValueError, IndexError):
            continue
        unit = UNITS[cells["answer_temporal_unit"]]
        if isinstance(value, Point):
            return stamp(date(*value)) if unit.parts == 3 and value.day else None
        return float(value) if unit.singular == "year" else None
    return None


class TableMatch(NamedTuple):
    """What a pattern matches: the table, and the parts of the question."""

    table: ReadTable
    parts: Mapping[str, str]

    def at(self, part: str) -> Point:
        """Return the date that a part names; ValueError if it names none, or several."""
        return _single(table_reading.point_of(self.table, self.parts[part]))

    @property
    def birth(self) -> Point:
        return _single(table_reading.point_of(self.table, "born"))

    @property
    def birthday(self) -> Point:
        return self.birth._replace(year=self.birth.year + int(self.parts["nth"]))

    @property
    def age(self) -> int:
        """Return the completed years; where a date lacks its parts, the difference of the years."""
        first, last = self.birth, self.at("a")
        if first.day and last.day:
            return last.year - first.year - (last[1:] < first[1:])
        return _years(first, last)

    def length(self, part: str) -> int:
        """Return the length of the span that a part names."""
        return self.between(*_single(table_reading.span_of(self.table, self.parts[part])))

    def between(self, first: Point, last: Point) -> int:
        """Return the years between two dates; ValueError if they are out of order."""
        if first > last:
            raise ValueError("the parts are out of order")
        return _years(first, last)


def _single(named: Named | None) -> Named:
    if named is None:
        raise ValueError("no single date or span")
    return named


def _years(first: Point, last: Point) -> int:
    """Return the difference of the years; ValueError if days or months show that it is one less."""
    if first.month and last.month and last[1:] < first[1:]:
        raise ValueError("the last year is not complete")
    return last.year - first.year


_RANKED = re.compile(rf"\b(?:her|his|its|the) (?:{'|'.join(ORDINALS)}|last) ([a-z]+)\b(?! [a-z])")
_HIS = "(?:@'s|her|his|its|the)"
_A, _B = "(?P<a>.+?)", "(?P<b>.+?)"
_A_DID, _B_DID = (rf"(?P<{part}>(?:did|was|were) .+?)" for part in "ab")
_A_NOUN, _B_NOUN = (rf"(?P<{part}>{_HIS} .+?)" for part in "ab")
_TO_EVENT = (
    rf"How many years after (?P<a>.+) {_B_DID}",
    rf"How many years before (?P<b>.+) {_A_DID}",
    rf"How many years (?:were there|passed) between {_A_NOUN} and {_B_NOUN}",
    rf"How many years did it take @ to {_B} after {_A}",
    rf"How many years (?:separate|elapsed between|were between) {_A_NOUN} and {_B_NOUN}",
)
_LASTING = (
    rf"How many years {_A_DID}",
    rf"How long in years {_A_DID}",
    rf"For how many years {_A_DID}",
)
_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[TableMatch], int | Point]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), answer)
    for answer, patterns in (
        (
            lambda match: match.between(match.birthday, match.at("a")),
            (
                rf"How many years after (?:turning|{_HIS}) (?P<nth>\d+)(?:st|nd|rd|th)?"
                rf"( birthday)? {_A_DID}",
            ),
        ),
        (
            lambda match: match.length("a") - match.length("b"),
            (
                rf"How many more years {_A_DID} than {_B}",
                rf"How many years longer was {_A_NOUN} than {_B_NOUN}",
            ),
        ),
        (lambda match: match.age, (f"How old was @ when {_A}", f"At what age {_A_DID}")),
        (lambda match: match.between(match.at("a"), match.at("b")), _TO_EVENT),
        (lambda match: match.length("a"), _LASTING),
        (lambda match: match.birthday, (r"On what date did @ turn (?P<nth>\d+)",)),
    )
    for pattern in patterns
)
"""What a question asks for, and the functions that compute it; the first that finds it counts."""


def _readings(
    question: str, title: str
) -> Iterator[tuple[Callable[[TableMatch], int | Point], Mapping[str, str]]]:
    """Yield each way to read the question: what computes it, and the words of its parts.

    The table's title, or its last word, becomes `@`.
    """
    names = (f"the {title}", title, title.split()[-1])
    name = next((re.escape(name) for name in names if name in question), "(?!)")
    text = re.sub(rf"\b{name}(?!\w)", "@", question).rstrip("? ")
    for pattern, answer in _PATTERNS:
        if match := pattern.fullmatch(text):
            yield answer, {name: part for name, part in match.groupdict().items() if part}
