"""Writes twins of arithmetic questions: the same text with other dates, lengths, numbers, names."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

from tempanswerqa import paper_scoring
from tempanswerqa.answers.formats import write_object
from tempanswerqa.twins.arithmetic_solver import (
    QUANTITY,
    READERS,
    RULE,
    SHORT_MONTHS,
    TextReading,
    read,
    solve,
    stamp,
)
from tempanswerqa.units import UNITS

TRIES = 400
"""Maximum number of draws for a twin; a question without one by then has none."""
LEAST, MOST = 0.6, 1.4
"""The bounds of the share of a number, or of the time between dates, that replaces it."""
FARTHEST = 2_000
"""Maximum number of days by which the first date moves."""
_LABEL = 0.4, 2.5
"""Bounds of a twin's duration, as shares of the released one."""
_TOKEN = re.compile(r"\d+|[A-Za-z]+")
_FIXED = re.compile(r"[Ll]eap|day\b(?<=Monday|uesday|Friday|Sunday)|\w+(?:nes|urs|tur)day\b")
"""Words on the calendar that other dates would contradict."""
_INTEGER = re.compile(r"\d+")
_OWN_NOTATION = ('"<date>"', '"<answer>"')
"""The answer formats of dates that are written as the question writes them."""
_WOMEN = """
Abigail Alice Amelia Ava Camila Chloe Christina Clara Elizabeth Emily Emma Hannah Isabella Mary
Mia Natalie Nora Olivia Rachel Sarah Sophia Stella Zoe
"""
_MEN = """
Alex Asher Ben Benjamin Bob Brad Brandon Chris David Gabriel Henry Jack James Joe John Levi Liam
Lucas Mason Mateo Michael Oliver Samuel Theodore William
"""
WOMEN, MEN = _WOMEN.split(), _MEN.split()
"""First names of people in questions, who are nobody in particular."""


def twin(cells: Mapping[str, str], number: float, rng: random.Random) -> dict[str, str] | None:
    """Return the cells of a twin of a question, whose label is the answer of the solver.

    `number` is the label of the question. None if the solver does not find that number, or finds no
    answer to any of `TRIES` texts that differ from the question in nothing but their values.
    """
    text = cells["question_wo_instruct"]
    if _FIXED.search(text) or solve(cells) != number:
        return None
    before, unit, form = read(text), cells["answer_temporal_unit"], cells["answer_format"]
    for _ in range(TRIES):
        valued = _written_anew(rng, text, before)
        other = _named_anew(rng, valued)
        changed = {**cells, "question_wo_instruct": other}
        changed["question"] = cells["question"].replace(text, other)
        answer = solve(changed)
        if answer in (None, number) or not _alike(unit, before, number, read(valued), answer):
            continue
        changed["label"] = write_object(answer, unit, form)
        if UNITS[unit].parts == 3 and form in _OWN_NOTATION:
            (*_, quantity) = (quantity for quantity in QUANTITY.finditer(text) if quantity["D"])
            day = paper_scoring.EPOCH + timedelta(seconds=answer)
            changed["label"] = json.dumps({"answer": _date(text, quantity[0], day)})
        if paper_scoring.read_label(changed["label"], "tot", unit) == answer:
            return changed
    return None


def _alike(
    unit: str, before: TextReading, number: float, after: TextReading, answer: float
) -> bool:
    """Return whether a twin resembles its question.

    It must have the same words, the same order of its values, the same era, the same distance
    of a date to the answer where it is a span of the question, and a similar label.
    """
    if (before.text, before.shape) != (after.text, after.shape):
        return False
    for kind in set(before.shape) - {"Z"}:
        both = [*zip(map(_size, before.of(kind)), map(_size, after.of(kind)), strict=True)]
        if any((a > c) - (a < c) != (b > d) - (b < d) for a, b in both for c, d in both):
            return False
    if "E" in before.shape:
        return (number < 0) == (answer < 0)
    if UNITS[unit].parts == 3:
        return _periods(before, number) == _periods(after, answer)
    return "Z" in before.shape or _LABEL[0] <= answer / number <= _LABEL[1]


def _size(value: Any) -> Any:
    """Return a value as a number that can be compared: that of a span without its unit."""
    return value[0] if isinstance(value, tuple) else value


def _periods(reading: TextReading, answer: float) -> list[bool]:
    """Return whether the answer is each of the dates, or one of the spans of days after it."""
    spans = [0, *(number for number, _ in reading.of("S"))]
    days = [day + timedelta(days=span) for day in reading.of("D") for span in spans]
    return [answer == stamp(day) for day in days]


def _written_anew(rng: random.Random, text: str, reading: TextReading) -> str:
    """Return the text with other values, each in its own notation; equal ones stay equal."""
    rule = RULE.search(text)
    end = rule.start() if rule else len(text)
    days = _other_days(rng, reading)
    known: dict[str, str] = {}

    def replaced(match: re.Match[str]) -> str:
        kind, quantity = match.lastgroup or "", match[0]
        if quantity not in known:
            if kind == "D":
                known[quantity] = _date(text, quantity, days[READERS[kind](quantity)])
            else:
                known[quantity] = _WRITERS[kind](rng, quantity) if kind in _WRITERS else quantity
        return known[quantity]

    return QUANTITY.sub(replaced, text[:end]) + text[end:]


def _other_days(rng: random.Random, reading: TextReading) -> dict[date, date]:
    """Return another day for each day of the question: the first moves, gaps change their size."""
    days: dict[date, date] = {}
    last = previous = None
    for old in sorted(set(reading.of("D"))):
        if last is None or previous is None:
            last = old + timedelta(days=rng.randint(-FARTHEST, FARTHEST))
        else:
            last += timedelta(days=_number(rng, (old - previous).days))
        days[old], previous = last, old
    return days


def _number(rng: random.Random, number: int) -> int:
    """Return a number of about the same size; 0, 1 and 2 stay."""
    if number < 3:
        return number
    return rng.randint(max(2, round(LEAST * number)), round(MOST * number))


def _date(question: str, text: str, new: date) -> str:
    """Return a day in the notation of a text of the question."""
    short, named = text[4] == "-" or _shortens(question), re.search("[A-Za-z]", text)
    left = [] if named else [READERS["D"](text).month]

    def replaced(token: re.Match[str]) -> str:
        if token[0].isalpha():
            return paper_scoring.MONTHS[new.month - 1][: 3 if short else None]
        if len(token[0]) == 4:
            return f"{new.year:04}"
        if int(token[0]) in left:
            left.clear()
            return f"{new.month:02}"
        return f"{new.day:02}"

    return _TOKEN.sub(replaced, text)


def _shortens(text: str) -> bool:
    """Return whether a text shortens the names of months; a text with May alone does not say so."""
    names = {token for token in _TOKEN.findall(text) if token[:3] in SHORT_MONTHS} - {"May"}
    return bool(names & {*SHORT_MONTHS}) and not names & {*paper_scoring.MONTHS}


def _clock(rng: random.Random, text: str) -> str:
    """Return another time in the notation of a text: of a day, or (0:55:40) of a timer."""
    if re.fullmatch(r"\d:\d\d:\d\d", text):
        return _timer(rng, text)
    half = text.endswith("M")
    first, *others = _TOKEN.findall(text.removesuffix(" AM").removesuffix(" PM"))
    hour = rng.randint(1, 12) if half else rng.randint(0, 23)
    parts = [str(hour).zfill(len(first)), *(_part(rng, other) for other in others)]
    return ":".join(parts) + (text[-3:] if half else "")


def _part(rng: random.Random, text: str) -> str:
    """Return other minutes or seconds: again a multiple of ten or five, and 0 stays."""
    number = int(text)
    step = next(step for step in (10, 5, 1) if number % step == 0)
    return str(rng.randrange(0, 60, step) if number else 0).zfill(len(text))


def _timer(rng: random.Random, text: str) -> str:
    """Return another time in hours, minutes and seconds with colons."""
    hours, *others = text.split(":")
    return ":".join([str(_number(rng, int(hours))), *(_part(rng, other) for other in others)])


def _length(rng: random.Random, text: str) -> str:
    """Return another length in words; its first part keeps about its size, and one stays one."""
    if ":" in text:
        return _timer(rng, text)

    def replaced(match: re.Match[str]) -> str:
        number = int(match[0])
        if number < 2 or match.start() == 0:
            return str(_number(rng, number))
        return str(rng.randint(2, 59))

    return _INTEGER.sub(replaced, text)


def _counted(rng: random.Random, text: str) -> str:
    return _INTEGER.sub(lambda match: str(_number(rng, int(match[0]))), text)


_WRITERS: Mapping[str, Callable[[random.Random, str], str]] = {
    **{"T": _clock, "L": _length},
    **dict.fromkeys("ESN", _counted),
}
"""The functions that write another value, by the kind of a quantity; others stay."""


def _named_anew(rng: random.Random, text: str) -> str:
    """Return the text with other names of women and men, unless a pronoun does not suit one."""
    words, other = set(re.findall(r"[A-Za-z]+", text)), dict[str, str]()
    for names, pronouns in ((WOMEN, {"he", "him", "his"}), (MEN, {"she", "her"})):
        known = [name for name in names if name in words]
        if words & pronouns and not words & {*WOMEN, *MEN} - {*known}:
            continue
        others = rng.sample([name for name in names if name not in words], len(known))
        other |= zip(known, others, strict=True)
    return re.sub(r"[A-Za-z]+", lambda match: other.get(match[0], match[0]), text)
