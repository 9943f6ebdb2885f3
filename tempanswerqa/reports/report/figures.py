"""Draws the figures of a report: the tolerance curve, and two bar charts of its errors.

They show all tasks as one filter reads them: each task and prompting has the same weight.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import Any

from tempanswerqa.questions.record import Question
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import SUFFIXES, Axes, Figure, Picture, picture
from tempanswerqa.reports.page.palette import CATEGORIES, DARK, LIGHT
from tempanswerqa.reports.report import live_data
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.run_set import RunSet
from tempanswerqa.text import shortened
from tempanswerqa.units import UNITS

WIDTH = 5.0
"""The width of a figure, in inches; the page shows two side by side."""
ROW = 1.5 * canvas.LINE
"""The height of a model's bar."""
LETTER = 0.0145
"""The width of half a letter of a tick, as a part of the axis."""
SIZES = {"1 unit or less": (0, 1), "up to 10": (1, 10), "more": (10, math.inf)}
"""The parts of wrong answers by the size of the error, in units of the question."""
SHADES = (CATEGORIES[3], CATEGORIES[2], CATEGORIES[4])
"""The colours of `SIZES`."""
BARS = {
    "smape_in_parts": ("sMAPE: unread and wrong answers", "sMAPE"),
    "error_sizes": (
        "Wrong answers: too small or too early (left), too large or too late (right)",
        "% of all answers, by the error in units of the question (days for dates)",
    ),
}
"""The title and the label of the numbers of each bar chart."""
Part = tuple[str, str, Sequence[float]]
"""The label and colour of a part of bars, and its width for each model."""
NAME_LENGTH = 24
"""The largest number of characters of a model's name beside its line."""
PANELS = {"percent": "durations", "time": "points in time"}
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
            axes.set_title(f"{title}: % of answers within")

    exact, parsed = of.means("exact_match"), of.means("parsed")
    told = [
        f"{gathered.cast.short[model]}: {100 * exact[model]:.1f} % exact, "
        f"{100 * (1 - parsed[model]):.1f} % unread"
        for model in of.by_model
    ]
    title = "How many answers are right if an error is tolerated?"
    texts = {"name": "tolerance", "title": title, "alternative": f"{title} {'; '.join(told)}."}
    return picture(draw, 3.0 * len(kinds), 0.8 * WIDTH, suffixes, **texts)


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


def charts(gathered: Gathered, of: RunSet) -> list[Callable[[], Picture]]:
    """Return the functions that draw the bar charts for which there is something to draw."""
    charts = {"smape_in_parts": smape_parts(gathered, of), "error_sizes": size_parts(gathered, of)}
    return [
        partial(_bars, gathered, of, name, parts)
        for name, parts in charts.items()
        if any(any(width for width in widths) for *_, widths in parts)
    ]


def smape_parts(gathered: Gathered, of: RunSet) -> list[Part]:
    """Return the parts of sMAPE: of unread answers, which count 100 each, and of wrong ones."""
    unread = [100 * fmean(map(_unread, map(gathered.read, rows))) for rows in of.by_model.values()]
    wrong = [total - part for total, part in zip(of.means("smape").values(), unread, strict=True)]
    return [("unread (100 each)", LIGHT, unread), ("wrong", DARK, wrong)]


def _unread(pairs: Iterable[tuple[Question, float | None]]) -> float:
    """Return the share of unread answers among those that have a sMAPE; 0 without one."""
    return fmean([number is None for q, number in pairs if not UNITS[q.unit].point] or [0])


def size_parts(gathered: Gathered, of: RunSet) -> list[Part]:
    """Return the parts of all answers that are wrong, by direction and by size in units."""
    errors = {
        model: [
            [
                0.0
                if n is None
                else (unit.nearest(n, question.number) - question.number) / unit.step
                for question, n in gathered.read(row)
                for unit in [UNITS[question.unit]]
            ]
            for row in rows
        ]
        for model, rows in of.by_model.items()
    }

    def share(run: Sequence[float], sign: int, low: float, high: float) -> float:
        return 100 * sign * fmean(low < sign * error <= high for error in run)

    return [
        (label, colour, [fmean(share(run, sign, *ends) for run in own) for own in errors.values()])
        for sign in (-1, 1)
        for colour, (label, ends) in zip(SHADES, SIZES.items(), strict=True)
    ]


def _bars(gathered: Gathered, of: RunSet, name: str, parts: Sequence[Part]) -> Picture:
    """Draw a bar for each model, in parts that go to the left if they are negative."""
    models = [gathered.cast.short[model] for model in of.by_model]
    title, label = BARS[name]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        ends = {sign: [0.0] * len(models) for sign in (-1, 1)}
        for at, (part, colour, widths) in enumerate(parts):
            sign = -1 if min(widths) < 0 else 1
            shown = part if part not in [before for before, *_ in parts[:at]] else None
            axes.barh(range(len(models)), widths, 0.7, ends[sign], color=colour, label=shown)
            ends[sign] = [end + width for end, width in zip(ends[sign], widths, strict=True)]
        axes.set_yticks(range(len(models)), models)
        canvas.bars(axes, label)
        axes.set_ylim(len(models) - 0.4, -0.6)
        axes.xaxis.set_major_formatter(lambda number, _: f"{abs(number):g}")
        if any(ends[-1]):
            axes.axvline(0, color=canvas.INK, linewidth=0.8)
            reach = 1.05 * max(*ends[1], *(-end for end in ends[-1]))
            axes.set_xlim(-reach, reach)
        figure.legend(loc="outside lower center", ncols=3, borderaxespad=0)

    told = [
        f"{model}: {', '.join(f'{part} {widths[at]:.1f}' for part, _, widths in parts)}"
        for at, model in enumerate(models)
    ]
    texts = {"name": name, "title": title, "alternative": f"{title}, {label}. {'; '.join(told)}."}
    return picture(draw, 0.9 + ROW * len(models), WIDTH, **texts)
