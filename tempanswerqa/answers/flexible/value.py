"""Defines the value that a piece of text states."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")


class Value(NamedTuple):
    """A value that a text states."""

    value: float | date
    notation: str
    """The name of its notation; docs/extraction.md lists the names."""


def only(items: Iterable[Item]) -> Item | None:
    """Return the item if all items are equal; None for no items or different ones."""
    found = set(items)
    return found.pop() if len(found) == 1 else None


def only_value(numbers: Iterable[float], notation: str) -> Value | None:
    """Return the number as a value if all are equal; None for no numbers or different ones."""
    number = only(numbers)
    return None if number is None else Value(float(number), notation)
