"""Draws the rank correlations of metrics, over runs or over models, as heat maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations

from paper import canvas
from paper.canvas import Figure, Picture, picture
from tempanswerqa.metrics.correlation import spearman
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.words import slug
from tempanswerqa.runs.details import Record
from tempanswerqa.text import shown

Pair = tuple[str, str]
UNREAD = "parsed"
CELL = 0.46
"""The height of a row of the heat map, in inches."""


def pooled(dataset: str, title: str, records: Sequence[Record]) -> Picture:
    """Draw the correlations over all runs of a dataset.

    They have no interval, because a model has several runs.
    """
    return picture(
        partial(_heat_map, correlations(records)),
        CELL * len(METRICS) + 0.1,
        name=f"correlations_{slug(dataset)}",
        title=f"{title}: rank correlation of metrics over runs",
    )


def correlations(records: Sequence[Record]) -> dict[Pair, float]:
    """Return the rank correlation of each pair of metrics.

    The heading of the share of unread answers is `parsed`.
    """
    numbers = {name: [record[name] for record in records] for name in METRICS}
    numbers[UNREAD] = [None if share is None else 1 - share for share in numbers[UNREAD]]
    return {
        (first, second): spearman(numbers[first], numbers[second]).rho
        for first, second in combinations(METRICS, 2)
    }


def agreement(first: str, second: str, rho: float) -> float:
    """Return a correlation as agreement, from -1 to 1; it is 1 if both metrics rank runs alike.

    Exact match rises and errors fall as runs get better, so their agreement is `-rho`.
    """
    rising = [METRICS[name].higher_is_better and name != UNREAD for name in (first, second)]
    return rho if rising[0] == rising[1] else -rho


def _heat_map(coefficients: Mapping[Pair, float], figure: Figure) -> None:
    """Draw correlations below the diagonal, on which the metrics are named."""
    axes, names = figure.subplots(), list(METRICS)
    for pair, rho in coefficients.items():
        column, row = map(names.index, pair)
        canvas.shaded_cell(axes, (column, row), agreement(*pair, rho), shown(rho), "")
    for at, metric in enumerate(METRICS.values()):
        axes.text(at, at, metric.heading.replace(" ", "\n"), ha="center", va="center")
    axes.set(xlim=(-0.5, len(names) - 0.5), ylim=(len(names) - 0.5, -0.5))
    axes.set_axis_off()
