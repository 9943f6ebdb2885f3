"""Draws questions that ask how much time lies between clock times."""

from __future__ import annotations

from tempanswerqa.fresh.arithmetic.pen import DAY, Facts, Make, Pen, duration

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
