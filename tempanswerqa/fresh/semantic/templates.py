"""Loads the templates of questions from the YAML files beside this module."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.semantic import finders
from tempanswerqa.fresh.semantic.finders import Finder

EVENT, DURATION = "event_at_what_time", "relation_duration"
"""The two question types: for a year, and for a number of years."""

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
"""The texts on how to count years; a wording has one of these names as a field."""


class Template(NamedTuple):
    """Holds a sort of question."""

    name: str
    find: Finder
    weight: int
    """The weight, relative to the other templates of the type."""
    wordings: tuple[str, ...]


def _templates() -> dict[str, tuple[Template, ...]]:
    """Return the templates that the YAML files declare, by question type."""
    folder = Path(__file__).parent
    said = {
        name: tuple(one["say"] for one in own)
        for named in declared(folder / "wordings.yaml").values()
        for name, own in named.items()
    }
    return {
        kind: tuple(
            Template(name, _finder(*own["find"]), own["weight"], said[own.get("texts", name)])
            for name, own in named.items()
        )
        for kind, named in declared(folder / "templates.yaml").items()
    }


def _finder(name: str, *options: Any) -> Finder:
    """Return the function of this name, or with options the finder that it returns."""
    found = getattr(finders, name)
    return found(*options) if options else found


TEMPLATES = _templates()
"""The templates of each question type, in the order in which they are drawn."""
