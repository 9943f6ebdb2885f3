"""Draws riddles on today, dates that do not exist, unusual ages, and unneeded facts."""

from __future__ import annotations

from calendar import isleap
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from tempanswerqa.fresh.arithmetic.pen import LATEST, Facts, Pen, counted, written
from tempanswerqa.fresh.item import refuse, stamp


def named_day(pen: Pen) -> tuple[str, int]:
    """Return a day in words and its distance from today; no step on the way is today again."""
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


def from_today(pen: Pen, sign: int) -> Facts:
    """Return the date of a day in words; the answer is days from today."""
    name, distance = named_day(pen)
    today, number = pen.day(), pen.among(pen.dials.riddle_days)
    known = today + timedelta(distance)
    slots = {"name": name, "known": pen.date(known), "number": counted(number, "day")}
    answer = today + sign * timedelta(number)
    refuse(answer == known)
    return Facts(slots, stamp(answer))


def from_day_to_day(pen: Pen) -> Facts:
    """Return the date of a day in words; the answer is the date of another day."""
    (name, distance), (asked, other) = named_day(pen), named_day(pen)
    refuse(distance == other)
    today = pen.day()
    slots = {"name": name, "known": pen.date(today + timedelta(distance)), "asked": asked}
    return Facts(slots, stamp(today + timedelta(other)))


def remark(pen: Pen) -> Facts:
    """Return the date that a day in words had some days ago; the answer is today's date."""
    name, distance = named_day(pen)
    today, number = pen.day(), pen.among(pen.dials.riddle_days)
    known = today - timedelta(number) + timedelta(distance)
    slots = {"name": name, "known": pen.date(known), "number": counted(number, "day")}
    refuse(known == today)
    return Facts(slots, stamp(today))


def leap_birthday(pen: Pen) -> Facts:
    """Return a birthday on 29 February, which is celebrated on another day in common years."""
    years = [year for year in range(1880, 2021) if isleap(year)]
    born = date(pen.rng.choice(years), 2, 29)
    age = pen.among(pen.dials.age_years) % 100 + 1
    late = pen.rng.random() < 0.5
    year = born.year + age
    kept = date(year, 2, 29) if isleap(year) else date(year, 2, 28) + timedelta(late)
    slots = {"born": pen.date(born), "substitute": "March 1" if late else "February 28"}
    return Facts(slots | {"age": counted(age, "year")}, stamp(kept))


def third_party(pen: Pen, sign: int, other_sign: int) -> Facts:
    """Return a date, the distance to the answer, and an unneeded date."""
    day = pen.day()
    answer = day + sign * timedelta(days=pen.among(pen.dials.riddle_days))
    other = day + other_sign * timedelta(days=pen.among(pen.dials.riddle_days))
    refuse(answer in (day, other) or max(answer, other).year > LATEST)
    slots = {"day": pen.date(day), "other": pen.date(other), "label": written(answer, pen.style)}
    slots["number"] = counted(abs((answer - day).days), "day")
    return Facts(slots, stamp(answer))


def via(pen: Pen, *signs: int) -> Facts:
    """Return a date and numbers of days back (-1) or on (+1), in order.

    A step that changes direction is much shorter than the step before it.
    """
    day = pen.day()
    slots, number, before = {"day": pen.date(day)}, 0, signs[0]
    for place, sign in enumerate(signs, 1):
        shorter = 2 + number // 50, 3 + number // 8
        number = pen.among(pen.dials.riddle_days if sign == before else shorter)
        slots[f"number{place}"] = counted(number, "day")
        day, before = day + sign * timedelta(days=number), sign
        refuse(day.year > LATEST)
    return Facts(slots | {"label": written(day, pen.style)}, stamp(day))


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


def leap_ages(pen: Pen) -> Facts:
    """Return the number of birthdays that fall on 29 February."""
    year = 4 * pen.rng.randint(435, 490)
    refuse(not isleap(year))
    asked = date(year, 1, 1) + timedelta(days=365 * 4 * pen.among(pen.dials.age_years) // 3)
    asked += timedelta(days=pen.rng.randrange(1460))
    count = sum(isleap(y) and date(y, 2, 29) <= asked for y in range(year + 1, asked.year + 1))
    refuse(count < 1 or asked.year > 2240 or (asked.month, asked.day) == (2, 29))
    slots = {"born": pen.date(date(year, 2, 29)), "asked": pen.date(asked)}
    return Facts(slots, count)


def long_years(pen: Pen) -> Facts:
    """Return the completed years of age, if a year has an unusual number of days."""
    born, asked = _life(pen)
    length = pen.rng.choice((80, 100, 120, 150, 200, 225, 300, 400, 500, 687))
    years = (asked - born) // timedelta(days=length)
    slots = {"born": pen.date(born), "asked": pen.date(asked), "length": str(length)}
    refuse(years < 2)
    return Facts(slots, years)


def younger_yearly(pen: Pen) -> Facts:
    """Return an age that falls by one on each birthday."""
    born, asked = _life(pen)
    past = relativedelta(asked, born).years
    start = past + pen.rng.randint(2, 90)
    slots = {"born": pen.date(born), "asked": pen.date(asked), "start": str(start)}
    refuse(not past or start == 2 * past)
    return Facts(slots, start - past)
