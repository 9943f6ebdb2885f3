"""Answers questions on tables that ask for years or a birthday, only from their text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from tempanswerqa.paper_scoring import MONTHS
from tempanswerqa.twins.arithmetic_solver import stamp
from tempanswerqa.units import UNITS

MONTH = f"(?:{'|'.join(MONTHS)})"
_YEAR = r"(?<![\d.,/])(?:1[5-9]|20)\d\d(?![\d,.]*\d)"
POINT = re.compile(
    rf"\d{{1,2}} {MONTH},? \d{{4}}\b|{MONTH} \d{{1,2}}, \d{{4}}\b|\d{{4}}-\d\d-\d\d\b"
    rf"|{MONTH},? \d{{4}}\b|{_YEAR}"
)
"""A date in a table, which may lack day and month."""
_RANGE_SIGN = re.compile(r"\s*(?:[-–—]|to|until)\s*")
_SHORT_RANGE = re.compile(rf"({_YEAR})[-–](\d\d)(?!\d|-)")
_ISO_ASIDE = re.compile(r"(?:\s*\|)?\s*\(\s*\|\s*\d{4}-\d\d-\d\d\s*\|\s*\)")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_RANK = re.compile(rf"\b(?:{'|'.join(_ORDINALS)}|last)\b")
_RANKED = re.compile(rf"\b(?:her|his|its|the) (?:{'|'.join(_ORDINALS)}|last) ([a-z]+)\b(?! [a-z])")
_LITTLE_WORDS = """
a an and as at by did for from had has her his in into it its later of on one or s she he than that
the their them they this to was were when which who with year years last time place"""
_STOP = {*_LITTLE_WORDS.split(), *_ORDINALS}
_SUFFIXES = """
ifications ification itions ition ified ations ation iage ments ment ings ing ions ion ied ies ish
ate at ed es al s e y"""
_ENDED = re.compile(rf"(.{{3,}}?)(?:{'|'.join(_SUFFIXES.split())})")
_SYNONYMS = """
birth-born death-died die-died dying-died active-career lay-laid break-broke outbreak-broke
began-begin begun-begin beginning-begin beginn-begin"""
_SAME = dict(pair.split("-") for pair in _SYNONYMS.split())


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    """Return the stem of a word: the same for `opened` and `opening`."""
    word = word.lower()
    word = _SAME.get(word, word)
    while ending := _ENDED.fullmatch(word):
        word = ending[1]
    return _SAME.get(word, word)


_BEGIN = """
formed joined arrived began started entered entry took take assumed became become moved signed
enrolled enrolment appointed accession adopted opened acquired entrance debut introduced
introduction admitted admit admission came come gained passed taken"""
_FINISH = """
left leave departed departure ended finished quit resigned retired graduated closed stepped ceased
expired gave give sold exit abandoned dropped drop quitting withdrew withdraw vacated concluded lost
lose handover handed replaced stop stopped conclusion dissipated separated split sale"""
_BEGIN_STEMS, _FINISH_STEMS = ({*map(_stem, words.split())} for words in (_BEGIN, _FINISH))


class Point(NamedTuple):
    """A date; missing parts are 0."""

    year: int
    month: int = 0
    day: int = 0


def point(match: re.Match[str]) -> Point:
    """Return the date of a match of `POINT`."""
    numbers = [int(number) for number in re.findall(r"\d+", match[0])]
    if name := re.search(MONTH, match[0]):
        *day, year = numbers
        return Point(year, MONTHS.index(name[0]) + 1, *day)
    return Point(*numbers)


class _Entry(NamedTuple):
    """A row, or a piece of one, that contains dates."""

    words: set[str]
    """The stems of the row's heading, label and text."""
    exact: set[str]
    """The words of label and text in lower case."""
    above: set[str]
    """The stems of heading and label."""
    points: list[Point]
    span: tuple[Point, Point] | None


class _Table:
    """A linear table: its title, its entries, and what a question's words denote in them."""

    def __init__(self, text: str) -> None:
        sections = [part.split("\n") for part in re.split(r"\n\s*\n", text.strip())]
        captions = [lines[1] for lines in sections[1:] if lines[0] == "caption"]
        self.title = (captions or sections[1])[0].split(" | ")[0].strip()
        self.entries = [entry for section in sections[1:] for entry in _section(section)]
        self.counts = Counter(word for entry in self.entries for word in entry.words)

    def point(self, phrase: str) -> Point:
        """Return the one date that a phrase denotes: of a row, end of a span, or nth of a list.

        Raises ValueError if it denotes none or several.
        """
        entries = self._best(phrase)
        if len(entries) == 1 and entries[0].span:
            words = {_stem(word) for word in re.findall(r"\b[a-z]+\b", phrase)}
            if not words & (_FINISH_STEMS | _BEGIN_STEMS):
                raise ValueError("neither end of the span")
            return entries[0].span[bool(words & _FINISH_STEMS)]
        dates = sorted({date for entry in entries for date in entry.points})
        if len(dates) > 1:
            *_, word = _RANK.findall(phrase.lower())
            return dates[-1 if word == "last" else _ORDINALS.index(word)]
        (day,) = dates
        return day

    def span(self, phrase: str) -> tuple[Point, Point]:
        """Return the one span that a phrase denotes; ValueError if it denotes none or several."""
        (span,) = {entry.span for entry in self._best(phrase)}
        if not span:
            raise ValueError("no span")
        return span

    def spans_of(self, noun: str) -> int:
        """Return the number of spans under headings and labels that contain a noun."""
        return sum(entry.span is not None and _stem(noun) in entry.above for entry in self.entries)

    def _best(self, phrase: str) -> list[_Entry]:
        """Return the entries that best match the phrase's words; rare and exact ones weigh more."""
        wanted = {_stem(word): word for word in sorted(_words_of(phrase))}
        weights = {stem: 1 / self.counts[stem] for stem in wanted if stem in self.counts}
        scores = [
            sum(
                weight * (1.5 if wanted[stem] in entry.exact else 1)
                for stem, weight in weights.items()
                if stem in entry.words
            )
            for entry in self.entries
        ]
        least = max(scores) - 1e-9
        scored = zip(self.entries, scores, strict=True)
        return [entry for entry, score in scored if weights and score > least]


def _section(lines: list[str]) -> Iterator[_Entry]:
    """Yield the entries of a section, which may begin with its heading."""
    heading = "" if "\t" in lines[0] or lines[0].startswith("[") else lines[0]
    for line in lines[1:] if heading else lines:
        label, _, value = line.partition("\t")
        if line.startswith("["):
            for cell in re.split(r"""['"], ['"]""", line.strip("[]'\"")):
                yield from _entries(heading, "", cell)
        elif not value:
            yield from _entries(heading, "", label)
        elif POINT.match(label):
            yield from _entries(heading, value.replace("\t", " "), label)
        else:
            yield from _entries(heading, label, value.replace("\t", " | "))


def _entries(heading: str, label: str, cell: str) -> Iterator[_Entry]:
    """Yield an entry for each dated piece of a cell."""
    text = _SHORT_RANGE.sub(lambda match: f"{match[1]}-{match[1][:2]}{match[2]}", cell)
    bare = _ISO_ASIDE.sub("", text)
    text = bare if POINT.search(bare) else text
    dated = [piece for piece in text.split(" | ") if POINT.search(piece)]
    above = _stems(f"{heading} {label}")
    for piece in dated if len(dated) > 1 else [text] * len(dated):
        dates = [*POINT.finditer(piece)]
        points = [point(match) for match in dates]
        undated = POINT.sub(" ", piece)
        span = None
        if len(dates) == 2 and _RANGE_SIGN.fullmatch(piece, dates[0].end(), dates[1].start()):
            span = points[0], points[1]
        words = above | _stems(undated)
        yield _Entry(words, _words_of(f"{label} {undated}"), above, points, span)


def _words_of(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _stems(text: str) -> set[str]:
    """Return the stems of the words that carry meaning."""
    return {_stem(word) for word in _words_of(text) - _STOP}


def _birthday(table: _Table, nth: str) -> Point:
    birth = table.point("born")
    return birth._replace(year=birth.year + int(nth))


def _age(table: _Table, a: str) -> int:
    """Return the completed years; if a date is incomplete, the difference of the years."""
    birth, event = table.point("born"), table.point(a)
    if birth.day and event.day:
        return event.year - birth.year - (event[1:] < birth[1:])
    return _years(birth, event, ordered=False)


def _years(first: Point, last: Point, ordered: bool = True) -> int:
    """Return the years between two dates; ValueError if out of order or incomplete."""
    if (ordered and first > last) or (first.month and last.month and last[1:] < first[1:]):
        raise ValueError("the dates are out of order, or the last year is not complete")
    return last.year - first.year


_HIS = "(?:@'s|her|his|its|the)"
_A, _B = "(?P<a>.+?)", "(?P<b>.+?)"
_A_DID, _B_DID = (rf"(?P<{part}>(?:did|was|were) .+?)" for part in "ab")
_A_NOUN, _B_NOUN = (rf"(?P<{part}>{_HIS} .+?)" for part in "ab")
_ANSWERS: tuple[tuple[Callable[..., int | Point], tuple[str, ...]], ...] = (
    (
        lambda table, nth, a: _years(_birthday(table, nth), table.point(a)),
        (
            rf"How many years after (?:turning|{_HIS}) (?P<nth>\d+)(?:st|nd|rd|th)?"
            rf"( birthday)? {_A_DID}",
        ),
    ),
    (
        lambda table, a, b: _years(*table.span(a)) - _years(*table.span(b)),
        (rf"How many more years {_A_DID} than {_B}",),
    ),
    (_age, (f"How old was @ when {_A}", f"At what age {_A_DID}")),
    (
        lambda table, a, b: _years(table.point(a), table.point(b)),
        (
            rf"How many years after (?P<a>.+) {_B_DID}",
            rf"How many years before (?P<b>.+) {_A_DID}",
            rf"How many years (?:were there|passed) between {_A_NOUN} and {_B_NOUN}",
            rf"How many years did it take @ to {_B} after {_A}",
            rf"How many years (?:separate|elapsed between|were between) {_A_NOUN} and {_B_NOUN}",
        ),
    ),
    (
        lambda table, a: _years(*table.span(a)),
        (rf"(?:For how many|How many) years {_A_DID}", rf"How long in years {_A_DID}"),
    ),
    (_birthday, (r"On what date did @ turn (?P<nth>\d+)",)),
)
"""Functions that compute what questions ask for, with the patterns of such questions."""


def solve(cells: Mapping[str, str]) -> float | None:
    """Return the answer in the question's unit by the first pattern that has one, or None."""
    question, unit = cells["question"], UNITS[cells["answer_temporal_unit"]]
    try:
        table = _Table(cells["table_context"])
    except IndexError:  # it has no title
        return None
    if any(table.spans_of(noun) > 1 for noun in _RANKED.findall(question)):
        return None  # one of several spans, such as `her first team`
    names = (f"the {table.title}", table.title, table.title.split()[-1])
    name = next((re.escape(name) for name in names if name in question), "(?!)")
    text = re.sub(rf"\b{name}(?!\w)", "@", question).rstrip("? ")
    for function, patterns in _ANSWERS:
        for pattern in patterns:
            if not (match := re.fullmatch(pattern, text, re.IGNORECASE)):
                continue
            try:
                answer = function(table, **match.groupdict())
            except (ValueError, IndexError):
                continue
            if isinstance(answer, Point):
                return stamp(date(*answer)) if unit.parts == 3 and answer.day else None
            return float(answer) if unit.singular == "year" else None
    return None
