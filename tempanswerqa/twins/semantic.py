"""Writes twins of questions on facts: all years move, names are swapped, and durations change."""

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
_NAME = re.compile(r"\bE\d+\b")
_FACT = re.compile(r"(?m)^(E\d+) \D+ (R\d+) \D+ (E\d+) \D+ (\d{4}) \D+ (\d{4})\.$")
_ASKED = re.compile(r"\b(E\d+)\b.*?\b(R\d+)\b.*?\b(E\d+)\b")
_RANK = re.compile(r"\b(\d+)(?:st|nd|rd|th) time\b")
"""The parts of released facts, which name parties E and relations R, and of questions on them."""
TRIES = 60
"""The number of years and steps to try."""


def twin(cells: Mapping[str, str], number: float, rng: random.Random) -> dict[str, str] | None:
    """Return the cells of a question's twin; None if it has none.

    `number` is the label of the question. A year in the facts moves with them. Any other label must
    be the solver's answer, which is then also computed for the twin.
    """
    question, facts = cells["question_wo_instruct"], cells["instruction"]
    years = {int(year) for year in _YEAR.findall(f"{question}\n{facts}")}
    moves = [
        move
        for move in range(-FARTHEST, FARTHEST + 1)
        if move and all(year + move in _YEARS for year in years)
    ]
    if not years or not moves:
        return None
    move, names = rng.choice(moves), _permuted(rng, facts)

    def changed(text: str) -> str:
        moved = _YEAR.sub(lambda match: str(int(match[0]) + move), text)
        return _NAME.sub(lambda match: names.get(match[0], match[0]), moved)

    other = {**cells, "question_wo_instruct": changed(question)}

    def with_facts(text: str) -> dict[str, str]:
        return other | {
            "question": changed(cells["question"]).replace(changed(facts), text),
            "instruction": text,
        }

    moved = with_facts(changed(facts))
    if number in years:
        return {**moved, "label": json.dumps({"answer": str(round(number + move))})}
    if not number == _solved(cells) == _solved(moved):
        return None
    for text, step in islice(_with_another_end(rng, moved, number), TRIES):
        stretched = with_facts(text)
        answer = _solved(stretched)
        if answer and answer > 0 and abs(answer - number) == abs(step):
            return {**stretched, "label": json.dumps({"answer": str(round(answer))})}
    return None


def _solved(cells: Mapping[str, str]) -> float | None:
    """Return the length of the fact that a question asks for; None if it is ambiguous."""
    parties = _ASKED.search(cells["question_wo_instruct"])
    rank = _RANK.search(cells["question_wo_instruct"])
    spans = sorted(
        (int(first), int(last))
        for *names, first, last in _FACT.findall(cells["instruction"])
        if parties and tuple(names) == parties.groups()
    )
    number = int(rank[1]) if rank else 1
    if not 0 < number <= len(spans) or (not rank and len(spans) > 1):
        return None
    first, last = spans[number - 1]
    return float(last - first)


def _permuted(rng: random.Random, facts: str) -> dict[str, str]:
    """Return a new name for each name: that of a party on the same sides of facts."""
    parties = _FACT.findall(facts)
    first, last = ({fact[side] for fact in parties} for side in (0, 2))
    names: dict[str, str] = {}
    for group in (first & last, first - last, last - first):
        old = sorted(group)
        names |= zip(old, rng.sample(old, len(old)), strict=True)
    return names


def _with_another_end(
    rng: random.Random, cells: Mapping[str, str], number: float
) -> Iterator[tuple[str, int]]:
    """Yield the facts with one year of one fact moved, and by how much, likeliest first."""
    lines = cells["instruction"].split("\n")
    words = set(_WORD.findall(cells["question_wo_instruct"]))
    years = [[int(year) for year in _YEAR.findall(line)] for line in lines]
    steps = [s for size in range(1, max(1, int(_MOST * number)) + 1) for s in (-size, size)]
    rows = [row for row, ends in enumerate(years) if len(ends) == 2 and ends[0] < ends[1]]
    places = [(row, side, step) for row in rows for side in (0, 1) for step in steps]
    rng.shuffle(places)
    places.sort(key=lambda place: -len(words.intersection(_WORD.findall(lines[place[0]]))))
    for row, side, step in places:
        old, ends = years[row][side], [*years[row]]
        ends[side] = old + step
        beside = [years[n] for n in (row - 1, row + 1) if 0 <= n < len(lines)]
        limits = [both[side] for both in beside if len(both) == 2]
        if ends[0] < ends[1] and all((old >= at) == (ends[side] >= at) for at in limits):
            match = [*_YEAR.finditer(lines[row])][side]
            line = f"{lines[row][: match.start()]}{ends[side]}{lines[row][match.end() :]}"
            yield "\n".join([*lines[:row], line, *lines[row + 1 :]]), step
