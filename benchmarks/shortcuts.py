"""Scores guesses that hardly read a question; fresh questions must give them no shortcut.

    python benchmarks/shortcuts.py [--level hard] [--n 5000] [--seed 2]

It prints the exact match of each guess in percent, and the mean number of steps of a question, for
all subsets that have the level.

A constant guess knows the labels of the draw itself, so that no constant can score higher. Other
guesses take a number of the context, which is the question with its table or facts. The last one
reads a single row of the table, or a single line of the facts.
"""

from __future__ import annotations

import argparse
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tabulate import tabulate

from tempanswerqa import paper_scoring
from tempanswerqa.fresh import solving
from tempanswerqa.fresh.drawing import family, questions
from tempanswerqa.fresh.item import Item
from tempanswerqa.questions.draws import LEVEL, SEED, Draw, levels
from tempanswerqa.questions.subsets import SUBSETS

CONSTANTS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "mean": lambda labels: round(statistics.fmean(labels)),
    "median": statistics.median_low,
    "mode": lambda labels: Counter(sorted(labels)).most_common(1)[0][0],
}
"""The guesses from the labels of one unit and answer format; the mode is the best constant."""

POSITIONS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "first": lambda found: found[0],
    "last": lambda found: found[-1],
    "largest": max,
    "smallest": min,
}
"""The guesses from the numbers of the context, or from its dates if a date is asked for."""

ROW = "row"
"""The guess from the row of a table, or line of facts, with most words of the question."""

_PIECES = re.compile(r"\n|', '| \| ")
_WORD = re.compile(r"[^\W\d]+")
_YEAR = re.compile(r"\b[0-9]{4}\b")
_STATED = re.compile(r"\b[0-9]+(?= (?:years|months|days)\b)|(?<=\(age )[0-9]+")
_NUMBER = re.compile(r"[0-9]+")
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[/-][0-9]{1,2}[/-][0-9]{4}"
    r"|[A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}|[0-9]{1,2} [A-Z][a-z]+,? [0-9]{4}"
)


class Shares(NamedTuple):
    """Holds the exact match of every guess on one draw."""

    draw: Draw
    exact_match: dict[str, float]
    """The exact match, from 0 to 1, by the keys of `CONSTANTS` and `POSITIONS`, and by `ROW`."""
    steps: float
    """The mean number of steps of a question."""


def main() -> None:
    """Measure and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", default=LEVEL)
    parser.add_argument("--n", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    rows = []
    for subset in (name for name in SUBSETS if given.level in levels(name)):
        shares = score(Draw(subset, given.level, given.n, given.seed))
        percent = {name: round(100 * share, 1) for name, share in shares.exact_match.items()}
        rows.append({"subset": subset, **percent, "steps": round(shares.steps, 1)})
    print(tabulate(rows, headers="keys", tablefmt="github"))


def score(draw: Draw) -> Shares:
    """Return the exact match of every guess on a draw. Raises the errors of `drawing.questions`."""
    hits: Counter[str] = Counter()
    taken, solve = 0, family(draw.subset).solve
    labels: dict[tuple[str, str], list[float]] = defaultdict(list)
    for item in questions(draw):
        cells = item.cells
        labels[cells["answer_temporal_unit"], cells["answer_format"]].append(item.number)
        taken += solving.count(solve, cells)
        hits[ROW] += item.number in _told(item)
        found = list(_numbers(item))
        for name, guess in POSITIONS.items():
            hits[name] += bool(found) and guess(found) == item.number
    for own in labels.values():
        for name, guess in CONSTANTS.items():
            hits[name] += own.count(guess(own))
    names = (*CONSTANTS, *POSITIONS, ROW)
    return Shares(draw, {name: hits[name] / draw.n for name in names}, taken / draw.n)


def _told(item: Item) -> set[float]:
    """Return the guesses from one row: its first and last year or date, the time between
    them, and the lengths of time and the age that it states.

    The row has most words of the question. A word counts more if fewer rows have it. Of equal rows
    the first is taken.
    """
    cells = item.cells
    rows = _PIECES.split(cells.get("table_context") or cells["instruction"].partition("\n\n")[0])
    words = [{*_WORD.findall(row.lower())} for row in rows]
    rows_with = Counter(word for own in words for word in own)
    asked = {*_WORD.findall((cells.get("question_wo_instruct") or cells["question"]).lower())}
    shared = [sum(1 / rows_with[word] for word in sorted(asked & own)) for own in words]
    dated = cells["answer_temporal_unit"] == "date"
    told = [_guesses(row, dated) for row in rows]
    places = (place for place, guesses in enumerate(told) if guesses)
    best = max(places, key=shared.__getitem__, default=None)
    return set() if best is None else told[best]


def _guesses(row: str, dated: bool) -> set[float]:
    found = list(_dates(row) if dated else map(float, _YEAR.findall(row)))
    ends = {found[0], found[-1], found[-1] - found[0]} if found else set()
    return ends if dated else ends.union(map(float, _STATED.findall(row)))


def _numbers(item: Item) -> Iterator[float]:
    """Yield the numbers of the context, or its dates if a date is asked for, in order."""
    cells = item.cells
    facts = cells.get("table_context") or cells.get("instruction", "")
    question = cells.get("question_wo_instruct") or cells["question"]
    text = f"{facts}\n{question}"
    if cells["answer_temporal_unit"] != "date":
        yield from map(float, _NUMBER.findall(text))
        return
    yield from _dates(text)


def _dates(text: str) -> Iterator[float]:
    """Yield the dates of a text, in order, as seconds from 1970-01-01."""
    for date in _DATE.findall(text):
        number = paper_scoring.read_object({"answer": date}, "date")
        if number is not None:
            yield number


if __name__ == "__main__":
    main()
