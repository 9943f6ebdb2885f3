"""Text for terminals."""

from __future__ import annotations

import math
from collections.abc import Collection

from tempanswerqa import private

HUGE = 1e9
NAMED = 5
"""So many of several names are listed."""
SHOWN = 80
"""Characters of a stranger's text that a message shows."""


def printable(text: str) -> str:
    """Text without secrets and what would move a terminal's cursor or change its colours."""
    shown = private.masked(text)
    return "".join(character if character.isprintable() else "?" for character in shown)


def told(text: object) -> str:
    """Return a stranger's text within a message: short, on one line and without control
    characters.
    """
    whole = private.masked(str(text))
    return printable(whole[:SHOWN]) + ("..." if len(whole) > SHOWN else "")


def listed(names: Collection[object]) -> str:
    """Return the first names, and how many there are where these are not all."""
    first = ", ".join(told(name) for name, _ in zip(names, range(NAMED), strict=False))
    return first if len(names) <= NAMED else f"{first}, ... ({len(names)})"


def shown(number: float | None, factor: float = 1, digits: int = 2) -> str:
    """Return a number times `factor`, to so many digits; `-` where it is None or NaN.

    From `HUGE` on as a power of ten.
    """
    if number is None or math.isnan(number):
        return "-"
    value = factor * number
    return f"{value:.{digits}f}" if abs(value) < HUGE else f"{value:.2e}"
