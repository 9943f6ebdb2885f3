"""Colours and marks of models: the same for a model wherever it is drawn.

The colours are those of Okabe and Ito (https://jfly.uni-koeln.de/color/), which people with
colour-blindness tell apart, but for black and yellow, which one of a light and a dark page would
swallow. With more models than colours the mark tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
CATEGORIES = ("#8a8f94", "#4f4a8b", "#cfc9e6", "#7d73b5", "#a79fd0", "#5f6469", "#2b2950")
"""For what is no model: shades that differ in lightness, most where they stand side by side."""
DARK, LIGHT = CATEGORIES[3], CATEGORIES[2]
"""For one kind of what is no model, and for the other one of two."""
MARKS = ("o", "s", "^", "D", "v", "P", "X")
"""As matplotlib names them."""


class Look(NamedTuple):
    """How a model is drawn."""

    colour: str
    mark: str


def looks(models: Iterable[str]) -> dict[str, Look]:
    """Return the look of each model, by its place in the alphabet.

    The first 42 models look different from each other; from there on they repeat.
    """
    ordered = sorted(set(models))
    return {model: _look(place) for place, model in enumerate(ordered)}


def _look(place: int) -> Look:
    repeated, colour = divmod(place, len(COLOURS))
    return Look(COLOURS[colour], MARKS[(colour + repeated) % len(MARKS)])
