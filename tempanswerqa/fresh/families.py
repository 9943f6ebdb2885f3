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
"""The package beside this module, its function that draws, and the block size, by subset."""


class Family(NamedTuple):
    """Holds the functions that draw and solve the questions of a subset."""

    draw: Callable[[Random, str, Sequence[float]], list[Item]]
    """The function that returns a block of a level: one question for each pick in [0, 1), which
    chooses its kind.
    """
    solve: Callable[[Mapping[str, str]], float | None]
    """The function that returns the answer from a row's text; None if it cannot read the text."""
    block: int
    """The number of questions of a block, which share a table or a set of facts."""


@cache
def family(subset: str) -> Family:
    """Return the family of a subset. Its modules are imported at the first call."""
    module, draw, block = _PLACES[subset]
    found = import_module(f"tempanswerqa.fresh.{module}")
    return Family(getattr(found, draw), found.solve, block)
