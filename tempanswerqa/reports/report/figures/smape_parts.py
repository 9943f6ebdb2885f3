"""Draws sMAPE in its two parts: that of unread responses, and that of wrong answers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Axes, Figure, Picture, picture
from tempanswerqa.reports.page.legend import Cast, below_axes, lines, rows, rows_height
from tempanswerqa.reports.page.names import slug
from tempanswerqa.reports.page.palette import DARK, LIGHT
from tempanswerqa.reports.report.smape import SmapeParts
from tempanswerqa.reports.report.task_runs import TaskRuns
from tempanswerqa.runs.summary import RunName, number
from tempanswerqa.text import shown

_Found = tuple[RunName, tuple[float, SmapeParts]]
"""A run with its exact match in percent and the parts of its sMAPE."""
ALIKE = 2
"""The largest difference of exact match between runs that are called alike, in points."""


def smape_in_parts(of: TaskRuns, parts: Mapping[tuple[str, RunName], SmapeParts]) -> Picture:
    """Draw each run's exact match, its sMAPE in parts, and the mean sMAPE of its wrong answers."""
    found = {RunName.of(row): row for row in of.cast.ordered(of.summaries) if row.mean("smape")}
    runs = list(found)
    own = [parts[of.task, run] for run in runs]
    right = [100 * number(found[run].mean("exact_match")) for run in runs]

    def draw(figure: Figure) -> None:
        exact, bars, wrong = figure.subplots(1, 3, sharey=True, width_ratios=(0.5, 2.2, 1.2))
        places = rows(exact, of.cast, runs)
        for place, share in zip(places, right, strict=True):
            exact.text(0.5, place, f"{share:.1f}", ha="center", va="center", size=canvas.SMALL)
        exact.set(xticks=[], xlabel="EM %", xlim=(0, 1))
        exact.spines[:].set_visible(False)
        _bars(bars, places, own)
        wrong.plot([one.wrong_mean for one in own], places, "D", color=DARK, clip_on=False)
        canvas.bars(wrong, "sMAPE of\nwrong", ticks=3)
        wrong.set_xlim(left=0)
        below_axes(figure, bars, runs)

    return picture(
        draw,
        0.85 + rows_height(runs) + canvas.LINE * (lines(2, runs) - 1),
        name=f"smape_in_parts_{slug(of.task)}",
        title=f"{of.title}: sMAPE in parts",
        reading="The parts add up to the sMAPE at the end of the bar. The right panel has the "
        "mean sMAPE of the wrong answers that were read. Lower is better.",
        alternative=_told(of.title, of.cast, dict(zip(runs, own, strict=True))),
        caption=_caption(of.cast, dict(zip(runs, zip(right, own, strict=True), strict=True))),
    )


def _bars(axes: Axes, places: Sequence[float], own: Sequence[SmapeParts]) -> None:
    unread = [one.unread for one in own]
    axes.barh(places, unread, 0.75, color=LIGHT, label="not read (100 each)")
    wrong = [one.wrong for one in own]
    ends = axes.barh(places, wrong, 0.75, unread, color=DARK, label="wrong")
    axes.bar_label(ends, fmt="%.1f", padding=2, fontsize=canvas.SMALL)
    axes.set_xlim(0, 1.3 * max(one.total for one in own))
    canvas.bars(axes, "sMAPE", ticks=4)


def _caption(cast: Cast, found: Mapping[RunName, tuple[float, SmapeParts]]) -> str:
    shares = [100 * one.unread / one.total for _, one in found.values() if one.total]
    told = (
        "Each unread response counts as 100 in sMAPE: these responses make "
        f"{min(shares):.0f} to {max(shares):.0f} % of the sMAPE of a run."
        if len(shares) > 1
        else "Each unread response counts as 100 in sMAPE."
    )
    alike = [pair for pair in combinations(found.items(), 2) if _are_alike(*pair)]
    if not alike:
        return told
    (run, (right, one)), (other_run, (other_right, other)) = max(alike, key=_told_apart)
    return (
        f"{told} {cast.label(run)} and {cast.label(other_run)} have nearly the same exact match "
        f"({right:.1f} and {other_right:.1f} %) and an sMAPE of {one.total:.1f} and "
        f"{other.total:.1f}; their wrong answers that were read average "
        f"{shown(one.wrong_mean, digits=1)} and {shown(other.wrong_mean, digits=1)}."
    )


def _are_alike(first: _Found, second: _Found) -> bool:
    return abs(first[1][0] - second[1][0]) <= ALIKE


def _told_apart(pair: tuple[_Found, _Found]) -> float:
    """Return the difference of two runs in sMAPE, less that in the sMAPE of their wrong answers."""
    first, second = (parts for _, (_, parts) in pair)
    wrong = abs(first.wrong_mean - second.wrong_mean)
    return abs(first.total - second.total) - (0 if math.isnan(wrong) else wrong)


def _told(title: str, cast: Cast, found: Mapping[RunName, SmapeParts]) -> str:
    told = (
        f"{cast.label(run)} {one.total:.1f}, of it {one.unread:.1f} not read; wrong answers "
        f"average {shown(one.wrong_mean, digits=1)}"
        for run, one in found.items()
    )
    return f"Stacked bars of sMAPE on {title}: {'; '.join(told)}."
