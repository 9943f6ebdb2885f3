"""Names draws of fresh questions: which questions, and what is taken when nothing else is said."""

from __future__ import annotations

import re
from typing import NamedTuple

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.text import suggestion

VERSION = 2
"""Raised whenever a draw gives other questions than before."""
SEED = 2
"""Another one with each `VERSION`."""
SIZE = 250
"""Questions of a task."""
LARGEST = 1_000_000
"""Questions of one draw."""
ANSWERED = 100_000
"""Questions of one draw whose responses are scored: a response names its draw, and so could cost
any number of questions."""
LEVEL = "medium"

DIGITS = 19
"""Of the longest seed."""
LEVELS = ("easy", "medium", "hard")
"""Every subset has these levels."""
ALL_LEVELS = (*LEVELS, "huge")
"""Some subsets have further levels: see `levels`."""


class FreshError(TempAnswerError, ValueError):
    """A draw that cannot be had, or a question whose two answers differ."""


def levels(subset: str) -> tuple[str, ...]:
    """Return the levels of a subset: only `tot_semantic` has `huge`, with the largest fact sets."""
    return ALL_LEVELS if subset == "tot_semantic" else LEVELS


class Draw(NamedTuple):
    """Which questions: the first `n` of the endless sequence that subset, level and seed name."""

    subset: str
    level: str = LEVEL
    n: int = SIZE
    seed: int = SEED

    def checked(self) -> Draw:
        """Return the draw itself. Raises FreshError for what none can be, and says what can."""
        if self.subset not in SUBSETS:
            raise FreshError(f"unknown subset {self.subset!r}; {suggestion(self.subset, SUBSETS)}")
        own = levels(self.subset)
        if self.level not in ALL_LEVELS:
            raise FreshError(f"unknown level {self.level!r}; {suggestion(self.level, own)}")
        if self.level not in own:
            having = ", ".join(subset for subset in SUBSETS if self.level in levels(subset))
            told = f"only {having} has it, and {self.subset} has {', '.join(own)}"
            raise FreshError(f"{self.subset} has no level {self.level!r}; {told}")
        for name, number, least in (("n", self.n, 1), ("seed", self.seed, 0)):
            if type(number) is not int or number < least:
                raise FreshError(f"{name} has to be a whole number from {least} on, not {number!r}")
        if self.n > LARGEST:
            raise FreshError(f"n has to be at most {LARGEST}, not {self.n}; draw other seeds, too")
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
    if not identity.startswith("fresh_"):  # asked of every saved response
        return None
    found = _IDENTITY.fullmatch(identity)
    if not found or found["level"] not in levels(found["subset"]):
        return None
    return Draw(found["subset"], found["level"], int(found["place"]) + 1, int(found["seed"]))
