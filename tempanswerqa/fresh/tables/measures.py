"""Questions for an amount: years, months or days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from tempanswerqa.fresh.item import ordinal, refuse
from tempanswerqa.fresh.tables.facts import DAY, YEAR, Event, Span, full_years
from tempanswerqa.fresh.tables.record import Record
from tempanswerqa.fresh.tables.shapes import (
    FIRST_YEAR,
    LAST_YEAR,
    PRECISIONS,
    Draft,
    Shape,
    Slots,
    apart,
    birth,
    elapsed,
    measure,
    one_event,
    spans,
    two_events,
    written,
)

_Y = re.compile("(?<![aeiou])y$")
HINTS = {
    "years": (" (end year minus start year)", " (end minus start)"),
    "days": (" (not counting the last day)", " (without the last day)"),
}
"""The hints in questions, by unit, which settle whether both ends count."""


def gap(record: Record, unit: str) -> Draft:
    return _gap(*apart(record, record.rng.choice(PRECISIONS[unit])), record, unit)


def calendar_gap(record: Record, unit: str) -> Draft:
    first, last = apart(record, YEAR, DAY)
    refuse(first.precision == last.precision)
    slots: Slots = {"a": first.words, "b": last.words}
    return Draft(last.day.year - first.day.year, slots, "calendar_gap")


def _gap(first: Event, last: Event, record: Record, unit: str) -> Draft:
    called = measure(first.day, last.day, unit, record)
    slots: Slots = {"a": first.words, "b": last.words, "u": called}
    return Draft(elapsed(first.day, last.day, unit), slots, "gap")


def age(record: Record, unit: str) -> Draft:
    event = one_event(record, *((DAY,) if record.rng.random() < 0.8 else (YEAR, DAY)))
    refuse(event.words.subject)
    if event.precision == DAY:
        return _age(record, event.day, {"a": event.words}, "age")
    return Draft(event.day.year - birth(record).year, {"a": event.words}, "age_turned")


def _age(record: Record, day: date, slots: Slots, key: str) -> Draft:
    """Return the age on a day; it is uneven if the years alone give another."""
    born = birth(record)
    years = full_years(born, day)
    return Draft(years, slots, key, years != day.year - born.year)


def age_on(record: Record, unit: str) -> Draft:
    event = one_event(record, YEAR, DAY)
    birth(record)
    day = record.later(event.day, 10, 1000)
    refuse(day.year > LAST_YEAR or _too_late(record, day))
    return _age(record, day, {"day": written(record, day)}, "age_on")


def _too_late(record: Record, day: date) -> bool:
    """Return whether a day follows a death, after which nobody has an age."""
    return any(one.words.noun == "death" and day > one.day for one in record.moments)


def stated(record: Record, unit: str) -> Draft:
    """Return a length of time, or an age, that the table states."""
    fitting = [(noun, number) for noun, number, own in record.amounts if own == unit]
    refuse(not fitting)
    noun, number = record.rng.choice(fitting)
    return Draft(number, {"s": noun, "u": unit}, "stated_age" if noun == "age" else "stated")


def future(record: Record, unit: str) -> Draft:
    """Return an age in a later year, or the years from an event until then."""
    year = record.rng.randint(2030, 2060)
    if record.birth and record.alive and record.rng.random() < 0.7:
        age = year - record.birth.day.year
        refuse(age >= 100)
        return Draft(age, {"day": str(year)}, "age_future")
    event = one_event(record, YEAR)
    slots: Slots = {"a": event.words, "day": str(year), "u": unit}
    return Draft(year - event.day.year, slots, "until_future")


def _exact_spans(record: Record, unit: str) -> list[Span]:
    """Return two spans whose lengths in the unit follow from the table without rounding."""
    precision = {"years": YEAR, "days": DAY}[unit]
    fitting = [span for span in spans(record) if span.precision == precision]
    refuse(len(fitting) < 2)
    return record.rng.sample(fitting, 2)


def _length(span: Span, unit: str) -> int:
    return elapsed(span.start.day, span.end.day, unit)


def length(record: Record, unit: str) -> Draft:
    """Return the length of a span; for years often the gap of its ends, which has one count."""
    fitting = [span for span in spans(record) if span.precision == DAY or unit == "years"]
    refuse(not fitting)
    span = record.rng.choice(fitting)
    first, last = span.start.day, span.end.day
    if span.precision == YEAR and record.rng.random() < 0.85:
        return _gap(span.start, span.end, record, unit)
    hint = record.rng.choice(HINTS[unit]) if unit == "days" or span.precision == YEAR else ""
    refuse(not hint and elapsed(first, last + timedelta(1), unit) != _length(span, unit))
    slots: Slots = {"s": span.words, "u": measure(first, last, unit, record), "hint": hint}
    return Draft(_length(span, unit), slots, "length")


def total(record: Record, unit: str) -> Draft:
    first, second = _exact_spans(record, unit)
    slots: Slots = {"s": first.words, "t": second.words, "u": unit}
    slots["hint"] = record.rng.choice(HINTS[unit]).replace("the last", "each last")
    return Draft(_length(first, unit) + _length(second, unit), slots, "total")


def longer(record: Record, unit: str) -> Draft:
    short, long = sorted(_exact_spans(record, unit), key=lambda span: _length(span, unit))
    slots: Slots = {"s": long.words, "t": short.words, "u": unit}
    return Draft(_length(long, unit) - _length(short, unit), slots, "longer")


def _two_gaps(record: Record, unit: str) -> tuple[int, int, Slots]:
    """Return the shorter and the longer one of two gaps between four events."""
    precision = YEAR if unit == "years" else DAY  # so that no count is rounded
    pairs = [two_events(record, precision) for _ in range(2)]
    refuse(any(one.day == two.day for one, two in pairs) or len({*pairs[0], *pairs[1]}) < 4)
    gaps = [(elapsed(one.day, two.day, unit), one, two) for one, two in pairs]
    (short, c, d), (long, a, b) = sorted(gaps, key=lambda gap: gap[0])
    return short, long, {"a": a.words, "b": b.words, "c": c.words, "d": d.words, "u": unit}


def gap_longer(record: Record, unit: str) -> Draft:
    short, long, slots = _two_gaps(record, unit)
    return Draft(long - short, slots, "gap_longer")


def gap_total(record: Record, unit: str) -> Draft:
    short, long, slots = _two_gaps(record, unit)
    return Draft(long + short, slots, "gap_total")


def birthday(record: Record, unit: str) -> Draft:
    """Return the time from an event to a birthday some years from it, or the other way round."""
    event, born = one_event(record, DAY), birth(record)
    refuse(event.words.subject)
    reach = 2 if unit == "days" else 5
    years = full_years(born, event.day) + record.rng.randint(1 - reach, reach)
    refuse(not 0 < years < 90)
    day = born.replace(year=born.year + years)
    refuse(_too_late(record, day))
    first, last = sorted((event.day, day))
    called = measure(first, last, unit, record)
    slots: Slots = {"a": event.words, "nth": ordinal(years), "age": str(years), "u": called}
    key = "before_birthday" if day > event.day else "after_birthday"
    return Draft(elapsed(first, last, unit), slots, key)


def anniversary(record: Record, unit: str) -> Draft:
    """Return the time from an event to an anniversary of an earlier one."""
    first, last = apart(record, DAY)
    years = full_years(first.day, last.day) + record.rng.randint(1, 3)
    party = first.day.replace(year=first.day.year + years)
    called = measure(last.day, party, unit, record)
    slots: Slots = {"a": first.words, "b": last.words, "nth": ordinal(years), "u": called}
    return Draft(elapsed(last.day, party, unit), slots, "before_anniversary")


def given_date(record: Record, unit: str) -> Draft:
    """Return the time from an event to a date, or back; rare tables have few, as released ones."""
    refuse(record.rare and unit != "days" and record.rng.random() < 0.7)
    event = one_event(record, *((YEAR, DAY) if unit == "years" else (DAY,)))
    reach = {"days": record.rng.choice((30, 800)), "months": 1_200, "years": 20_000}[unit]
    ago = record.rng.random() < 0.9
    day = record.later(event.day, 5, reach) if ago else record.later(event.day, -reach, -5)
    if event.precision == YEAR:
        day = day.replace(month=1, day=1)
    refuse(not FIRST_YEAR <= day.year <= LAST_YEAR)
    first, last = sorted((event.day, day))
    told = str(day.year) if event.precision == YEAR else written(record, day)
    slots: Slots = {"a": event.words, "day": told, "u": measure(first, last, unit, record)}
    return Draft(elapsed(first, last, unit), slots, "until_date" if ago else "since_date")


def year_edge(record: Record, unit: str) -> Draft:
    event = one_event(record, DAY)
    day, slots = event.day, {"a": event.words}
    if record.rng.random() < 0.5:
        return Draft((date(day.year, 12, 31) - day).days, slots, "year_end")
    return Draft((day - date(day.year, 1, 1)).days, slots, "year_start")


def dry_spell(record: Record, unit: str) -> Draft:
    refuse(not record.series)
    series = record.rng.choice(record.series)
    refuse(len(series.years) < 3)
    gaps = [later - earlier for earlier, later in pairwise(series.years)]
    several = f"{_Y.sub('ie', series.words.noun)}s"
    return Draft(max(gaps), {"s": several}, "dry_spell")


def next_time(record: Record, unit: str) -> Draft:
    refuse(not record.series)
    series = record.rng.choice(record.series)
    position = record.rng.randrange(len(series.years) - 1)
    first, following = series.years[position : position + 2]
    slots: Slots = {"s": series.words.noun, "y": str(first)}
    return Draft(following - first, slots, "next_time")


AMOUNTS = ("years", "months", "days")

SHAPES: Sequence[Shape] = (
    Shape(age, ("years",), 12),
    Shape(gap, AMOUNTS, 6),
    Shape(length, AMOUNTS, 3),
    Shape(next_time, ("years",), 0.3),
    Shape(given_date, AMOUNTS, 1.6),
    Shape(year_edge, ("days",), 0.6),
    Shape(calendar_gap, ("years",), 0.3),
    Shape(age_on, ("years",), 0.2, steps=2),
    Shape(longer, ("years", "days"), 1),
    Shape(total, ("years", "days"), 0.2),
    Shape(birthday, AMOUNTS, 0.6),
    Shape(anniversary, AMOUNTS, 0.2),
    Shape(dry_spell, ("years",), 0.1),
    Shape(gap_longer, ("years", "days"), 0.3),
    Shape(gap_total, ("years", "days"), 0.2),
    Shape(stated, AMOUNTS, 0.6, steps=1),
    Shape(future, ("years",), 0.3, steps=2),
)
