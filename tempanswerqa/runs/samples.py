"""Reads the numbers of items, for the page of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame


def predictions(items: DataFrame) -> list[float | None]:
    """Return the numbers that were read; None for unread responses."""
    return [None if number != number else number for number in items["number"].tolist()]
