"""Questions of the local time in another time zone."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from tempanswerqa.fresh.arithmetic.dials import Range
from tempanswerqa.fresh.arithmetic.pen import DAY, Facts, Make, Pen, duration, timer

_START = datetime(2001, 1, 10)


def drawn_offsets(pen: Pen, number: int) -> list[int]:
    """Return different offsets in minutes."""
    while True:
        found = [pen.rng.choice(pen.dials.offsets) for _ in range(number)]
        if len(set(found)) == number:
            return found


def local_moment(seconds: int, offset: int) -> datetime:
    zone = timezone(timedelta(minutes=offset))
    return _START.replace(tzinfo=zone) + timedelta(seconds=seconds)


def clock_reading(moment: datetime, offset: int) -> float:
    """Return the seconds from midnight of the start day to what clocks show there."""
    local = moment.astimezone(timezone(timedelta(minutes=offset)))
    return (local.replace(tzinfo=None) - _START).total_seconds()


def zone_slots(pen: Pen, offsets: list[int]) -> dict[str, str]:
    return {f"zone{place}": pen.zone(offset) for place, offset in enumerate(offsets, 1)}


def trip(pen: Pen, bounds: Range, hours_per_zone: float) -> tuple[int, int, int]:
    """Return the offsets of both ends and a time under way that is long enough for what lies
    between.

    Zones an hour apart are about 1000 km apart, the shorter way round the globe.
    """
    while True:
        here, there = drawn_offsets(pen, 2)
        length = pen.seconds(bounds)
        apart = abs(here - there)
        if length >= 60 * hours_per_zone * min(apart, DAY // 60 - apart):
            return here, there, length


def convert(sign: int = 0, bounds: Range = (600, 15 * 3600)) -> Make:
    """Return a clock time in one place; that in another, some time before (-1) or after (+1)."""

    def make(pen: Pen) -> Facts:
        start = pen.time_of_day()
        here, there = drawn_offsets(pen, 2)
        length = pen.seconds(bounds)
        moment = local_moment(start, here) + sign * timedelta(seconds=length)
        slots = {"start": pen.clock(start), "length": duration(length)}
        return Facts(slots | zone_slots(pen, [here, there]), clock_reading(moment, there))

    return make


def relative(signs: tuple[int, ...]) -> Make:
    """Return a clock time, and how far the clocks of each place are ahead (+1) of the one
    before.
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
    """Return a departure and a time in the air, or an arrival (-1); the other end is asked for."""

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
