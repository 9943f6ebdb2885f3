"""Writes twins of questions on facts: all years move, names change places, and durations change."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from itertools import islice

FARTHEST = 40
"""Maximum number of years by which the facts move."""
_MOST = 0.4
"""Maximum share by which a duration changes."""
_YEARS = range(1000, 2100)
_YEAR, _WORD = re.compile(r"\b[12]\d{3}\b"), re.compile(r"[A-Z][\w-]+|[a-z]\w*\d\w*")
_FACT = re.compile(r"(?m)^(E\d+) \D+ (R\d+) \D+ (E\d+) \D+ (\d{4}) \D+ (\d{4})\.$")
_ASKED = re.compile(r"\b(E\d+)\b.*?\b(R\d+)\b.*?\b(E\d+)\b")
_PLACE = re.compile(r"\b(\d+)(?:st|nd|rd|th) time\b")
"""The parts of released facts, which call parties E and relations R, and of questions on them."""
TRIES = 60
"""The number of years and steps that are tried."""


def twin(cells: Mapping[str, str], number: float, rng: random.Random) -> dict[str, str] | None:
    """Return the cells of a twin of a question; None if it has none.

    `number` is the label of the question. A year of the facts moves with them. Another
    label must be the answer of the solver, which also gives that of the twin.
    """
    question, facts = cells["question_wo_instruct"], cells["instruction"]
    years = {int(year) for year in _YEAR.findall(f"{question}\n{facts}")}
    moves = [
        by
        for by in range(-FARTHEST, FARTHEST + 1)
        if by and all(year + by in _YEARS for year in years)
    ]
    if not years or not moves:
        return None
    by, names = rng.choice(moves), _permuted(rng, cells)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(names, key=len, reverse=True))})(?!\w)")

    def other(text: str) -> str:
        moved = _YEAR.sub(lambda match: str(int(match[0]) + by), text)
        return pattern.sub(lambda match: names[match[0]], moved) if names else moved

    texts = {
        name: other(cells[name]) for name in ("question", "question_wo_instruct", "instruction")
    }
    if number in years:
        label = number + by
        return {**cells, **texts, "label": json.dumps({"answer": str(round(label))})}
    if not number == _solved(cells) == _solved({**cells, **texts}):
        return None
    for facts, step in islice(_with_another_end(rng, texts, number), TRIES):
        moved = {
            **texts,
            "instruction": facts,
            "question": texts["question"].replace(texts["instruction"], facts),
        }
        answer = _solved({**cells, **moved})
        if answer is not None and answer > 0 and abs(answer - number) == abs(step):
            return {**cells, **moved, "label": json.dumps({"answer": str(round(answer))})}
    return None


def _solved(cells: Mapping[str, str]) -> float | None:
    """Return the length of the fact that a question asks for; None if it could be another."""
    facts = [match.groups() for match in _FACT.finditer(cells["instruction"])]
    question, place = (
        pattern.search(cells["question_wo_instruct"]) for pattern in (_ASKED, _PLACE)
    )
    spans = sorted(
        (int(first), int(last))
        for *names, first, last in facts
        if question and tuple(names) == question.groups()
    )
    which = int(place[1]) if place else len(spans)
    if not 0 < which <= len(spans) or not (place or which == 1):
        return None
    return float(spans[which - 1][1] - spans[which - 1][0])


def _permuted(rng: random.Random, cells: Mapping[str, str]) -> dict[str, str]:
    """Return a new name for each name: one of a party on the same sides of facts."""
    text = cells["instruction"]
    facts = [match.groups() for match in _FACT.finditer(text)]
    first, last = ({fact[side] for fact in facts} for side in (0, 2))
    names: dict[str, str] = {}
    for group in (first & last, first - last, last - first):
        old = sorted(group)
        names |= zip(old, rng.sample(old, len(old)), strict=True)
    return names


def _with_another_end(
    rng: random.Random, cells: Mapping[str, str], number: float
) -> Iterator[tuple[str, int]]:
    """Yield the facts with one year of one fact moved, and by how much; their order stays.

    Those with the most words of the question come first.
    """
    lines = cells["instruction"].split("\n")
    words = set(_WORD.findall(cells["question_wo_instruct"]))
    known = [-len(words.intersection(_WORD.findall(line))) for line in lines]
    years = [[int(year) for year in _YEAR.findall(line)] for line in lines]
    steps = [s for size in range(1, max(1, int(_MOST * number)) + 1) for s in (-size, size)]
    long = [row for row, ends in enumerate(years) if len(ends) == 2 and ends[0] < ends[1]]
    places = [(row, side, step) for row in long for side in (0, 1) for step in steps]
    rng.shuffle(places)
    places.sort(key=lambda place: known[place[0]])
    for row, side, step in places:
        old, new = years[row][side], years[row][side] + step
        near = [
            years[n][side] for n in (row - 1, row + 1) if 0 <= n < len(lines) and len(years[n]) == 2
        ]
        if any((old >= year) != (new >= year) for year in near):
            continue
        other = sorted((new, years[row][1 - side]))
        if other[0] < other[1] and (other[side] == new):
            year_match = [*_YEAR.finditer(lines[row])][side]
            line = lines[row][: year_match.start()] + str(new) + lines[row][year_match.end() :]
            yield "\n".join([*lines[:row], line, *lines[row + 1 :]]), step
