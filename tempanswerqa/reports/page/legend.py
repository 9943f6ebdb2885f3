"""Orders the models of a page, and gives them short names and looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from tempanswerqa.questions.record import numbered
from tempanswerqa.reports import words
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.text import visible

COLOURS = (
    *("#d41111", "#e46666", "#a1570d", "#ce7924", "#6e6e09", "#93931a", "#41780a", "#5d9e1c"),
    *("#0a7c0a", "#1da41d", "#0a7a42", "#1da25f", "#0a7777", "#1c9e9e", "#106ac5", "#4592de"),
    *("#5454f1", "#8383e9", "#9033ee", "#ad74e6", "#bb0fbb", "#e050e0", "#cd116f", "#e35fa1"),
)
"""The colours of models. Each has a contrast of 3:1 or more with a light and with a dark page."""
DASHES = ("", "9 4", "3 3", "10 3 2 3", "1 3", "10 3 2 3 2 3")
"""The dashes of models' lines, in the words of SVG; empty for a whole line."""

Named = TypeVar("Named", Run, RunName)


class Look(NamedTuple):
    """The colour and the dash of a model."""

    colour: str
    dash: str


class Cast(NamedTuple):
    """The looks and the short names of the models of a page."""

    looks: dict[str, Look]
    short: dict[str, str]
    """The short name of each model, in the order of the page."""
    slugs: dict[str, str]
    """The name of each model in ids and addresses, in ASCII: no two have the same."""

    def ordered(self, runs: Iterable[Named]) -> list[Named]:
        """Return runs, or their names, in the order of their models, then of promptings."""
        places = {model: place for place, model in enumerate(self.short)}
        return sorted(runs, key=lambda run: (places[run.model], run.prompting))


def cast(runs: Iterable[RunName], order: Sequence[str] = ()) -> Cast:
    """Return the cast of all runs of a report, with models in an order, then the others by name."""
    known = {run.model for run in runs}
    models = [*(model for model in order if model in known), *sorted(known - {*order})]
    short = {model: visible(name) for model, name in words.short_models(models).items()}
    slugs = numbered(words.slug(name) or "model" for name in short.values())
    return Cast(looks(models), short, dict(zip(models, slugs, strict=True)))


def looks(models: Iterable[str]) -> dict[str, Look]:
    """Return the look of each model: neighbours differ in colour and in dash."""
    return {
        model: Look(COLOURS[7 * at % len(COLOURS)], DASHES[(at + at // len(COLOURS)) % len(DASHES)])
        for at, model in enumerate(sorted(models))
    }
