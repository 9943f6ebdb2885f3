"""The folder that a report fills: a page, its figures, its tables and the data of its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tempanswerqa import __version__
from tempanswerqa.reports import tables
from tempanswerqa.reports.page import page
from tempanswerqa.reports.page.canvas import Picture
from tempanswerqa.reports.page.legend import Cast, cast
from tempanswerqa.reports.page.names import counted
from tempanswerqa.reports.page.text import shortened, visible
from tempanswerqa.reports.report.answers import FOLDER
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.sections import Draw, Section, sections

WARNING = 400
"""Characters of a warning: names of models may be long."""


def build(
    gathered: Gathered,
    folder: Path,
    title: str,
    progress: Callable[[Sequence[Draw]], Iterable[Draw]] = iter,
) -> Path:
    """Write a report into a folder, as `page.fill` does; returns its page.

    `progress` wraps what draws the figures.
    """
    members = cast(gathered.runs, gathered.summaries)
    planned = list(sections(gathered, members))
    every = [draw for section in planned for row in section.rows for draw in row]
    shown = [draw() for draw in progress(every)]
    pictures = iter(shown)
    drawn = [(own, [[next(pictures) for _ in row] for row in own.rows]) for own in planned]
    written = [table for section in planned for table in section.tables]
    html = _html(gathered, drawn, members, title)
    gathered.answers.write(folder / FOLDER, members)
    return page.fill(folder, html, shown, written)


def _html(
    gathered: Gathered,
    drawn: Sequence[tuple[Section, Sequence[Sequence[Picture]]]],
    members: Cast,
    title: str,
) -> str:
    return page.render(
        "report.html.j2",
        title=visible(title),
        lead=_lead(gathered),
        warnings=[shortened(told, WARNING) for told in tables.warnings(gathered.summaries)],
        sections=drawn,
        rule=gathered.rule,
        furthest=gathered.answers.furthest(),
        manifest=gathered.answers.manifest(members),
        models={members.slug(model): short for model, short in members.short.items()},
        cast=members,
        signatures=tables.signatures(gathered.summaries),
        version=__version__,
    )


def _lead(gathered: Gathered) -> str:
    told = (
        counted(len({run.model for run in gathered.runs}), "model"),
        counted(len(gathered.runs), "run"),
        counted(len(gathered.tasks), "task"),
    )
    return (
        f"{', '.join(told)}. Figures and tables show answers as {gathered.rule} reads them, "
        "except where both filters stand side by side."
    )
