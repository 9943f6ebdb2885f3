"""Draws questions on the distance between time zones, or between events in them."""

from __future__ import annotations

from datetime import timedelta

from tempanswerqa.fresh.arithmetic.dials import Range
from tempanswerqa.fresh.arithmetic.pen import DAY, Facts, Make, Pen, duration
from tempanswerqa.fresh.arithmetic.timezones import (
    clock_reading,
    drawn_offsets,
    local_moment,
    trip,
    zone_slots,
)

_LATEST = 14 * 60
"""The largest offset from UTC, in minutes."""


def zone_gap(pen: Pen) -> Facts:
    """Return two offsets; the answer is the difference between them."""
    here, there = drawn_offsets(pen, 2)
    return Facts(zone_slots(pen, [here, there]), abs(here - there))


def widest(pen: Pen) -> Facts:
    """Return three offsets; the answer is the largest difference between them."""
    offsets = drawn_offsets(pen, 3)
    return Facts(zone_slots(pen, offsets), max(offsets) - min(offsets))


def moved_clocks(places: int = 1) -> Make:
    """Return a function that draws two offsets, of which the first, or each, is then changed."""

    def make(pen: Pen) -> Facts | None:
        offsets = drawn_offsets(pen, 2)
        slots = zone_slots(pen, offsets)
        for place in range(places):
            change = pen.rng.choice(pen.dials.clock_changes)
            offsets[place] += change
            slots[f"change{place + 1}"] = duration(60 * change)
        here, there = offsets
        if max(offsets) > _LATEST or here == there:
            return None
        return Facts(slots, abs(here - there))

    return make


def two_clocks(pen: Pen) -> Facts | None:
    """Return the local times of two places at one moment of one calendar day."""
    here, there = drawn_offsets(pen, 2)
    start = pen.time_of_day(to_the_minute=True)
    other = start + 60 * (there - here)
    if not 0 < other < DAY or other == DAY // 2:
        return None
    return Facts({"start": pen.clock(start), "end": pen.clock(other)}, abs(there - here))


def chain(pen: Pen) -> Facts | None:
    """Return by how much the second of three places is ahead of the first and behind the third."""
    zones = drawn_offsets(pen, 3)
    first, second, third = zones
    if second < first or third < second or third - first >= DAY // 60:
        return None
    slots = {"gap1": duration(60 * (second - first)), "gap2": duration(60 * (third - second))}
    return Facts(slots, third - first)


def journey(bounds: Range, hours_per_zone: float, stop: bool = False) -> Make:
    """Return a function that draws local times of departure and arrival, with or without a stop."""

    def make(pen: Pen) -> Facts | None:
        start = pen.time_of_day()
        here, there, seconds = trip(pen, bounds, hours_per_zone)
        length = timedelta(seconds=seconds)
        arrival = clock_reading(local_moment(start, here) + length, there)
        days, clock = divmod(int(arrival), DAY)
        if clock % (DAY // 2) == 0:
            return None
        pause = timedelta(seconds=pen.seconds((1200, 5 * 3600)) if stop else 0)
        slots = {"start": pen.clock(start), "end": pen.clock(clock), "day": _day_name(days)}
        if stop:
            slots["pause"] = duration(int(pause.total_seconds()))
        return Facts(slots | zone_slots(pen, [here, there]), (length - pause).total_seconds())

    return make


def _day_name(days: int) -> str:
    """Return the local date of an arrival, compared with that of the departure."""
    near = {
        -1: "on the calendar day before",
        0: "on the same calendar day",
        1: "on the next calendar day",
    }
    return near.get(days) or f"{days} calendar days later"
