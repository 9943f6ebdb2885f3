"""Loads the templates of questions from the YAML files beside this module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.semantic import durations, events
from tempanswerqa.fresh.semantic.events import Finder, Template

EVENT, DURATION = "event_at_what_time", "relation_duration"
"""They are the two question types: for a year, and for a number of years."""

TAILS = {
    "length": (
        "Take the year it ended minus the year it began.",
        "Count its end year minus its start year.",
        "Subtract its first year from its last.",
        "Its length is the closing year less the opening year.",
    ),
    "passed": (
        "Subtract the earlier of the two years from the later.",
        "Take the later year minus the earlier one.",
        "The count is the later year less the earlier.",
    ),
    "sum": (
        "Take the end year minus the start year of each and add these up.",
        "Each counts as its end year minus its start year.",
        "For each, take its last year less its first year; then add these up.",
    ),
    "common": (
        "Subtract the first year they share from the last.",
        "Take the last year that both have in common minus the first such year.",
    ),
}
"""They say how to count a number of years; a wording has one of these names as a field."""


def _templates() -> dict[str, tuple[Template, ...]]:
    folder = Path(__file__).parent
    said = {
        name: tuple(one["say"] for one in own)
        for named in declared(folder / "wordings.yaml").values()
        for name, own in named.items()
    }
    return {
        kind: tuple(_template(kind, name, own, said) for name, own in named.items())
        for kind, named in declared(folder / "templates.yaml").items()
    }


def _template(
    kind: str, name: str, stated: dict[str, Any], said: dict[str, tuple[str, ...]]
) -> Template:
    texts = said[stated.get("texts", name)]
    return Template(name, _finder(kind, stated["find"]), stated["weight"], texts)


def _finder(kind: str, stated: str | dict[str, list[Any]]) -> Finder:
    module = events if kind == EVENT else durations
    if isinstance(stated, str):
        return getattr(module, stated)
    ((name, options),) = stated.items()
    return getattr(module, name)(*options)


TEMPLATES = _templates()
"""Each question type has its templates, in the order in which they are drawn."""
