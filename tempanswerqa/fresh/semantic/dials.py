"""Sets the size of a block of facts, and the steps of the questions on it, for each level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Range = tuple[int, int]


class Dials(NamedTuple):
    """Holds the settings of one level. Ranges include both ends."""

    facts: Range
    """The number of facts of a block."""
    entities: Range
    """The number of subjects, and of objects, of a block."""
    relations: Range
    """The number of relations of a block; a world may have fewer."""
    span: Range
    """The number of years within which the facts of a block lie; a world may set less."""
    longest: Range
    """The largest number of years that a fact lasts, drawn for each relation."""
    occurrences: tuple[float, float]
    """The mean number of facts of a triple, drawn for each block."""
    steps: tuple[float, ...]
    """The shares of questions with 1, 2, ... steps that are kept; see `steps.kept`."""


_MIDDLE = Dials((30, 175), (8, 26), (2, 5), (40, 110), (12, 45), (1.8, 3.6), (1, 1, 1, 1, 0.7))

DIALS: Mapping[str, Dials] = {
    "released": _MIDDLE,
    "easy": Dials((15, 30), (5, 9), (2, 3), (25, 60), (14, 28), (1.4, 2.2), (1, 1, 1, 1, 0)),
    "medium": _MIDDLE,
    "hard": Dials(
        (150, 250), (14, 30), (3, 7), (70, 150), (12, 45), (2.4, 4.2), (0, 0, 0, 0, 0.2, 1)
    ),
    "huge": Dials(
        (316, 620), (20, 45), (4, 7), (90, 150), (8, 30), (2.4, 4.2), (0, 0, 0, 0, 0.2, 1)
    ),
}
