"""Defines draws of fresh questions: which questions they hold, and the defaults."""

from __future__ import annotations

import re
from typing import NamedTuple

from tempanswerqa import limits
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.text import suggestion

VERSION = 1
"""The version of draws, raised if a draw gives other questions than before."""
SEED = 2
"""The default seed; each `VERSION` has another one, as models may have seen earlier questions."""
SIZE = 250
"""The default number of questions of a task."""
LEVEL = "released"

DIGITS = 19
"""The number of digits of the longest seed."""
LEVELS = ("released", "easy", "medium", "hard")
"""The levels that every subset has. `released` is as hard as the released questions."""
ALL_LEVELS = (*LEVELS, "huge")
"""All levels; `levels` returns those of a subset."""


class FreshError(TempAnswerError, ValueError):
    """A draw that is not possible, or a question whose two answers differ."""


def levels(subset: str) -> tuple[str, ...]:
    """Return the levels of a subset: only `tot_semantic` has `huge`, with the largest fact sets."""
    return ALL_LEVELS if subset == "tot_semantic" else LEVELS


class Draw(NamedTuple):
    """Hold the first `n` questions of the endless sequence of a subset, level and seed."""

    subset: str
    level: str = LEVEL
    n: int = SIZE
    seed: int = SEED

    def checked(self) -> Draw:
        """Return the draw itself. Raises FreshError, with valid values, for an impossible one."""
        if self.subset not in SUBSETS:
            raise FreshError(f"unknown subset {self.subset!r}; {suggestion(self.subset, SUBSETS)}")
        if self.level not in (possible := levels(self.subset)):
            more = "" if possible == ALL_LEVELS else "; only tot_semantic also has huge"
            raise FreshError(
                f"{self.subset} has no level {self.level!r}; known are {', '.join(possible)}{more}"
            )
        for name, number, least in (("n", self.n, 1), ("seed", self.seed, 0)):
            if type(number) is not int or number < least:
                raise FreshError(f"{name} has to be a whole number from {least} on, not {number!r}")
        if self.n > limits.DRAWN:
            raise FreshError(
                f"n has to be at most {limits.DRAWN}, not {self.n}; draw other seeds, too"
            )
        if len(str(self.seed)) > DIGITS:
            raise FreshError(f"seed has to have at most {DIGITS} digits, as ids have room for")
        return self


_IDENTITY = re.compile(
    rf"fresh_(?P<subset>{'|'.join(SUBSETS)})\.(?P<level>{'|'.join(ALL_LEVELS)})"
    rf"\.(?P<seed>[0-9]{{1,{DIGITS}}})\.(?P<place>[0-9]{{1,6}})-[0-9a-f]{{12}}"
)


def draw_of(identity: str) -> Draw | None:
    """Return the smallest draw that holds the question of an id; None for an id of other
    questions.
    """
    if not identity.startswith("fresh_"):  # called for every saved response
        return None
    match = _IDENTITY.fullmatch(identity)
    if not match or match["level"] not in levels(match["subset"]):
        return None
    return Draw(match["subset"], match["level"], int(match["place"]) + 1, int(match["seed"]))
