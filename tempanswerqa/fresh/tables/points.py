"""Questions for a point in time: a calendar year or a date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from dateutil.relativedelta import relativedelta

from tempanswerqa.fresh.item import ordinal, refuse
from tempanswerqa.fresh.tables.facts import DAY, YEAR, full_years
from tempanswerqa.fresh.tables.record import Record
from tempanswerqa.fresh.tables.shapes import Draft, Shape, Slots, apart, birth, one_event


def _direction(record: Record) -> tuple[int, dict[str, str]]:
    if record.rng.random() < 0.5:
        return 1, {"way": "after", "later": "later"}
    return -1, {"way": "before", "later": "earlier"}


def _draft(day: date, unit: str, slots: Slots, name: str) -> Draft:
    """Return the question for a day, or for its year if that is the unit."""
    if unit == "date":
        return Draft(day, slots, f"date_{name}")
    return Draft(day.year, slots, f"year_{name}")


def of_event(record: Record, unit: str) -> Draft:
    event = one_event(record, DAY if unit == "date" else YEAR)
    return _draft(event.day, unit, {"a": event.words}, "of")


def anniversary(record: Record, unit: str) -> Draft:
    exact = unit == "date"
    event = one_event(record, *((DAY,) if exact else (YEAR, DAY)))
    years = record.rng.randint(2, 50) if exact else record.rng.randint(3, 60)
    slots: Slots = {"a": event.words, "nth": ordinal(years)}
    return _draft(event.day.replace(year=event.day.year + years), unit, slots, "anniversary")


def birthday(record: Record, unit: str) -> Draft:
    born, last = birth(record), max(event.day for event in record.events)
    most = full_years(born, last) - 1
    refuse(most <= 10)
    age = record.rng.randint(10, most)
    day = born.replace(year=born.year + age)
    return _draft(day, unit, {"age": str(age), "nth": ordinal(age)}, "birthday")


def year_shifted(record: Record, unit: str) -> Draft:
    event = one_event(record, YEAR, DAY)
    sign, words = _direction(record)
    years = record.rng.randint(3, 45)
    later = record.rng.random() < 0.5
    key = "year_later" if later else "year_shifted"
    slots: Slots = {"a": event.words, "n": str(years), **words}
    return Draft(event.day.year + sign * years, slots, key)


def halfway(record: Record, unit: str) -> Draft:
    pair = apart(record, YEAR, DAY)
    first, last = (event.day.year for event in pair)
    refuse((first + last) % 2 or first == last)
    slots: Slots = {"a": pair[0].words, "b": pair[1].words}
    return Draft((first + last) // 2, slots, "halfway")


def extreme(record: Record, unit: str) -> Draft:
    """Return the begin or end of the longest or shortest span of a group."""
    groups = [(group, group.edges) for group in record.groups if len(group.spans) > 1]
    told = [(group, edges) for group, edges in groups if edges]
    refuse(not told)
    group, (begin, leave) = record.rng.choice(told)
    ranked = sorted(group.spans, key=lambda span: span.end.day - span.start.day)
    years = [span.end.day.year - span.start.day.year for span in ranked]
    most = record.rng.choice(("longest", "shortest"))
    place, rival = (-1, -2) if most == "longest" else (0, 1)
    refuse(years[place] == years[rival])
    slots: Slots = {"begin": begin, "leave": leave, "held": group.held, "most": most}
    span = ranked[place]
    if record.rng.random() < 0.5:
        return Draft(span.start.day.year, slots, "extreme")
    return Draft(span.end.day.year, slots, "extreme_end")


def date_shifted(record: Record, unit: str) -> Draft:
    event = one_event(record, DAY)
    rng = record.rng
    sign, words = _direction(record)
    unit = rng.choice(("days", "days", "weeks", "months", "years"))
    number = rng.randint(*{"days": (6, 120), "weeks": (2, 20)}.get(unit, (2, 11)))
    step: dict[str, Any] = {unit: sign * number}
    day = event.day + relativedelta(**step)
    later = rng.random() < 0.4
    key = "date_later" if later else "date_shifted"
    return Draft(day, {"a": event.words, "n": str(number), "u": unit, **words}, key)


def date_halfway(record: Record, unit: str) -> Draft:
    pair = apart(record, DAY)
    first, last = (event.day for event in pair)
    half, odd = divmod((last - first).days, 2)
    refuse(odd or half > 700)
    slots: Slots = {"a": pair[0].words, "b": pair[1].words}
    return Draft(first + timedelta(half), slots, "date_halfway")


def most(record: Record, unit: str) -> Draft:
    """Return the one most frequent year of the lists; None without one or a counted event."""
    first, second, *_ = *Counter(record.listed).most_common(2), (0, 0), (0, 0)
    refuse(first[1] == second[1] or not record.counted)
    verb, _, noun = record.counted.partition(" ")
    return Draft(first[0], {"v": verb, "s": noun}, "most")


YEARS, DATES = ("date_years",), ("date",)

SHAPES: Sequence[Shape] = (
    Shape(of_event, YEARS, 10, steps=2),
    Shape(year_shifted, YEARS, 0.4),
    Shape(birthday, YEARS, 0.7, steps=2),
    Shape(anniversary, YEARS, 0.4),
    Shape(extreme, YEARS, 0.7),
    Shape(most, YEARS, 20, steps=1),
    Shape(halfway, YEARS, 0.2, invented=True),
    Shape(of_event, DATES, 3, steps=2),
    Shape(birthday, DATES, 0.7, steps=2),
    Shape(date_shifted, DATES),
    Shape(anniversary, DATES),
    Shape(date_halfway, DATES, 0.4, invented=True),
)
