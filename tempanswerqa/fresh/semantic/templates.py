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
        "Take the end year minus the start year.",
        "Subtract the start year from the end year.",
        "Take the closing year less the opening year.",
        "Subtract the first year from the last.",
    ),
    "passed": (
        "Subtract the earlier of the two years from the later.",
        "Take the later year minus the earlier one.",
        "Take the later of the two years less the earlier.",
    ),
    "sum": (
        "Take the end year minus the start year of each and add up the results.",
        "The length of each is its end year minus its start year.",
        "For each, take the last year less the first year; then add up the results.",
    ),
    "common": (
        "Subtract the first year in which both relations held from the last such year.",
        "Take the last year in which both relations held minus the first such year.",
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

    @property
    def of_single_years(self) -> list[str]:
        """Return the wordings that suit facts of a single year: they speak of no spell."""
        return [wording for wording in self.wordings if "{spell" not in wording]


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
