"""Draws runs by exact match and sMAPE, and by exact match and MASE."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from paper import canvas, drawing
from paper.canvas import Axes, Figure, Picture, picture
from paper.runs import TaskRuns, name_of
from tempanswerqa.paper_scoring import smape
from tempanswerqa.questions.record import Question
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.words import slug
from tempanswerqa.runs.details import Record
from tempanswerqa.units import UNITS

STEPS = 100
"""The number of steps of exact match for which the band is drawn."""
BESIDE = ((9, 0), (-9, 0), (0, 7), (0, -7))
"""The places of a number beside a mark, to the right and up, in points."""


class Band(NamedTuple):
    """The smallest and largest sMAPE of a task for each number of right answers from 0 to n."""

    least: tuple[float, ...]
    largest: tuple[float, ...]

    @property
    def questions(self) -> int:
        """Return the number of questions."""
        return len(self.least) - 1


def band(task: Iterable[Question]) -> Band | None:
    """Return the feasible band of a task; None if sMAPE is defined for none of its questions.

    Let k of n answers be right, and let sMAPE be defined for m questions. It is largest if all
    wrong answers count as 100, as if unread, and as many right ones as possible are among the n - m
    others: 100 (m - max(0, k - (n - m))) / m. It is smallest if as many wrong ones as possible are
    among the n - m, and the rest are off by one, on the questions where that gives the smallest
    sMAPE: 100 / (2|y| + 1) for a whole label y. The band holds for answers in whole units.
    """
    questions = list(task)
    costs = sorted(
        min(smape(answer, question.number) for answer in _next(question.number))
        for question in questions
        if not UNITS[question.unit].point
    )
    if not costs:
        return None
    n, m = len(questions), len(costs)
    sums = [0.0, *accumulate(costs)]
    wrong = [max(0, n - k - (n - m)) for k in range(n + 1)]  # at least, of the m questions
    right = [max(0, k - (n - m)) for k in range(n + 1)]
    return Band(
        tuple(sums[count] / m for count in wrong), tuple(100 * (m - count) / m for count in right)
    )


def _next(label: float) -> tuple[int, int]:
    """Return the next whole number below a label and the next one above it."""
    return math.ceil(label) - 1, math.floor(label) + 1


def exact_match_smape(of: TaskRuns, band: Band) -> Picture:
    """Draw runs by exact match and sMAPE in the feasible band, on the full scale and enlarged."""
    records, cast = of.records, of.cast
    runs = [*map(name_of, records)]

    def draw(figure: Figure) -> None:
        whole, enlarged = figure.subplots(1, 2)
        rights = [round(at * band.questions / STEPS) for at in range(STEPS + 1)]
        shares = [100 * right / band.questions for right in rights]
        low, high = ([side[right] for right in rights] for side in band)
        for axes in (whole, enlarged):
            axes.fill_between(shares, low, high, color=canvas.RULE, alpha=0.6, lw=0)
            _points(axes, records, "smape", cast)
            axes.set_ylabel("sMAPE")
        whole.set(xlim=(0, 100), ylim=(0, 100))
        enlarged.set_xlim(*_around([100 * row["exact_match"] for row in records]))
        enlarged.set_ylim(*_around([row["smape"] or 0 for row in records]))
        frame = {"edgecolor": canvas.MUTED, "alpha": 1, "linewidth": 0.6}
        whole.indicate_inset(enlarged.viewLim.bounds, **frame)
        drawing.legend(figure, cast, runs)

    return picture(
        draw,
        1.75 + drawing.legend_height(cast, runs),
        name=f"em_smape_{slug(of.task)}",
        title=f"{of.title}: exact match and sMAPE",
    )


def _around(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis around values from 0 to 100."""
    margin = max(2.0, 0.2 * (max(values) - min(values)))
    return max(0.0, min(values) - margin), min(100.0, max(values) + margin)


def exact_match_mase(of: TaskRuns) -> Picture:
    """Draw runs by exact match and MASE."""
    records, cast = of.records, of.cast
    runs = [*map(name_of, records)]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        axes.set_yscale("log")
        axes.axhline(1, color=canvas.MUTED, zorder=1, **drawing.DASHED)
        scored = [row for row in records if row["mase"] is not None]
        floor = drawing.log_floor(row["mase"] for row in scored)
        points = _points(axes, scored, "mase", cast, floor)
        _parsed(axes, points, [row["parsed"] for row in scored])
        drawing.plain_log(axes.yaxis)
        axes.set_ylabel("MASE")
        drawing.legend(figure, cast, runs)

    return picture(
        draw,
        1.9 + drawing.legend_height(cast, runs),
        name=f"em_mase_{slug(of.task)}",
        title=f"{of.title}: exact match and MASE",
    )


def _points(
    axes: Axes, records: Sequence[Record], metric: str, cast: Cast, floor: float = 0
) -> list[tuple[float, float]]:
    """Draw the runs that have a metric, raised to at least `floor`, and return their points."""
    axes.grid()
    axes.margins(0.12)
    axes.set_xlabel("exact match %")
    points = []
    for row in records:
        if (value := row[metric]) is not None:
            points.append((100 * row["exact_match"], max(floor, value)))
            style = drawing.style(cast, name_of(row))
            axes.plot(*([at] for at in points[-1]), linestyle="", clip_on=False, **style)
    return points


def _parsed(axes: Axes, points: Sequence[tuple[float, float]], shares: Sequence[float]) -> None:
    """Write the percentage of answers read beside each run, on the side with the most space."""
    import numpy as np

    axes.autoscale_view()
    taken = [*axes.transData.transform(points)] if points else []
    for share, point, mark in zip(shares, points, tuple(taken), strict=True):
        room = [min(np.hypot(*(mark + side - other)) for other in taken) for side in BESIDE]
        side = BESIDE[int(np.argmax(room))]
        taken.append(mark + side)
        look = {"ha": "center", "color": canvas.MUTED, "fontsize": canvas.SMALL - 1}
        drawing.beside(axes, f"{100 * share:.0f}", point, side, **look, zorder=1.5)  # below marks
