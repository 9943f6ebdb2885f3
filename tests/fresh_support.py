"""Draws the fresh questions of several tests once, and the facts of single templates."""

import random
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from tempanswerqa import paper_scoring
from tempanswerqa.fresh import drawing
from tempanswerqa.fresh.arithmetic.dials import DIALS
from tempanswerqa.fresh.arithmetic.pen import Pen
from tempanswerqa.fresh.item import Item, Unfit
from tempanswerqa.questions.draws import levels
from tempanswerqa.questions.subsets import SUBSETS

NUMBER = 600
"""It is the number of questions of a subset and level; `huge` has a third."""
MANY = 2 * NUMBER
"""It is the number among which every wording occurs."""
EVERY = [(subset, level) for subset in SUBSETS for level in levels(subset)]
"""It holds every subset with each of its levels."""


def draw_blocks(subset: str, level: str, number: int) -> list[list[Item]]:
    """Return so many questions as the family draws them, unchecked, with picks spread evenly."""
    family = drawing.family(subset)
    rng = random.Random(f"{subset} {level} {number}")
    picks = [(place + 0.5) / number for place in range(number)]
    rng.shuffle(picks)
    starts = range(0, number, family.block)
    return [family.draw(rng, level, picks[k : k + family.block]) for k in starts]


@cache
def blocks(subset: str, level: str, number: int = NUMBER) -> list[list[Item]]:
    return draw_blocks(subset, level, number // 3 if level == "huge" else number)


def items(subset: str, level: str, number: int = NUMBER, **cells: str) -> list[Item]:
    """Return the questions that have these cells; without cells, all questions."""
    found = [item for block in blocks(subset, level, number) for item in block]
    return [item for item in found if cells.items() <= item.cells.items()]


def facts(make: Callable, level: str = "medium", *given: Any, **named: Any) -> list[Any]:
    """Return what an arithmetic template draws: dates as 2001-09-04, times as 13:01:01 (24hr),
    zones as UTC +0545."""
    found = []
    for seed in range(120):
        pen = Pen(random.Random(f"{seed}"), DIALS[level], ("iso",))
        pen.half_day = False
        with suppress(Unfit):
            found.append(make(pen, *given, **named))
    assert found
    return found


def disagreeing(subset: str, found: Iterable[Item]) -> list[Item]:
    """Return the questions whose solver or label has another answer than the template."""
    solve, family = drawing.family(subset).solve, SUBSETS[subset].family
    return [
        item
        for item in found
        if not solve(item.cells)
        == paper_scoring.read_label(item.cells["label"], family, unit_of(item))
        == item.number
    ]


def unit_of(item: Item) -> str:
    return item.cells["answer_temporal_unit"]


def question_of(cells: Mapping[str, str]) -> str:
    """Return the question alone, without instruction or table."""
    return cells.get("question_wo_instruct", cells["question"])
