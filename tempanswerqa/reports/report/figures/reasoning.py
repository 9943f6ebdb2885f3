"""Draws the shares of right equations in responses with right and with wrong answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Figure, Picture, picture
from tempanswerqa.reports.page.legend import Cast, below_axes, lines, rows, rows_height
from tempanswerqa.reports.page.names import slug
from tempanswerqa.reports.page.palette import DARK, LIGHT
from tempanswerqa.reports.report.data import Reasoned
from tempanswerqa.reports.report.reasoning import share_right
from tempanswerqa.runs.summary import RunName
from tempanswerqa.text import shown

ANSWERS = {"wrong answers": (0, LIGHT, "s"), "right answers": (1, DARK, "D")}
"""The exact match of answers, with their colour and mark."""


def reasoning(
    dataset: str, title: str, by_run: Mapping[RunName, Sequence[Reasoned]], cast: Cast
) -> Picture:
    """Draw each run's shares of right equations in responses with wrong and right answers."""
    runs = cast.ordered(run for run, own in by_run.items() if own)
    everyone = [one for run in runs for one in by_run[run]]
    shares = {name: [_share(by_run[run], match) for run in runs] for name, match in _matches()}

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        places = rows(axes, cast, runs)
        low, high = shares.values()
        axes.hlines(places, low, high, color=canvas.MUTED, linewidth=1.2)
        for name, (_, colour, mark) in ANSWERS.items():
            style: dict[str, Any] = {"marker": mark, "color": colour, "linestyle": "", "zorder": 3}
            axes.plot(shares[name], places, label=name, clip_on=False, **style)
        axes.set_xlim(right=100)
        canvas.bars(axes, "% of equations that are right")
        below_axes(figure, axes, runs)

    wrong, right = (shown(_share(everyone, match), digits=1) for _, match in _matches())
    told = "; ".join(
        f"{cast.label(run)} {shown(low, digits=1)} and {shown(high, digits=1)} %"
        for run, low, high in zip(runs, *shares.values(), strict=True)
    )
    return picture(
        draw,
        0.55 + rows_height(runs) + canvas.LINE * lines(len(ANSWERS), runs),
        name=f"reasoning_{slug(dataset)}",
        title=f"{title}: arithmetic in the reasoning",
        reading="Shares are of the equations that responses state; all equations of a run count "
        "alike.",
        alternative=f"Right equations in responses with wrong and right answers on {title}: "
        f"{told}.",
        caption=f"In responses with a right answer {right} % of the equations are right, and in "
        f"those with a wrong answer {wrong} %.",
    )


def _matches() -> Iterable[tuple[str, int]]:
    return ((name, match) for name, (match, *_) in ANSWERS.items())


def _share(own: Sequence[Reasoned], match: int) -> float:
    return 100 * share_right([one for one in own if one.exact_match == match])
