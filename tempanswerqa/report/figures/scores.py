"""Scores of the runs of a task with their intervals, and how their ranks change by metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tempanswerqa.report import canvas
from tempanswerqa.report.canvas import Picture, picture
from tempanswerqa.report.figures.runs import HOLLOW, Cast, entries
from tempanswerqa.report.names import HEADINGS, of_summary, slug
from tempanswerqa.report.score_tables import RANKED, places
from tempanswerqa.report.table import ordered
from tempanswerqa.summary import Summary
from tempanswerqa.tables import SCORES, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANELS = ("exact_match", "smape", "mase", "parsed", "bse")
"""In rows of two: parsed stands beside MASE, which leaves out what could not be read."""
ROW = 0.17
"""Inches that a model takes."""


def scores(task: str, title: str, summaries: Sequence[Summary], cast: Cast) -> Picture:
    """Dots with 95 % intervals, a row for each model, a panel for each metric."""
    best_first = ordered(summaries, lambda row: row["exact_match"], high=True)
    models = list(dict.fromkeys(row["model"] for row in best_first))

    def draw(figure: Figure) -> None:
        *panels, last = figure.subplots(3, 2, sharey=True).ravel()
        for panel, name in zip(panels, PANELS, strict=True):
            _panel(panel, name, summaries, models, cast)
        panels[0].set_yticks(range(len(models)), [cast.short[model] for model in models])
        panels[0].set_ylim(len(models) - 0.5, -0.5)
        last.set_axis_off()
        last.legend(*entries(cast, map(of_summary, summaries)), loc="center", handletextpad=0.2)

    return picture(
        draw,
        3 * max(len(models) * ROW + 0.42, 0.13 * (len(models) + 3)),
        name=f"scores_{slug(task)}",
        title=f"{title}: scores",
        reading="Models from the highest exact match down; bars are 95 % intervals. Arrows tell "
        "which way is better. MASE is on a log scale: at the line, 1, an answer is as far off as "
        "the centroid of the labels is; it leaves out what was not parsed, so read it beside "
        "parsed, and an interval that reaches 0 is cut.",
        alternative=_told(title, best_first, cast),
    )


def _panel(
    panel: Axes, name: str, summaries: Sequence[Summary], models: Sequence[str], cast: Cast
) -> None:
    heading, factor, _ = SCORES[name]
    higher = name in ("exact_match", "parsed")
    panel.set_title(f"{heading}{' %' if factor == 100 else ''} {'→' if higher else '←'}")
    panel.grid(axis="x")
    if name == "mase":
        panel.set_xscale("log")
        panel.axvline(1, color=canvas.MUTED, linestyle=(0, (3, 2)), linewidth=0.8)
    for summary in summaries:
        if summary[name] is None:
            continue
        if name == "mase" and summary[name] == 0:
            continue  # has no place on a log scale; the table shows it
        run = of_summary(summary)
        shift = {HOLLOW: 0.16}.get(run.prompting, -0.16)
        place = models.index(run.model) + shift
        value = factor * summary[name]
        low, high = summary["intervals"][name]
        style = cast.style(run)
        if low is not None:
            ends = [
                max(factor * low, value / 10 if name == "mase" else factor * low),
                factor * high,
            ]
            panel.plot(ends, [place, place], color=style["color"], linewidth=0.9)
        panel.plot([value], [place], linestyle="", **style)
    if name == "mase":
        canvas.plain_log(panel.xaxis)
    panel.tick_params(axis="y", length=0)


def ranks(task: str, title: str, summaries: Sequence[Summary], cast: Cast) -> Picture:
    """A line for each run through its ranks by metric."""
    columns = {name: _positions(summaries, name, cast) for name in RANKED}

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for at, summary in enumerate(summaries):
            run = of_summary(summary)
            line = [columns[name][at] for name in RANKED]
            dash = (0, (3, 1.5)) if run.prompting == HOLLOW else "-"
            axes.plot(range(len(RANKED)), line, linestyle=dash, **cast.style(run))
        first = sorted(zip(columns[RANKED[0]], map(of_summary, summaries), strict=True))
        axes.set_yticks([at for at, _ in first], [cast.label(run) for _, run in first])
        axes.set_ylim(len(summaries) + 0.5, 0.5)
        axes.set_xticks(range(len(RANKED)), [HEADINGS[name] for name in RANKED])
        axes.set_xlim(-0.15, len(RANKED) - 0.85)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        last = axes.secondary_yaxis("right")
        last.set_yticks([at for at, _ in first], [str(at) for at, _ in first])
        last.tick_params(length=0)
        last.spines[:].set_visible(False)

    return picture(
        draw,
        0.35 + ROW * len(summaries),
        name=f"ranks_{slug(task)}",
        title=f"{title}: ranks",
        reading="From the best run, at the top, to the worst, by each metric. Lines that cross are "
        "runs that the metrics rank differently; dashed: zero-shot.",
        alternative=_moves(title, summaries, cast),
    )


def _positions(summaries: Sequence[Summary], metric: str, cast: Cast) -> list[int]:
    """A position of its own for each run: its rank, equal ones in the order of their names."""
    found = places(summaries, metric)
    worst = len(summaries) + 1
    order = sorted(
        range(len(summaries)),
        key=lambda at: (found[at] or worst, cast.label(of_summary(summaries[at]))),
    )
    return [order.index(at) + 1 for at in range(len(summaries))]


def _told(title: str, best_first: Sequence[Summary], cast: Cast) -> str:
    told = (
        f"{cast.label(of_summary(row))}: "
        + ", ".join(
            f"{heading} {shown(row[n], factor, digits)}"
            for n, (heading, factor, digits) in SCORES.items()
        )
        for row in best_first
    )
    return f"Dot plots of the scores on {title}. " + "; ".join(told) + "."


def _moves(title: str, summaries: Sequence[Summary], cast: Cast) -> str:
    by_metric = [places(summaries, name) for name in RANKED]
    told = (
        f"{cast.label(of_summary(row))}: "
        + ", ".join(
            f"{HEADINGS[n]} {own[at] or '-'}" for n, own in zip(RANKED, by_metric, strict=True)
        )
        for at, row in enumerate(summaries)
    )
    return f"Ranks on {title} by metric. " + "; ".join(told) + "."
