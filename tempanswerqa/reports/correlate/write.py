"""Writes the page on correlations with other tasks into a folder, with figures and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.reports.correlate import correlations, figures, tables
from tempanswerqa.reports.correlate.correlations import Relation, together
from tempanswerqa.reports.correlate.looks import members
from tempanswerqa.reports.correlate.notes import direction
from tempanswerqa.reports.correlate.results import Models
from tempanswerqa.reports.page import page
from tempanswerqa.reports.page.canvas import Picture
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.page.names import counted

TITLE = "TempAnswerQA beside other tasks"
Draw = Callable[[], Picture]


class Told(NamedTuple):
    """Hold the notes and warnings beside the correlations."""

    notes: Sequence[str]
    warnings: Sequence[str]


def build(
    models: Models,
    relations: Sequence[Relation],
    told: Told,
    folder: Path,
    progress: Callable[[Sequence[Draw]], Iterable[Draw]] = iter,
) -> Path:
    """Write the page into a folder, as `page.fill` does; return its path.

    `progress` wraps the functions that draw the figures.
    """
    everyone = {point.model for relation in relations for point in relation.points}
    cast = members(everyone)
    pictures = [draw() for draw in progress(_draws(models, relations, cast))]
    legends = figures.legends(cast)
    matrix = tables.matrix(correlations.matrix(models, relations))
    shown = [matrix, tables.correlations(models, relations), tables.points(relations)]
    html = page.render(
        "correlate.html.j2",
        title=TITLE,
        lead=_lead(relations),
        warnings=told.warnings,
        notes=told.notes,
        matrix=matrix,
        most=max(relation.found.n for relation in relations),
        tables=shown[1:],
        legends=legends,
        pictures=pictures,
    )
    return page.fill(folder, html, [*legends, *pictures], shown)


def _draws(models: Models, relations: Sequence[Relation], cast: Cast) -> list[Draw]:
    """Return the functions that draw the figures; relations without a model have none."""
    drawn = [own for own in together(relations) if any(relation.points for relation in own)]
    return [
        partial(figures.scatter, number, own, cast, direction(models, own[0].other))
        for number, own in enumerate(drawn, 1)
    ]


def _lead(relations: Sequence[Relation]) -> str:
    told = (
        counted(len({point.model for relation in relations for point in relation.points}), "model"),
        counted(len({relation.own.task for relation in relations}), "task"),
        counted(len({relation.other for relation in relations}), "other score"),
    )
    return f"{', '.join(told)}. Our scores are those of {relations[0].own.rule}."
