"""Writes a report into a folder: a page, its figures, its tables and the data of its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tempanswerqa.reports import tables
from tempanswerqa.reports.page import page
from tempanswerqa.reports.page.canvas import Picture
from tempanswerqa.reports.report import captions, figures, live_data, score_tables, verdict
from tempanswerqa.reports.report.answers import FOLDER
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.text import visible

Draw = Callable[[], Picture]


def build(
    gathered: Gathered,
    folder: Path,
    title: str,
    progress: Callable[[Sequence[Draw]], Iterable[Draw]] = iter,
) -> Path:
    """Write a report into a folder, as `page.fill` does; return its page.

    `progress` wraps the functions that draw the figures.
    """
    of = gathered.field()
    pictures = [draw() for draw in progress(figures.figures(gathered, of))]
    written = score_tables.tables_of(gathered)
    gathered.answers.write(folder / FOLDER, gathered.cast)
    html = page.render(
        "report.html.j2",
        title=visible(title),
        sentences=verdict.sentences(gathered, of),
        rows=verdict.rows(gathered, of),
        definitions=captions.DEFINITIONS,
        warnings=page.warnings(gathered.summaries),
        curve=pictures[0] if pictures else None,
        pictures=pictures[1:],
        tables=written,
        block=live_data.block(gathered),
        signatures=tables.signatures(gathered.summaries),
    )
    return page.fill(folder, html, pictures, written)
