"""Text for terminals."""

from __future__ import annotations

import math

from tempanswerqa import private

HUGE = 1e9


def printable(text: str) -> str:
    """Text without secrets and what would move a terminal's cursor or change its colours."""
    shown = private.masked(text)
    return "".join(character if character.isprintable() else "?" for character in shown)


def shown(number: float | None, factor: float = 1, digits: int = 2) -> str:
    """Return a number times `factor`, to so many digits; `-` where it is None or NaN.

    From `HUGE` on as a power of ten.
    """
    if number is None or math.isnan(number):
        return "-"
    value = factor * number
    return f"{value:.{digits}f}" if abs(value) < HUGE else f"{value:.2e}"
