"""Draws what the paper's figures share: rows and legends of runs, and log scales."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from paper.canvas import LINE, MUTED, PAPER, Axes, Figure
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.runs.run import RunName

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axis import Axis
    from matplotlib.lines import Line2D

DARK, LIGHT, MIDDLE = "#6f63b6", "#ae8801", "#bb64f4"
"""The colours of two kinds, e.g. `DARK` for right and `LIGHT` for wrong answers."""
MARKS = ("o", "s", "^", "D", "v", "P", "X")
"""The marks of models, by matplotlib's names."""
HOLLOW, FILLED = "zero-shot", "few-shot"
GLYPHS = {HOLLOW: "○", FILLED: "●"}
"""The mark of each prompting in text."""
DASHED: dict[str, Any] = {"linestyle": (0, (3, 2)), "linewidth": 0.8}
"""The style of a reference line, by matplotlib's names."""
COLUMNS = 2
"""The number of columns of a legend."""
APART = 0.3
"""The extra space between the rows of two models, in rows."""


def style(members: Cast, run: RunName) -> dict[str, Any]:
    """Return the style of a run for matplotlib; its mark is hollow if it is zero-shot."""
    look = members.looks[run.model]
    face = PAPER if run.prompting == HOLLOW else look.colour
    mark = MARKS[[*members.short].index(run.model) % len(MARKS)]
    line = {"color": look.colour, "marker": mark, "markeredgecolor": look.colour}
    return {**line, "markerfacecolor": face, "markeredgewidth": 0.9}


def legend(figure: Figure, members: Cast, runs: Sequence[RunName]) -> None:
    """Draw a legend below a figure: the models, then the marks of promptings."""
    from matplotlib.lines import Line2D

    models = _models(members, runs)
    marks = [Line2D([], [], linestyle="", **style(members, RunName(model, ""))) for model in models]
    more, promptings = prompting_entries(runs)
    below(figure, [*marks, *more], [*(members.short[model] for model in models), *promptings])


def legend_height(members: Cast, runs: Sequence[RunName]) -> float:
    """Return the height of `legend`, in inches."""
    return lines(len(_models(members, runs)), runs) * LINE + 0.05


def lines(marks: int, runs: Sequence[RunName]) -> int:
    """Return the number of lines of a legend with this many marks and those of promptings."""
    return math.ceil((marks + len(_promptings(runs))) / COLUMNS)


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
    more, promptings = prompting_entries(runs)
    below(figure, [*marks, *more], [*texts, *promptings])


def prompting_entries(runs: Sequence[RunName]) -> tuple[list[Line2D], list[str]]:
    """Return the marks and texts of promptings in a legend; both are empty for a single one."""
    from matplotlib.lines import Line2D

    promptings = _promptings(runs)
    look: dict[str, Any] = {"color": MUTED, "marker": "o", "linestyle": ""}
    faces = (PAPER if prompting == HOLLOW else MUTED for prompting in promptings)
    return [Line2D([], [], markerfacecolor=face, **look) for face in faces], promptings


def _promptings(runs: Sequence[RunName]) -> list[str]:
    shown = {run.prompting for run in runs}
    return [kind for kind in (HOLLOW, FILLED) if kind in shown and len(shown) > 1]


def _models(members: Cast, runs: Sequence[RunName]) -> list[str]:
    return list(dict.fromkeys(run.model for run in members.ordered(runs)))


def rows(axes: Axes, members: Cast, runs: Sequence[RunName]) -> list[float]:
    """Label the rows of runs, which are in the order of the cast, and return their places.

    A model is named once. If promptings differ, each row has the mark of its prompting, and the
    extra space `APART` separates models.
    """
    marks = _promptings(runs)
    places: list[float] = []
    texts = []
    for at, run in enumerate(runs):
        first = not at or runs[at - 1].model != run.model
        places.append(places[-1] + (1 + APART * bool(marks) if first else 1) if places else 0.0)
        mark = f" {GLYPHS.get(run.prompting, ' ')}" if marks else ""
        texts.append((members.short[run.model] if first else "") + mark)
    axes.set_yticks(places, texts)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(places[-1] + 0.6, -0.6)
    return places


def rows_height(runs: Sequence[RunName]) -> float:
    """Return the height of `rows`, in inches."""
    apart = len({run.model for run in runs}) - 1 if _promptings(runs) else 0
    return (len(runs) + APART * apart + 0.2) * LINE


def plain_log(axis: Axis, most: int = 5) -> None:
    """Label a log scale, whose limits must be final, with at most `most` plain numbers."""
    axis.set_ticks(ticks := _log_ticks(*axis.get_view_interval(), most))
    axis.set_ticklabels([format_tick(tick) for tick in ticks])
    axis.set_ticks([], minor=True)


def _log_ticks(low: float, high: float, most: int) -> list[float]:
    """Return 1, 2 and 5 times each power of ten; if these are too many, fewer powers of ten."""
    from matplotlib.ticker import MaxNLocator

    decades = [10.0**k for k in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
    steps = [step * ten for ten in decades for step in (1, 2, 5) if low <= step * ten <= high]
    if len(steps) < 2:
        locator = MaxNLocator(most - 1, steps=[1, 2, 5, 10])
        return [tick for tick in locator.tick_values(low, high) if low <= tick <= high][:most]
    whole = [ten for ten in decades if low <= ten <= high]
    chosen = steps if len(steps) <= most or len(whole) < 2 else whole
    return chosen[:: math.ceil(len(chosen) / most)]


def log_floor(values: Iterable[float]) -> float:
    """Return the lower end of a log scale of these values.

    It is a tenth of the least positive value, or of 1 if there is none.
    """
    return min((value for value in values if value > 0), default=1.0) / 10


def format_tick(number: float) -> str:
    """Return a number as text for a narrow axis: 0.01, 2,000, 50k, 1e7."""
    if abs(number) >= 1e6:
        return f"{number:.3g}".replace("e+0", "e").replace("e+", "e")
    return f"{number:,g}" if abs(number) < 10_000 else f"{number / 1000:,g}k"


def bars(axes: Axes, label: str) -> None:
    """Set up axes with bars or dots in rows, the first row at the top.

    `label` describes the numbers below.
    """
    axes.set_xlabel(label)
    axes.grid(axis="x")
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    if not axes.yaxis_inverted():
        axes.invert_yaxis()


def beside(
    axes: Axes, text: str, at: tuple[float, float], offset: tuple[float, float], **style: Any
) -> None:
    """Write text beside a point on a plain background, `offset` points to the right and up."""
    ground = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.2}
    placed = {"xytext": offset, "textcoords": "offset points", "va": "center", "bbox": ground}
    axes.annotate(text, at, **placed | style)
