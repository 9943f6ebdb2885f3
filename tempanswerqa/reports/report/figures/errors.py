"""Draws the sizes and directions of errors, and the kinds of questions with errors of one unit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from tempanswerqa.answers.formats import name_of
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Axes, Figure, Picture, picture
from tempanswerqa.reports.page.legend import Cast, below_axes, lines, rows, rows_height
from tempanswerqa.reports.page.names import kind_name, slug
from tempanswerqa.reports.page.palette import DARK, LIGHT
from tempanswerqa.reports.report.error_tables import OF_WRONG, SIGNS, frequent, off_by_one_shares
from tempanswerqa.runs.analysis.error_statistics import ErrorStatistics
from tempanswerqa.runs.summary import RunName
from tempanswerqa.text import shortened, shown

PAIR = 1.9 * canvas.LINE
"""The height of two bars side by side, in inches."""
KIND = 20
"""The largest number of characters of a kind of question."""
SIDES: Mapping[str, Mapping[str, Any]] = {
    "negative": {"label": SIGNS["negative"], "marker": "<", "color": DARK},
    "positive": {"label": SIGNS["positive"], "marker": ">", "color": LIGHT},
}
"""The label and style of each direction of errors."""


def sizes(dataset: str, title: str, found: ErrorStatistics) -> Picture:
    """Draw the most frequent absolute errors and their shares of all errors."""
    rows = [(f"{size:g}", 100 * share) for size, _, share in frequent(found)]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        names, shares = zip(*rows, strict=True)
        bars = axes.barh(range(len(names)), shares, 0.75, color=DARK)
        axes.set_yticks(range(len(names)), names)  # names of huge sizes may be equal
        axes.bar_label(bars, fmt="%.1f", padding=2, fontsize=canvas.SMALL)
        axes.set_ylabel("off by")
        canvas.bars(axes, "% of wrong answers")
        axes.set_xlim(0, 1.12 * rows[0][1])

    told = ", ".join(f"off by {name}: {share:.1f} %" for name, share in rows)
    name, share = rows[0]
    return picture(
        draw,
        0.5 + 1.1 * canvas.LINE * len(rows),
        name=f"absolute_errors_{slug(dataset)}",
        title=f"{title}: most frequent errors",
        reading=OF_WRONG,
        alternative=f"Most frequent absolute errors on {title}: {told}.",
        caption=f"{share:.0f} % of the wrong answers that were read are off by {name}, more than "
        "by any other number.",
    )


def off_by_one(dataset: str, title: str, found: ErrorStatistics) -> Picture:
    """Draw shares of kinds of questions among all answers, and among those off by one."""
    way, kinds = next(iter(off_by_one_shares(dataset, found).items()))
    called = name_of if way == "answer format" else kind_name
    names = [shortened(called(kind), KIND) for kind, _, _ in kinds]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for shift, at, colour, label in (
            (-0.2, 1, LIGHT, "of all answers"),
            (0.2, 2, DARK, "of those off by one"),
        ):
            places = [place + shift for place in range(len(kinds))]
            shares = [100 * kind[at] for kind in kinds]
            axes.barh(places, shares, 0.38, color=colour, label=label)
        axes.set_yticks(range(len(kinds)), names)
        canvas.bars(axes, "% of answers")
        below_axes(figure, axes)

    told = "; ".join(
        f"{name}: {100 * asked:.1f} % of all, {100 * off:.1f} % of off-by-one"
        for name, (_, asked, off) in zip(names, kinds, strict=True)
    )
    at = max(range(len(kinds)), key=lambda at: _more(*kinds[at][1:]))
    _, asked, off = kinds[at]
    return picture(
        draw,
        0.7 + PAIR * len(kinds),
        name=f"off_by_one_{slug(dataset)}",
        title=f"{title}: answers off by one, by {way}",
        reading="Where the lower bar is longer, the kind of question invites errors of one unit.",
        alternative=f"Shares of answers on {title} by {way}. {told}.",
        caption=f"The kind {names[at]} makes {100 * asked:.0f} % of all answers, and "
        f"{shown(off, 100, 0)} % of the answers that are off by one.",
    )


def _more(asked: float, off: float) -> float:
    """Return a kind's share of answers off by one, less its share of all; -inf if undefined."""
    return -math.inf if math.isnan(off) else off - asked


def directions(
    dataset: str, title: str, by_run: Mapping[RunName, ErrorStatistics], cast: Cast
) -> Picture:
    """Draw the shares of each run's wrong answers that are too small and too large."""
    found = {run: by_run[run].directions for run in _with_errors(by_run, cast)}
    small = [100 * one["negative"] / one.total() for one in found.values()]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        places = rows(axes, cast, list(found))
        negative, positive = SIDES.values()
        axes.barh(places, small, 0.75, color=negative["color"], label=negative["label"])
        large = [100 - low for low in small]
        axes.barh(places, large, 0.75, small, color=positive["color"], label=positive["label"])
        axes.axvline(50, color=canvas.INK, **canvas.DASHED)
        axes.set_xlim(0, 100)
        canvas.bars(axes, "% of wrong answers")
        below_axes(figure, axes, list(found))

    told = "; ".join(
        f"{cast.label(run)}: {low:.0f} % too small" for run, low in zip(found, small, strict=True)
    )
    return picture(
        draw,
        0.55 + rows_height(list(found)) + canvas.LINE * lines(len(SIDES), list(found)),
        name=f"directions_{slug(dataset)}",
        title=f"{title}: direction of errors",
        reading="Where the two parts meet at the dashed line, both directions are equally "
        "frequent.",
        alternative=f"Direction of errors on {title}: {told}.",
        caption=f"In each run, {_range(small)} % of the wrong answers are smaller than the right "
        "one, and the others are larger.",
    )


def _range(percents: Sequence[float]) -> str:
    return " to ".join(dict.fromkeys(f"{end:.0f}" for end in (min(percents), max(percents))))


def direction_sizes(
    dataset: str,
    title: str,
    everything: ErrorStatistics,
    by_run: Mapping[RunName, ErrorStatistics],
    cast: Cast,
) -> Picture:
    """Draw the mean errors of answers that are too small and too large, of all and of each run."""
    runs = _with_errors(by_run, cast)

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, 2, sharey=True)
        places = rows(panels[0], cast, runs)
        _all_runs(panels[0], places)
        members = [everything, *(by_run[run] for run in runs)]
        for axes, name in zip(panels, ("smape", "mase"), strict=True):
            _dumbbells(axes, name, members, [ALL, *places])
        below_axes(figure, panels[0], runs)

    return picture(
        draw,
        0.68 + rows_height(runs) + canvas.LINE * (lines(len(SIDES), runs) - ALL),
        name=f"direction_sizes_{slug(dataset)}",
        title=f"{title}: size of errors by direction",
        reading="Marks are means over the wrong answers that were read. MASE is on a log scale.",
        alternative=f"Mean sMAPE and MASE of wrong answers on {title} that are too small and too "
        f"large: all runs {_sizes_told(everything)}; "
        + "; ".join(f"{cast.label(run)} {_sizes_told(by_run[run])}" for run in runs)
        + ".",
        caption=_sizes_caption(everything),
    )


ALL = -1.6
"""The height of the row of all runs, above the first run at 0, in rows."""


def _all_runs(axes: Axes, places: Sequence[float]) -> None:
    """Name a row for all runs above the others."""
    texts = [label.get_text() for label in axes.get_yticklabels()]
    gids = [None, *(label.get_gid() for label in axes.get_yticklabels())]
    axes.set_yticks([ALL, *places], ["all runs", *texts])
    for label, gid in zip(axes.get_yticklabels(), gids, strict=True):
        label.set_gid(gid)
    axes.set_ylim(top=ALL - 0.6)


def _dumbbells(
    axes: Axes, name: str, members: Sequence[ErrorStatistics], places: Sequence[float]
) -> None:
    """Draw the mean of each direction by a metric, for each member; NaN is not drawn."""
    metric = METRICS[name]
    means = {sign: [one.spread(sign, name)[0] for one in members] for sign in SIDES}
    small, large = means.values()
    axes.hlines(places, small, large, color=canvas.MUTED, linewidth=1.2)
    for sign, own in means.items():
        axes.plot(own, places, linestyle="", clip_on=False, zorder=3, **SIDES[sign])
    known = [value for own in means.values() for value in own if value > 0]
    if metric.log_scale and known:
        axes.set_xscale("log")
        canvas.plain_log(axes.xaxis, 3)
    else:
        axes.set_xlim(left=0)
    canvas.bars(axes, metric.heading, ticks=3)


def _sizes_told(found: ErrorStatistics) -> str:
    pairs = (
        (METRICS[name].heading, (found.spread(sign, name)[0] for sign in SIDES))
        for name in ("smape", "mase")
    )
    return ", ".join(f"{heading} {' and '.join(map(shown, means))}" for heading, means in pairs)


def _sizes_caption(found: ErrorStatistics) -> str:
    small, large = (found.spread(sign, "mase")[0] for sign in SIDES)
    if math.isnan(small) or math.isnan(large):
        return "There are too few wrong answers in one direction to tell which is further off."
    half = [median(v for v in found.scaled[sign, "mase"] if not math.isnan(v)) for sign in SIDES]
    return (
        "Over all runs the MASE of wrong answers that are too small is "
        f"{shown(small)}, and of those that are too large {shown(large)}. The medians "
        f"are {shown(half[0])} and {shown(half[1])}: few answers make most of these means."
    )


def _with_errors(by_run: Mapping[RunName, ErrorStatistics], cast: Cast) -> list[RunName]:
    return cast.ordered(run for run, found in by_run.items() if found.directions.total())
