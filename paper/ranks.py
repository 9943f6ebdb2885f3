"""Draws how the order of the runs of a task changes from exact match to another metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from paper import canvas
from paper.canvas import Axes, Figure, Picture, picture
from paper.drawing import GLYPHS, HOLLOW, style
from paper.runs import TaskRuns, name_of
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.words import slug
from tempanswerqa.runs.details import Record
from tempanswerqa.runs.run import RunName
from tempanswerqa.text import shortened

FIRST = "exact_match"
TEXT, ROW, ABOVE, BELOW = 10.5, 12.0, 43.0, 16.0
"""The heights of a line of text, of a run, and of the space above and below all runs, in points."""
NAME_WIDTH, GAP, STEP, LANES = 82.0, 9.0, 3.5, 4
"""The widths of a name, the line to it, and the step to the next lane, in points; and the number of
lanes, which keep the intervals of neighbouring runs apart."""
NAME_LETTERS = 14
"""Maximum length of a model's name."""


class _Side(NamedTuple):
    """The scores of one of the two columns, with their places on its axis in points."""

    metric: Metric
    records: Sequence[Record]
    height: float
    left: bool

    def bounds(self) -> tuple[float, float]:
        """Return the smallest and largest number on the axis, including the ends of intervals."""
        known = [
            end
            for record in self.records
            for key in ("", "_low", "_high")
            if (end := record[self.metric.name + key]) is not None
        ]
        low, high = min(known), max(known)
        return (low, high) if high > low else (low - 0.5, high + 0.5)

    def at(self, value: float) -> float:
        """Return the height of a score in points; the best one is highest."""
        low, high = self.bounds()
        share = (value - low) / (high - low)
        return BELOW + self.height * (share if self.metric.higher_is_better else 1 - share)

    def lane(self, place: int) -> float:
        """Return the horizontal position of the run at a place, 0 for the best, in points."""
        shift = NAME_WIDTH + GAP + STEP * (place % LANES)
        return shift if self.left else 72 * canvas.WIDTH - shift

    def ends(self) -> tuple[str, str]:
        """Return the scores at the lower and at the upper end of the axis."""
        low, high = (self.metric.shown(end) for end in self.bounds())
        return (low, high) if self.metric.higher_is_better else (high, low)


def with_both(records: Sequence[Record], name: str) -> list[Record]:
    """Return the runs that have both an exact match and a score by the metric `name`."""
    return [row for row in records if None not in (row[FIRST], row[name])]


def ranks(of: TaskRuns, rows: Mapping[str, Sequence[Record | None]], name: str) -> Picture:
    """Draw a line for each run from its exact match to its score by the metric `name`.

    `rows` are those of `analysis.rank` by metric, in the order of the runs. Runs without the score
    are left out.
    """
    metric = METRICS[name]
    records, cast = with_both(of.records, name), of.cast
    pairs = [
        [
            rank
            for row, rank in zip(of.records, rows[metric_name], strict=True)
            if row in records and rank
        ]
        for metric_name in (FIRST, name)
    ]
    moves = [
        at
        for at, (first, second) in enumerate(zip(*pairs, strict=True))
        if first["worst"] < second["best"] or second["worst"] < first["best"]
    ]
    height = ROW * len(records)

    return picture(
        partial(_draw, name=name, records=records, cast=cast, moves=moves, height=height),
        (height + ABOVE + BELOW) / 72,
        name=f"ranks_{name}_{slug(of.task)}",
        title=f"{of.title}: from {METRICS[FIRST].heading} to {metric.heading}",
    )


def _draw(
    figure: Figure,
    name: str,
    records: Sequence[Record],
    cast: Cast,
    moves: Sequence[int],
    height: float,
) -> None:
    figure.set_layout_engine("none")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 72 * canvas.WIDTH), ylim=(0, height + ABOVE + BELOW))
    axes.set_axis_off()
    sides = [
        _Side(METRICS[metric_name], records, height, metric_name == FIRST)
        for metric_name in (FIRST, name)
    ]
    dots = [_column(axes, side, records, cast, moves) for side in sides]
    for at, row in enumerate(records):
        colour, width, above = canvas.MUTED, 0.8, 1.5
        if at in moves:
            colour, width, above = cast.looks[row["model"]].colour, 1.8, 2.5
        line: dict[str, Any] = {"color": colour, "linewidth": width, "zorder": above}
        axes.plot(*zip(dots[0][at], dots[1][at], strict=True), **line)


def _column(
    axes: Axes, side: _Side, records: Sequence[Record], cast: Cast, moves: Sequence[int]
) -> list[tuple[float, float]]:
    """Draw names, marks and intervals of one side; return the points of the marks."""
    heights = [side.at(record[side.metric.name]) for record in side.records]
    best_first = sorted(range(len(records)), key=lambda at: -heights[at])
    texts = canvas.spread([heights[at] for at in best_first], BELOW, BELOW + side.height, TEXT)
    edge, align = (NAME_WIDTH, "right") if side.left else (72 * canvas.WIDTH - NAME_WIDTH, "left")
    dots = [(0.0, 0.0)] * len(records)
    for place, (at, beside) in enumerate(zip(best_first, texts, strict=True)):
        run = name_of(records[at])
        dots[at] = side.lane(place), heights[at]
        look = style(cast, run) | {"markersize": 4}
        if at not in moves:
            face = canvas.PAPER if run.prompting == HOLLOW else canvas.MUTED
            look |= {
                "color": canvas.MUTED,
                "markeredgecolor": canvas.MUTED,
                "markerfacecolor": face,
            }
        low, high = (records[at][f"{side.metric.name}_{end}"] for end in ("low", "high"))
        if low is not None and high is not None:
            ends = side.at(low), side.at(high)
            axes.plot([dots[at][0]] * 2, ends, color=look["color"], linewidth=0.9)
        lead = [edge + (2 if side.left else -2), dots[at][0]], [beside, heights[at]]
        axes.plot(*lead, color=canvas.MUTED, linewidth=0.3, zorder=1)
        axes.plot(*([part] for part in dots[at]), zorder=3, **look)
        weight = "bold" if at in moves else "normal"
        name = _name(run, cast, side.left)
        axes.text(edge, beside, name, ha=align, va="center", size=canvas.SMALL, weight=weight)
    _name_side(axes, side)
    return dots


def _name_side(axes: Axes, side: _Side) -> None:
    """Write the metric of a side and which direction is better, and the scores at its ends."""
    low, high = side.ends()
    middle = (side.lane(0) + side.lane(LANES - 1)) / 2
    axes.text(middle, BELOW - 6, low, ha="center", va="top", size=canvas.SMALL, color=canvas.MUTED)
    top = side.height + BELOW + 7
    axes.text(middle, top, high, ha="center", size=canvas.SMALL, color=canvas.MUTED)
    better = "higher is better" if side.metric.higher_is_better else "lower is better"
    over = 72 * canvas.WIDTH * (0.25 if side.left else 0.75)
    axes.text(over, top + 11, better, ha="center", size=canvas.SMALL, color=canvas.MUTED)
    axes.text(over, top + 22, side.metric.heading + side.metric.percent, ha="center")


def _name(run: RunName, cast: Cast, left: bool) -> str:
    name = shortened(cast.short[run.model], NAME_LETTERS)
    parts = [part for part in (name, GLYPHS.get(run.prompting)) if part]
    return " ".join(parts if left else parts[::-1])
