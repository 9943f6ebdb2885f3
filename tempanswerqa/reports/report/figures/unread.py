"""Draws the shares of unread responses by reason, with each filter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tempanswerqa.answers import unread as unread_answers
from tempanswerqa.metrics import mean
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Figure, Picture, picture
from tempanswerqa.reports.page.legend import Cast, below_axes, lines, rows, rows_height
from tempanswerqa.reports.page.names import slug
from tempanswerqa.reports.page.palette import CATEGORIES
from tempanswerqa.runs.scoring import FILTERS
from tempanswerqa.runs.summary import RunName

Shares = Mapping[str, float]
"""The share of responses from 0 to 1, by the reason why they were not read."""
BAR = 0.4
"""The height of one of the two bars of a run, in rows."""
PLACES = ("upper", "lower")
"""The places of the bars of the `FILTERS`."""


def unread(task: str, title: str, found: Mapping[RunName, Sequence[Shares]], cast: Cast) -> Picture:
    """Draw a bar for each run and filter: the unread responses, stacked by reason.

    `found` has the shares of each run for the `FILTERS`, in their order.
    """
    runs = cast.ordered(found)
    bars = [own for run in runs for own in found[run]]
    reasons = [reason for reason in unread_answers.REASONS if any(bar[reason] for bar in bars)]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        if not reasons:
            axes.set_axis_off()
            axes.set_title("every response was read", y=0.4)
            return
        at = [place + shift for place in rows(axes, cast, runs) for shift in (-BAR / 2, BAR / 2)]
        left = [0.0] * len(bars)
        for place, rule in zip(PLACES, FILTERS, strict=True):
            axes.plot([], [], linestyle="", label=f"{place} bar: {rule}")
        for reason, colour in zip(unread_answers.REASONS, CATEGORIES, strict=True):
            if reason in reasons:
                own = [100 * bar[reason] for bar in bars]
                axes.barh(at, own, BAR * 0.95, left, color=colour, label=reason)
                left = [before + more for before, more in zip(left, own, strict=True)]
        axes.set_xlim(0, max(left) * 1.02)
        canvas.bars(axes, "% of responses")
        below_axes(figure, axes, runs)

    below = canvas.LINE * lines(len(PLACES) + len(reasons), runs)
    return picture(
        draw,
        0.5 + 1.35 * rows_height(runs) + below if reasons else 0.4,
        name=f"unread_{slug(task)}",
        title=f"{title}: responses that were not read",
        reading="The upper bar of a run is strict-match, the lower bar flexible-extract.",
        alternative=f"Responses without a number on {title}. {_told(runs, found, cast)}.",
        caption=_caption(found),
    )


def _caption(found: Mapping[RunName, Sequence[Shares]]) -> str:
    strict, flexible = (
        100 * mean(sum(own[at].values()) for own in found.values()) for at in range(len(FILTERS))
    )
    return (
        f"On average, {strict:.1f} % of the responses of a run yield no number as strict-match "
        f"reads them, and {flexible:.1f} % as flexible-extract does."
    )


def _told(runs: Sequence[RunName], found: Mapping[RunName, Sequence[Shares]], cast: Cast) -> str:
    told = []
    for run in runs:
        for rule, own in zip(FILTERS, found[run], strict=True):
            reasons = ", ".join(
                f"{r} {100 * own[r]:.1f} %" for r in unread_answers.REASONS if own[r]
            )
            told.append(f"{cast.label(run)}, {rule}: {reasons or 'none'}")
    return "; ".join(told)
