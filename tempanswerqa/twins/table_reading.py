"""Reads a linear table and its dates, and finds the rows that a question's words point to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tempanswerqa.paper_scoring import MONTHS

MONTH = f"(?:{'|'.join(MONTHS)})"
_YEAR = r"(?<![\d.,/])(?:1[5-9]|20)\d\d(?![\d,.]*\d)"
POINT = re.compile(
    rf"(?P<d1>\d{{1,2}}) (?P<m1>{MONTH}),? (?P<y1>\d{{4}})\b"
    rf"|(?P<m2>{MONTH}) (?P<d2>\d{{1,2}}), (?P<y2>\d{{4}})\b"
    r"|(?P<y3>\d{4})-(?P<m3>\d\d)-(?P<d3>\d\d)\b"
    rf"|(?P<m4>{MONTH}),? (?P<y4>\d{{4}})\b"
    rf"|(?P<y5>{_YEAR}|(?<![\d.,/])(?:1[5-9]|20)\d\d(?=, (?:1[5-9]|20)\d\d))"
)
_RANGE_SIGN = re.compile(r"\s*(?:[-–—]|to|until)\s*")
_SHORT_RANGE = re.compile(rf"({_YEAR})[-–](\d\d)(?!\d|-)")
_ISO_ASIDE = re.compile(r"(?:\s*\|)?\s*\(\s*\|\s*\d{4}-\d\d-\d\d\s*\|\s*\)")
_HOLDS_YEAR = re.compile(r"\d{4}")
_WORD = re.compile(r"[^\W\d_]+|\d+")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_LITTLE_WORDS = """
a an and as at by did for from had has her his in into it its later of on one or s she he than that
the their them they this to was were when which who with year years last time place"""
_SUFFIXES = """
ifications ification itions ition ified ations ation iage ments ment ings ing ions ion ied ies ish
ate at ed es al s e y"""
_ENDED = re.compile(rf"(.{{3,}}?)(?:{'|'.join(_SUFFIXES.split())})")
_STOP = frozenset([*_LITTLE_WORDS.split(), *ORDINALS])
_SAME = {
    "birth": "born",
    "death": "died",
    "die": "died",
    "active": "career",
    "dying": "died",
    "lay": "laid",
    "break": "broke",
    "outbreak": "broke",
} | dict.fromkeys(("began", "begun", "beginning", "beginn"), "begin")


class Point(NamedTuple):
    """A date; parts that are not given are 0."""

    year: int
    month: int = 0
    day: int = 0


class ReadEntry(NamedTuple):
    """A row, or a piece of one, that holds dates."""

    words: frozenset[str]
    """The stems of the row's heading, label and text."""
    exact: frozenset[str]
    """The words of label and text in lower case."""
    above: frozenset[str]
    """The stems of the text above or before several entries."""
    points: tuple[Point, ...]
    span: tuple[Point, Point] | None


class ReadTable(NamedTuple):
    title: str
    entries: tuple[ReadEntry, ...]
    counts: Mapping[str, int]
    """The number of entries in which a stem occurs, by stem."""


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    """Return the word without its endings: the same for `opened` and `opening`."""
    word = word.lower()
    word = _SAME.get(word, word)
    while ending := _ENDED.fullmatch(word):
        word = ending[1]
    return _SAME.get(word, word)


def _stems(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning."""
    return frozenset(_stem(word) for word in _WORD.findall(text) if word.lower() not in _STOP)


def _words_of(text: str) -> frozenset[str]:
    """Return all words in lower case."""
    return frozenset(_WORD.findall(text.lower()))


def point(match: re.Match[str]) -> Point:
    """Return the date of a match of `POINT`."""
    for form in "1234":
        if match[f"y{form}"]:
            day = 0 if form == "4" else int(match[f"d{form}"])
            month = match[f"m{form}"]
            number = int(month) if month.isdigit() else MONTHS.index(month) + 1
            return Point(int(match[f"y{form}"]), number, day)
    return Point(int(match["y5"]))


@lru_cache(maxsize=16)
def read_table(text: str) -> ReadTable | None:
    """Return the table in its parts; None if it has no title."""
    sections = [part.split("\n") for part in re.split(r"\n\s*\n", text.strip()) if part.strip()]
    title = _title(sections)
    if not title:
        return None
    entries = [entry for section in sections[1:] for entry in _section(section)]
    counts = Counter(word for entry in entries for word in entry.words)
    return ReadTable(title, tuple(entries), counts)


def _title(sections: list[list[str]]) -> str:
    for lines in sections[1:]:
        if lines[0] == "caption" and len(lines) > 1:
            return lines[1].split(" | ")[0].strip()
    return sections[1][0].split(" | ")[0].strip() if len(sections) > 1 else ""


def _section(lines: list[str]) -> list[ReadEntry]:
    heading = "" if "\t" in lines[0] or lines[0].startswith("[") else lines[0]
    entries = []
    for line in lines[1:] if heading else lines:
        if line.startswith("["):
            for cell in re.split(r"""['"], ['"]""", line.strip("[]'\"")):
                entries += _cell(heading, "", cell)
            continue
        label, _, value = line.partition("\t")
        if value and POINT.match(label):
            entries += _cell(heading, value.replace("\t", " "), label)
        else:
            entries += _cell(heading, label if value else "", value.replace("\t", " | ") or label)
    return entries


def _cell(heading: str, label: str, cell: str) -> list[ReadEntry]:
    """Return the entries of a cell: one for each of its dated pieces."""
    if not _HOLDS_YEAR.search(cell):
        return []
    text = _SHORT_RANGE.sub(lambda match: f"{match[1]}-{match[1][:2]}{match[2]}", cell)
    bare = _ISO_ASIDE.sub("", text)
    text = bare if POINT.search(bare) else text
    dated = [piece for piece in text.split(" | ") if POINT.search(piece)]
    above = _stems(f"{heading} {label}")
    cells = dated if len(dated) > 1 else [text] * len(dated)
    return [_entry(above, label, piece) for piece in cells]


def _entry(above: frozenset[str], label: str, text: str) -> ReadEntry:
    dates = list(POINT.finditer(text))
    points = tuple(map(point, dates))
    is_span = len(dates) == 2 and _RANGE_SIGN.fullmatch(text, dates[0].end(), dates[1].start())
    undated = POINT.sub(" ", text)
    words, exact = above | _stems(undated), _words_of(f"{label} {undated}")
    return ReadEntry(words, exact, above, points, (points[0], points[1]) if is_span else None)


_BEGIN = """
formed joined arrived began started entered entry took take assumed became become moved signed
enrolled enrolment appointed accession adopted opened acquired entrance debut introduced
introduction admitted admit admission came come gained passed taken"""
_FINISH = """
left leave departed departure ended finished quit resigned retired graduated closed stepped ceased
expired gave give sold exit abandoned dropped drop quitting withdrew withdraw vacated concluded lost
lose handover handed replaced stop stopped conclusion dissipated separated split sale"""
_BEGIN_STEMS, _FINISH_STEMS = (frozenset(map(_stem, words.split())) for words in (_BEGIN, _FINISH))
_RANK = re.compile(rf"\b(?:({'|'.join(ORDINALS)}|last)|(\d+)(?:st|nd|rd|th))\b", re.I)


def _best(table: ReadTable, phrase: str) -> list[ReadEntry]:
    """Return the entries that have most of the phrase's words; rare and exact ones weigh more."""
    wanted = {_stem(word): word for word in sorted(_words_of(phrase))}
    weights = {part: 1 / table.counts[part] for part in wanted if part in table.counts}
    if not weights:
        return []
    scores = [
        sum(
            weight * (1.5 if wanted[part] in entry.exact else 1)
            for part, weight in weights.items()
            if part in entry.words
        )
        for entry in table.entries
    ]
    top = max(scores)
    return [entry for entry, score in zip(table.entries, scores, strict=True) if score > top - 1e-9]


def spans_of(table: ReadTable, noun: str) -> int:
    """Return the number of spans under headings and labels that have a noun."""
    return sum(entry.span is not None and _stem(noun) in entry.above for entry in table.entries)


def span_of(table: ReadTable, phrase: str) -> tuple[Point, Point] | None:
    """Return the one span that the phrase names."""
    spans = {entry.span for entry in _best(table, phrase)}
    return spans.pop() if len(spans) == 1 else None


def point_of(table: ReadTable, phrase: str) -> Point | None:
    """Return the one date that the phrase names: of a row, end of a span, or nth of a list."""
    entries = _best(table, phrase)
    if len(entries) == 1 and entries[0].span:
        return _end_of(entries[0].span, phrase)
    dates = sorted({date for entry in entries for date in entry.points})
    if len(dates) == 1:
        return dates[0]
    rank = _rank_in(phrase)
    return dates[rank - (rank > 0)] if rank and rank <= len(dates) else None


def _rank_in(phrase: str) -> int | None:
    """Return the number of the last ordinal in the phrase; -1 for *last*."""
    ranks = _RANK.findall(phrase)
    if not ranks:
        return None
    word, digits = ranks[-1]
    if word.lower() == "last":
        return -1
    return int(digits) if digits else ORDINALS.index(word.lower()) + 1


def _end_of(span: tuple[Point, Point], phrase: str) -> Point | None:
    """Return the end of the span that the verb or noun of the phrase names; None for neither."""
    words = {_stem(word) for word in re.findall(r"\b[a-z]+\b", phrase)}
    if words & _FINISH_STEMS:
        return span[1]
    return span[0] if words & _BEGIN_STEMS else None
