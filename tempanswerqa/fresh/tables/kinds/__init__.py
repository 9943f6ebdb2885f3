"""Holds the kinds of tables by split, from the YAML files beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tempanswerqa.fresh.declared import declared, naming
from tempanswerqa.fresh.tables.kinds.patterns import maker, one_of
from tempanswerqa.fresh.tables.kinds.plan import Lists, Plan, Spans, Step
from tempanswerqa.fresh.tables.record import Extra, Extras, Kind

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
    rows = {name: _extras(own) for name, own in _read("extras").items()}
    found: dict[str, Kind] = {}
    for file in FILES[split]:
        for categories, own in _read(file).items():
            with naming(f"{file}.yaml, {categories}"):
                for category in categories.split(", "):
                    if category in found:
                        raise ValueError("another kind has this category")
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
