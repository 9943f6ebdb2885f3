"""Draws the scores of the runs of a task with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import methodcaller

from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Axes, Figure, Picture, picture
from tempanswerqa.reports.page.legend import FILLED, HOLLOW, Cast, prompting_entries
from tempanswerqa.reports.page.names import slug
from tempanswerqa.reports.page.table import ordered
from tempanswerqa.reports.report.task_runs import TaskRuns
from tempanswerqa.reports.tables import parsed_first
from tempanswerqa.runs.summary import RunName, Summary, number

COLUMNS = 2
"""The number of columns of panels."""
SHIFT = 0.16
"""The distance of a prompting from the middle of its model's row, in rows."""
TICKS = 2
"""The largest number of ticks of a panel."""


READING = (
    "Bars are 95 % intervals; arrows tell which way is better. MASE has none and is on a log "
    "scale: at the line, 1, an answer is as far off as the centroid of the labels; it leaves out "
    "unread answers, so read it beside parsed. A MASE of 0 is drawn at the edge. The promptings of "
    "a model are drawn a little above each other, so that none hides another."
)


def scores(of: TaskRuns) -> Picture:
    """Draw scores with 95 % intervals, in a row for each model and a panel for each metric."""
    own, cast = of.cast.ordered(of.summaries), of.cast
    lines: dict[str, list[Summary]] = {}
    for summary in own:
        lines.setdefault(summary.model, []).append(summary)
    height = canvas.LINE * (1.3 if any(len(rows) > 1 for rows in lines.values()) else 1)
    panels = len(METRICS) // COLUMNS + 1  # with room for a legend

    def draw(figure: Figure) -> None:
        drawn = figure.subplots(panels, COLUMNS, sharey=True).ravel()
        for panel, metric in zip(drawn, _panels(), strict=False):
            _panel(panel, metric, list(lines.values()), cast)
        drawn[0].set_yticks(range(len(lines)), [cast.short[model] for model in lines])
        drawn[0].set_ylim(len(lines) - 0.5, -0.5)
        for panel in drawn[len(METRICS) :]:
            panel.set_axis_off()
        entries = prompting_entries([RunName.of(row) for row in own])
        drawn[-1].legend(*entries, loc="center", handletextpad=0.2)

    return picture(
        draw,
        panels * (len(lines) * height + 0.5),
        name=f"scores_{slug(of.task)}",
        title=f"{of.title}: scores",
        reading=READING,
        alternative=_told(of.title, own, cast),
        caption=_caption(own, cast),
    )


def _caption(own: Sequence[Summary], cast: Cast) -> str:
    """Return a caption on the best run by each metric but parsed."""
    if len(own) < 2:
        return "The panels show each score of the run."
    leaders: dict[str, list[str]] = {}
    for metric in METRICS.values():
        best = ordered(own, methodcaller("mean", metric.name), metric.higher_is_better)
        if metric.name != "parsed" and best[0].mean(metric.name) is not None:
            leaders.setdefault(cast.label(RunName.of(best[0])), []).append(metric.heading)
    told = "; ".join(f"{run} by {', '.join(by)}" for run, by in leaders.items())
    return f"The best run is {told}."


def _panels() -> list[Metric]:
    """Return the metrics in the order of panels: those that leave out unread answers, then parsed,
    are last."""
    return sorted(METRICS.values(), key=lambda own: (own.name == "parsed", own.needs_number))


def _panel(panel: Axes, metric: Metric, lines: Sequence[Sequence[Summary]], cast: Cast) -> None:
    panel.set_title(f"{metric.heading}{metric.percent} {'→' if metric.higher_is_better else '←'}")
    panel.grid(axis="x")
    scored = [
        (place, RunName.of(row), row.scores[metric.name])
        for place, rows in enumerate(lines)
        for row in rows
        if row.mean(metric.name) is not None
    ]
    floor = -math.inf
    if metric.log_scale:
        floor = canvas.log_floor(number(score.value) for *_, score in scored)
        panel.set_xscale("log")
        panel.axvline(1, color=canvas.MUTED, **canvas.DASHED)
    for place, run, score in scored:
        at = place + SHIFT * {HOLLOW: 1, FILLED: -1}.get(run.prompting, 0)
        value, *ends = (metric.factor * number(x) for x in (score.value, score.low, score.high))
        style = cast.style(run)
        panel.plot(ends, [at, at], color=style["color"], linewidth=0.9, gid=style["gid"])
        panel.plot([max(floor, value)], [at], linestyle="", clip_on=False, **style)
    if metric.log_scale:
        if any(score.value == 0 for *_, score in scored):
            panel.set_xlim(left=floor)
        canvas.plain_log(panel.xaxis, TICKS)
    else:
        panel.locator_params(axis="x", nbins=TICKS)
        panel.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    if metric.percent:
        panel.set_xlim(right=min(panel.get_xlim()[1], 103))
    panel.tick_params(axis="y", length=0)


def _told(title: str, best_first: Sequence[Summary], cast: Cast) -> str:
    told = (
        f"{cast.label(RunName.of(row))}: "
        + ", ".join(f"{m.heading} {m.shown(row.mean(m.name))}" for m in parsed_first())
        for row in best_first
    )
    return f"Dot plots of the scores on {title}. " + "; ".join(told) + "."
