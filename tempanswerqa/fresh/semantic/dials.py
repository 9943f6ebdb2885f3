"""Sets what makes a block of facts, and the questions on it, easy or hard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Range = tuple[int, int]


class Dials(NamedTuple):
    """One level; ranges are inclusive."""

    facts: Range
    """Facts wanted for a block; where they do not fit into the span, it may have fewer."""
    entities: Range
    relations: Range
    """Kinds of relation in a block."""
    span: Range
    """Years from the first to the last that a fact may name."""
    longest: Range
    """The longest that a fact may last, in years; drawn for every relation."""
    occurrences: tuple[float, float]
    """Facts for each subject, relation and object that occur together, on average."""
    steps: tuple[float, ...]
    """The shares that are kept of questions with 1, 2, ... steps; see `steps.kept`."""


DIALS: Mapping[str, Dials] = {
    "easy": Dials((15, 30), (5, 9), (2, 3), (25, 60), (14, 28), (1.4, 2.2), (1, 1, 1, 1, 0)),
    "medium": Dials((30, 175), (8, 26), (2, 5), (40, 110), (12, 45), (1.8, 3.6), (1, 1, 1, 1, 0.7)),
    "hard": Dials(
        (150, 250), (14, 30), (3, 7), (70, 150), (12, 45), (2.4, 4.2), (0, 0, 0, 0, 0.2, 1)
    ),
}
