"""Holds what solvers share: the calendar, without the standard library, ordinals, and steps.

The steps of a question decide whether a level keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from random import Random
from typing import ParamSpec, TypeVar

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
DAY = 86_400
_EPOCH = 2_440_588
"""The day number of 1970-01-01."""

YearMonthDay = tuple[int, int, int]
_P = ParamSpec("_P")
_R = TypeVar("_R")


class Tally:
    """Counts steps: looking up a row or line, or computing with the results of earlier steps."""

    taken = 0
    trouble = ""
    """Why the last question on a table could not be read."""


TALLY = Tally()


def step(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return a function that counts each call of the given one as a step."""

    @wraps(function)
    def stepping(*given: _P.args, **named: _P.kwargs) -> _R:
        TALLY.taken += 1
        return function(*given, **named)

    return stepping


def count(solve: Callable[[Mapping[str, str]], float | None], cells: Mapping[str, str]) -> int:
    """Return the number of steps to the answer of a row; 0 if the solver finds no answer."""
    TALLY.taken = 0
    return 0 if solve(cells) is None else TALLY.taken


def kept(rng: Random, shares: Sequence[float], steps: int) -> bool:
    """Return whether a question with so many steps is kept, at random.

    The first share is that of questions with one step, and so on; the last also counts for more
    steps. A question without steps is kept, so that the draw reports it.
    """
    return not steps or rng.random() < shares[min(steps, len(shares)) - 1]


def day_number(day: YearMonthDay) -> int:
    """Return the Julian day number. A day after the end of its month is in the next month."""
    year, month, of_month = day
    back = month <= 2
    year += 4800 - back
    month += 9 if back else -3
    before = (153 * month + 2) // 5 + 365 * year + year // 4 - year // 100 + year // 400
    return of_month + before - 32_045


def from_day_number(number: int) -> YearMonthDay:
    """Return the year, month and day of a Julian day number."""
    rest = number + 32_044
    century = (4 * rest + 3) // 146_097
    rest -= 146_097 * century // 4
    year = (4 * rest + 3) // 1461
    rest -= 1461 * year // 4
    month = (5 * rest + 2) // 153
    of_month = rest - (153 * month + 2) // 5 + 1
    return 100 * century + year - 4800 + month // 10, month + 3 - 12 * (month // 10), of_month


def month_length(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def stamp(number: int) -> float:
    """Return the seconds from 1970-01-01 to the day with this day number."""
    return float((number - _EPOCH) * DAY)
