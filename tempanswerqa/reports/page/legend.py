"""Draws the parts that all figures of runs share: names, looks and legends of models."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tempanswerqa.questions.record import numbered
from tempanswerqa.reports.page import canvas, names, palette
from tempanswerqa.reports.page.canvas import Axes, Figure
from tempanswerqa.reports.page.palette import Look
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.summary import RunName, Summary
from tempanswerqa.text import shortened

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.lines import Line2D

Named = TypeVar("Named", RunName, Summary)
LONGEST = 18
"""The largest number of characters of a model's name in a figure."""
HOLLOW, FILLED = "zero-shot", "few-shot"
GLYPHS = {HOLLOW: "○", FILLED: "●"}
"""The mark of each prompting in text."""
COLUMNS = 2
"""The number of columns of a legend."""
APART = 0.3
"""The extra space between the rows of two models, in rows."""


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

    def gid(self, model: str) -> str:
        """Return the gid of a model's marks and names in a figure."""
        return f"model-{self.slug(model)}"

    def label(self, run: RunName) -> str:
        """Return the short name of a run's model, with the prompting."""
        return f"{self.short[run.model]} {run.prompting}".rstrip()

    def style(self, run: RunName) -> dict[str, Any]:
        """Return the style of a run for matplotlib; its mark is hollow if it is zero-shot."""
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
    """Return the cast of all runs of a report. Models are ordered by their mean exact match
    (strict-match) over tasks, the best first, then those without one by their names.
    """
    means = _exact_matches(summaries)
    models = sorted({run.model for run in runs}, key=lambda m: (-means.get(m, -1), m))
    cut = [shortened(name, LONGEST) for name in names.short_models(models).values()]
    return Cast(palette.looks(models), dict(zip(models, numbered(cut), strict=True)))


def _exact_matches(summaries: Iterable[Summary]) -> dict[str, float]:
    """Return the mean exact match of each model over tasks, of the mean over promptings."""
    found: dict[str, dict[str, list[float]]] = {}
    for row in summaries:
        if row.filter == STRICT and (value := row.mean("exact_match")) is not None:
            found.setdefault(row.model, {}).setdefault(row.task, []).append(value)
    return {model: fmean(map(fmean, tasks.values())) for model, tasks in found.items()}


def legend(figure: Figure, members: Cast, runs: Sequence[RunName]) -> None:
    """Draw a legend below a figure: the models by their looks, then the marks of promptings."""
    from matplotlib.lines import Line2D

    models = _models(members, runs)
    marks = [Line2D([], [], linestyle="", **members.style(RunName(model, ""))) for model in models]
    more, told = prompting_entries(runs)
    below(figure, [*marks, *more], [*(members.short[model] for model in models), *told])


def legend_height(members: Cast, runs: Sequence[RunName]) -> float:
    """Return the height of `legend`, in inches."""
    return lines(len(_models(members, runs)), runs) * canvas.LINE + 0.05


def lines(own: int, runs: Sequence[RunName]) -> int:
    """Return the number of lines of a legend with `own` marks and those of promptings."""
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
    """Draw a legend below a figure: the labelled marks of the axes, then those of promptings."""
    marks, texts = axes.get_legend_handles_labels()
    more, told = prompting_entries(runs)
    below(figure, [*marks, *more], [*texts, *told])


def prompting_entries(runs: Sequence[RunName]) -> tuple[list[Line2D], list[str]]:
    """Return the marks and texts of promptings in a legend; both are empty for one prompting."""
    from matplotlib.lines import Line2D

    told = _promptings(runs)
    style: dict[str, Any] = {"color": canvas.MUTED, "marker": "o", "linestyle": ""}
    faces = (canvas.PAPER if prompting == HOLLOW else canvas.MUTED for prompting in told)
    return [Line2D([], [], markerfacecolor=face, **style) for face in faces], told


def _promptings(runs: Sequence[RunName]) -> list[str]:
    shown = {run.prompting for run in runs}
    return [one for one in (HOLLOW, FILLED) if one in shown and len(shown) > 1]


def _models(members: Cast, runs: Sequence[RunName]) -> list[str]:
    return list(dict.fromkeys(run.model for run in members.ordered(runs)))


def rows(axes: Axes, members: Cast, runs: Sequence[RunName]) -> list[float]:
    """Name the rows of runs, which are in the order of the cast, and return their places.

    A model is named once. If promptings differ, each row has the mark of its prompting, and extra
    space of `APART` separates two models.
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
    """Return the height of `rows`, in inches."""
    apart = len({run.model for run in runs}) - 1 if _promptings(runs) else 0
    return (len(runs) + APART * apart + 0.2) * canvas.LINE
