"""What a piece of text states."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple


class Value(NamedTuple):
    """A stated value."""

    value: float | date
    notation: str
    """How it is written; docs/extraction.md lists the names."""
