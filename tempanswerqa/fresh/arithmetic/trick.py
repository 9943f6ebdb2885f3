"""Draws trick questions: riddles on today, dates that do not exist, unusual ways to count."""

from __future__ import annotations

from calendar import isleap
from datetime import date, timedelta

from tempanswerqa.fresh.arithmetic.pen import Facts, Make, Pen, counted, stamp


def _days(number: int) -> timedelta:
    return timedelta(days=number)


def named_day(pen: Pen) -> tuple[str, int]:
    """Return a day in words and its distance from today in days; no step on the way is today
    again.
    """
    text, distance = pen.rng.choice((("yesterday", -1), ("tomorrow", 1), ("today", 0)))
    for _ in range(max(1, pen.among(pen.dials.wraps) - (text != "today"))):
        step = pen.rng.choice((1, 1, 1, 2, 3, 4))
        sign = pen.rng.choice((-1, 1))
        if distance + sign * step == 0:
            sign = -sign
        side = "after" if sign > 0 else "before"
        text = f"{'the day' if step == 1 else f'{step} days'} {side} {text}"
        distance += sign * step
    return text, distance


def from_today(sign: int) -> Make:
    """Return a function that draws the date of a day in words; the answer is days from today."""

    def make(pen: Pen) -> Facts | None:
        name, distance = named_day(pen)
        today, number = pen.day(), pen.among(pen.dials.riddle_days)
        known = today + _days(distance)
        slots = {"name": name, "known": pen.date(known), "number": counted(number, "day")}
        answer = today + sign * _days(number)
        return Facts(slots, stamp(answer)) if answer != known else None

    return make


def from_day_to_day(pen: Pen) -> Facts | None:
    """Return the date of a day in words; the answer is the date of another day."""
    (name, distance), (asked, other) = named_day(pen), named_day(pen)
    if distance == other:
        return None
    today = pen.day()
    slots = {"name": name, "known": pen.date(today + _days(distance)), "asked": asked}
    return Facts(slots, stamp(today + _days(other)))


def remark(pen: Pen) -> Facts | None:
    """Return the date that a day in words had some days ago; the answer is today's date."""
    name, distance = named_day(pen)
    today, number = pen.day(), pen.among(pen.dials.riddle_days)
    known = today - _days(number) + _days(distance)
    slots = {"name": name, "known": pen.date(known), "number": counted(number, "day")}
    return Facts(slots, stamp(today)) if known != today else None


def leap_birthday(pen: Pen) -> Facts:
    """Return a birthday on 29 February, which is celebrated on another day in common years."""
    years = [year for year in range(1880, 2021) if isleap(year)]
    born = date(pen.rng.choice(years), 2, 29)
    age = pen.among(pen.dials.age_years) % 100 + 1
    late = pen.rng.random() < 0.5
    year = born.year + age
    kept = date(year, 2, 29) if isleap(year) else date(year, 2, 28) + _days(late)
    slots = {"born": pen.date(born), "substitute": "March 1" if late else "February 28"}
    return Facts(slots | {"age": counted(age, "year")}, stamp(kept))
