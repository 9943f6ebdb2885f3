"""Draws what all figures of runs share: names and looks of models, and marks of prompting."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tempanswerqa.questions.record import numbered
from tempanswerqa.reports.page import canvas, names, palette
from tempanswerqa.reports.page.canvas import Axes, Figure
from tempanswerqa.reports.page.names import RunName
from tempanswerqa.reports.page.palette import Look
from tempanswerqa.reports.page.text import shortened
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.summary import Summary

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.lines import Line2D

Named = TypeVar("Named", RunName, Summary)
LONGEST = 18
"""Characters of a model's name in a figure."""
HOLLOW, FILLED = "zero-shot", "few-shot"
GLYPHS = {HOLLOW: "○", FILLED: "●"}
"""Marks of promptings in text."""
COLUMNS = 2
"""Of a legend."""
APART = 0.3
"""Rows of room between the rows of two models."""


def reference_style(run: RunName) -> dict[str, Any]:
    """Return the look of what runs are compared with, for matplotlib: grey, hollow where it is
    zero-shot.
    """
    face = canvas.PAPER if run.prompting == HOLLOW else canvas.MUTED
    return {"gid": None, "color": canvas.MUTED, "marker": "o", "markerfacecolor": face}


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

    def gid(self, model: str) -> str:
        """Return the gid of what a figure shows of a model."""
        return f"model-{self.slug(model)}"

    def label(self, run: RunName) -> str:
        """Return the run's name: short, with its prompting."""
        return f"{self.short[run.model]} {run.prompting}".rstrip()

    def style(self, run: RunName) -> dict[str, Any]:
        """Return the colour and mark of a run for matplotlib; hollow where it is zero-shot."""
        look = self.looks[run.model]
        face = canvas.PAPER if run.prompting == HOLLOW else look.colour
        return {
            "gid": self.gid(run.model),
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


def legend(figure: Figure, members: Cast, runs: Sequence[RunName]) -> None:
    """Draw a legend below a figure: the models by their looks, then what hollow marks are."""
    from matplotlib.lines import Line2D

    models = _models(members, runs)
    marks = [Line2D([], [], linestyle="", **members.style(RunName(model, ""))) for model in models]
    more, told = prompting_entries(runs)
    below(figure, [*marks, *more], [*(members.short[model] for model in models), *told])


def legend_height(members: Cast, runs: Sequence[RunName]) -> float:
    """Return the inches that `legend` takes."""
    return lines(len(_models(members, runs)), runs) * canvas.LINE + 0.05


def lines(own: int, runs: Sequence[RunName]) -> int:
    """Return the lines of a legend of `own` marks and of those that tell promptings apart."""
    return math.ceil((own + len(_promptings(runs))) / COLUMNS)


def below(figure: Figure, marks: Sequence[Artist], texts: Sequence[str]) -> None:
    """Draw a legend of these marks below a figure, in `COLUMNS`."""
    figure.legend(
        marks,
        texts,
        loc="outside lower center",
        ncols=COLUMNS,
        handletextpad=0.4,
        columnspacing=1.0,
        labelspacing=0.3,
        handlelength=1.2,
        borderaxespad=0,
        borderpad=0,
    )


def below_axes(figure: Figure, axes: Axes, runs: Sequence[RunName] = ()) -> None:
    """Draw a legend of what axes show below a figure, then of what hollow marks are."""
    marks, texts = axes.get_legend_handles_labels()
    more, told = prompting_entries(runs)
    below(figure, [*marks, *more], [*texts, *told])


def prompting_entries(runs: Sequence[RunName]) -> tuple[list[Line2D], list[str]]:
    """Return the marks and texts that tell what hollow marks are; none where all are alike."""
    from matplotlib.lines import Line2D

    told = _promptings(runs)
    styles = (reference_style(RunName("", one)) for one in told)
    return [Line2D([], [], linestyle="", **style) for style in styles], told


def _promptings(runs: Sequence[RunName]) -> list[str]:
    shown = {run.prompting for run in runs}
    return [one for one in (HOLLOW, FILLED) if one in shown and len(shown) > 1]


def _models(members: Cast, runs: Sequence[RunName]) -> list[str]:
    return list(dict.fromkeys(run.model for run in members.ordered(runs)))


def rows(axes: Axes, members: Cast, runs: Sequence[RunName]) -> list[float]:
    """Name the rows of runs, which are in the order of the cast, and return where they stand.

    A model is named once. Where promptings differ each row has its mark, hollow where it is
    zero-shot, and models stand apart.
    """
    told = _promptings(runs)
    places: list[float] = []
    texts = []
    for at, run in enumerate(runs):
        first = not at or runs[at - 1].model != run.model
        places.append(places[-1] + (1 + APART * bool(told) if first else 1) if places else 0.0)
        mark = f" {GLYPHS.get(run.prompting, ' ')}" if told else ""
        texts.append((members.short[run.model] if first else "") + mark)
    axes.set_yticks(places, texts)
    for label, run in zip(axes.get_yticklabels(), runs, strict=True):
        label.set_gid(members.gid(run.model))
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(places[-1] + 0.6, -0.6)
    return places


def rows_height(runs: Sequence[RunName]) -> float:
    """Return the inches that `rows` take."""
    apart = len({run.model for run in runs}) - 1 if _promptings(runs) else 0
    return (len(runs) + APART * apart + 0.2) * canvas.LINE
