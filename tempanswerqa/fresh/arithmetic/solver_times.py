"""Solves questions on clock times, durations, rates and time zones."""

from __future__ import annotations

import re

from tempanswerqa.fresh.arithmetic.solver_reading import TextReading
from tempanswerqa.fresh.solving import DAY


def stretches(reading: TextReading, *signs: int) -> float:
    """Return the signed sum of the times between clock times, minus the pauses."""
    times = reading.of("T")
    pairs = zip(times[::2], times[1::2], signs, strict=True)
    whole = sum(sign * ((end - start) % DAY) for start, end, sign in pairs)
    return whole - sum(reading.of("L"))


def reversed_stretch(reading: TextReading) -> float:
    end, start = reading.values
    return (end - start) % DAY


def nights(reading: TextReading, number: int | None) -> float:
    """Return the time to a clock time `number` (None: as the text says) days on."""
    start, end = reading.of("T")
    nights = reading.values[1][0] if number is None else number
    return nights * DAY + end - start


def products(reading: TextReading, *terms: tuple[int, ...]) -> float:
    """Return a sum of products; a term has its sign and the places of its values."""
    total = 0
    for sign, *places in terms:
        product = sign
        for place in places:
            value = reading.values[place]
            product *= value[0] if isinstance(value, tuple) else value
        total += product
    return total


def proportion(
    reading: TextReading, given: int, done: int, number: int, rest: bool = False
) -> float | None:
    """Return the time of all pieces (or of the rest), from the time of some."""
    values = reading.values
    pieces = values[number] - (values[done] if rest else 0)
    each, over = divmod(values[given], values[done])
    return None if over else each * pieces


def mean(reading: TextReading) -> float | None:
    average, over = divmod(sum(reading.values), len(reading.values))
    return None if over else average


def missing(reading: TextReading) -> float:
    average, *others = reading.values
    return average * (len(others) + 1) - sum(others)


def clock(reading: TextReading, sign: int) -> float:
    """Return the clock time after all lengths are added (+1) or subtracted (-1)."""
    (start,) = reading.of("T")
    return start + sign * sum(reading.of("L"))


def elsewhere(reading: TextReading, sign: int, source: int = 0, per: int = 1) -> float:
    """Return the time of `clock` in the other zone, in units of `per` seconds."""
    zones = reading.of("Z")
    gap = 60 * (zones[1 - source] - zones[source])
    return (clock(reading, sign) + gap) / per


_AHEAD = re.compile(r"@L (?:(ahead)|behind)")


def told_gaps(reading: TextReading) -> float | None:
    (start,) = reading.of("T")
    told = [1 if ahead else -1 for ahead in _AHEAD.findall(reading.text)]
    gaps = reading.of("L")
    if len(told) != len(gaps):
        return None
    return start + sum(sign * gap for sign, gap in zip(told, gaps, strict=True))


def widest(reading: TextReading, per: int = 1) -> float:
    return (max(reading.values) - min(reading.values)) / per


def moved_gap(reading: TextReading, *places: int) -> float:
    """Return the minutes between zones; `places` are those of zone, change, zone and change."""
    first, change, second, other = (dict(enumerate(reading.values)).get(n, 0) for n in places)
    return abs(first + change // 60 - second - other // 60)


def journey(reading: TextReading, days: int | None) -> float:
    """Return the time of a journey over `days` (None: as the text says) dates."""
    (departure, arrival), (here, there) = reading.of("T"), reading.of("Z")
    dates = reading.values[2] if days is None else days
    ahead = 60 * (there - here)
    return dates * DAY + arrival - departure - ahead - sum(reading.of("L"))


def told_minutes(reading: TextReading) -> float:
    return sum(reading.values) / 60
