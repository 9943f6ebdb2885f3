"""Draws questions of several steps on rates, sums and averages of durations."""

from __future__ import annotations

from datetime import timedelta

from tempanswerqa.fresh.arithmetic.dials import Range, capped
from tempanswerqa.fresh.arithmetic.pen import (
    Facts,
    Make,
    Pen,
    counted,
    duration,
    listed,
    timer,
)
from tempanswerqa.fresh.arithmetic.words import NUMBER_WORDS, TASKS


def _work(pen: Pen, number: int) -> dict[str, str]:
    """Return the slots of two kinds of tasks, with the number of tasks of the first kind."""
    (does, noun, nouns), (does2, noun2, nouns2) = pen.rng.sample(TASKS, 2)
    article = pen.rng.choice(("a", "one"))
    return {
        **{"do": does, "one": f"{article} {noun}", "nouns": nouns, "number": str(number)},
        **{"do2": does2, "one2": f"{article} {noun2}", "nouns2": nouns2},
    }


def rate(long: bool = False, setup: bool = False) -> Make:
    """Return a function that draws the time of one piece, and the number of pieces."""

    def make(pen: Pen) -> Facts:
        each = pen.seconds(_item(pen, long))
        number = pen.among(pen.dials.pieces)
        slots = _work(pen, number) | {"each": duration(each)}
        total = number * each
        return _prepared(pen, slots, total) if setup else Facts(slots, total)

    return make


def _prepared(pen: Pen, slots: dict[str, str], total: int) -> Facts:
    """Return facts with these slots and this total, plus a setup time that is spent once."""
    setup = pen.seconds(capped(pen.dials.item, 3600))
    return Facts(slots | {"setup": duration(setup)}, total + setup)


def _item(pen: Pen, long: bool) -> Range:
    return pen.dials.long_item if long else pen.dials.item


def proportion(long: bool = False, rest: bool = False) -> Make:
    """Return a function that draws the time of some pieces; the answer is the time of another
    number of pieces, or of the rest.
    """

    def make(pen: Pen) -> Facts | None:
        done, number = pen.rng.randint(2, 8), pen.among(pen.dials.pieces)
        each = pen.seconds(_item(pen, long))
        asked = number - done if rest else number
        if asked < 2 or asked == done:
            return None
        slots = _work(pen, number) | {"done": str(done), "given": duration(done * each)}
        return Facts(slots, asked * each)

    return make


def mixture(long: bool = False, setup: bool = False) -> Make:
    """Return a function that draws tasks of two kinds, with or without a setup time."""

    def make(pen: Pen) -> Facts:
        first, second = (pen.seconds(_item(pen, long)) for _ in range(2))
        number, number2 = (pen.among(pen.dials.pieces) for _ in range(2))
        slots = _work(pen, number)
        slots |= {"each": duration(first), "each2": duration(second), "number2": str(number2)}
        total = number * first + number2 * second
        return _prepared(pen, slots, total) if setup else Facts(slots, total)

    return make


def remaining(long: bool = False) -> Make:
    """Return a function that draws the time that is left of a total after a number of pieces."""

    def make(pen: Pen) -> Facts | None:
        each = pen.seconds(_item(pen, long))
        number = pen.among(pen.dials.pieces)
        hours = number * each // 3600 + pen.rng.randint(1, 6)
        slots = _work(pen, number) | {"each": duration(each), "hours": counted(hours, "hour")}
        return Facts(slots, 3600 * hours - number * each)

    return make


_LONGEST_MEAN = 5 * 3600
"""The approximate largest duration, in seconds, of events that are averaged."""


def mean(spread: float = 0.6, longest: int = _LONGEST_MEAN) -> Make:
    """Return a function that draws durations with a whole average; `spread` limits their shares."""

    def make(pen: Pen) -> Facts | None:
        number = pen.among(pen.dials.parts)
        middle = pen.seconds(capped(pen.dials.long_item, longest))
        width = int(middle * spread)
        parts = [pen.seconds((middle - width, middle + width)) for _ in range(number)]
        parts[-1] -= sum(parts) % (number * pen.dials.grain)
        average = timedelta(seconds=sum(parts)) / number
        if min(parts) < 30 or len(set(parts)) < number or average.total_seconds() in parts:
            return None
        slots = {
            "word": NUMBER_WORDS[number],
            "times": listed([timer(part) for part in parts]),
            "runners": listed([f"runner{n} {timer(part)}" for n, part in enumerate(parts, 1)]),
        }
        return Facts(slots, average.total_seconds())

    return make


def missing(pen: Pen) -> Facts | None:
    """Return the average of several durations and all but one of them, which is the answer."""
    number = max(3, pen.among(pen.dials.parts))
    bounds = capped(pen.dials.long_item, _LONGEST_MEAN)
    parts = [pen.seconds(bounds) for _ in range(number)]
    parts[-1] += -sum(parts) % (number * pen.dials.grain)
    if len(set(parts)) < number:
        return None
    slots = {
        "average": timer(sum(parts) // number),
        "times": listed([timer(part) for part in parts[:-1]]),
    }
    return Facts(slots, parts[-1])
