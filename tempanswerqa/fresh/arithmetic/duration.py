"""Draws questions that ask how much time lies between dates or clock times."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from tempanswerqa.fresh.arithmetic.dials import capped
from tempanswerqa.fresh.arithmetic.pen import DAY, LATEST, Facts, Pen, counted, duration, shifted
from tempanswerqa.fresh.item import Unfit, refuse


def gap(pen: Pen, pauses: int = 0) -> Facts:
    """Return the days between two dates, less pauses or an age gap."""
    first = pen.day()
    second = first + timedelta(days=pen.among(pen.dials.age_days))
    refuse(second.year > LATEST)
    number = (second - first).days
    stops = [pen.rng.randint(2, 2 + number // (2 * pauses + 1)) for _ in range(pauses)]
    slots = {"first": pen.date(first), "second": pen.date(second)} | _named(stops, "day")
    refuse(number <= sum(stops))
    return Facts(slots, number - sum(stops))


def _named(pauses: Sequence[int], unit: str) -> dict[str, str]:
    return {f"pause{place}": counted(pause, unit) for place, pause in enumerate(pauses, 1)}


def older(pen: Pen) -> Facts:
    """Return two dates of birth and the younger's age in days; the elder's age is the answer."""
    first = pen.day()
    bounds = capped(pen.dials.age_days, 16_000)
    second = first + timedelta(days=pen.among(bounds))
    number = pen.among(bounds)
    reached = second + timedelta(days=number)
    refuse(reached.year > LATEST)
    slots = {"first": pen.date(first), "second": pen.date(second), "number": str(number)}
    return Facts(slots, (reached - first).days)


def running(pen: Pen, sign: int, most: int = 36_000, pauses: int = 0) -> Facts:
    """Return a count of days on a date; that on a later (+1) or earlier (-1) one, less pauses."""
    known = pen.day()
    bounds = capped(pen.dials.age_days, most)
    between = pen.among(bounds)
    asked = known + sign * timedelta(days=between)
    number = pen.among(bounds)
    stops = [pen.rng.randint(2, 2 + between // (2 * pauses + 1)) for _ in range(pauses)]
    total = number + sign * between - sum(stops)
    refuse(total < 5 or total == number or sum(stops) > between or asked.year > LATEST)
    slots = {"known": pen.date(known), "asked": pen.date(asked), "number": str(number)}
    return Facts(slots | _named(stops, "day"), total)


def _month_pair(pen: Pen, most: int = 700) -> tuple[date, date, int]:
    """Return two dates with the same day of the month, and the months between them."""
    first = pen.day(latest_day=28)
    months = pen.among(capped(pen.dials.age_months, most))
    second = shifted(first, months, "month")
    refuse(second.year > LATEST)
    return (first, second, months)


def _months(pen: Pen, slots: dict[str, str]) -> dict[str, str]:
    return slots | {"rule": pen.rng.choice(_MONTH_RULES)}


def running_months(pen: Pen) -> Facts:
    """Return an age in months on one date; the answer is the age on another date."""
    known, asked, months = _month_pair(pen, 180)
    number = pen.among(capped(pen.dials.age_months, 180))
    slots = {"known": pen.date(known), "asked": pen.date(asked), "number": counted(number, "month")}
    return Facts(_months(pen, slots), number + months)


def paused(pen: Pen, pauses: int = 1) -> Facts:
    """Return the months between two dates, less pauses or an age gap."""
    first, second, months = _month_pair(pen)
    stops = [pen.rng.randint(1, 1 + months // (2 * pauses + 1)) for _ in range(pauses)]
    slots = {"first": pen.date(first), "second": pen.date(second)} | _named(stops, "month")
    refuse(months <= sum(stops))
    return Facts(_months(pen, slots), months - sum(stops))


def completed(pen: Pen) -> Facts:
    """Return the full months between two dates of different days of the month."""
    first, second, _ = _month_pair(pen)
    second += timedelta(days=pen.rng.randint(-25, 25))
    refuse(second.day in (first.day, 29, 30, 31) or second.year > LATEST)
    between = relativedelta(second, first)
    slots = {"first": pen.date(first), "second": pen.date(second)}
    return Facts(_months(pen, slots), 12 * between.years + between.months)


def elder_months(pen: Pen) -> Facts:
    """Return two dates of birth and the younger's age in months; the answer is the elder's age."""
    first, second, months = _month_pair(pen, 450)
    number = pen.among(capped(pen.dials.age_months, 450))
    reached = shifted(second, number, "month")
    refuse(reached.year > LATEST)
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


def stretch(pen: Pen) -> Facts:
    """Return the time of a session between clock times; the second may be on the next day."""
    start, length = pen.seconds((_FIRST, DAY - 1)), pen.seconds(pen.dials.session)
    end = (start + length) % DAY
    refuse(not start % (DAY // 2) or not end % (DAY // 2))
    slots = {"start": pen.clock(start), "end": pen.clock(end), "rule": pen.rng.choice(_OVERNIGHT)}
    return Facts(slots, length)


def with_pauses(pen: Pen, pauses: int = 1) -> Facts:
    """Return a `stretch` less pauses."""
    whole = stretch(pen)
    stops = [pen.seconds((60, int(whole.number) // (4 * pauses))) for _ in range(pauses)]
    slots = {f"pause{place}": duration(stop) for place, stop in enumerate(stops, 1)}
    return Facts(whole.slots | slots, whole.number - sum(stops))


def two_stretches(pen: Pen, sign: int) -> Facts:
    """Return the sum (+1) or the difference (-1) of two stretches."""
    drawn = []
    for _ in range(2):
        with suppress(Unfit):
            drawn.append(stretch(pen))
    refuse(len(drawn) < 2 or drawn[0].number + sign * drawn[1].number < 60)
    one, other = drawn
    slots = {"start2": other.slots["start"], "end2": other.slots["end"]}
    return Facts(one.slots | slots, one.number + sign * other.number)


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
