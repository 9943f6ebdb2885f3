"""Orders the models of a page, and gives them short names and looks."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple, TypeVar

from tempanswerqa.reports import names
from tempanswerqa.reports.page import palette
from tempanswerqa.reports.page.palette import Look
from tempanswerqa.runs.summary import RunName, Summary
from tempanswerqa.scoring import STRICT
from tempanswerqa.text import visible

Named = TypeVar("Named", RunName, Summary)


class Cast(NamedTuple):
    """The looks and the short names of the models of a page."""

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


def cast(runs: Iterable[RunName], summaries: Iterable[Summary] = ()) -> Cast:
    """Return the cast of all runs of a report. Models are ordered by their mean exact match
    (strict-match) over tasks, of the mean over promptings, the best first; ties by sMAPE, then
    those without scores by their names.
    """
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    for row in summaries:
        for name in ("exact_match", "smape"):
            if row.filter == STRICT and (value := row.mean(name)) is not None:
                by_task = found.setdefault((row.model, name), {})
                by_task.setdefault(row.task, []).append(value)

    def mean(model: str, name: str, otherwise: float) -> float:
        by_task = found.get((model, name), {})
        return round(fmean(map(fmean, by_task.values())), 12) if by_task else otherwise

    def order(model: str) -> tuple[float, float, str]:
        return -mean(model, "exact_match", -1), mean(model, "smape", 100), model

    models = sorted({run.model for run in runs}, key=order)
    short = {model: visible(name) for model, name in names.short_models(models).items()}
    return Cast(palette.looks(models), short)
