"""Draws runs by exact match and sMAPE, and by exact match and MASE."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Axes, Figure, Picture, picture
from tempanswerqa.reports.page.legend import Cast, legend, legend_height
from tempanswerqa.reports.page.names import slug
from tempanswerqa.reports.report.smape import Band
from tempanswerqa.reports.report.task_runs import TaskRuns
from tempanswerqa.runs.summary import RunName, Summary, number
from tempanswerqa.text import shown

STEPS = 100
"""The number of steps of exact match at which the band is drawn."""
BESIDE = ((9, 0), (-9, 0), (0, 7), (0, -7))
"""The places of a number beside a mark, to the right and up, in points."""


SHADED = (
    "Lower is better. The right panel enlarges the frame in the left one. The shaded band has the "
    "possible sMAPE at each exact match: at its lower end all wrong answers are off by one unit, "
    "on the questions where that costs least; at its upper end all of them are unread."
)


def exact_match_smape(of: TaskRuns, band: Band) -> Picture:
    """Draw runs by exact match and sMAPE in the feasible band, on the whole scale and enlarged."""
    summaries, cast = of.summaries, of.cast
    runs = [RunName.of(row) for row in summaries]

    def draw(figure: Figure) -> None:
        whole, enlarged = figure.subplots(1, 2)
        rights = [round(at * band.questions / STEPS) for at in range(STEPS + 1)]
        shares = [100 * right / band.questions for right in rights]
        low, high = ([side[right] for right in rights] for side in band)
        for axes in (whole, enlarged):
            axes.fill_between(shares, low, high, color=canvas.RULE, alpha=0.6, lw=0)
            _points(axes, summaries, "smape", cast)
            axes.set_ylabel("sMAPE")
        whole.set(xlim=(0, 100), ylim=(0, 100))
        enlarged.set_xlim(*_around([100 * number(row.mean("exact_match")) for row in summaries]))
        enlarged.set_ylim(*_around([row.mean("smape") or 0 for row in summaries]))
        frame = {"edgecolor": canvas.MUTED, "alpha": 1, "linewidth": 0.6}
        whole.indicate_inset(enlarged.viewLim.bounds, **frame)
        legend(figure, cast, runs)

    return picture(
        draw,
        1.75 + legend_height(cast, runs),
        name=f"em_smape_{slug(of.task)}",
        title=f"{of.title}: exact match and sMAPE",
        reading=SHADED,
        alternative=_pairs(of.title, summaries, "smape", cast),
        caption=_within(summaries, cast, band),
    )


def _within(summaries: Sequence[Summary], cast: Cast, band: Band) -> str:
    """Return a caption on the runs nearest to the lower and to the upper end of the band."""
    shares = {}
    for row in summaries:
        right = round(number(row.mean("exact_match")) * band.questions)
        least, largest = band.least[right], band.largest[right]
        if largest > least:
            label = cast.label(RunName.of(row))
            shares[label] = 100 * (number(row.mean("smape")) - least) / (largest - least)
    if not shares:
        return "No run has wrong answers."
    low, high = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
    told = (
        "At the same exact match, sMAPE may be anywhere in the shaded band: it depends on unread "
        f"responses and on how far off wrong answers are. {low} lies {shares[low]:.0f} % of the "
        "way up"
    )
    return told + (f", {high} {shares[high]:.0f} %." if high != low else ".")


def _around(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis around values from 0 to 100."""
    margin = max(2.0, 0.2 * (max(values) - min(values)))
    return max(0.0, min(values) - margin), min(100.0, max(values) + margin)


def exact_match_mase(of: TaskRuns) -> Picture:
    """Draw runs by exact match and MASE."""
    summaries, cast = of.summaries, of.cast
    runs = [RunName.of(row) for row in summaries]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        axes.set_yscale("log")
        axes.axhline(1, color=canvas.MUTED, zorder=1, **canvas.DASHED)
        scored = [row for row in summaries if row.mean("mase") is not None]
        floor = canvas.log_floor(number(row.mean("mase")) for row in scored)
        points = _points(axes, scored, "mase", cast, floor)
        _parsed(axes, points, [number(row.mean("parsed")) for row in scored])
        canvas.plain_log(axes.yaxis)
        axes.set_ylabel("MASE")
        legend(figure, cast, runs)

    return picture(
        draw,
        1.9 + legend_height(cast, runs),
        name=f"em_mase_{slug(of.task)}",
        title=f"{of.title}: exact match and MASE",
        reading="Lower is better, on a log scale; at the line, 1, answers are as far off as the "
        "centroid of the labels. The number beside a run is its share of parsed answers in "
        "percent: MASE leaves out the others. A MASE of 0 is drawn at a tenth of the least other.",
        alternative=_pairs(of.title, summaries, "mase", cast),
        caption=_leaders(summaries, cast),
    )


def _leaders(summaries: Sequence[Summary], cast: Cast) -> str:
    """Return a caption on the best run by exact match, and the best by MASE."""
    scored = [row for row in summaries if row.mean("mase") is not None]
    if len(scored) < 2:
        return "MASE measures how far off the answers are that were read."
    best = [
        max(scored, key=lambda row: number(row.mean("exact_match"))),
        min(scored, key=lambda row: number(row.mean("mase"))),
    ]
    first, second = (
        f"{cast.label(RunName.of(row))} (EM {shown(row.mean('exact_match'), 100, 1)} %, MASE "
        f"{shown(row.mean('mase'))})"
        for row in best
    )
    if first == second:
        return f"{first} leads by exact match and by MASE."
    return f"{first} leads by exact match, and {second} by MASE."


def _points(
    axes: Axes, summaries: Sequence[Summary], metric: str, cast: Cast, floor: float = 0
) -> list[tuple[float, float]]:
    """Draw the runs that have a metric, which is raised to `floor`, and return their points."""
    axes.grid()
    axes.margins(0.12)
    axes.set_xlabel("exact match %")
    points = []
    for row in summaries:
        if (value := row.mean(metric)) is not None:
            points.append((100 * number(row.mean("exact_match")), max(floor, value)))
            style = cast.style(RunName.of(row))
            axes.plot(*([at] for at in points[-1]), linestyle="", clip_on=False, **style)
    return points


def _parsed(axes: Axes, points: Sequence[tuple[float, float]], shares: Sequence[float]) -> None:
    """Write the percent of parsed answers beside each run, on the side with most space."""
    import numpy as np

    axes.autoscale_view()
    taken = [*axes.transData.transform(points)] if points else []
    for share, point, mark in zip(shares, points, tuple(taken), strict=True):
        room = [min(np.hypot(*(mark + side - other)) for other in taken) for side in BESIDE]
        side = BESIDE[int(np.argmax(room))]
        taken.append(mark + side)
        look = {"ha": "center", "color": canvas.MUTED, "fontsize": canvas.SMALL - 1}
        canvas.beside(axes, f"{100 * share:.0f}", point, side, **look, zorder=1.5)  # below marks


def _pairs(title: str, summaries: Sequence[Summary], metric: str, cast: Cast) -> str:
    told = (
        f"{cast.label(RunName.of(row))} {shown(row.mean('exact_match'), 100)} and "
        f"{shown(row.mean(metric))}"
        for row in summaries
    )
    heading = METRICS[metric].heading
    return f"Scatter plot of exact match in percent and {heading} on {title}: {'; '.join(told)}."
