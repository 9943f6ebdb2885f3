"""Draws what all figures of runs share: names and looks of models, and marks of prompting."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tempanswerqa.questions.record import numbered
from tempanswerqa.reports.page import canvas, names, palette
from tempanswerqa.reports.page.names import RunName
from tempanswerqa.reports.page.palette import Look
from tempanswerqa.reports.page.text import shortened
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.summary import Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

Named = TypeVar("Named", RunName, Summary)
LONGEST, NARROW = 24, 18
"""Characters of a model's name in a figure, and in one of three columns."""
HOLLOW, FILLED = "zero-shot", "few-shot"
FEW = 12
"""A legend of more texts is set small."""


class Cast(NamedTuple):
    """The models of a report as figures show them."""

    looks: dict[str, Look]
    short: dict[str, str]
    """By model, in the order in which models stand everywhere on the page."""

    def ordered(self, runs: Iterable[Named]) -> list[Named]:
        """Return runs, or their summaries, in the order of their models, then of promptings."""
        places = {model: place for place, model in enumerate(self.short)}
        return sorted(runs, key=lambda run: (places[run.model], run.prompting))

    def slug(self, model: str) -> str:
        """Return what marks a model in figures and tables, for scripts and styles of a page."""
        return names.slug(self.short[model]) or f"{list(self.short).index(model)}"

    def label(self, run: RunName) -> str:
        """Return the run's name: short, with its prompting."""
        return f"{self.short[run.model]} {run.prompting}".rstrip()

    def style(self, run: RunName) -> dict[str, Any]:
        """Return the colour and mark of a run for matplotlib; hollow where it is zero-shot."""
        look = self.looks[run.model]
        face = canvas.PAPER if run.prompting == HOLLOW else look.colour
        return {
            "gid": f"model-{self.slug(run.model)}",
            "color": look.colour,
            "marker": look.mark,
            "markerfacecolor": face,
            "markeredgecolor": look.colour,
            "markeredgewidth": 0.9,
        }


def cast(runs: Iterable[RunName], summaries: Iterable[Summary] = ()) -> Cast:
    """Return the cast of all runs of a report: the models by their mean exact match (strict-match)
    over tasks, the best first, then those without one by their names.
    """
    means = _exact_matches(summaries)
    models = sorted({run.model for run in runs}, key=lambda m: (-means.get(m, -1), m))
    cut = [shortened(name, LONGEST) for name in names.short_models(models).values()]
    return Cast(palette.looks(models), dict(zip(models, numbered(cut), strict=True)))


def _exact_matches(summaries: Iterable[Summary]) -> dict[str, float]:
    """Return by model the mean over its tasks of the mean over their promptings."""
    found: dict[str, dict[str, list[float]]] = {}
    for row in summaries:
        if row.filter == STRICT and (value := row.mean("exact_match")) is not None:
            found.setdefault(row.model, {}).setdefault(row.task, []).append(value)
    return {model: fmean(map(fmean, tasks.values())) for model, tasks in found.items()}


class _Form(NamedTuple):
    """How a legend is set."""

    texts: list[str]
    columns: int
    size: float
    """Of its text, in points."""


def legend(figure: Figure, members: Cast, runs: Sequence[RunName]) -> None:
    """Draw a legend below a figure: the models by their looks, then what hollow marks are."""
    marks, texts = entries(members, runs)
    form = _form(texts)
    figure.legend(
        marks,
        form.texts,
        loc="outside lower center",
        ncols=form.columns,
        fontsize=form.size,
        handletextpad=0.2,
        columnspacing=0.8,
        labelspacing=0.3,
        borderaxespad=0,
        borderpad=0,
    )


def legend_height(members: Cast, runs: Sequence[RunName]) -> float:
    """Return the inches that `legend` takes."""
    form = _form(_texts(members, runs))
    return math.ceil(len(form.texts) / form.columns) * form.size * 1.4 / 72 + 0.05


def entries(members: Cast, runs: Sequence[RunName]) -> tuple[list[Line2D], list[str]]:
    """Return the marks and texts of a legend: models by their looks, then what hollow marks are."""
    from matplotlib.lines import Line2D

    models = _models(members, runs)
    marks = [Line2D([], [], linestyle="", **members.style(RunName(model, ""))) for model in models]
    return marks + prompting_entries(runs)[0], _texts(members, runs)


def prompting_entries(runs: Sequence[RunName]) -> tuple[list[Line2D], list[str]]:
    """Return the marks and texts that tell what hollow marks are; none where all are alike."""
    from matplotlib.lines import Line2D

    told = _promptings(runs)
    faces = {HOLLOW: canvas.PAPER, FILLED: canvas.MUTED}
    marks = [
        Line2D([], [], linestyle="", marker="o", color=canvas.MUTED, markerfacecolor=faces[one])
        for one in told
    ]
    return marks, told


def _promptings(runs: Sequence[RunName]) -> list[str]:
    shown = {run.prompting for run in runs}
    return [one for one in (HOLLOW, FILLED) if one in shown and len(shown) > 1]


def _models(members: Cast, runs: Sequence[RunName]) -> list[str]:
    return list(dict.fromkeys(run.model for run in members.ordered(runs)))


def _texts(members: Cast, runs: Sequence[RunName]) -> list[str]:
    return [members.short[model] for model in _models(members, runs)] + _promptings(runs)


def _form(texts: list[str]) -> _Form:
    """Return three columns for many texts, unless names would be alike where they are cut."""
    if len(texts) <= FEW:
        return _Form(texts, 2, 6.5)
    cut = [shortened(text, NARROW) for text in texts]
    return _Form(cut, 3, 5.5) if len(set(cut)) == len(set(texts)) else _Form(texts, 2, 5.5)
