"""Writes a report into a folder: a page, its figures, its tables and the data of its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tempanswerqa.reports import tables
from tempanswerqa.reports.page import page, warned
from tempanswerqa.reports.report import overview
from tempanswerqa.reports.report.answers import FOLDER
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.sections import Draw, sections
from tempanswerqa.text import visible


def build(
    gathered: Gathered,
    folder: Path,
    title: str,
    progress: Callable[[Sequence[Draw]], Iterable[Draw]] = iter,
) -> Path:
    """Write a report into a folder, as `page.fill` does; return its page.

    `progress` wraps the functions that draw the figures.
    """
    members = gathered.cast
    first = overview.build(gathered)
    planned = list(sections(gathered, members))
    every = [draw for section in planned for row in section.rows for draw in row]
    shown = [draw() for draw in progress([*first.draw, *every])]
    pictures = iter(shown)
    at_first = [next(pictures) for _ in first.draw]
    drawn = [(own, [[next(pictures) for _ in row] for row in own.rows]) for own in planned]
    written = [first.table, *(table for section in planned for table in section.tables)]
    gathered.answers.write(folder / FOLDER, members)
    html = page.render(
        "report.html.j2",
        title=visible(title),
        lead=_lead(gathered),
        warnings=warned.brief(warned.warnings(gathered.summaries)),
        overview=first,
        at_first=at_first,
        sections=drawn,
        rule=gathered.rule,
        furthest=gathered.answers.furthest(),
        manifest=gathered.answers.manifest(members),
        models={members.slug(model): short for model, short in members.short.items()},
        cast=members,
        signatures=tables.signatures(gathered.summaries),
    )
    return page.fill(folder, html, shown, written)


def _lead(gathered: Gathered) -> str:
    return (
        f"Figures and tables show answers as {gathered.rule} reads them, except where both filters "
        "stand side by side. Names of models are short; the CSV files have them whole."
    )
