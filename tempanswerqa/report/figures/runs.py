"""What all figures of runs share: names and looks of models, and marks of prompting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa.report import canvas, names, palette
from tempanswerqa.report.names import RunName
from tempanswerqa.report.palette import Look
from tempanswerqa.report.text import shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

LONGEST = 24
"""Characters of a model's name in a figure."""
HOLLOW, FILLED = "zero-shot", "few-shot"


class Cast(NamedTuple):
    """The models of a report as figures show them."""

    looks: dict[str, Look]
    short: dict[str, str]

    def label(self, run: RunName) -> str:
        """The run's name: short, with its prompting."""
        return f"{self.short[run.model]} {run.prompting}".rstrip()

    def style(self, run: RunName) -> dict[str, Any]:
        """Colour and mark of a run for matplotlib; hollow where it is zero-shot."""
        look = self.looks[run.model]
        face = canvas.PAPER if run.prompting == HOLLOW else look.colour
        return {
            "color": look.colour,
            "marker": look.mark,
            "markerfacecolor": face,
            "markeredgecolor": look.colour,
            "markeredgewidth": 0.9,
        }


def cast(runs: Iterable[RunName]) -> Cast:
    """The cast of all runs of a report."""
    models = sorted({run.model for run in runs})
    short = names.short_models(models)
    return Cast(palette.looks(models), {m: shortened(name, LONGEST) for m, name in short.items()})


def legend(figure: Figure, members: Cast, runs: Iterable[RunName]) -> None:
    """A legend below a figure."""
    figure.legend(
        *entries(members, runs),
        loc="outside lower center",
        ncols=2,
        handletextpad=0.2,
        columnspacing=1.0,
    )


def entries(members: Cast, runs: Iterable[RunName]) -> tuple[list[Line2D], list[str]]:
    """Marks and texts of a legend: the models by their looks, then what hollow marks are."""
    from matplotlib.lines import Line2D

    runs = sorted(set(runs))
    models = list(dict.fromkeys(run.model for run in runs))
    marks = [Line2D([], [], linestyle="", **members.style(RunName(model, ""))) for model in models]
    texts = [members.short[model] for model in models]
    shown = {run.prompting for run in runs}
    for prompting, face in ((HOLLOW, canvas.PAPER), (FILLED, canvas.MUTED)):
        if prompting in shown and len(shown) > 1:
            mark = Line2D([], [], linestyle="", marker="o", color=canvas.MUTED)
            mark.set(markerfacecolor=face)
            marks.append(mark)
            texts.append(prompting)
    return marks, texts
