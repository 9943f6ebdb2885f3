"""Levels of difficulty, and the shares of the units."""

from __future__ import annotations

from collections.abc import Mapping
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
    names: int
    """The number of names in lists of people and places, as a multiple of what patterns say."""
    spans: tuple[int, int]
    """The number of spans in a group, likewise."""
    lists: tuple[int, int]
    """The number of lists of years, likewise."""
    wins: tuple[int, int]
    """The number of years in a list, likewise."""
    late: tuple[int, int]
    """The number of years that are drawn for the beginning, of which the latest counts, and the
    years by which the era of a kind is longer."""
    vague: tuple[float, float]
    """The bounds of the share of dates of which a table gives only the year."""
    rounded: float
    """The share that is kept of questions whose number depends on how one rounds."""
    amounts: Mapping[str, tuple[int, float, float]]
    """By unit: an amount, the share that is kept of smaller ones, and that of all others."""
    fancy_dates: float
    """The share of dates that are written twice, once in ISO notation."""
    captions: float
    """The probability of each line of an image or note."""
    surname: float
    """The share of questions that name a person by the last name."""
    invented: bool = False
    """True if there are forms of questions that the released ones lack."""


_AMOUNTS = {"years": (8, 0.4, 1.0), "months": (6, 0.4, 1.0), "days": (6, 0.4, 1.0)}
_RELEASED = {"years": (8, 0.45, 1.0), "months": (9, 1.0, 0.2), "days": (32, 1.0, 0.15)}

DIALS = {
    "released": Dials(
        steps=(1, 0.5, 1, 0.05), ranks=0.05, extras=(0, 18), names=6, spans=(2, 4), lists=(1, 2),
        wins=(2, 4), late=(8, 25), vague=(0.85, 1.05), rounded=0.05, amounts=_RELEASED,
        fancy_dates=0.1, captions=0.8, surname=0.6,
    ),
    "easy": Dials(
        steps=(1, 0.7, 0.1, 0), ranks=0.0, extras=(2, 5), names=1, spans=(2, 3), lists=(1, 1),
        wins=(2, 3), late=(2, 0), vague=(0.0, 0.8), rounded=0.1, amounts=_AMOUNTS,
        fancy_dates=0.0, captions=0.3, surname=0.0,
    ),
    "medium": Dials(
        steps=(1, 1), ranks=0.2, extras=(14, 20), names=1, spans=(3, 5), lists=(1, 2),
        wins=(3, 5), late=(2, 0), vague=(0.0, 0.8), rounded=0.2, amounts=_AMOUNTS,
        fancy_dates=0.3, captions=0.8, surname=0.4,
    ),
    "hard": Dials(
        steps=(0, 0, 0.3, 1), ranks=0.25, extras=(22, 30), names=1, spans=(5, 8), lists=(2, 3),
        wins=(4, 8), late=(2, 0), vague=(0.0, 0.8), rounded=0.5, amounts=_AMOUNTS,
        fancy_dates=0.6, captions=1.0, surname=0.8, invented=True,
    ),
}  # fmt: skip

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
