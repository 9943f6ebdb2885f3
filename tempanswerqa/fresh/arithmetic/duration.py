"""Draws questions that ask how much time lies between dates or clock times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from tempanswerqa.fresh.arithmetic.dials import capped
from tempanswerqa.fresh.arithmetic.pen import (
    DAY,
    LATEST,
    Facts,
    Make,
    Pen,
    counted,
    duration,
    shifted,
)


def gap(pauses: int = 0) -> Make:
    """Return a function that draws the days between two dates, less pauses or an age gap."""

    def make(pen: Pen) -> Facts | None:
        first = pen.day()
        second = first + timedelta(days=pen.among(pen.dials.age_days))
        if second.year > LATEST:
            return None
        number = (second - first).days
        stops = [pen.rng.randint(2, 2 + number // (2 * pauses + 1)) for _ in range(pauses)]
        slots = {"first": pen.date(first), "second": pen.date(second)} | _named(stops, "day")
        return Facts(slots, number - sum(stops)) if number > sum(stops) else None

    return make


def _named(pauses: Sequence[int], unit: str) -> dict[str, str]:
    return {f"pause{place}": counted(pause, unit) for place, pause in enumerate(pauses, 1)}


def older(pen: Pen) -> Facts | None:
    """Return two dates of birth and the younger's age in days; the elder's age is the answer."""
    first = pen.day()
    bounds = capped(pen.dials.age_days, 16_000)
    second = first + timedelta(days=pen.among(bounds))
    number = pen.among(bounds)
    reached = second + timedelta(days=number)
    if reached.year > LATEST:
        return None
    slots = {"first": pen.date(first), "second": pen.date(second), "number": str(number)}
    return Facts(slots, (reached - first).days)


def running(sign: int, most: int = 36_000, pauses: int = 0) -> Make:
    """Return a function that draws a count of days on one date, and pauses until another date.

    The answer is the count on the other date, which is later (+1) or earlier (-1).
    """

    def make(pen: Pen) -> Facts | None:
        known = pen.day()
        bounds = capped(pen.dials.age_days, most)
        between = pen.among(bounds)
        asked = known + sign * timedelta(days=between)
        number = pen.among(bounds)
        stops = [pen.rng.randint(2, 2 + between // (2 * pauses + 1)) for _ in range(pauses)]
        total = number + sign * between - sum(stops)
        if total < 5 or total == number or sum(stops) > between or asked.year > LATEST:
            return None
        slots = {"known": pen.date(known), "asked": pen.date(asked), "number": str(number)}
        return Facts(slots | _named(stops, "day"), total)

    return make


def _month_pair(pen: Pen, most: int = 700) -> tuple[date, date, int] | None:
    """Return two dates with the same day of the month, and the months between them."""
    first = pen.day(latest_day=28)
    months = pen.among(capped(pen.dials.age_months, most))
    second = shifted(first, months, "month")
    return (first, second, months) if second and second.year <= LATEST else None


def _months(pen: Pen, slots: dict[str, str]) -> dict[str, str]:
    return slots | {"rule": pen.rng.choice(_MONTH_RULES)}


def running_months(pen: Pen) -> Facts | None:
    """Return an age in months on one date; the answer is the age on another date."""
    if not (drawn := _month_pair(pen, 180)):
        return None
    known, asked, months = drawn
    number = pen.among(capped(pen.dials.age_months, 180))
    slots = {"known": pen.date(known), "asked": pen.date(asked), "number": counted(number, "month")}
    return Facts(_months(pen, slots), number + months)


def paused(pauses: int = 1) -> Make:
    """Return a function that draws the months between two dates, less pauses or an age gap."""

    def make(pen: Pen) -> Facts | None:
        if not (drawn := _month_pair(pen)):
            return None
        first, second, months = drawn
        stops = [pen.rng.randint(1, 1 + months // (2 * pauses + 1)) for _ in range(pauses)]
        slots = {"first": pen.date(first), "second": pen.date(second)} | _named(stops, "month")
        return Facts(_months(pen, slots), months - sum(stops)) if months > sum(stops) else None

    return make


def completed(pen: Pen) -> Facts | None:
    """Return the full months between two dates of different days of the month."""
    if not (drawn := _month_pair(pen)):
        return None
    first, second, _ = drawn
    second += timedelta(days=pen.rng.randint(-25, 25))
    if second.day in (first.day, 29, 30, 31) or second.year > LATEST:
        return None
    between = relativedelta(second, first)
    slots = {"first": pen.date(first), "second": pen.date(second)}
    return Facts(_months(pen, slots), 12 * between.years + between.months)


def elder_months(pen: Pen) -> Facts | None:
    """Return two dates of birth and the younger's age in months; the answer is the elder's age."""
    if not (drawn := _month_pair(pen, 450)):
        return None
    first, second, months = drawn
    number = pen.among(capped(pen.dials.age_months, 450))
    reached = shifted(second, number, "month")
    if not reached or reached.year > LATEST:
        return None
    slots = {"first": pen.date(first), "second": pen.date(second)}
    return Facts(_months(pen, slots | {"number": counted(number, "month")}), months + number)


_MONTH_RULES = (
    "Assume that 1 month is the time between a date and the same date in the next month. Eg: 1 "
    "month is between 2011-04-09 and 2011-05-09.",
    "Assume 1 month from a date to the same day of the following month. Eg: between 2003-06-05 and "
    "2003-07-05, the time is 1 month.",
    "Assume the time between two dates to be 1 month if they are the same day in two "
    "consecutive months. Eg: 1 month is the time between 2007-10-14 and 2007-11-14.",
)


_FIRST = 10 * 3600
"""The earliest time at which homework begins, in seconds from midnight."""


def stretch(pen: Pen) -> Facts | None:
    """Return the time of a session of the level from a clock time to another.

    The second is on the next day if it is the smaller one.
    """
    start, length = pen.seconds((_FIRST, DAY - 1)), pen.seconds(pen.dials.session)
    end = (start + length) % DAY
    if not start % (DAY // 2) or not end % (DAY // 2):
        return None
    slots = {"start": pen.clock(start), "end": pen.clock(end), "rule": pen.rng.choice(_OVERNIGHT)}
    return Facts(slots, length)


def with_pauses(pauses: int = 1) -> Make:
    """Return a function that draws a `stretch` less pauses."""

    def make(pen: Pen) -> Facts | None:
        whole = stretch(pen)
        if whole is None:
            return None
        stops = [pen.seconds((60, int(whole.number) // (4 * pauses))) for _ in range(pauses)]
        slots = {f"pause{place}": duration(stop) for place, stop in enumerate(stops, 1)}
        return Facts(whole.slots | slots, whole.number - sum(stops))

    return make


def two_stretches(sign: int) -> Make:
    """Return a function that draws the sum (+1) or the difference (-1) of two stretches."""

    def make(pen: Pen) -> Facts | None:
        one, other = stretch(pen), stretch(pen)
        if one is None or other is None or one.number + sign * other.number < 60:
            return None
        slots = {"start2": other.slots["start"], "end2": other.slots["end"]}
        return Facts(one.slots | slots, one.number + sign * other.number)

    return make


def days_later(pen: Pen) -> Facts:
    """Return the time from a clock time to one on a later day, which the question names."""
    start, end = pen.time_of_day(), pen.time_of_day()
    nights = pen.among(pen.dials.nights)
    name = "on the next day" if nights == 1 else f"{nights} days later"
    slots = {"start": pen.clock(start), "end": pen.clock(end), "day": name}
    return Facts(slots, nights * DAY + end - start)


_OVERNIGHT = (
    "Assume the next day for an end time before the start time.",
    "If the time at the end is before the time at the start, assume it to be the next day.",
    "Assume it to be the next day if the end is before the start.",
)
