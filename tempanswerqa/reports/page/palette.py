"""Gives each model of a page a colour and a mark.

People with colour-blindness can tell the colours apart; the first four are those of Okabe and Ito
(https://jfly.uni-koeln.de/color/), or close to them. Each has a contrast of 3:1 or more with a
light and with a dark page. If there are more models than colours, their marks differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#c9729f", "#a345f6", "#e20045")
CATEGORIES = ("#786a34", "#bb64f4", "#2b6cb8", "#ae8801", "#c2185b", "#2a9d9d", "#76628f")
"""The colours of categories, such as reasons; neighbouring colours differ in lightness."""
DARK, LIGHT = "#6f63b6", "#ae8801"
"""The colours of two kinds, such as right and wrong answers; `DARK` is that of a single kind."""
MARKS = ("o", "s", "^", "D", "v", "P", "X")
"""The marks of models, in the names of matplotlib."""


_WEIGHTS = (0.2126, 0.7152, 0.0722)
"""The weights of red, green and blue in the luminance (WCAG 2.1)."""


class Look(NamedTuple):
    """Hold the colour and the mark of a model."""

    colour: str
    mark: str


def luminance(rgb: Iterable[float]) -> float:
    """Return the relative luminance of red, green and blue from 0 to 1, as defined in WCAG 2.1."""
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb)
    return sum(weight * part for weight, part in zip(_WEIGHTS, linear, strict=True))


def looks(models: Iterable[str]) -> dict[str, Look]:
    """Return the look of each model, by its place in the sorted names.

    The first 42 looks are different; then they repeat.
    """
    ordered = sorted(set(models))
    return {model: _look(place) for place, model in enumerate(ordered)}


def _look(place: int) -> Look:
    repeated, colour = divmod(place, len(COLOURS))
    return Look(COLOURS[colour], MARKS[(colour + repeated) % len(MARKS)])
