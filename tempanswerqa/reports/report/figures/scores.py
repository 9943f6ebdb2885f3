"""Scores of the runs of a task with their intervals, and how their ranks change by metric."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tempanswerqa.metrics.ranks import Rank
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Picture, picture
from tempanswerqa.reports.page.legend import HOLLOW, Cast, prompting_entries
from tempanswerqa.reports.page.names import of_summary, slug
from tempanswerqa.reports.page.table import ordered
from tempanswerqa.reports.tables import parsed_first
from tempanswerqa.runs.summary import Summary, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = 3
"""Of panels."""
SHIFT = 0.16
"""Of a row, by which the promptings of a model stand apart."""
TICKS = 2
"""At most this many numbers fit below a panel."""


def scores(task: str, title: str, summaries: Sequence[Summary], cast: Cast) -> Picture:
    """Draw dots with 95 % intervals, a row for each model, a panel for each metric."""
    best_first = ordered(summaries, lambda row: row.mean("exact_match"), high=True)
    models = list(dict.fromkeys(row.model for row in best_first))
    runs = [of_summary(row) for row in summaries]
    row = canvas.LINE * (1.3 if len(runs) > len(models) else 1)
    rows = len(METRICS) // COLUMNS + 1  # with room for a legend

    def draw(figure: Figure) -> None:
        panels = figure.subplots(rows, COLUMNS, sharey=True).ravel()
        for panel, metric in zip(panels, _panels(), strict=False):
            _panel(panel, metric, summaries, models, cast)
        panels[0].set_yticks(range(len(models)), [cast.short[model] for model in models])
        panels[0].set_ylim(len(models) - 0.5, -0.5)
        for panel in panels[len(METRICS) :]:
            panel.set_axis_off()
        panels[-1].legend(*prompting_entries(runs), loc="center", handletextpad=0.2)

    return picture(
        draw,
        rows * (len(models) * row + 0.46),
        name=f"scores_{slug(task)}",
        title=f"{title}: scores",
        reading="Models from the highest exact match down; bars are 95 % intervals. Arrows tell "
        "which way is better. MASE has no interval and is on a log scale: at the line, 1, an "
        "answer is as far off as the centroid of the labels is; it leaves out what was not parsed, "
        "so read it beside parsed. A MASE of 0 stands at the edge.",
        alternative=_told(title, best_first, cast),
    )


def _panels() -> list[Metric]:
    """Return the metrics with those at the end that have to be read beside parsed, and parsed."""
    return sorted(METRICS.values(), key=lambda own: (own.name == "parsed", own.needs_number))


def _panel(
    panel: Axes, metric: Metric, summaries: Sequence[Summary], models: Sequence[str], cast: Cast
) -> None:
    panel.set_title(f"{metric.heading}{metric.percent} {'→' if metric.higher_is_better else '←'}")
    panel.grid(axis="x")
    known = [row for row in summaries if row.mean(metric.name) is not None]
    scored = [(of_summary(row), row.scores[metric.name]) for row in known]
    floor = -math.inf
    if metric.log_scale:
        floor = canvas.log_floor(number(score.value) for _, score in scored)
        panel.set_xscale("log")
        panel.axvline(1, color=canvas.MUTED, linestyle=(0, (3, 2)), linewidth=0.8)
    for run, score in scored:
        place = models.index(run.model) + SHIFT * (1 if run.prompting == HOLLOW else -1)
        value, *ends = (metric.factor * number(x) for x in (score.value, score.low, score.high))
        style = cast.style(run)
        panel.plot(ends, [place, place], color=style["color"], linewidth=0.9)
        panel.plot([max(floor, value)], [place], linestyle="", clip_on=False, **style)
    if metric.log_scale:
        panel.set_xlim(left=floor)
        canvas.plain_log(panel.xaxis, TICKS)
    else:
        panel.locator_params(axis="x", nbins=TICKS)
        panel.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    if metric.percent:
        panel.set_xlim(right=min(panel.get_xlim()[1], 103))
    panel.tick_params(axis="y", length=0)


def ranks(
    task: str,
    title: str,
    summaries: Sequence[Summary],
    cast: Cast,
    found: Mapping[str, Sequence[Rank | None]],
) -> Picture:
    """Draw a line for each run through its ranks by metric, which are in the runs' order."""
    columns = _positions(summaries, found, cast)
    first, *_, last = found

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for at, summary in enumerate(summaries):
            run = of_summary(summary)
            line = [column[at] for column in columns.values()]
            dash = (0, (3, 1.5)) if run.prompting == HOLLOW else "-"
            axes.plot(range(len(line)), line, linestyle=dash, clip_on=False, **cast.style(run))
        _of_columns(axes, columns, len(summaries))
        right = axes.secondary_yaxis("right")
        names = [f"{cast.label(of_summary(summary))}   " for summary in summaries]
        for side, metric, beside in ((axes, first, names), (right, last, [""] * len(names))):
            told = [f"{name}{rank or ''}" for name, rank in zip(beside, found[metric], strict=True)]
            shown = [pair for pair in zip(columns[metric], told, strict=True) if pair[1]]
            side.set_yticks([at for at, _ in shown], [text for _, text in shown])
            side.tick_params(length=0)
            side.spines[:].set_visible(False)

    return picture(
        draw,
        0.55 + 1.1 * canvas.LINE * len(summaries),
        name=f"ranks_{slug(task)}",
        title=f"{title}: ranks",
        reading="From the best run, at the top, to the worst, by each metric; on the left the "
        "ranks that the data leave to a run by the first, on the right by the last. Lines that "
        "cross are runs that the metrics order differently, which means little where their ranks "
        "overlap; runs with equal scores stand as in the column before. Dashed: zero-shot.",
        alternative=_moves(title, summaries, found, cast),
    )


def _of_columns(axes: Axes, columns: Iterable[str], runs: int) -> None:
    """Name the columns of ranks, upright above them, and leave room for all runs."""
    headings = [METRICS[name].heading for name in columns]
    axes.set_xticks(range(len(headings)), headings, rotation=90)
    axes.set_xlim(-0.15, len(headings) - 0.85)
    axes.set_ylim(runs + 0.5, 0.5)
    axes.xaxis.tick_top()


def _positions(
    summaries: Sequence[Summary], found: Mapping[str, Sequence[Rank | None]], cast: Cast
) -> dict[str, list[float]]:
    """Return where each run stands in each column: by rank, equal ones as in the column before.

    In the first column equal ones stand in the order of their names. NaN without a rank, but in
    the first column, where such runs stand last.
    """
    names = [cast.label(of_summary(summary)) for summary in summaries]
    before = sorted(range(len(summaries)), key=names.__getitem__)
    columns: dict[str, list[float]] = {}
    for metric, ranks in found.items():
        order = [rank.rank if rank else len(ranks) + 1 for rank in ranks]
        before.sort(key=order.__getitem__)
        keep = not columns
        columns[metric] = [
            before.index(at) + 1 if rank or keep else math.nan for at, rank in enumerate(ranks)
        ]
    return columns


def _told(title: str, best_first: Sequence[Summary], cast: Cast) -> str:
    told = (
        f"{cast.label(of_summary(row))}: "
        + ", ".join(f"{m.heading} {m.shown(row.mean(m.name))}" for m in parsed_first())
        for row in best_first
    )
    return f"Dot plots of the scores on {title}. " + "; ".join(told) + "."


def _moves(
    title: str, summaries: Sequence[Summary], found: Mapping[str, Sequence[Rank | None]], cast: Cast
) -> str:
    told = (
        f"{cast.label(of_summary(row))}: "
        + ", ".join(f"{METRICS[name].heading} {own[at] or '-'}" for name, own in found.items())
        for at, row in enumerate(summaries)
    )
    return f"Ranks on {title} by metric. " + "; ".join(told) + "."
