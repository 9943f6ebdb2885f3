"""Draws questions with unneeded facts, and on ages that are counted in unusual ways."""

from __future__ import annotations

from calendar import isleap
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from tempanswerqa.fresh.arithmetic.pen import (
    LATEST,
    Facts,
    Make,
    Pen,
    counted,
    stamp,
    written,
)


def third_party(sign: int, other_sign: int) -> Make:
    """Return a function that draws a date, the distance to the answer, and an unneeded date."""

    def make(pen: Pen) -> Facts | None:
        day = pen.day()
        answer = day + sign * timedelta(days=pen.among(pen.dials.riddle_days))
        other = day + other_sign * timedelta(days=pen.among(pen.dials.riddle_days))
        if answer in (day, other) or max(answer, other).year > LATEST:
            return None
        slots = {
            "day": pen.date(day),
            "other": pen.date(other),
            "label": written(answer, pen.style),
        }
        slots["number"] = counted(abs((answer - day).days), "day")
        return Facts(slots, stamp(answer))

    return make


def via(*signs: int) -> Make:
    """Return a function that draws a date and numbers of days back (-1) or on (+1), in order.

    A step that changes direction is much shorter than the step before it.
    """

    def make(pen: Pen) -> Facts | None:
        day = pen.day()
        slots, number, before = {"day": pen.date(day)}, 0, signs[0]
        for place, sign in enumerate(signs, 1):
            turned = sign != before
            number = (
                pen.rng.randint(2 + number // 50, 3 + number // 8)
                if turned
                else pen.among(pen.dials.riddle_days)
            )
            slots[f"number{place}"] = counted(number, "day")
            day, before = day + sign * timedelta(days=number), sign
            if day.year > LATEST:
                return None
        return Facts(slots | {"label": written(day, pen.style)}, stamp(day))

    return make


def birthdays(pen: Pen) -> Facts:
    """Return the completed years from birth to a date, which is often just before a birthday."""
    born, asked = _life(pen)
    slots = {"born": pen.date(born), "asked": pen.date(asked)}
    return Facts(slots, relativedelta(asked, born).years)


def _life(pen: Pen) -> tuple[date, date]:
    """Return a birth and a later date, within 40 days of a birthday but not on it."""
    years = pen.among(pen.dials.age_years)
    day = pen.day(latest_day=28)
    born = day.replace(year=pen.rng.randint(pen.dials.first_birth, min(2020, 2240 - years)))
    near = pen.rng.randint(1, 40) * pen.rng.choice((-1, 1))
    return born, born.replace(year=born.year + years) + timedelta(days=near)


def leap_ages(pen: Pen) -> Facts | None:
    """Return the number of birthdays that fall on 29 February."""
    year = 4 * pen.rng.randint(435, 490)
    if not isleap(year):
        return None
    asked = date(year, 1, 1) + timedelta(days=365 * 4 * pen.among(pen.dials.age_years) // 3)
    asked += timedelta(days=pen.rng.randrange(1460))
    count = sum(isleap(y) and date(y, 2, 29) <= asked for y in range(year + 1, asked.year + 1))
    if count < 1 or asked.year > 2240 or (asked.month, asked.day) == (2, 29):
        return None
    slots = {"born": pen.date(date(year, 2, 29)), "asked": pen.date(asked)}
    return Facts(slots, count)


def long_years(pen: Pen) -> Facts | None:
    """Return the completed years of age, if a year has an unusual number of days."""
    born, asked = _life(pen)
    length = pen.rng.choice((80, 100, 120, 150, 200, 225, 300, 400, 500, 687))
    years = (asked - born) // timedelta(days=length)
    slots = {"born": pen.date(born), "asked": pen.date(asked), "length": str(length)}
    return Facts(slots, years) if years >= 2 else None


def younger_yearly(pen: Pen) -> Facts | None:
    """Return an age that falls by one on each birthday."""
    born, asked = _life(pen)
    past = relativedelta(asked, born).years
    start = past + pen.rng.randint(2, 90)
    slots = {"born": pen.date(born), "asked": pen.date(asked), "start": str(start)}
    return Facts(slots, start - past) if past and start - past != past else None
