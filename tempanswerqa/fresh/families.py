"""The families of fresh questions: what draws them, and what solves them again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from tempanswerqa.fresh import arithmetic, semantic, tables
from tempanswerqa.fresh.item import Item


class Family(NamedTuple):
    """How the questions of a subset are made."""

    draw: Callable[[Random, str, Sequence[float]], list[Item]]
    """A block of questions of a level, one for each pick in [0, 1), which chooses its kind."""
    solve: Callable[[Mapping[str, str]], float | None]
    """The answer, from the text of a row alone, by other code; None where it cannot be read."""
    block: int
    """Questions of a block: those about one table, or one set of facts."""


FAMILIES: Mapping[str, Family] = {
    "tot_arith": Family(arithmetic.draw, arithmetic.solve, 1),
    "tot_semantic": Family(semantic.draw, semantic.solve, 4),
    "ttqa_head": Family(tables.draw_head, tables.solve, 5),
    "ttqa_tail": Family(tables.draw_tail, tables.solve, 5),
}
"""By the names of `questions.SUBSETS`."""
