"""Draws questions of several steps to a time of day, and questions on regular schedules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from math import lcm

from tempanswerqa.fresh.arithmetic.dials import capped
from tempanswerqa.fresh.arithmetic.pen import LATEST, Facts, Pen, duration, stamp
from tempanswerqa.fresh.item import refuse


def legs(pen: Pen, sign: int, most: Sequence[int]) -> Facts:
    """Return a clock time, and durations in a row, back in time (-1) or on (+1).

    None is longer than the minutes that `most` has for it.
    """
    start = pen.time_of_day()
    parts = [pen.seconds(capped(pen.dials.leg, 60 * minutes)) for minutes in most]
    moment = datetime(2001, 1, 1) + timedelta(seconds=start)
    for part in parts:
        moment += sign * timedelta(seconds=part)
    slots = {"start": pen.clock(start)}
    slots |= {f"part{place}": duration(part) for place, part in enumerate(parts, 1)}
    return Facts(slots, (moment - datetime(2001, 1, 1)).total_seconds())


def next_time(pen: Pen, before: bool = False, most: int = 100) -> Facts:
    """Return a first day, a period of at most so many days, and today.

    The next day of the schedule is asked for, or the one before.
    """
    every, first = pen.among(capped(pen.dials.every, most)), pen.day()
    past = pen.among(pen.dials.rounds)
    today = first + timedelta(days=every * past + pen.rng.randint(1, every - 1))
    answer = first + timedelta(days=every * (past + (not before)))
    refuse(today.year > LATEST or answer in (first, today))
    return _schedule(pen, {"first": first, "today": today}, {"every": every}, answer)


def nth_time(pen: Pen) -> Facts:
    """Return the first day and the period of a schedule; the answer is the day of a given round, of
    which the first day is round 1.
    """
    every, first = pen.among(pen.dials.every), pen.day()
    nth = 2 + pen.among(pen.dials.rounds)
    answer = first + timedelta(days=every * (nth - 1))
    return _schedule(pen, {"first": first}, {"every": every}, answer, nth=str(nth))


def together(pen: Pen) -> Facts:
    """Return two periods from one first day; the answer is the next day of both schedules."""
    every, other = pen.among(pen.dials.every), pen.among(pen.dials.every)
    both = lcm(every, other)
    refuse(both in (every, other) or both > 2500)
    first = pen.day()
    past = pen.among(pen.dials.meetings)
    today = first + timedelta(days=both * past + pen.rng.randint(1, both - 1))
    answer = first + timedelta(days=both * (past + 1))
    refuse(today.year > LATEST)
    numbers = {"every": every, "other": other}
    return _schedule(pen, {"first": first, "today": today}, numbers, answer)


def _schedule(
    pen: Pen, days: dict[str, date], numbers: dict[str, int], answer: date, **slots: str
) -> Facts:
    slots |= {name: pen.date(day) for name, day in days.items()}
    slots |= {name: str(number) for name, number in numbers.items()}
    return Facts(slots | {"label": pen.date(answer)}, stamp(answer))
