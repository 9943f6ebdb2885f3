"""Draws the rank correlations of metrics, over runs or over models, as heat maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from tempanswerqa.metrics.correlation import Correlation
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Figure, Picture, picture
from tempanswerqa.reports.page.names import slug
from tempanswerqa.reports.report.data import Task
from tempanswerqa.reports.report.score_tables import Correlated
from tempanswerqa.text import shown

Pair = tuple[str, str]
CELL = 0.46
"""The height of a row of the heat map, in inches."""
COLOURS = (
    "Dark purple means that two metrics rank the n = {} alike, orange that they rank them the "
    "other way round."
)


def within_task(task: Task, found: Sequence[Correlated]) -> Picture:
    """Draw Spearman's correlation of each pair of metrics over the models of a task."""
    own = {(pair.first, pair.second): pair.within for pair in found}
    models = max(one.n for one in own.values())
    return picture(
        partial(_heat_map, own),
        CELL * len(METRICS) + 0.1,
        name=f"task_correlations_{slug(task.name)}",
        title=f"{task.title}: rank correlation of metrics over models",
        reading="Numbers are Spearman's correlations with their 95 % intervals, which few models "
        "leave wide; a model's value is the mean of its promptings. Errors fall as exact "
        "match rises, so that -1 between them means agreement.",
        alternative=f"Spearman's correlations over the models of {task.title}: {_told(own)}.",
        caption=COLOURS.format(f"{models} models"),
    )


def pooled(dataset: str, title: str, found: Sequence[Correlated]) -> Picture:
    """Draw the correlations over all runs of a dataset."""
    own = {(pair.first, pair.second): pair.pooled._replace(low=NAN, high=NAN) for pair in found}
    runs = max(one.n for one in own.values())
    return picture(
        partial(_heat_map, own),
        CELL * len(METRICS) + 0.1,
        name=f"correlations_{slug(dataset)}",
        title=f"{title}: rank correlation of metrics over runs",
        reading="Numbers are Spearman's correlations over the runs of all tasks; they have no "
        "interval, as a model counts several times.",
        alternative=f"Spearman's correlations over the runs of {title}: {_told(own)}.",
        caption=COLOURS.format(f"{runs} runs"),
    )


def agreement(first: str, second: str, rho: float) -> float:
    """Return a correlation as agreement, from -1 to 1, which is 1 if both metrics rank alike.

    Exact match rises and errors fall as runs get better, so that their agreement is `-rho`.
    """
    alike = METRICS[first].higher_is_better == METRICS[second].higher_is_better
    return rho if alike else -rho


def _heat_map(own: Mapping[Pair, Correlation], figure: Figure) -> None:
    """Draw correlations below the diagonal, which names the metrics."""
    axes, names = figure.subplots(), list(METRICS)
    for pair, found in own.items():
        column, row = map(names.index, pair)
        ends = f"[{shown(found.low)},\n{shown(found.high)}]" if found.low == found.low else ""
        canvas.shaded_cell(axes, (column, row), agreement(*pair, found.rho), shown(found.rho), ends)
    for at, metric in enumerate(METRICS.values()):
        axes.text(at, at, metric.heading.replace(" ", "\n"), ha="center", va="center")
    axes.set(xlim=(-0.5, len(names) - 0.5), ylim=(len(names) - 0.5, -0.5))
    axes.set_axis_off()


def _told(own: Mapping[Pair, Correlation]) -> str:
    return ", ".join(
        f"{METRICS[first].heading} and {METRICS[second].heading} {shown(found.rho)}"
        for (first, second), found in own.items()
    )
