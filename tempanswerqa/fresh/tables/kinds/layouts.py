"""Layouts of spans, lists of years and medals: rare tables have more of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from tempanswerqa.fresh.tables.facts import YEAR
from tempanswerqa.fresh.tables.record import Record

Cells = Sequence[tuple[str, date, date | None]]
"""The label, start and end of each span; the end is None if it lasts until the present."""


def spans(r: Record, heading: str, column: str, cells: Cells, precision: str) -> None:
    """Write a section of spans; some rare tables of harder levels begin with the last span."""
    years = precision == YEAR
    style = r.rng.choice(("-", "–", " - ", " to ")) if r.rare and years else " - "
    if years and not r.rare:
        style = "-"
    ranges = [(label, _range(r, first, last, precision, style)) for label, first, last in cells]
    if r.rare and r.rng.random() < r.dials.fancy_dates:
        ranges.reverse()
    by_time = [(time, label) for label, time in ranges]
    whole = [f"{label} ({time})" for label, time in ranges]
    table = [f"{label} | {time}" for label, time in ranges]
    layouts = [
        lambda: _rows(r, heading, by_time if years else ranges),
        lambda: _list(r, heading, [" | ".join(whole)]),
        lambda: _rows(r, heading, ranges),
    ]
    if r.rare:
        layouts = [
            lambda: _rows(r, heading, ranges),
            lambda: _list(r, heading, [f"{column} | Period", *table]),
            lambda: _one_row(r, heading, whole),
            lambda: _one_row(r, heading, [f"{label}: {time}" for label, time in ranges]),
            lambda: _list(r, heading, whole),
        ]
        layouts += [lambda: _rows(r, heading, by_time)] * (2 if years else 0)
    r.rng.choice(layouts)()


def _range(r: Record, first: date, last: date | None, precision: str, style: str) -> str:
    if last is None:
        return f"{r.dated(first, precision)}{style}present"
    if precision != YEAR:
        return f"{r.dated(first, precision)}{style}{r.dated(last, precision)}"
    if style == "–" and first.year // 100 == last.year // 100:
        return f"{first.year}–{last.year % 100:02}"
    return f"{first.year}{style}{last.year}"


def _rows(r: Record, heading: str, pairs: Sequence[tuple[str, str]]) -> None:
    r.head(heading)
    for label, value in pairs:
        r.row(label, value)


def _one_row(r: Record, heading: str, pieces: Sequence[str]) -> None:
    r.head(r.names.pick(("Overview", "Chronology", "At a glance", "Summary")))
    r.row(heading, " | ".join(pieces))


def _list(r: Record, heading: str, pieces: Sequence[str]) -> None:
    r.head(heading)
    r.note(*pieces)


def years(r: Record, heading: str, lists: Sequence[tuple[str, Sequence[int]]]) -> None:
    """Write lists of years, those of a rare table under the heading."""
    told = [(label, ", ".join(map(str, listed))) for label, listed in lists]
    counted = [(label, f"{len(own)} ({listed})")
               for (label, listed), (_, own) in zip(told, lists, strict=True)]  # fmt: skip
    whole = [f"{label} ({listed})" for label, listed in told]
    if r.rare:
        layouts = [
            lambda: _rows(r, heading, told),
            lambda: _rows(r, heading, counted),
            lambda: _list(r, heading, whole),
            lambda: _list(r, heading, [" | ".join(whole)]),
        ]
        r.rng.choice(layouts)()
        return
    for (label, listed), (_, count) in zip(told, counted, strict=True):
        layout = r.rng.randrange(3)
        if layout == 2:
            r.note(f"{count.partition(' ')[0]}× {label} ({listed})")
        else:
            r.row(label, count if layout else listed)


def medals(r: Record, heading: str, event: str, won: Sequence[tuple[str, int]]) -> None:
    """Write a section of medals in an event: metal and year."""
    ranks = {"Gold": "first", "Silver": "second", "Bronze": "third"}
    places = [f"{metal} medal - {ranks[metal]} place | {year} {r.names.place()} | {event}"
              for metal, year in won]  # fmt: skip
    _list(r, heading, places)
