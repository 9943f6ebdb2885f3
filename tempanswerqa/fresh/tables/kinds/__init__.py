"""Holds the kinds of tables by split, from the YAML files beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tempanswerqa.fresh.declared import declared, naming
from tempanswerqa.fresh.tables.kinds.patterns import maker, metres, one_of
from tempanswerqa.fresh.tables.kinds.plan import Lists, Plan, Spans, Step
from tempanswerqa.fresh.tables.record import Extra, Extras, Kind, Record

FILES = {
    "head": ("people", "sport", "bodies", "vessels", "games", "stage", "state"),
    "tail": ("tail_bodies", "tail_duels", "tail_nature", "tail_sport", "tail_things"),
}
"""The YAML files of each split, in the order in which a draw chooses among their kinds."""
_PARTS = {"steps": Step, "last_steps": Step, "spans": Spans, "afterwards": Spans, "lists": Lists}


@cache
def kinds(split: str) -> Mapping[str, Kind]:
    """Return the kinds of a split (a key of `FILES`) by category.

    Raises FreshError for a kind that cannot be used, or that another file has, too.
    """
    extras = _read("extras") | _read("tail_extras")
    rows = {name: _extras(own) for name, own in extras.items()} | {"hull": hull}
    found: dict[str, Kind] = {}
    for file in FILES[split]:
        for category, own in _read(file).items():
            with naming(f"{file}.yaml, {category}"):
                if category in found:
                    raise ValueError("another file has a kind of this name")
                found[category] = _plan(own, rows)
    return found


def _read(name: str) -> dict[str, Any]:
    return declared(Path(__file__).with_name(f"{name}.yaml"))


def _plan(stated: dict[str, Any], rows: Mapping[str, Any]) -> Plan:
    parts = {name: [part(**own) for own in stated.get(name, ())] for name, part in _PARTS.items()}
    extras = [rows[name] for name in stated["extras"]]
    return Plan(**stated | parts | {"extras": extras, "private": rows["person"]})


def _extras(stated: Mapping[str, Any]) -> Extras:
    return tuple(_extra(label, own) for label, own in stated.items())


def _extra(label: str, stated: Any) -> Extra:
    if isinstance(stated, dict):
        return _extra(label, stated["make"])._replace(since=stated["since"])
    if isinstance(stated, list):
        return Extra(label, one_of(stated))
    return Extra(label, maker(stated))


def hull(r: Record) -> tuple[Extra, ...]:
    """Return rows without dates that fit one another and the ship's year."""
    rng, progress = r.rng, min(1.0, (r.begun - 1850) / 100)
    length = rng.randint(55, 90 + round(120 * progress))
    beam = length * 100 // rng.randint(610 + round(100 * progress), 700 + round(200 * progress))
    draught = max(3, beam * rng.randint(30, 40) // 100)
    tons = length * beam * draught * rng.randint(45, 60) // 100
    knots = rng.randint(8 + round(10 * progress), 12 + round(20 * progress))
    shafts = rng.randint(2, 4)
    drive = "turbines" if r.begun > 1905 else "compound engines" if r.begun > 1865 else "boilers"
    values = {
        "Displacement": f"{tons:,} t",
        "Length": metres(length),
        "Beam": metres(beam),
        "Draught": metres(draught),
        "Speed": f"{knots} knots ({round(knots * 1.852)} km/h)",
        "Range": f"{rng.randint(1, 2 + round(6 * progress))},{rng.randint(11, 99)}0 nmi",
        "Complement": f"{60 + tons // rng.randint(16, 40)} officers and ratings",
        "Propulsion": f"{shafts} × {drive} | {shafts} shafts",
        "Armament": f"{rng.randint(2, 9)} × {rng.randint(8, 8 + length // 12)} cm guns",
    }
    return tuple(Extra(label, one_of([value])) for label, value in values.items())
