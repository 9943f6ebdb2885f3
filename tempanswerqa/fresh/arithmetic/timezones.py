"""Draws questions on the local time in another time zone, and on what lies between zones."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from tempanswerqa.fresh.arithmetic.dials import Range
from tempanswerqa.fresh.arithmetic.pen import DAY, Facts, Pen, duration, timer
from tempanswerqa.fresh.item import refuse

_START = datetime(2001, 1, 10)


def drawn_offsets(pen: Pen, number: int) -> list[int]:
    """Return `number` different offsets in minutes."""
    while True:
        found = [pen.rng.choice(pen.dials.offsets) for _ in range(number)]
        if len(set(found)) == number:
            return found


def clock_reading(seconds: int, offset: int, other: int) -> float:
    """Return the seconds since midnight at one offset as those at the other one."""
    here, there = (timezone(timedelta(minutes=minutes)) for minutes in (offset, other))
    moment = _START.replace(tzinfo=here) + timedelta(seconds=seconds)
    return (moment.astimezone(there).replace(tzinfo=None) - _START).total_seconds()


def zone_slots(pen: Pen, offsets: list[int]) -> dict[str, str]:
    return {f"zone{place}": pen.zone(offset) for place, offset in enumerate(offsets, 1)}


def trip(pen: Pen, bounds: Range, hours_per_zone: float) -> tuple[int, int, int]:
    """Return the offsets of both ends, and a travel time that is long enough for the distance.

    Zones that differ by an hour are about 1000 km apart, on the shorter way round the globe.
    """
    while True:
        here, there = drawn_offsets(pen, 2)
        length = pen.seconds(bounds)
        apart = abs(here - there)
        if length >= 60 * hours_per_zone * min(apart, DAY // 60 - apart):
            return here, there, length


def convert(pen: Pen, sign: int = 0, bounds: Range = (600, 15 * 3600)) -> Facts:
    """Return a clock time; another place's, earlier (-1), at the same moment (0) or later (+1)."""
    start = pen.time_of_day()
    here, there = drawn_offsets(pen, 2)
    length = pen.seconds(bounds)
    slots = {"start": pen.clock(start), "length": duration(length)} | zone_slots(pen, [here, there])
    return Facts(slots, clock_reading(start + sign * length, here, there))


def relative(pen: Pen, signs: tuple[int, ...]) -> Facts:
    """Return a clock time, and how far each place is ahead (+1) of the last or behind (-1)."""
    start, moved = pen.time_of_day(), 0
    slots = {"start": pen.clock(start)}
    for place, sign in enumerate(signs, 1):
        here, there = drawn_offsets(pen, 2)
        gap = 60 * abs(here - there)
        refuse(gap > 13 * 3600)
        moved += sign * gap
        slots[f"gap{place}"] = duration(gap)
    refuse(not 0 < abs(moved) <= DAY)
    return Facts(slots, start + moved)


def flight(pen: Pen, sign: int, stop: bool = False, hours_per_zone: float = 1) -> Facts:
    """Return a flight and its departure or, with -1, its arrival."""
    start = pen.time_of_day(to_the_minute=True)
    here, there, length = trip(pen, (65 * 60, 15 * 3600), hours_per_zone)
    lengths = [length + -length % 60]
    if stop:
        lengths += [60 * pen.rng.randint(45, 6 * 60), 60 * pen.rng.randint(65, 9 * 60)]
    slots = {"start": pen.clock(start)} | zone_slots(pen, [here, there])
    slots |= {f"length{place}": timer(length) for place, length in enumerate(lengths, 1)}
    return Facts(slots, clock_reading(start + sign * sum(lengths), here, there) / 60)


_LATEST = 14 * 60
"""The largest offset from UTC, in minutes."""


def widest(pen: Pen, places: int) -> Facts:
    """Return so many offsets; the answer is the largest difference between them."""
    offsets = drawn_offsets(pen, places)
    return Facts(zone_slots(pen, offsets), max(offsets) - min(offsets))


def moved_clocks(pen: Pen, places: int = 1) -> Facts:
    """Return two offsets, of which the first, or each, is then changed."""
    offsets = drawn_offsets(pen, 2)
    slots = zone_slots(pen, offsets)
    for place in range(places):
        change = pen.rng.choice(pen.dials.clock_changes)
        offsets[place] += change
        slots[f"change{place + 1}"] = duration(60 * change)
    here, there = offsets
    refuse(max(offsets) > _LATEST or here == there)
    return Facts(slots, abs(here - there))


def two_clocks(pen: Pen) -> Facts:
    """Return the local times of two places at one moment of one calendar day."""
    here, there = drawn_offsets(pen, 2)
    start = pen.time_of_day(to_the_minute=True)
    other = start + 60 * (there - here)
    refuse(not 0 < other < DAY or other == DAY // 2)
    return Facts({"start": pen.clock(start), "end": pen.clock(other)}, abs(there - here))


def chain(pen: Pen) -> Facts:
    """Return by how much the second of three places is ahead of the first and behind the third."""
    zones = drawn_offsets(pen, 3)
    first, second, third = zones
    refuse(second < first or third < second or third - first >= DAY // 60)
    slots = {"gap1": duration(60 * (second - first)), "gap2": duration(60 * (third - second))}
    return Facts(slots, third - first)


def journey(pen: Pen, bounds: Range, hours_per_zone: float, stop: bool = False) -> Facts:
    """Return local times of departure and arrival, with or without a stop."""
    start = pen.time_of_day()
    here, there, length = trip(pen, bounds, hours_per_zone)
    days, clock = divmod(int(clock_reading(start + length, here, there)), DAY)
    refuse(clock % (DAY // 2) == 0)
    pause = pen.seconds((1200, 5 * 3600)) if stop else 0
    slots = {"start": pen.clock(start), "end": pen.clock(clock), "day": _day_name(days)}
    if stop:
        slots["pause"] = duration(pause)
    return Facts(slots | zone_slots(pen, [here, there]), length - pause)


def _day_name(days: int) -> str:
    """Return the local date of an arrival, compared with that of the departure."""
    near = {
        -1: "on the calendar day before",
        0: "on the same calendar day",
        1: "on the next calendar day",
    }
    return near.get(days) or f"{days} calendar days later"
