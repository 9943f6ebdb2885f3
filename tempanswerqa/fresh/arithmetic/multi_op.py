"""Draws questions of several steps: rates, sums and averages of durations, regular schedules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from math import lcm

from tempanswerqa.fresh.arithmetic.dials import capped
from tempanswerqa.fresh.arithmetic.pen import LATEST, Facts, Pen, counted, duration, listed, timer
from tempanswerqa.fresh.item import refuse, stamp

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six")

CHORES = (
    # what is done with one thing, the thing, the plural, the least and most minutes that it takes
    *(("back up", "phone", "phones", 20, 100), ("bake", "cake", "cakes", 40, 100)),
    *(("carry", "box", "boxes", 2, 12), ("clean", "car", "cars", 20, 90)),
    *(("prepare", "postcard", "postcards", 3, 20), ("respond to", "letter", "letters", 5, 40)),
    *(("solve", "puzzle", "puzzles", 2, 20), ("declutter", "drawer", "drawers", 5, 40)),
)
"""Tasks of robots and of people."""

TASKS = (
    *CHORES,
    *(("build", "model", "models", 60, 480), ("finish", "lesson", "lessons", 30, 90)),
    *(("learn", "song", "songs", 30, 180), ("paint", "picture", "pictures", 60, 240)),
    *(("play", "game", "games", 10, 45), ("practice", "trick", "tricks", 5, 40)),
    *(("read", "chapter", "chapters", 10, 50), ("run", "mile", "miles", 6, 14)),
    *(("study", "page", "pages", 3, 15), ("write", "page", "pages", 15, 60)),
)
"""Tasks of people."""


def _work(pen: Pen, number: int, robot: bool) -> tuple[dict[str, str], int, int]:
    """Return the words of two kinds of tasks, and the seconds that one task of each takes."""
    (does, noun, nouns, *bounds), (does2, noun2, nouns2, *bounds2) = pen.rng.sample(
        CHORES if robot else TASKS, 2
    )
    article = pen.rng.choice(("a", "one"))
    each, each2 = (pen.seconds((60 * least, 60 * most)) for least, most in (bounds, bounds2))
    slots = {
        **{"do": does, "one": f"{article} {noun}", "nouns": nouns, "number": str(number)},
        **{"do2": does2, "one2": f"{article} {noun2}", "nouns2": nouns2},
        **{"each": duration(each), "each2": duration(each2)},
    }
    return slots, each, each2


def rate(pen: Pen, kinds: int = 1, robot: bool = False, setup: bool = False) -> Facts:
    """Return the time of one piece of each kind, their numbers, and what is spent once before."""
    numbers = [pen.among(pen.dials.pieces) for _ in range(kinds)]
    slots, *each = _work(pen, numbers[0], robot)
    total = sum(number * one for number, one in zip(numbers, each, strict=False))
    slots["number2"] = str(numbers[-1])
    if setup:
        pause = pen.seconds(pen.dials.pause)
        slots["setup"] = duration(pause)
        total += pause
    return Facts(slots, total)


def proportion(pen: Pen, robot: bool = False, rest: bool = False) -> Facts:
    """Return the time that some pieces take; the answer is that of another number, or the rest."""
    done, number = pen.rng.randint(2, 8), pen.among(pen.dials.pieces)
    slots, each, _ = _work(pen, number, robot)
    asked = number - done if rest else number
    refuse(asked < 2 or asked == done)
    return Facts(slots | {"done": str(done), "given": duration(done * each)}, asked * each)


def remaining(pen: Pen, robot: bool = False) -> Facts:
    """Return a total allowance less the time for a number of pieces."""
    number = pen.among(pen.dials.pieces)
    slots, each, _ = _work(pen, number, robot)
    hours = number * each // 3600 + pen.rng.randint(1, 6)
    return Facts(slots | {"hours": counted(hours, "hour")}, 3600 * hours - number * each)


def mean(pen: Pen, longest: int, spread: float = 0.6) -> Facts:
    """Return durations of about `longest` seconds at most, up to `spread` (a share) apart."""
    number = pen.among(pen.dials.parts)
    middle = pen.seconds(capped(pen.dials.event, longest))
    width = int(middle * spread)
    parts = [pen.seconds((middle - width, middle + width)) for _ in range(number)]
    parts[-1] -= sum(parts) % (number * pen.dials.grain)
    average = sum(parts) // number
    refuse(min(parts) < 30 or len(set(parts)) < number or average in parts)
    slots = {
        "word": NUMBER_WORDS[number],
        "times": listed([timer(part) for part in parts]),
        "runners": listed([f"runner{n} {timer(part)}" for n, part in enumerate(parts, 1)]),
    }
    return Facts(slots, average)


def missing(pen: Pen, longest: int) -> Facts:
    """Return an average of durations of at most `longest` seconds, of which one is missing."""
    number = max(3, pen.among(pen.dials.parts))
    bounds = capped(pen.dials.event, longest)
    parts = [pen.seconds(bounds) for _ in range(number)]
    parts[-1] += -sum(parts) % (number * pen.dials.grain)
    refuse(len(set(parts)) < number)
    slots = {
        "average": timer(sum(parts) // number),
        "times": listed([timer(part) for part in parts[:-1]]),
    }
    return Facts(slots, parts[-1])


def legs(pen: Pen, sign: int, most: Sequence[int]) -> Facts:
    """Return a clock time, and durations back (-1) or on (+1), of at most the minutes of `most`."""
    start = pen.time_of_day()
    parts = [pen.seconds(capped(pen.dials.leg, 60 * minutes)) for minutes in most]
    slots = {"start": pen.clock(start)}
    slots |= {f"part{place}": duration(part) for place, part in enumerate(parts, 1)}
    return Facts(slots, start + sign * sum(parts))


def next_time(pen: Pen, before: bool = False, most: int = 100) -> Facts:
    """Return a schedule of at most `most` days, and today; its next day, or the one before."""
    every, first = pen.among(capped(pen.dials.every, most)), pen.day()
    past = pen.among(pen.dials.rounds)
    today = first + timedelta(days=every * past + pen.rng.randint(1, every - 1))
    answer = first + timedelta(days=every * (past + (not before)))
    refuse(today.year > LATEST or answer in (first, today))
    return _schedule(pen, {"first": first, "today": today}, {"every": every}, answer)


def nth_time(pen: Pen) -> Facts:
    """Return the first day (round 1) and the period of a schedule; the day of a later round."""
    every, first = pen.among(pen.dials.every), pen.day()
    nth = 2 + pen.among(pen.dials.rounds)
    answer = first + timedelta(days=every * (nth - 1))
    return _schedule(pen, {"first": first}, {"every": every}, answer, nth=str(nth))


def together(pen: Pen) -> Facts:
    """Return two periods from one first day; the answer is the next day of both schedules."""
    every, other = pen.among(pen.dials.every), pen.among(pen.dials.every)
    both = lcm(every, other)
    refuse(both in (every, other) or both > 2500)
    first = pen.day()
    past = pen.among(pen.dials.meetings)
    today = first + timedelta(days=both * past + pen.rng.randint(1, both - 1))
    answer = first + timedelta(days=both * (past + 1))
    refuse(today.year > LATEST)
    numbers = {"every": every, "other": other}
    return _schedule(pen, {"first": first, "today": today}, numbers, answer)


def _schedule(
    pen: Pen, days: dict[str, date], numbers: dict[str, int], answer: date, **slots: str
) -> Facts:
    slots |= {name: pen.date(day) for name, day in days.items()}
    slots |= {name: str(number) for name, number in numbers.items()}
    return Facts(slots | {"label": pen.date(answer)}, stamp(answer))
