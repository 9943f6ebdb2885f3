"""Label distributions: histograms with clusters and centroids."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tempanswerqa.report import canvas
from tempanswerqa.report.canvas import Picture, picture
from tempanswerqa.report.labels import Cluster, written
from tempanswerqa.report.names import slug
from tempanswerqa.report.palette import CATEGORIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BINS = 30
YEAR = 365.2425 * 86_400
WIDE = 50
"""Labels that are so many times as large as others stand on a log scale."""


def labels(title: str, units: Mapping[str, Sequence[Cluster]]) -> Picture:
    """A histogram of each unit's labels, coloured by cluster, with a line at each centroid."""
    rows = math.ceil(len(units) / 2)

    def draw(figure: Figure) -> None:
        panels = figure.subplots(rows, 2, squeeze=False).ravel()
        for axes, (unit, clusters) in zip(panels, units.items(), strict=False):
            _histogram(axes, unit, clusters)
        for axes in panels[len(units) :]:
            axes.set_axis_off()
        for axes in panels[::2]:
            axes.set_ylabel("labels")

    told = "; ".join(
        f"{unit}: {sum(len(c.labels) for c in clusters)} labels, centroids "
        + ", ".join(written(c.centroid, unit) for c in clusters)
        for unit, clusters in units.items()
    )
    return picture(
        draw,
        1.25 * rows,
        name=f"labels_{slug(title)}",
        title=f"{title}: labels and their centroids",
        reading="Colours are clusters; a dashed line is a centroid, from which MASE measures how "
        "hard a label is to guess. It lies near the most frequent labels, not at the mean. Axes "
        "are on a log scale where labels differ by orders of magnitude, with 0 at its left end.",
        alternative=f"Histograms of the labels of {title}. {told}.",
    )


def _histogram(axes: Axes, unit: str, clusters: Sequence[Cluster]) -> None:
    import numpy as np

    own = [[_scaled(label, unit) for label in cluster.labels] for cluster in clusters]
    every = [label for labels in own for label in labels]
    low, high = min(every), max(every)
    if low >= 0 and high > WIDE * max(low, 1):
        start = max(low, 0.5)
        edges = np.geomspace(start, max(high, start * 1.01), BINS + 1)
        edges[0], edges[-1] = start * 0.999, edges[-1] * 1.001
        own = [[max(label, start) for label in labels] for labels in own]
        axes.set_xscale("log")
    else:
        edges = np.linspace(low, high if high > low else low + 1, BINS + 1)
    colours = [CATEGORIES[(3 + 2 * place) % len(CATEGORIES)] for place in range(len(own))]
    axes.hist(own, bins=edges, stacked=True, color=colours)
    for cluster in clusters:
        axes.axvline(
            _scaled(cluster.centroid, unit), color=canvas.INK, linestyle=(0, (3, 2)), linewidth=0.9
        )
    axes.set_title(unit if unit != "date" else "date (year)", loc="left")
    axes.locator_params(axis="y", nbins=3)
    if axes.get_xscale() == "log":
        canvas.plain_log(axes.xaxis)
    else:
        axes.locator_params(axis="x", nbins=3)


def _scaled(number: float, unit: str) -> float:
    """The number itself; of a date, its year with a fraction."""
    return 1970 + number / YEAR if unit == "date" else number
