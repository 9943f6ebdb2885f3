"""Counts the steps of a question and decides by them whether a level keeps it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tempanswerqa.fresh.solving import TALLY


def count(solve: Callable[[Mapping[str, str]], float | None], cells: Mapping[str, str]) -> int:
    """Return the number of steps to the answer of a row; 0 if the solver finds no answer."""
    TALLY.taken = 0
    return 0 if solve(cells) is None else TALLY.taken


def kept(rng: Random, shares: Sequence[float], steps: int) -> bool:
    """Return whether a question with so many steps is kept, at random.

    The first share is that of questions with one step, and so on; the last also counts for more
    steps. A question without steps is kept, so that the draw reports it.
    """
    return not steps or rng.random() < shares[min(steps, len(shares)) - 1]
