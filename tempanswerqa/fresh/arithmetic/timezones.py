"""Draws questions on the local time in another time zone."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from tempanswerqa.fresh.arithmetic.dials import Range
from tempanswerqa.fresh.arithmetic.pen import DAY, Facts, Make, Pen, duration, timer

_START = datetime(2001, 1, 10)


def drawn_offsets(pen: Pen, number: int) -> list[int]:
    """Return `number` different offsets in minutes."""
    while True:
        found = [pen.rng.choice(pen.dials.offsets) for _ in range(number)]
        if len(set(found)) == number:
            return found


def local_moment(seconds: int, offset: int) -> datetime:
    zone = timezone(timedelta(minutes=offset))
    return _START.replace(tzinfo=zone) + timedelta(seconds=seconds)


def clock_reading(moment: datetime, offset: int) -> float:
    """Return the seconds from midnight of the start day to the local time of a moment."""
    local = moment.astimezone(timezone(timedelta(minutes=offset)))
    return (local.replace(tzinfo=None) - _START).total_seconds()


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


def convert(sign: int = 0, bounds: Range = (600, 15 * 3600)) -> Make:
    """Return a function that draws a clock time; the answer is another place's, earlier (-1), at
    the same moment (0) or later (+1).
    """

    def make(pen: Pen) -> Facts:
        start = pen.time_of_day()
        here, there = drawn_offsets(pen, 2)
        length = pen.seconds(bounds)
        moment = local_moment(start, here) + sign * timedelta(seconds=length)
        slots = {"start": pen.clock(start), "length": duration(length)}
        return Facts(slots | zone_slots(pen, [here, there]), clock_reading(moment, there))

    return make


def relative(signs: tuple[int, ...]) -> Make:
    """Return a function that draws a clock time, and how far each place is ahead (+1) of the place
    before it or behind (-1).
    """

    def make(pen: Pen) -> Facts | None:
        start, moment = pen.time_of_day(), _START
        slots = {"start": pen.clock(start)}
        for place, sign in enumerate(signs, 1):
            here, there = drawn_offsets(pen, 2)
            gap = timedelta(minutes=abs(here - there))
            if gap > timedelta(hours=13):
                return None
            moment += sign * gap
            slots[f"gap{place}"] = duration(int(gap.total_seconds()))
        if not timedelta(0) < abs(moment - _START) <= timedelta(hours=24):
            return None
        return Facts(slots, (moment + timedelta(seconds=start) - _START).total_seconds())

    return make


def flight(sign: int, stop: bool = False, hours_per_zone: float = 1) -> Make:
    """Return a function that draws a flight and its departure or, with -1, its arrival."""

    def make(pen: Pen) -> Facts:
        start = pen.time_of_day(to_the_minute=True)
        here, there, length = trip(pen, (65 * 60, 15 * 3600), hours_per_zone)
        lengths = [length + -length % 60]
        if stop:
            lengths += [60 * pen.rng.randint(45, 6 * 60), 60 * pen.rng.randint(65, 9 * 60)]
        moment = local_moment(start, here) + sign * timedelta(seconds=sum(lengths))
        slots = {"start": pen.clock(start)}
        slots |= {f"length{place}": timer(length) for place, length in enumerate(lengths, 1)}
        return Facts(slots | zone_slots(pen, [here, there]), clock_reading(moment, there) / 60)

    return make
