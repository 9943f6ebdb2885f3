"""Questions that ask how many days or months lie between dates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from tempanswerqa.fresh.arithmetic.dials import capped
from tempanswerqa.fresh.arithmetic.pen import LATEST, Facts, Make, Pen, counted, shifted

_FIRST_LAUNCH = 1957
"""Calendar year of the first launch of a rocket into space."""


def gap(counted_ends: int, most: int = 36_000, pauses: int = 0) -> Make:
    """Return two dates; the days between them, one more where both ends count, less pauses."""

    def make(pen: Pen) -> Facts | None:
        first = pen.day()
        second = first + timedelta(days=pen.among(capped(pen.dials.age_days, most)))
        if second.year > LATEST:
            return None
        number = (second - first).days + counted_ends
        stops = [pen.rng.randint(2, 2 + number // (2 * pauses + 1)) for _ in range(pauses)]
        slots = {"first": pen.date(first), "second": pen.date(second)}
        slots |= _named(stops, "day")
        return Facts(slots, number - sum(stops)) if number > sum(stops) else None

    return make


def _named(pauses: Sequence[int], unit: str) -> dict[str, str]:
    return {f"pause{place}": counted(pause, unit) for place, pause in enumerate(pauses, 1)}


def older(pen: Pen) -> Facts | None:
    """Return two dates of birth and the younger's age in days; the elder's age is asked for."""
    first = pen.day()
    bounds = capped(pen.dials.age_days, 16_000)
    second = first + timedelta(days=pen.among(bounds))
    number = pen.among(bounds)
    reached = second + timedelta(days=number)
    if reached.year > LATEST:
        return None
    slots = {"first": pen.date(first), "second": pen.date(second), "number": str(number)}
    return Facts(slots, (reached - first).days)


def running(sign: int, most: int = 36_000) -> Make:
    """Return a count of days on one date; the count on a later (+1) or an earlier (-1) one is
    asked.
    """

    def make(pen: Pen) -> Facts | None:
        known = pen.day()
        bounds = capped(pen.dials.age_days, most)
        asked = known + sign * timedelta(days=pen.among(bounds))
        number = pen.among(bounds)
        total = number + (asked - known).days
        if total < 5 or total == number or asked.year > LATEST:
            return None
        slots = {"known": pen.date(known), "asked": pen.date(asked), "number": str(number)}
        return Facts(slots, total)

    return make


def countdown(pen: Pen) -> Facts | None:
    """Return days to go until an event that is then moved to a given date."""
    today = pen.day(_FIRST_LAUNCH)
    due = today + timedelta(days=pen.among(capped(pen.dials.age_days, 1500)))
    delay = pen.among(capped(pen.dials.spans["day"], 900))
    actual = due + timedelta(days=delay)
    if actual.year > LATEST:
        return None
    slots = {"today": pen.date(today), "due": pen.date(due), "delay": counted(delay, "day")}
    return Facts(slots, (actual - today).days)


def two_stays(pen: Pen) -> Facts | None:
    """Return two stays; the nights of both together."""
    days = [pen.day()]
    for _ in range(3):
        days.append(days[-1] + timedelta(days=pen.among(capped(pen.dials.age_days, 1500))))
    if days[-1].year > LATEST:
        return None
    nights = (days[1] - days[0]) + (days[3] - days[2])
    slots = dict(zip(("first", "second", "third", "fourth"), map(pen.date, days), strict=True))
    return Facts(slots, nights.days)


def _month_pair(pen: Pen, most: int = 700) -> tuple[date, date, int] | None:
    """Return two days of the same day of the month, so many months apart."""
    first = pen.day(latest_day=28)
    months = pen.among(capped(pen.dials.age_months, most))
    second = shifted(first, months, "month")
    return (first, second, months) if second and second.year <= LATEST else None


def _months(pen: Pen, slots: dict[str, str]) -> dict[str, str]:
    return slots | {"rule": pen.rng.choice(_MONTH_RULES)}


def same_day(extra: int = 0, most: int = 700) -> Make:
    """Return the months between two dates, and so many more."""

    def make(pen: Pen) -> Facts | None:
        if not (drawn := _month_pair(pen, most)):
            return None
        first, second, months = drawn
        slots = {"first": pen.date(first), "second": pen.date(second)}
        return Facts(_months(pen, slots), months + extra)

    return make


def running_months(pen: Pen) -> Facts | None:
    """Return an age in months on one date; the age on another is asked for."""
    if not (drawn := _month_pair(pen, 180)):
        return None
    known, asked, months = drawn
    number = pen.among(capped(pen.dials.age_months, 180))
    slots = {"known": pen.date(known), "asked": pen.date(asked), "number": counted(number, "month")}
    return Facts(_months(pen, slots), number + months)


def paused(pauses: int = 1) -> Make:
    """Return the months of a job less those of pauses in it."""

    def make(pen: Pen) -> Facts | None:
        if not (drawn := _month_pair(pen, 300)):
            return None
        first, second, months = drawn
        stops = [pen.rng.randint(1, max(1, months // (2 * pauses))) for _ in range(pauses)]
        slots = {"first": pen.date(first), "second": pen.date(second)} | _named(stops, "month")
        return Facts(_months(pen, slots), months - sum(stops)) if months > sum(stops) else None

    return make


def two_leases(sign: int) -> Make:
    """Return two times, one after the other: their months together (+1), or by how many the first
    is the longer (-1).
    """

    def make(pen: Pen) -> Facts | None:
        days, lengths = [pen.day(latest_day=28)], []
        for place in range(3):
            lengths.append(pen.among(capped(pen.dials.age_months, 240)))
            month = shifted(days[-1], lengths[-1], "month")
            if not month or month.year > LATEST:
                return None
            days.append(month.replace(day=pen.rng.randint(1, 28)) if place == 1 else month)
        slots = dict(zip(("first", "second", "third", "fourth"), map(pen.date, days), strict=True))
        number = lengths[0] + sign * lengths[2]
        return Facts(_months(pen, slots), number) if number > 0 else None

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
    """Return two dates of birth and the younger's age in months; the elder's is asked for."""
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
    "Count one month from any day of a month to the same day of the next, as from the 9th of "
    "April to the 9th of May.",
    "A month runs here from a day to the day of the same number in the following month, for "
    "example from the 5th of June to the 5th of July.",
    "Take it that a month has passed when the day of the month comes round again, as it does "
    "from the 14th of October to the 14th of November.",
)
