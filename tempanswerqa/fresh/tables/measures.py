"""Questions for an amount: years, months or days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from tempanswerqa.fresh.numerals import ordinal
from tempanswerqa.fresh.tables import calendar_text as text
from tempanswerqa.fresh.tables.facts import DAY, YEAR, Event, Span
from tempanswerqa.fresh.tables.record import Record
from tempanswerqa.fresh.tables.shapes import (
    FIRST_YEAR,
    LAST_YEAR,
    PRECISIONS,
    Finder,
    Found,
    Shape,
    Slots,
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


def gap(record: Record, unit: str) -> Found | None:
    return _gap(two_events(record, (record.rng.choice(PRECISIONS[unit]),)), record, unit)


def calendar_gap(record: Record, unit: str) -> Found | None:
    pair = two_events(record, (YEAR, DAY))
    if pair is None or pair[0].precision == pair[1].precision:
        return None
    first, last = pair
    slots: Slots = {"a": first.words, "b": last.words}
    return Found(last.day.year - first.day.year, slots, "calendar_gap")


def _gap(pair: tuple[Event, Event] | None, record: Record, unit: str) -> Found | None:
    if pair is None:
        return None
    first, last = pair
    called = measure(first.day, last.day, unit, record)
    slots: Slots = {"a": first.words, "b": last.words, "u": called}
    return Found(elapsed(first.day, last.day, unit), slots, "gap")


def age(record: Record, unit: str) -> Found | None:
    event = one_event(record, (DAY,) if record.rng.random() < 0.8 else (YEAR, DAY))
    if record.birth is None or event is None or event.words.subject:
        return None
    if event.precision == DAY:
        years = text.full_years(record.birth.day, event.day)
        uneven = years != event.day.year - record.birth.day.year
        return Found(years, {"a": event.words}, "age", uneven)
    years = event.day.year - record.birth.day.year
    return Found(years, {"a": event.words}, "age_turned")


def age_on(record: Record, unit: str) -> Found | None:
    event = one_event(record, (YEAR, DAY))
    if record.birth is None or event is None:
        return None
    day = record.later(event.day, 10, 1000)
    if day.year > LAST_YEAR or any(day > last for last in _ends(record)):
        return None
    answer = text.full_years(record.birth.day, day)
    uneven = answer != day.year - record.birth.day.year
    return Found(answer, {"day": written(record, day)}, "age_on", uneven)


def _ends(record: Record) -> list[date]:
    """Return the days of deaths, after which nobody has an age."""
    return [moment.day for moment in record.moments if moment.words.noun == "death"]


def stated(record: Record, unit: str) -> Found | None:
    """Return a length of time, or an age, that the table states."""
    fitting = [(noun, number) for noun, number, own in record.amounts if own == unit]
    if not fitting:
        return None
    noun, number = record.rng.choice(fitting)
    return Found(number, {"s": noun, "u": unit}, "stated_age" if noun == "age" else "stated")


def future(record: Record, unit: str) -> Found | None:
    """Return an age in a later year, or the years from an event until then."""
    year = record.rng.randint(2030, 2060)
    if record.birth and record.alive and record.rng.random() < 0.7:
        age = year - record.birth.day.year
        return Found(age, {"day": str(year)}, "age_future") if age < 100 else None
    event = one_event(record, (YEAR,))
    if event is None:
        return None
    slots: Slots = {"a": event.words, "day": str(year), "u": unit}
    return Found(year - event.day.year, slots, "until_future")


def _exact_spans(record: Record, unit: str, count: int) -> list[Span] | None:
    """Return spans whose lengths in the unit follow from the table without rounding, None without
    enough of them.
    """
    precision = {"years": YEAR, "days": DAY}.get(unit, "")
    fitting = [span for span in spans(record) if span.precision == precision]
    return record.rng.sample(fitting, count) if len(fitting) >= count else None


def _length(span: Span, unit: str) -> int:
    return elapsed(span.start.day, span.end.day, unit)


def length(record: Record, unit: str) -> Found | None:
    """Return the length of a span. For years without days it is often the gap from start to end, as
    that has only one count.
    """
    fitting = [span for span in spans(record) if span.precision == DAY or unit == "years"]
    if not fitting:
        return None
    span = record.rng.choice(fitting)
    first, last = span.start.day, span.end.day
    if span.precision == YEAR and record.rng.random() < 0.85:
        return _gap((span.start, span.end), record, unit)
    hint = record.rng.choice(HINTS[unit]) if unit == "days" or span.precision == YEAR else ""
    if not hint and elapsed(first, last + timedelta(1), unit) != _length(span, unit):
        return None
    slots: Slots = {"s": span.words, "u": measure(first, last, unit, record), "hint": hint}
    return Found(_length(span, unit), slots, "length")


def total(record: Record, unit: str) -> Found | None:
    chosen = _exact_spans(record, unit, 2)
    if chosen is None:
        return None
    first, second = chosen
    slots: Slots = {"s": first.words, "t": second.words, "u": unit}
    slots["hint"] = record.rng.choice(HINTS[unit]).replace("the last", "each last")
    return Found(_length(first, unit) + _length(second, unit), slots, "total")


def longer(record: Record, unit: str) -> Found | None:
    chosen = _exact_spans(record, unit, 2)
    if chosen is None:
        return None
    short, long = sorted(chosen, key=lambda span: _length(span, unit))
    slots: Slots = {"s": long.words, "t": short.words, "u": unit}
    return Found(_length(long, unit) - _length(short, unit), slots, "longer")


def _two_gaps(sign: int, key: str) -> Finder:
    """Return the finder of two gaps between four events: of their sum, or of their difference."""

    def find(record: Record, unit: str) -> Found | None:
        precision = YEAR if unit == "years" else DAY  # so that no count is rounded
        drawn = [two_events(record, (precision,)) for _ in range(2)]
        pairs = [pair for pair in drawn if pair]
        if len(pairs) < 2 or len({event for pair in pairs for event in pair}) < 4:
            return None
        gaps = [(elapsed(one.day, two.day, unit), one, two) for one, two in pairs]
        (short, c, d), (long, a, b) = sorted(gaps, key=lambda found: found[0])
        slots: Slots = {"a": a.words, "b": b.words, "c": c.words, "d": d.words, "u": unit}
        return Found(long + sign * short, slots, key)

    return find


gap_longer, gap_total = _two_gaps(-1, "gap_longer"), _two_gaps(1, "gap_total")


def birthday(record: Record, unit: str) -> Found | None:
    """Return the time from an event to a birthday some years from it, or the other way round."""
    event = one_event(record, (DAY,))
    if event is None or record.birth is None or event.words.subject:
        return None
    reach = 2 if unit == "days" else 5
    years = text.full_years(record.birth.day, event.day) + record.rng.randint(1 - reach, reach)
    if not 0 < years < 90:
        return None
    day = record.birth.day.replace(year=record.birth.day.year + years)
    if any(day > last for last in _ends(record)):
        return None
    first, last = sorted((event.day, day))
    called = measure(first, last, unit, record)
    slots: Slots = {"a": event.words, "nth": ordinal(years), "age": str(years), "u": called}
    key = "before_birthday" if day > event.day else "after_birthday"
    return Found(elapsed(first, last, unit), slots, key)


def anniversary(record: Record, unit: str) -> Found | None:
    """Return the time from an event to an anniversary of an earlier one."""
    pair = two_events(record, (DAY,))
    if pair is None:
        return None
    first, last = pair
    years = text.full_years(first.day, last.day) + record.rng.randint(1, 3)
    party = first.day.replace(year=first.day.year + years)
    slots: Slots = {
        "a": first.words,
        "b": last.words,
        "nth": ordinal(years),
        "u": measure(last.day, party, unit, record),
    }
    return Found(elapsed(last.day, party, unit), slots, "before_anniversary")


def given_date(record: Record, unit: str) -> Found | None:
    """Return the time from an event to a date of the question, or sometimes the other way.

    Rare tables have few such questions, like the released ones.
    """
    if record.rare and unit != "days" and record.rng.random() < 0.7:
        return None
    event = one_event(record, (YEAR, DAY) if unit == "years" else (DAY,))
    if event is None:
        return None
    reach = {"days": record.rng.choice((30, 800)), "months": 1_200, "years": 20_000}[unit]
    ago = record.rng.random() < 0.9
    day = record.later(event.day, 5, reach) if ago else record.later(event.day, -reach, -5)
    if event.precision == YEAR:
        day = day.replace(month=1, day=1)
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        return None
    first, last = sorted((event.day, day))
    told = str(day.year) if event.precision == YEAR else written(record, day)
    slots: Slots = {"a": event.words, "day": told, "u": measure(first, last, unit, record)}
    return Found(elapsed(first, last, unit), slots, "until_date" if ago else "since_date")


def year_edge(record: Record, unit: str) -> Found | None:
    event = one_event(record, (DAY,))
    if event is None:
        return None
    slots: Slots = {"a": event.words}
    of_year = event.day.timetuple().tm_yday
    if record.rng.random() < 0.5:
        left = date(event.day.year, 12, 31).timetuple().tm_yday - of_year
        return Found(left, slots, "year_end")
    return Found(of_year - 1, slots, "year_start")


def dry_spell(record: Record, unit: str) -> Found | None:
    if not record.series:
        return None
    series = record.rng.choice(record.series)
    if len(series.years) < 3:
        return None
    gaps = [later - earlier for earlier, later in pairwise(series.years)]
    several = f"{_Y.sub('ie', series.words.noun)}s"
    return Found(max(gaps), {"s": several}, "dry_spell")


def next_time(record: Record, unit: str) -> Found | None:
    if not record.series:
        return None
    series = record.rng.choice(record.series)
    position = record.rng.randrange(len(series.years) - 1)
    first, following = series.years[position : position + 2]
    slots: Slots = {"s": series.words.noun, "y": str(first)}
    return Found(following - first, slots, "next_time")


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
