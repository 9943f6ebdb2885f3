"""Questions for an amount: years, months or days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from tempanswerqa.fresh.numerals import ordinal
from tempanswerqa.fresh.tables import calendar_text as text
from tempanswerqa.fresh.tables.facts import DAY, YEAR, Event, Span
from tempanswerqa.fresh.tables.record import Record
from tempanswerqa.fresh.tables.shapes import (
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

HINTS = {
    "years": (", as end year minus start year", ", end year less start year"),
    "days": (", not counting the day of the end", ", with the day of the end left out"),
}
"""By unit, so that it is settled whether both ends count."""


def gap(record: Record, unit: str) -> Found | None:
    precision = record.rng.choice(PRECISIONS[unit])
    pair = two_events(record, (precision,))
    if pair is None:
        return None
    first, last = pair
    slots: Slots = {"a": first.words, "b": last.words, "u": measure(precision, unit, record)}
    return Found(elapsed(first, last, unit), slots, "gap")


def calendar_gap(record: Record, unit: str) -> Found | None:
    pair = two_events(record, (YEAR, DAY))
    if pair is None or pair[0].precision == pair[1].precision:
        return None
    first, last = pair
    slots: Slots = {"a": first.words, "b": last.words}
    return Found(last.day.year - first.day.year, slots, "calendar_gap")


def age(record: Record, unit: str) -> Found | None:
    event = one_event(record, (YEAR, DAY))
    if record.birth is None or event is None or event.words.subject:
        return None
    exact = event.precision == DAY
    if exact and (event.words.noun == "death" or record.rng.random() < 0.8):
        years = text.full_years(record.birth.day, event.day)
        return Found(years, {"a": event.words}, "age")
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
    return Found(answer, {"day": written(record, day)}, "age_on")


def _ends(record: Record) -> list[date]:
    """Return the deaths: after them nobody has an age."""
    return [moment.day for moment in record.moments if moment.words.noun == "death"]


def _exact_spans(record: Record, unit: str, count: int) -> list[Span] | None:
    """Return spans whose lengths are whole numbers of the unit by what the table gives."""
    precision = {"years": YEAR, "days": DAY}.get(unit, "")
    fitting = [span for span in spans(record) if span.precision == precision]
    return record.rng.sample(fitting, count) if len(fitting) >= count else None


def _length(span: Span, unit: str) -> int:
    return elapsed(span.start, span.end, unit)


def length(record: Record, unit: str) -> Found | None:
    chosen = _exact_spans(record, unit, 1)
    if chosen is None:
        return None
    slots: Slots = {"s": chosen[0].words, "u": unit, "hint": record.rng.choice(HINTS[unit])}
    return Found(_length(chosen[0], unit), slots, "length")


def total(record: Record, unit: str) -> Found | None:
    chosen = _exact_spans(record, unit, 2)
    if chosen is None:
        return None
    first, second = chosen
    slots: Slots = {"s": first.words, "t": second.words, "u": unit}
    hint = record.rng.choice(HINTS[unit])
    slots["hint"] = hint.replace("the day", "each day").replace("the end", "an end")
    return Found(_length(first, unit) + _length(second, unit), slots, "total")


def longer(record: Record, unit: str) -> Found | None:
    chosen = _exact_spans(record, unit, 2)
    if chosen is None:
        return None
    short, long = sorted(chosen, key=lambda span: _length(span, unit))
    slots: Slots = {"s": long.words, "t": short.words, "u": unit}
    return Found(_length(long, unit) - _length(short, unit), slots, "longer")


def _two_gaps(sign: int, key: str) -> Finder:
    """Return what finds two gaps between four events: their sum, or by how much one is longer."""

    def find(record: Record, unit: str) -> Found | None:
        precision = YEAR if unit == "years" else DAY
        drawn = [two_events(record, (precision,)) for _ in range(2)]
        pairs = [pair for pair in drawn if pair]
        if len(pairs) < 2 or len({event for pair in pairs for event in pair}) < 4:
            return None
        gaps = [(elapsed(*pair, unit), *pair) for pair in pairs]
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
    party = Event(day, DAY, event.words, "")
    slots: Slots = {
        "a": event.words,
        "nth": ordinal(years),
        "u": measure(DAY, unit, record),
    }
    if day > event.day:
        return Found(elapsed(event, party, unit), slots, "before_birthday")
    return Found(elapsed(party, event, unit), slots, "after_birthday")


def anniversary(record: Record, unit: str) -> Found | None:
    """Return the time from an event to an anniversary of an earlier one."""
    pair = two_events(record, (DAY,))
    if pair is None:
        return None
    first, last = pair
    years = text.full_years(first.day, last.day) + record.rng.randint(1, 3)
    party = Event(first.day.replace(year=first.day.year + years), DAY, first.words, "")
    slots: Slots = {
        "a": first.words,
        "b": last.words,
        "nth": ordinal(years),
        "u": measure(DAY, unit, record),
    }
    return Found(elapsed(last, party, unit), slots, "before_anniversary")


def given_date(record: Record, unit: str) -> Found | None:
    event = one_event(record, (DAY,))
    if event is None:
        return None
    reach = {"days": 800, "months": 2_500, "years": 12_000}[unit]
    day = record.later(event.day, 5, reach)
    other = Event(day, DAY, event.words, "")
    slots: Slots = {"a": event.words, "u": measure(DAY, unit, record)}
    if day.year <= LAST_YEAR and record.rng.random() < 0.6:
        slots["day"] = written(record, day)
        return Found(elapsed(event, other, unit), slots, "until_date")
    earlier = Event(record.later(event.day, -reach, -5), DAY, event.words, "")
    if earlier.day.year < 1700:
        return None
    slots["day"] = written(record, earlier.day)
    return Found(elapsed(earlier, event, unit), slots, "since_date")


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
    return Found(max(gaps), {"s": series.words.noun}, "dry_spell")


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
    Shape(age, ("years",), 8),
    Shape(gap, AMOUNTS, 4),
    Shape(length, ("years", "days")),
    Shape(next_time, ("years",), 0.5),
    Shape(given_date, ("years",), 1.2),
    Shape(given_date, ("months", "days")),
    Shape(year_edge, ("days",)),
    Shape(calendar_gap, ("years",), 0.7),
    Shape(age_on, ("years",), 0.4),
    Shape(longer, ("years", "days"), 1.5),
    Shape(total, ("years", "days")),
    Shape(birthday, ("months", "days")),
    Shape(anniversary, AMOUNTS, 0.7),
    Shape(dry_spell, ("years",), 0.7),
    Shape(gap_longer, ("years", "days"), 0.6),
    Shape(gap_total, ("years", "days"), 0.4),
)
