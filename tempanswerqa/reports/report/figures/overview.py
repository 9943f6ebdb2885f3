"""Draws the mean scores of models over tasks and promptings, in panels side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tempanswerqa.metrics.scores import Metric
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Axes, Figure, Picture, picture
from tempanswerqa.reports.page.legend import HOLLOW, Cast
from tempanswerqa.reports.report.standings import Standings
from tempanswerqa.runs.summary import RunName, Score, number
from tempanswerqa.text import shortened

ROW, ENDS = 0.39, 0.62
"""The height of a model's row, and that of the texts above and below all rows, in inches."""
NAME, RUNS = 0.3, 0.25
"""The distance of a model's name above its mean, and of its runs below it, in rows."""
TEXT, SMALL = 7, 6
"""The sizes of text and of numbers, in points; a page shows this figure larger than others."""
LONGEST = 40
"""The largest number of characters of a name."""


class Line(NamedTuple):
    """Hold the scores of a model, or of the baseline, in each panel."""

    name: str
    model: str
    """The model of the report; empty for the baseline."""
    means: Sequence[Score]
    runs: Sequence[Sequence[tuple[RunName, float | None]]]


LARGE = 100_000
"""The least number that is written as a power of ten."""


def overview(panels: Sequence[Standings], lines: Sequence[Line], cast: Cast) -> Picture:
    """Draw the mean of each model with its interval, and its runs as dots."""

    def draw(figure: Figure) -> None:
        drawn = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for at, (axes, panel) in enumerate(zip(drawn, panels, strict=True)):
            _panel(axes, panel, at, lines, cast)
        _share_scales(drawn, panels)
        for at, (axes, panel) in enumerate(zip(drawn, panels, strict=True)):
            _numbers(axes, panel.metric, [line.means[at] for line in lines])
        for place, line in enumerate(lines):
            own: dict[str, Any] = {
                "transform": drawn[0].get_yaxis_transform(),
                "va": "center",
                "fontsize": TEXT,
            }
            name = drawn[0].text(0, place - NAME, shortened(line.name, LONGEST), **own)
            name.set_in_layout(False)
        drawn[0].set_ylim(len(lines) - 0.52, -0.6)
        drawn[0].set_yticks([])

    return picture(
        draw,
        ENDS + ROW * len(lines),
        name="overview",
        title="Models by exact match and by size of errors",
        caption="The panels show how often models are right, and how far off their answers are: a "
        "model is better the further right it stands by EM, and the further left by the errors.",
        reading="Large marks with numbers are means over tasks and promptings, with 95 % "
        "intervals, which a mark may hide; MASE has none. The small dots below are single runs, "
        "each a task with a prompting, hollow where that is zero-shot. Arrows tell which way is "
        "better. MASE is on a log scale: at the line, 1, answers are as far off as the centroid "
        "of the labels.",
        alternative=_told(panels, lines),
    )


def _panel(axes: Axes, panel: Standings, at: int, lines: Sequence[Line], cast: Cast) -> None:
    metric = panel.metric
    arrow = "→" if metric.higher_is_better else "←"
    told = f"\n{panel.rule.partition('-')[0]}" if metric.log_scale else "\n"
    axes.set_title(f"{metric.heading}{metric.percent} {arrow}{told}", fontsize=TEXT)
    axes.grid(axis="x")
    axes.tick_params(labelsize=SMALL)
    axes.spines["left"].set_visible(False)
    if metric.log_scale:
        axes.set_xscale("log")
        axes.axvline(1, color=canvas.MUTED, **canvas.DASHED)
    for place, line in enumerate(lines):
        axes.axhline(place - 0.52, color=canvas.RULE, linewidth=0.5)
        _line(axes, metric, place, line.means[at], line.runs[at], line.model, cast)


def _line(
    axes: Axes,
    metric: Metric,
    place: int,
    mean: Score,
    runs: Sequence[tuple[RunName, float | None]],
    model: str,
    cast: Cast,
) -> None:
    style = cast.style(RunName(model, "")) if model else _plain()
    least = 1e-3 if metric.log_scale else 0
    for run, value in runs:
        small = {**style, "marker": "o", "markersize": 2.2, "markeredgewidth": 0.5}
        small["markerfacecolor"] = canvas.PAPER if run.prompting == HOLLOW else style["color"]
        at = max(least, metric.factor * number(value))
        axes.plot([at], [place + RUNS], linestyle="", **small)
    if mean.value is None:
        return
    value, low, high = (metric.factor * number(end) for end in (mean.value, mean.low, mean.high))
    axes.plot([low, high], [place, place], color=style["color"], linewidth=1.2)
    axes.plot([max(least, value)], [place], linestyle="", **style)


def _short(value: float, digits: int) -> str:
    if value >= LARGE:
        return f"{value:.0e}"
    return f"{value:.{digits - 1 if value >= 10 else digits}f}"


def _numbers(axes: Axes, metric: Metric, means: Sequence[Score]) -> None:
    """Write each mean beside its mark, on the side where there is room."""
    for place, mean in enumerate(means):
        if mean.value is not None:
            value = metric.factor * mean.value
            at = axes.transAxes.inverted().transform(axes.transData.transform((value, 0)))[0]
            side = -1 if at > 0.6 else 1
            look = {"ha": "left" if side > 0 else "right", "fontsize": SMALL}
            text = _short(value, metric.digits)
            canvas.beside(axes, text, (value, place), (5 * side, 0), **look)


def _plain() -> dict[str, object]:
    return {"color": canvas.MUTED, "marker": "|", "markeredgewidth": 1.4, "markersize": 7}


def _share_scales(drawn: Sequence[Axes], panels: Sequence[Standings]) -> None:
    """Give the panels of one metric the same scale."""
    for axes, panel in zip(drawn, panels, strict=True):
        alike = [a for a, p in zip(drawn, panels, strict=True) if p.metric is panel.metric]
        ends = [end for one in alike for end in one.get_xlim()]
        axes.set_xlim(min(ends), max(ends))
    for axes, panel in zip(drawn, panels, strict=True):
        if panel.metric.log_scale:
            canvas.plain_log(axes.xaxis, 3)
        else:
            axes.locator_params(axis="x", nbins=3)


def _told(panels: Sequence[Standings], lines: Sequence[Line]) -> str:
    told = (
        f"{line.name}: "
        + ", ".join(
            f"{panel.metric.heading} ({panel.rule}) {panel.metric.shown(mean.value)}"
            for panel, mean in zip(panels, line.means, strict=True)
        )
        for line in lines
    )
    return f"Dot plots of the mean scores of models. {'; '.join(told)}."
