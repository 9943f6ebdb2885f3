"""Levels of difficulty, and the shares of the units."""

from __future__ import annotations

from typing import NamedTuple

from tempanswerqa.answers.formats import TTQA


class Dials(NamedTuple):
    """The sizes and shares that make a table and its questions harder."""

    steps: tuple[float, ...]
    """The shares that are kept of questions with 1, 2, ... steps; see `steps.kept`."""
    ranks: float
    """The share of spans in rare tables that are named by their rank."""
    extras: tuple[int, int]
    """The number of rows without dates: the smallest and the largest one."""
    spans: tuple[int, int]
    """The number of spans in a group, likewise."""
    lists: tuple[int, int]
    """The number of lists of years, likewise."""
    wins: tuple[int, int]
    """The number of years in a list, likewise."""
    fancy_dates: float
    """The share of dates that are written twice, once in ISO notation."""
    captions: float
    """The probability of each line of an image or note."""
    surname: float
    """The share of questions that name a person by the last name."""


DIALS = {
    "easy": Dials((1, 0.7, 0.1, 0), 0.0, (2, 5), (2, 3), (1, 1), (2, 3), 0.0, 0.3, 0.0),
    "medium": Dials((1, 1), 0.2, (14, 20), (3, 5), (1, 2), (3, 5), 0.3, 0.8, 0.4),
    "hard": Dials((0, 0, 0.3, 1), 0.25, (22, 30), (5, 8), (2, 3), (4, 8), 0.6, 1.0, 0.8),
}

UNIT_FORMATS = {form.units[0]: text for text, form in TTQA.items()}

UNIT_WEIGHTS = {
    "head": {"years": 773, "date_years": 221, "months": 46, "date": 32, "days": 31},
    "tail": {"years": 421, "date_years": 84, "days": 63, "months": 39, "date": 27},
}


def unit_of(pick: float, split: str) -> str:
    """Return the unit that the pick, from 0 to 1, falls on in cumulative weights."""
    weights = UNIT_WEIGHTS[split]
    rest = pick * sum(weights.values())
    for unit, weight in weights.items():
        rest -= weight
        if rest < 0:
            return unit
    return unit
