"""Draws histograms of labels, with clusters and centroids."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from paper import canvas, drawing
from paper.canvas import Axes, Figure, Picture, picture
from paper.runs import Gathered
from tempanswerqa.questions.record import Question
from tempanswerqa.reports.words import slug
from tempanswerqa.units import DAY, UNITS, YEAR

BINS = 25
PER_DECADE = 5
"""The number of bins per decade on a log scale; with more, some would contain no whole number."""
COLUMNS = 2
CLUSTERS = (drawing.DARK, drawing.LIGHT, drawing.MIDDLE)
YEARS = {
    **{name: "year of the date" for name, unit in UNITS.items() if unit.dated},
    "date_years": "calendar year",
    "years": "years",
}
"""The axis labels of units whose numbers have no comma, as they may be calendar years."""
WIDE = 50
"""The ratio of the largest to the smallest label (at least 1) above which a scale is logarithmic.
Scales with labels below 0 are linear."""
ZERO = 0.5
"""The place of labels of 0 on a log scale."""


class Cluster(NamedTuple):
    """The labels of one centroid, in ascending order."""

    centroid: float
    labels: tuple[float, ...]


def clusters(questions: Iterable[Question]) -> dict[str, list[Cluster]]:
    """Return the clusters of each unit, sorted by centroid.

    Numbers are those of `questions.Question.number`.
    """
    labels: dict[str, dict[float, list[float]]] = defaultdict(lambda: defaultdict(list))
    for question in questions:
        labels[question.unit][question.centroid].append(question.number)
    return {
        unit: [
            Cluster(centroid, tuple(sorted(numbers))) for centroid, numbers in sorted(by.items())
        ]
        for unit, by in labels.items()
    }


def scales(gathered: Gathered) -> dict[str, Mapping[str, Sequence[Cluster]]]:
    """Return the clusters by unit for each scale, by the title of its tasks.

    Each task of Test of Time has its own scale; the tasks of TempTabQA share one. Variants of a
    task with the same questions count once.
    """
    by_title: dict[str, dict[str, Question]] = {}
    for task in gathered.tasks.values():
        shared = task.dataset.startswith("TempTabQA")
        title = task.dataset if shared else task.title.removesuffix(", chat")
        by_title.setdefault(title, {}).update(task.part.questions)
    return {title: clusters(questions.values()) for title, questions in by_title.items()}


def labels(title: str, units: Mapping[str, Sequence[Cluster]]) -> Picture:
    """Draw a histogram of each unit's labels, coloured by cluster, with a line at each centroid."""
    columns = min(COLUMNS, len(units))
    rows = math.ceil(len(units) / columns)

    def draw(figure: Figure) -> None:
        panels = figure.subplots(rows, columns, squeeze=False).ravel()
        for axes, (unit, clusters) in zip(panels, units.items(), strict=False):
            _histogram(axes, unit, clusters)
        for axes in panels[len(units) :]:
            axes.set_axis_off()
        for axes in panels[::columns]:
            axes.set_ylabel("labels")

    return picture(
        draw,
        1.35 * rows + 0.1,
        name=f"labels_{slug(title)}",
        title=f"{title}: labels and their centroids",
    )


def _histogram(axes: Axes, unit: str, clusters: Sequence[Cluster]) -> None:
    values = [[_scaled(label, unit) for label in cluster.labels] for cluster in clusters]
    low, high = min(map(min, values)), max(map(max, values))
    log = low >= 0 and high > WIDE * max(low, 1)
    if log:
        values = [[label or ZERO for label in labels] for labels in values]
        axes.set_xscale("log")
    colours = [CLUSTERS[place % len(CLUSTERS)] for place in range(len(values))]
    axes.hist(values, bins=_edges(low, high, unit, log), stacked=True, color=colours)
    for cluster in clusters:
        at = _scaled(cluster.centroid, unit)
        axes.axvline(at, color=canvas.INK, **drawing.DASHED | {"linewidth": 0.9})
    axes.set_xlabel(YEARS.get(unit, unit))
    axes.locator_params(axis="y", nbins=3, integer=True)
    if log:
        drawing.plain_log(axes.xaxis, 3)
        if not low:
            ticks = [at for at in axes.get_xticks() if at > 5 * ZERO]  # clear of that of 0
            axes.set_xticks([ZERO, *ticks], ["0", *map(drawing.format_tick, ticks)])
    else:
        axes.locator_params(axis="x", nbins=3)
        left, right = axes.get_xlim()
        within = [at for at in axes.get_xticks() if left <= at <= right]
        axes.set_xticks(within[:: max(1, len(within) - 1)])  # more labels would overlap
        if unit not in YEARS:
            axes.xaxis.set_major_formatter(lambda number, _: drawing.format_tick(number))


def _edges(low: float, high: float, unit: str, log: bool) -> Sequence[float]:
    """Return the edges of bins of equal width on the scale, for labels from `low` to `high`."""
    import numpy as np

    if log:
        step = 1 / PER_DECADE
        first = math.floor(math.log10(low or ZERO) / step)
        last = math.floor(math.log10(high) / step) + 1
        return list(10 ** (step * np.arange(first, last + 1)))
    if UNITS[unit].dated:
        return list(np.linspace(low, high if high > low else low + 1, BINS + 1))
    width = max(1, math.ceil((high - low + 1) / BINS))
    return list(np.arange(math.floor(low) - 0.5, high + width + 0.5, width))


def _scaled(number: float, unit: str) -> float:
    """Return the number itself, or the year of a date, with a fraction."""
    return 1970 + number / (YEAR * DAY) if UNITS[unit].dated else number
