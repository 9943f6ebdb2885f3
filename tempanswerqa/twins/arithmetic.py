"""Writes twins of arithmetic questions: the same text with new dates, lengths, numbers, names."""

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
    SHORT_MONTHS,
    TextReading,
    read,
    solve,
    stamp,
)
from tempanswerqa.units import UNITS

TRIES = 400
"""Maximum number of draws for a twin; after that a question has none."""
LEAST, MOST = 0.6, 1.4
"""Bounds of the factor for a number, or for the time between dates."""
FARTHEST = 2_000
"""Maximum number of days by which the first date moves."""
_LABEL = 0.4, 2.5
"""Bounds of a twin's duration, as shares of the released one."""
_WORD, _INTEGER = re.compile("[A-Za-z]+"), re.compile(r"\d+")
_QUESTION_NOTATION = ('"<date>"', '"<answer>"')
"""The answer formats of dates written as in the question."""
_WOMEN = """
Abigail Alice Amelia Ava Camila Chloe Christina Clara Elizabeth Emily Emma Hannah Isabella Mary
Mia Natalie Nora Olivia Rachel Sarah Sophia Stella Zoe
"""
_MEN = """
Alex Asher Ben Benjamin Bob Brad Brandon Chris David Gabriel Henry Jack James Joe John Levi Liam
Lucas Mason Mateo Michael Oliver Samuel Theodore William
"""
WOMEN, MEN = _WOMEN.split(), _MEN.split()
"""First names of fictitious people in questions."""


def twin(cells: Mapping[str, str], number: float, rng: random.Random) -> dict[str, str] | None:
    """Return the cells of a question's twin, whose label is the solver's answer.

    `number` is the label of the question. None if the solver does not find that number, or finds no
    answer to any of `TRIES` texts that differ from the question only in their values.
    """
    text = cells["question_wo_instruct"]
    if solve(cells) != number:
        return None
    before, unit, form = read(text), cells["answer_temporal_unit"], cells["answer_format"]
    for _ in range(TRIES):
        valued = _with_other_values(rng, text, before)
        renamed = _with_other_names(rng, valued)
        changed = {**cells, "question_wo_instruct": renamed}
        changed["question"] = cells["question"].replace(text, renamed)
        answer = solve(changed)
        if answer in (None, number) or not _alike(unit, before, number, read(valued), answer):
            continue
        changed["label"] = write_object(answer, unit, form)
        if UNITS[unit].parts == 3 and form in _QUESTION_NOTATION:
            (*_, notation) = (match["D"] for match in QUANTITY.finditer(text) if match["D"])
            day = paper_scoring.EPOCH + timedelta(seconds=answer)
            changed["label"] = json.dumps({"answer": _date(text, notation, day)})
        if paper_scoring.read_label(changed["label"], "tot", unit) == answer:
            return changed
    return None


def _alike(
    unit: str, before: TextReading, number: float, after: TextReading, answer: float
) -> bool:
    """Return whether a twin resembles its question.

    It must have the same words, the same order of its values, and a similar label.
    """
    if before.text != after.text:
        return False
    for kind in set(before.shape) - {"Z"}:
        if _order(before.of(kind)) != _order(after.of(kind)):
            return False
    if "E" in before.shape:
        return (number < 0) == (answer < 0)
    if UNITS[unit].parts == 3:
        return _distances(before, number) == _distances(after, answer)
    return "Z" in before.shape or _LABEL[0] <= answer / number <= _LABEL[1]


def _order(values: list[Any]) -> list[int]:
    """Return the rank of each value, the same for equal ones. Units of spans are ignored."""
    sizes = [value[0] if isinstance(value, tuple) else value for value in values]
    return [sum(other < size for other in sizes) for size in sizes]


def _distances(reading: TextReading, answer: float) -> list[bool]:
    """Return whether the answer is each of the dates, or one of the spans of days after it."""
    spans = [0, *(number for number, _ in reading.of("S"))]
    days = [day + timedelta(days=span) for day in reading.of("D") for span in spans]
    return [answer == stamp(day) for day in days]


def _with_other_values(rng: random.Random, text: str, reading: TextReading) -> str:
    """Return the text with new values, each in its notation; equal ones stay equal."""
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

    return QUANTITY.sub(replaced, text)


def _other_days(rng: random.Random, reading: TextReading) -> dict[date, date]:
    """Return a new day for each day of the question: the first moves, gaps change size."""
    days: dict[date, date] = {}
    for day in sorted(set(reading.of("D"))):
        if days:
            last = max(days)
            days[day] = days[last] + timedelta(days=_number(rng, (day - last).days))
        else:
            days[day] = day + timedelta(days=rng.randint(-FARTHEST, FARTHEST))
    return days


def _number(rng: random.Random, number: int) -> int:
    """Return a number of about the same size; 0, 1 and 2 are kept."""
    if number < 3:
        return number
    return rng.randint(max(2, round(LEAST * number)), round(MOST * number))


def _date(question: str, text: str, day: date) -> str:
    """Return a day in the notation of a text in the question."""
    if not _WORD.search(text):
        if text[4] == "-":
            return f"{day:%Y-%m-%d}"
        return f"{day:%m-%d-%Y}" if int(text[:2]) == READERS["D"](text).month else f"{day:%d-%m-%Y}"
    words = {*_WORD.findall(question)} - {"May"}  # `May` is its own abbreviation
    short = text[4] == "-" or (words & {*SHORT_MONTHS} and not words & {*paper_scoring.MONTHS})
    named = _WORD.sub(paper_scoring.MONTHS[day.month - 1][: 3 if short else None], text)
    return _INTEGER.sub(lambda match: f"{day.year if len(match[0]) == 4 else day.day:02}", named)


def _clock(rng: random.Random, text: str) -> str:
    """Return a new time in the notation of a text: of a day, or (0:55:40) of a timer."""
    if re.fullmatch(r"\d:\d\d:\d\d", text):
        return _timer(rng, text)
    half = text.endswith("M")
    first, *others = _INTEGER.findall(text)
    hour = rng.randint(1, 12) if half else rng.randint(0, 23)
    parts = [str(hour).zfill(len(first)), *(_part(rng, other) for other in others)]
    return ":".join(parts) + (text[-3:] if half else "")


def _part(rng: random.Random, text: str) -> str:
    """Return new minutes or seconds: still a multiple of ten or five, and 0 is kept."""
    number = int(text)
    step = next(step for step in (10, 5, 1) if number % step == 0)
    return str(rng.randrange(0, 60, step) if number else 0).zfill(len(text))


def _timer(rng: random.Random, text: str) -> str:
    """Return a new time in hours, minutes and seconds with colons."""
    hours, *others = text.split(":")
    return ":".join([str(_number(rng, int(hours))), *(_part(rng, other) for other in others)])


def _length(rng: random.Random, text: str) -> str:
    """Return a new length in words; its first part keeps about its size, and one stays one."""
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
"""The functions that write a new value, by the kind of a quantity; others are kept."""


def _with_other_names(rng: random.Random, text: str) -> str:
    """Return the text with new names of women and men, except where a pronoun does not match."""
    words, other = set(_WORD.findall(text)), dict[str, str]()
    for names, pronouns in ((WOMEN, {"he", "him", "his"}), (MEN, {"she", "her"})):
        known = [name for name in names if name in words]
        if words & pronouns and not words & {*WOMEN, *MEN} - {*known}:
            continue
        others = rng.sample([name for name in names if name not in words], len(known))
        other |= zip(known, others, strict=True)
    return _WORD.sub(lambda match: other.get(match[0], match[0]), text)
