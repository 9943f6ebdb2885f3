"""Levels of difficulty, and the shares of the units."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from types import SimpleNamespace
from typing import Any

from tempanswerqa.answers.formats import TTQA
from tempanswerqa.questions.draws import LEVELS

_AMOUNTS = {"years": (8, 0.4, 1.0), "months": (6, 0.4, 1.0), "days": (6, 0.4, 1.0)}
_RELEASED = {"years": (8, 0.45, 1.0), "months": (9, 1.0, 0.2), "days": (32, 1.0, 0.15)}

_LEVELS: Mapping[str, Sequence[Any]] = {
    # released, easy, medium, hard; pairs of whole numbers are the smallest and the largest one
    # the shares that are kept of questions with 1, 2, ... steps: see `steps.kept`
    "steps": ((1, 0.5, 1, 0.05), (1, 0.7, 0.1, 0), (1, 1), (0, 0, 0.3, 1)),
    # the share of spans in rare tables that are named by their rank
    "ranks": (0.05, 0.0, 0.2, 0.25),
    # the number of rows without dates
    "extras": ((0, 18), (2, 5), (14, 20), (22, 30)),
    # the number of names in lists of people and places, as a multiple of what patterns say
    "names": (6, 1, 1, 1),
    # the number of spans in a group, of lists of years, and of years in a list
    "spans": ((2, 4), (2, 3), (3, 5), (5, 8)),
    "lists": ((1, 2), (1, 1), (1, 2), (2, 3)),
    "wins": ((2, 4), (2, 3), (3, 5), (4, 8)),
    # the years drawn for the beginning, of which the latest counts, and those added to the era
    "late": ((8, 25), (2, 0), (2, 0), (2, 0)),
    # the bounds of the share of dates of which a table gives only the year
    "vague": ((0.85, 1.05), (0.0, 0.8), (0.0, 0.8), (0.0, 0.8)),
    # the share that is kept of questions whose number depends on how one rounds
    "rounded": (0.05, 0.1, 0.2, 0.5),
    # by unit: an amount, the share that is kept of smaller ones, and that of all others
    "amounts": (_RELEASED, _AMOUNTS, _AMOUNTS, _AMOUNTS),
    # the share of dates that are written twice, once in ISO notation
    "fancy_dates": (0.1, 0.0, 0.3, 0.6),
    # the probability of each line of an image or note
    "captions": (0.8, 0.3, 0.8, 1.0),
    # the share of questions that name a person by the last name
    "surname": (0.6, 0.0, 0.4, 0.8),
    # whether there are forms of questions that the released ones lack
    "invented": (False, False, False, True),
}

Dials = SimpleNamespace
"""The sizes and shares that make a table and its questions harder, by the names of `_LEVELS`."""
DIALS: Mapping[str, Dials] = {
    level: Dials(**{name: own[place] for name, own in _LEVELS.items()})
    for place, level in enumerate(LEVELS)
}

UNIT_FORMATS = {form.units[0]: text for text, form in TTQA.items()}

UNIT_WEIGHTS = {
    "head": {"years": 773, "date_years": 221, "months": 46, "date": 32, "days": 31},
    "tail": {"years": 421, "date_years": 84, "days": 63, "months": 39, "date": 27},
}


def unit_of(pick: float, split: str) -> str:
    """Return the unit that the pick, a number in [0, 1), falls on in cumulative weights."""
    ends = tuple(accumulate(UNIT_WEIGHTS[split].values()))
    return tuple(UNIT_WEIGHTS[split])[bisect_right(ends, pick * ends[-1])]
