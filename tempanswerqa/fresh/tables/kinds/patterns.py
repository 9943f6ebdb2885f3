"""Patterns of names and values: `{place} {Cup|Shield}`, `{2-9} crowns`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from tempanswerqa.fresh.tables.record import Make, Record

_SLOT = re.compile(r"\{([^{}]+)\}")
_RANGE = re.compile(r"([0-9]+)-([0-9]+)")


@cache
def maker(pattern: str) -> Make:
    """Return the function that fills a pattern, with a new text at each call.

    A slot is a key of `_NAMES`, a range such as `2-9` (`000-999` has three digits), a key of
    `_AMOUNTS` and a range, or choices: `A/B` any of them, `A|B since 1900` one that no other
    pattern of the table took, in tables that begin in the year or later. These are made last.
    """
    pieces = _SLOT.split(pattern)
    slots = [(place, _slot(pieces[place])) for place in range(1, len(pieces), 2)]
    slots.sort(key=lambda slot: "|" in pieces[slot[0]])

    def make(r: Record) -> str:
        filled = list(pieces)
        for place, fill in slots:
            filled[place] = fill(r)
        return "".join(filled)

    return make


def _slot(text: str) -> Make:
    if text in _NAMES:
        return _NAMES[text]
    if "|" in text:
        choices = [choice.partition(" since ") for choice in text.split("|")]
        return lambda r: r.names.pick(
            tuple(name for name, _, year in choices if r.begun >= int(year or 0))
        )
    if "/" in text:
        return one_of(text.split("/"))
    name, _, bounds = text.rpartition(":")
    found = _RANGE.fullmatch(bounds)
    if not found or (name and name not in _AMOUNTS):
        raise ValueError(f"{{{text}}} is no slot of a pattern: see `patterns.maker`")
    least, most = map(int, found.groups())
    if name:
        return lambda r: _AMOUNTS[name](r, r.rng.randint(least, most))
    digits = len(found[1]) if found[1].startswith("0") else 0
    return lambda r: f"{r.rng.randint(least, most):0{digits}}"


def one_of(values: Sequence[str]) -> Make:
    """Return what chooses one of the values with each call."""
    return lambda r: r.rng.choice(values)


def _listed(r: Record, count: int, name: Callable[[], str]) -> str:
    return " | ".join(name() for _ in range(count * r.dials.names))


def _coordinates(r: Record) -> str:
    written, decimal = [], []
    for most, side in ((68, "N"), (170, "E")):
        degrees, minutes = r.rng.randint(2, most), r.rng.randint(0, 59)
        written.append(f"{degrees}°{minutes:02}′{side}")
        decimal.append(f"{degrees + minutes / 60:.3f}")
    return f"{' | '.join(written)} |  / | {'; '.join(decimal)}"


_NAMES: dict[str, Make] = {
    "place": lambda r: r.names.place(),
    "word": lambda r: r.names.word(),
    "surname": lambda r: r.names.surname(),
    "person": lambda r: r.names.person(),
    "woman": lambda r: r.names.person(True),
    "man": lambda r: r.names.person(False),
    "site": lambda r: r.names.word().lower(),
    "sign": lambda r: r.names.word().upper()[:4],
    "coordinates": _coordinates,
}
_AMOUNTS: dict[str, Callable[[Record, int], str]] = {
    "people": lambda r, count: _listed(r, count, lambda: r.names.person(namesake=True)),
    "peers": lambda r, count: _listed(
        r, count, lambda: r.names.person(r.entity.pronoun == "she", namesake=True)
    ),
    "places": lambda r, count: _listed(r, count, r.names.place),
    "height": lambda r, inches: f"{round(inches * 2.54)} cm ({inches // 12}′ {inches % 12}″)",
    "weight": lambda r, kilos: f"{kilos} kg ({round(kilos * 2.2046)} lb)",
    "winds": lambda r, miles: f"{miles} mph ({round(miles * 1.609)} km/h)",
    "entries": lambda r, number: f"{number} ({number - r.rng.randint(2, 19)} starts)",
    "metres": lambda r, number: f"{number} m ({round(number * 3.2808):,} ft)",
}
