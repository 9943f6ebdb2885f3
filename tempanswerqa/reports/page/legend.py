"""Draws the parts that all figures of runs share: names, looks and legends of models."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

from tempanswerqa.questions.record import numbered
from tempanswerqa.reports.page import canvas, names, palette
from tempanswerqa.reports.page.palette import Look
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.summary import RunName, Summary
from tempanswerqa.text import shortened

Named = TypeVar("Named", RunName, Summary)
LONGEST = 18
"""The largest number of characters of a model's name in a figure."""
HOLLOW, FILLED = "zero-shot", "few-shot"
GLYPHS = {HOLLOW: "○", FILLED: "●"}
"""The mark of each prompting in text."""


class Cast(NamedTuple):
    """Hold the looks and the short names of the models of a page."""

    looks: dict[str, Look]
    short: dict[str, str]
    """The short name of each model, in the order of the page."""

    def ordered(self, runs: Iterable[Named]) -> list[Named]:
        """Return runs, or their summaries, in the order of their models, then of promptings."""
        places = {model: place for place, model in enumerate(self.short)}
        return sorted(runs, key=lambda run: (places[run.model], run.prompting))

    def slug(self, model: str) -> str:
        """Return the name of a model in ids and attributes of a page, in ASCII, without spaces."""
        return names.slug(self.short[model]) or f"{list(self.short).index(model)}"

    def label(self, run: RunName) -> str:
        """Return the short name of a run's model, with the prompting."""
        return f"{self.short[run.model]} {run.prompting}".rstrip()

    def style(self, run: RunName) -> dict[str, Any]:
        """Return the style of a run for matplotlib; its mark is hollow if it is zero-shot."""
        look = self.looks[run.model]
        face = canvas.PAPER if run.prompting == HOLLOW else look.colour
        return {
            "color": look.colour,
            "marker": look.mark,
            "markerfacecolor": face,
            "markeredgecolor": look.colour,
            "markeredgewidth": 0.9,
        }


def cast(runs: Iterable[RunName], summaries: Iterable[Summary] = ()) -> Cast:
    """Return the cast of all runs of a report. Models are ordered by their mean exact match
    (strict-match) over tasks, of the mean over promptings, the best first, then those without one
    by their names.
    """
    scores: dict[str, dict[str, list[float]]] = {}
    for row in summaries:
        if row.filter == STRICT and (value := row.mean("exact_match")) is not None:
            scores.setdefault(row.model, {}).setdefault(row.task, []).append(value)
    means = {model: fmean(map(fmean, tasks.values())) for model, tasks in scores.items()}
    models = sorted({run.model for run in runs}, key=lambda m: (-means.get(m, -1), m))
    cut = [shortened(name, LONGEST) for name in names.short_models(models).values()]
    return Cast(palette.looks(models), dict(zip(models, numbered(cut), strict=True)))
