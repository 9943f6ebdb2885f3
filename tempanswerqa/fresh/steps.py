"""How many steps a question takes: by what the solver looks up and works out on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tempanswerqa.fresh.solving import TALLY

Solve = Callable[[Mapping[str, str]], float | None]


def count(solve: Solve, cells: Mapping[str, str]) -> int:
    """Return the steps to the answer of a row; 0 where the solver sees no single answer."""
    TALLY.taken = 0
    return 0 if solve(cells) is None else TALLY.taken


def kept(rng: Random, shares: Sequence[float], steps: int) -> bool:
    """Return whether a question is kept, where a share is of all with so many steps, from 1 on.

    The last share is of all with more, too. One that nobody can read is kept: a draw reports it.
    """
    return not steps or rng.random() < shares[min(steps, len(shares)) - 1]
