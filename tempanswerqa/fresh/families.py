"""Finds the family of a subset: the functions that draw its questions and solve them again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import NamedTuple

from tempanswerqa.fresh.item import Item

_PLACES = {
    "tot_arith": ("arithmetic", "draw", 1),
    "tot_semantic": ("semantic", "draw", 4),
    "ttqa_head": ("tables", "draw_head", 5),
    "ttqa_tail": ("tables", "draw_tail", 5),
}
"""Each subset has a package beside this module, a function there that draws, and a block size."""


class Family(NamedTuple):
    """Holds the functions that draw and solve the questions of a subset."""

    draw: Callable[[Random, str, Sequence[float]], list[Item]]
    """It returns a block of a level: one question for each pick in [0, 1), which chooses its
    kind.
    """
    solve: Callable[[Mapping[str, str]], float | None]
    """It returns the answer from the text of a row alone; None where it cannot read the text."""
    block: int
    """It is the number of questions of a block, which share a table or a set of facts."""


@cache
def family(subset: str) -> Family:
    """Return the family of a subset. Its modules are imported at the first call."""
    module, draw, block = _PLACES[subset]
    found = import_module(f"tempanswerqa.fresh.{module}")
    return Family(getattr(found, draw), found.solve, block)
