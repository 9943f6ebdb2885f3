"""Gives each model a colour and a dash, which depend on its name."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tempanswerqa.reports.names import short_model, without_organization

COLOURS = (
    *("#d41111", "#e46666", "#a1570d", "#ce7924", "#6e6e09", "#93931a", "#41780a", "#5d9e1c"),
    *("#0a7c0a", "#1da41d", "#0a7a42", "#1da25f", "#0a7777", "#1c9e9e", "#106ac5", "#4592de"),
    *("#5454f1", "#8383e9", "#9033ee", "#ad74e6", "#bb0fbb", "#e050e0", "#cd116f", "#e35fa1"),
)
"""The colours of models. Each has a contrast of 3:1 or more with a light and with a dark page."""
DASHES = ("", "8 2", "3 2", "9 2 2 2")
"""The dashes of models' lines, in the words of SVG; empty for a whole line."""

_WEIGHTS = (0.2126, 0.7152, 0.0722)
"""The weights of red, green and blue in the luminance (WCAG 2.1)."""


class Look(NamedTuple):
    """The colour and the dash of a model."""

    colour: str
    dash: str


def luminance(rgb: Iterable[float]) -> float:
    """Return the relative luminance of red, green and blue from 0 to 1, as defined in WCAG 2.1."""
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb)
    return sum(weight * part for weight, part in zip(_WEIGHTS, linear, strict=True))


def looks(models: Sequence[str]) -> dict[str, Look]:
    """Return the look of each model: that of its name, but no colour and dash of another model as
    long as there are others, first other colours.
    """
    found: dict[str, Look] = {}
    taken: Counter[tuple[str, ...]] = Counter()
    for model in sorted(models):
        colour, dash = look(model)
        at = COLOURS.index(colour)
        others = [COLOURS[(at + 7 * step) % len(COLOURS)] for step in range(len(COLOURS))]
        colour = min(others, key=lambda own: taken[(own,)])
        dash = min((dash, *DASHES), key=lambda own: taken[colour, own])
        taken.update([(colour,), (colour, dash)])
        found[model] = Look(colour, dash)
    return found


def look(model: str) -> Look:
    """Return the look of a name: the same in every report, with or without its organization."""
    name = short_model(without_organization(model)).lower()
    digest = int.from_bytes(hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest(), "big")
    digest, colour = divmod(digest, len(COLOURS))
    return Look(COLOURS[colour], DASHES[digest % len(DASHES)])
