"""Reads a linear table and its dates, and finds the rows that a question's words point to."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from tempanswerqa.fresh.solving import ORDINALS, day_number

_MONTHS = "january february march april may june july august september october november december"
MONTH_NUMBER = {name: number for number, name in enumerate(_MONTHS.split(), 1)}
MONTH = f"(?:{'|'.join(name.capitalize() for name in MONTH_NUMBER)})"
_YEAR = r"(?<![\d.,/])(?:1[5-9]|20)\d\d(?![\d,.]*\d)"
_POINT = (
    rf"(?P<d1>\d{{1,2}}) (?P<m1>{MONTH}),? (?P<y1>\d{{4}})\b"
    rf"|(?P<m2>{MONTH}) (?P<d2>\d{{1,2}}), (?P<y2>\d{{4}})\b"
    r"|(?P<y3>\d{4})-(?P<m3>\d\d)-(?P<d3>\d\d)\b"
    rf"|(?P<m4>{MONTH}),? (?P<y4>\d{{4}})\b"
    rf"|(?P<y5>{_YEAR}|(?<![\d.,/])(?:1[5-9]|20)\d\d(?=, (?:1[5-9]|20)\d\d))"
)
POINT = re.compile(_POINT)
_RANGE_SIGN = re.compile(r"\s*(?:[-–—]|to|until)\s*")
_SHORT_RANGE = re.compile(rf"({_YEAR})[-–](\d\d)(?!\d|-)")
_ROW = re.compile(r"(?m)^(.+?)\t(.+)$")
_AMOUNT = re.compile(r"\b(\d+) (years|months|days)\b|\((age) (\d+)\)")
_ISO_ASIDE = re.compile(r"(?:\s*\|)?\s*\(\s*\|\s*\d{4}-\d\d-\d\d\s*\|\s*\)")
_HOLDS_YEAR = re.compile(r"\d{4}")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_LITTLE_WORDS = """
a an and as at by did for from had has her his in into it its later of on one or s she he than that
the their them they this to was were when which who with year years first second third fourth
fifth sixth seventh eighth last time place"""
_STOP = frozenset(_LITTLE_WORDS.split())
_SUFFIXES = (
    *("ifications", "ification", "itions", "ition", "ified", "ations", "ation", "iage"),
    *("ments", "ment", "ings", "ing", "ions", "ion", "ied", "ies", "ish"),
    *("ate", "at", "ed", "es", "al", "s", "e", "y"),
)
_ENDED = re.compile(rf"(.{{3,}}?)(?:{'|'.join(_SUFFIXES)})")
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
    """The words of label and text as they stand, in small letters."""
    heading: frozenset[str]
    """The stems of the text that stands above or before several entries."""
    points: tuple[Point, ...]
    span: tuple[Point, Point] | None


class ReadTable(NamedTuple):
    title: str
    entries: tuple[ReadEntry, ...]
    amounts: tuple[tuple[frozenset[str], int, str], ...]
    """The lengths of time and the age that rows state: stems of the label, number and unit."""
    counts: dict[str, int]
    """The number of entries in which a stem occurs, by stem."""


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the word without its endings: the same for `opened` and `opening`."""
    word = word.lower()
    word = _SAME.get(word, word)
    while found := _ENDED.fullmatch(word):
        word = found[1]
    return _SAME.get(word, word)


def stems(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning."""
    return frozenset(stem(word) for word in _WORD.findall(text) if word.lower() not in _STOP)


def words_of(text: str) -> frozenset[str]:
    """Return all words, in small letters."""
    return frozenset(_WORD.findall(text.lower()))


def point(match: re.Match) -> Point:
    """Return the date that `POINT` match."""
    for form in "1234":
        if match[f"y{form}"]:
            day = 0 if form == "4" else int(match[f"d{form}"])
            month = match[f"m{form}"]
            number = int(month) if month.isdigit() else MONTH_NUMBER[month.lower()]
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
    amounts = tuple(
        (stems(f"{row[1]} {found[3] or ''}"), int(found[1] or found[4]), found[2] or "years")
        for row in _ROW.finditer(text)
        for found in _AMOUNT.finditer(row[2])
    )
    return ReadTable(title, tuple(entries), amounts, counts)


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
    above = stems(f"{heading} {label}")
    cells = dated if len(dated) > 1 else [text] * len(dated)
    return [_entry(above, label, piece) for piece in cells]


def _entry(above: frozenset[str], label: str, text: str) -> ReadEntry:
    found = list(POINT.finditer(text))
    points = tuple(map(point, found))
    is_span = len(found) == 2 and _RANGE_SIGN.fullmatch(text, found[0].end(), found[1].start())
    undated = POINT.sub(" ", text)
    words, exact = above | stems(undated), words_of(f"{label} {undated}")
    return ReadEntry(words, exact, above, points, (points[0], points[1]) if is_span else None)


def months_on(date: Point, months: int) -> Point:
    """Return the same day so many months on."""
    total = date.year * 12 + date.month - 1 + months
    return Point(total // 12, total % 12 + 1, date.day)


def between(first: Point, last: Point, unit: str, full: bool) -> int | None:
    """Return the units from one date to a later one; None if the dates do not settle the number.

    With `full`, these are completed units between two days. Else they are the difference of the
    parts that both dates give; for two days, it has to equal the completed units.
    """
    exact = bool(first.day and last.day)
    if unit == "days":
        return day_number(last) - day_number(first) if exact else None
    months = (last.year - first.year) * 12 + last.month - first.month
    stated = months if unit == "months" else last.year - first.year
    if exact:
        completed = _completed(first, last, 1 if unit == "months" else 12)
        return completed if full or completed == stated else None
    if full or first.day or last.day:
        return None
    if unit == "months":
        return stated if first.month and last.month else None
    return None if first.month or last.month else stated


def _completed(first: Point, last: Point, size: int) -> int:
    """Return the number of completed units of `size` months; it tries numbers from above."""
    count = (day_number(last) - day_number(first)) // (28 * size) + 1
    while count > 0 and day_number(months_on(first, count * size)) > day_number(last):
        count -= 1
    return count


Span = tuple[Point, Point]

_BEGIN = (
    "formed joined arrived began started entered entry took take assumed became become moved "
    "signed enrolled enrolment appointed accession adopted opened acquired entrance debut "
    "introduced introduction admitted admit admission came come gained passed taken"
)
_FINISH = (
    "left leave departed departure ended finished quit resigned retired graduated closed stepped "
    "ceased expired gave give sold exit abandoned dropped drop quitting withdrew withdraw vacated "
    "concluded lost lose handover handed replaced stop stopped conclusion dissipated "
    "separated split sale"
)
_BEGIN_STEMS = frozenset(map(stem, _BEGIN.split()))
_FINISH_STEMS = frozenset(map(stem, _FINISH.split()))
RANKS = ORDINALS[:8]
"""The ordinals that tables write in words; they write later ones in digits."""
_RANK = re.compile(rf"\b(?:({'|'.join(RANKS)}|last)|(\d+)(?:st|nd|rd|th))\b", re.I)


def best(table: ReadTable, phrase: str) -> list[ReadEntry]:
    """Return the entries with most words of the phrase, by how rare and how alike words are."""
    wanted = {stem(word): word for word in sorted(words_of(phrase))}
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


def tied(table: ReadTable, phrase: str) -> str:
    """Return the phrase, and the words of the rows that share as many words with it."""
    found = (" ".join(sorted(entry.exact | entry.heading)) for entry in best(table, phrase))
    return f"{phrase!r}: {'; '.join(found) or 'no row'}"


def years_of(table: ReadTable, phrase: str) -> list[int]:
    """Return the years of the event that the phrase names, ascending."""
    return sorted({date.year for entry in best(table, phrase) for date in entry.points})


def span_of(table: ReadTable, phrase: str) -> Span | None:
    """Return the one span that the phrase names."""
    found = {entry.span for entry in best(table, phrase)}
    return found.pop() if len(found) == 1 else None


def point_of(table: ReadTable, phrase: str) -> Point | None:
    """Return the one date that the phrase names: of a row, end of a span, or nth of a list."""
    entries = best(table, phrase)
    if len(entries) == 1 and entries[0].span:
        return end_of(entries[0].span, phrase)
    dates = sorted({date for entry in entries for date in entry.points})
    if len(dates) == 1:
        return dates[0]
    rank = rank_in(phrase)
    return dates[rank - (rank > 0)] if rank and rank <= len(dates) else None


def rank_in(phrase: str) -> int | None:
    """Return the number of the last ordinal in the phrase; -1 for *last*."""
    found = _RANK.findall(phrase)
    if not found:
        return None
    word, digits = found[-1]
    if word.lower() == "last":
        return -1
    return int(digits) if digits else RANKS.index(word.lower()) + 1


def end_of(span: Span, phrase: str) -> Point | None:
    """Return the end of the span that verb or noun of the phrase name; None for neither."""
    words = {stem(word) for word in re.findall(r"\b[a-z]+\b", phrase)}
    if words & _FINISH_STEMS:
        return span[1]
    return span[0] if words & _BEGIN_STEMS else None


def group_of(table: ReadTable, phrase: str) -> list[Span]:
    """Return the spans under the heading or label that the phrase names."""
    wanted = stems(phrase)
    spans = [(len(wanted & entry.heading), entry.span) for entry in table.entries if entry.span]
    top = max((shared for shared, _ in spans), default=0)
    return [span for shared, span in spans if shared == top] if top else []
