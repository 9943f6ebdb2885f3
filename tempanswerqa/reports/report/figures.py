"""Draws the tolerance curve of a report: all tasks, each task and prompting of the same weight."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import SUFFIXES, Axes, Figure, Picture, picture
from tempanswerqa.reports.report import live_data
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.run_set import RunSet
from tempanswerqa.text import shortened
from tempanswerqa.units import UNITS

WIDTH = 3.4
"""The width of the figure, in inches: in a README on a phone its text has 10 pixels."""
LETTER = 0.0185
"""The width of half a letter of a tick, as a part of the axis."""
NAME_LENGTH = 24
"""The largest number of characters of a model's name beside its line."""
PANELS = {"percent": "durations and other numbers", "time": "points in time"}
"""The axes of the curve's panels, with their titles."""


def curve(gathered: Gathered, of: RunSet, suffixes: Sequence[str] = SUFFIXES) -> Picture:
    """Draw the share of answers within a tolerated error: durations, and points in time."""
    asked = {
        q.id: q for rows in of.by_model.values() for row in rows for q in row.questions.values()
    }
    points = {UNITS[question.unit].point for question in asked.values()}
    kinds = {axis: title for axis, title in PANELS.items() if (axis == "time") in points}

    def draw(figure: Figure) -> None:
        panels = figure.subplots(len(kinds), 1, squeeze=False)[:, 0]
        for axes, (axis, title) in zip(panels, kinds.items(), strict=True):
            _panel(axes, axis, gathered, of)
            axes.set_title(f"{title}: % within", loc="left", pad=8)

    return picture(draw, 3.0 * len(kinds), WIDTH, suffixes, name="tolerance")


def _panel(axes: Axes, axis: str, gathered: Gathered, of: RunSet) -> None:
    ends, exact = [], []
    for model, rows in of.by_model.items():
        errors = []
        for row in rows:
            pairs = [
                (q, n) for q, n in gathered.read(row) if UNITS[q.unit].point == (axis == "time")
            ]
            errors.append([live_data.error(axis, number, question) for question, number in pairs])
        line = _steps(axis, list(filter(None, errors)))
        look = gathered.cast.looks[model]
        dashes = tuple(float(part) / 2 for part in look.dash.split())
        style: dict[str, Any] = {"linestyle": (0, dashes)} if dashes else {}
        axes.step(*zip(*line, strict=True), where="post", color=look.colour, **style)
        ends.append((line[-1][1], model))
        exact.append(line[0][1])
    knots = live_data.AXES[axis]["knots"]
    named: dict[float, str] = {}  # without labels that would touch; both ends come first
    for _, label, at in sorted(knots, key=lambda knot: abs(knot[2] - 0.5) < 0.5):
        if all(abs(at - x) > LETTER * len(label + other) for x, other in named.items()):
            named[at] = label
    places = [at for *_, at in knots]
    axes.set_xticks(places, [named.get(at, "") for at in places])
    axes.set_xlabel(live_data.AXES[axis]["label"])
    axes.set(xlim=(0, 1), ylim=(min(90, 10 * math.floor(min(exact) / 10)), 100))
    axes.grid()
    ends.sort(key=lambda end: -end[0])
    gap = 10.5 / (2.5 * 72) * (axes.get_ylim()[1] - axes.get_ylim()[0])
    beside = canvas.spread([end for end, _ in ends], axes.get_ylim()[0], 100.0, gap)
    for (end, model), at in zip(ends, beside, strict=True):
        look = gathered.cast.looks[model]
        axes.plot([1, 1.03], [end, at], color=look.colour, linewidth=0.6, clip_on=False)
        name = shortened(gathered.cast.short[model], NAME_LENGTH)
        axes.text(1.04, at, name, va="center", size=canvas.SMALL)


def _steps(axis: str, runs: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """Return the corners of the mean curve of runs, in percent, without those that a page cannot
    show apart.
    """
    weighted = [(error, 1 / len(errors) / len(runs)) for errors in runs for error in errors]
    share = 100 * math.fsum(weight for error, weight in weighted if error == 0)
    line = [(0.0, share)]
    for error, weight in sorted(pair for pair in weighted if pair[0] > 0):  # not NaN
        share += 100 * weight
        line.append((live_data.place(axis, error), share))
    line.append((1.0, share))
    kept = line[:1]
    for (x, y), (after, _) in pairwise(line):
        if abs(x - kept[-1][0]) + abs(after - kept[-1][0]) > 1 / 400 or y - kept[-1][1] > 0.5:
            kept.append((round(x, 4), round(y, 2)))
    return [*kept, line[-1]]
