"""Draws our scores against another score, with a mark for each model, a panel for each metric."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.reports.correlate import names
from tempanswerqa.reports.correlate.correlations import Point, Relation
from tempanswerqa.reports.page import canvas, palette
from tempanswerqa.reports.page.canvas import Axes, Figure, Picture, picture
from tempanswerqa.reports.page.legend import Cast, legend, legend_height
from tempanswerqa.reports.page.names import slug
from tempanswerqa.runs.summary import RunName
from tempanswerqa.text import shortened, shown

COLUMNS = 2
"""The number of columns of panels."""
ROW = 1.02
"""The height of a row of panels, in inches."""
LOOKS = len(palette.COLOURS) * len(palette.MARKS)
"""The largest number of models with different looks; more have no legend."""
AXIS = 60
"""The largest number of characters of a name below a figure."""
NAME = 80
"""The largest number of characters of foreign names in a file's name or an id."""


def scatter(number: int, relations: Sequence[Relation], cast: Cast, direction: str) -> Picture:
    """Draw the scores of a task of ours against one other score, by metric.

    `number` is part of the file's name, as tasks may have similar names; `direction` says which
    way the other score is better.
    """
    by_metric = {relation.own.metric: relation for relation in relations}
    own, other = relations[0].own, relations[0].other
    models = sorted({point.model for relation in relations for point in relation.points})
    named = len(cast.looks) <= LOOKS

    def draw(figure: Figure) -> None:
        _panels(figure, by_metric, {m: _style(m, cast, named) for m in models})

    task, against = names.task(own.task), names.measure(other)
    return picture(
        draw,
        math.ceil(len(by_metric) / COLUMNS) * ROW + 0.2,
        name=f"with_{number}_{slug(f'{own.task} {other.name}')[:NAME]}",
        title=f"{task}, against {against}",
        reading=f"Each mark is a model. Responses to {task} are read with {own.rule}; {against}: "
        f"{direction}." + ("" if named else " There are too many models for a legend."),
        alternative=f"Scatter plots of {len(models)} models by {against} and the scores on "
        f"{task}. Spearman's correlations: "
        + ", ".join(f"{METRICS[m].heading} {shown(r.found.rho)}" for m, r in by_metric.items())
        + ".",
    )


def legends(cast: Cast) -> list[Picture]:
    """Return the one legend of all figures; empty if there are too many models for it."""
    runs = [RunName(model, "") for model in sorted(cast.looks)]
    if not 0 < len(runs) <= LOOKS:
        return []
    return [
        picture(
            lambda figure: legend(figure, cast, runs),
            legend_height(cast, runs) + 0.05,
            name="legend",
            title="Models",
            reading="Each has its own colour in all scatter plots below.",
            alternative=f"Legend of the models {', '.join(cast.short.values())}.",
        )
    ]


def _panels(
    figure: Figure, relations: Mapping[str, Relation], styles: Mapping[str, Mapping[str, Any]]
) -> None:
    """Draw one panel for each metric that has a relation, and the name of the other score below."""
    shown = [metric.name for metric in METRICS.values() if metric.name in relations]
    rows = math.ceil(len(shown) / COLUMNS)
    drawn = figure.subplots(rows, COLUMNS, sharex=True, squeeze=False)
    for panel, name in zip_longest(drawn.ravel(), shown):
        if name:
            _panel(panel, relations[name], styles)
        else:
            panel.set_axis_off()
    for column in drawn.T:
        for lowest in [panel for panel in column if panel.axison][-1:]:
            lowest.tick_params(labelbottom=True)
    other = next(iter(relations.values())).other
    parts = (shortened(part, AXIS) for part in (names.task(other.task), names.score(other)))
    figure.supxlabel("\n".join(parts), fontsize="medium")


def _panel(panel: Axes, relation: Relation, styles: Mapping[str, Mapping[str, Any]]) -> None:
    metric = METRICS[relation.own.metric]
    arrow, factor = "↑" if metric.higher_is_better else "↓", metric.factor
    panel.set_title(f"{metric.heading}{metric.percent} {arrow}   ρ {shown(relation.found.rho)}")
    panel.grid()
    floor = -math.inf
    if metric.log_scale:
        panel.set_yscale("log")
        floor = canvas.log_floor(point.own.value for point in relation.points)
    colours = [styles[point.model]["color"] for point in relation.points]
    _bars(panel, relation.points, metric, colours)
    for point in relation.points:
        at = point.other.value, max(floor, factor * point.own.value)
        gid = f"model-{slug(point.model)[:NAME]}-{metric.name}"
        look = {"linestyle": "", "clip_on": False, "gid": gid, **styles[point.model]}
        panel.plot(*([value] for value in at), **look)
    if metric.log_scale:
        panel.set_ylim(bottom=floor)
        canvas.plain_log(panel.yaxis)
    if metric.percent:
        panel.set_ylim(top=min(panel.get_ylim()[1], 103))


def _bars(panel: Axes, points: Sequence[Point], metric: Metric, colours: Sequence[str]) -> None:
    """Draw the intervals of both scores; an interval with NaN is not drawn."""
    for point, colour in zip(points, colours, strict=True):
        thin: dict[str, Any] = {"colors": colour, "linewidth": 0.6, "alpha": 0.6}
        panel.hlines(metric.factor * point.own.value, *point.other.interval(), **thin)
        low, high = point.own.interval(metric)
        panel.vlines(point.other.value, metric.factor * low, metric.factor * high, **thin)


def _style(model: str, cast: Cast, named: bool) -> Mapping[str, Any]:
    if named:
        return cast.style(RunName(model, "")) | {"markersize": 3.5}
    return {"color": canvas.MUTED, "marker": "o", "markersize": 2.5, "alpha": 0.6}
