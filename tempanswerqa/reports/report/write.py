"""The folder that a report fills: a page, its figures and its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from tempanswerqa import __version__
from tempanswerqa.answers.units import DATED
from tempanswerqa.reports import tables
from tempanswerqa.reports.page import page
from tempanswerqa.reports.page.canvas import Picture
from tempanswerqa.reports.page.legend import Cast, cast
from tempanswerqa.reports.page.names import counted
from tempanswerqa.reports.page.table import Column, Table
from tempanswerqa.reports.page.text import clipped, shortened, visible
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.sections import Draw, Section, sections
from tempanswerqa.reports.report.worst import WorstAnswer

SHOWN, SHOWN_TEXT = 300, 2_400
"""At most this many of the worst answers, and characters of each text, stand in the page."""
WARNING = 400
"""Characters of a warning: names of models may be long."""
WORST = (
    *("scaled_error", "model", "prompting", "task", "id", "unit"),
    *("question", "label", "reading", "error", "response"),
)


def build(
    gathered: Gathered,
    folder: Path,
    title: str,
    progress: Callable[[Sequence[Draw]], Iterable[Draw]] = iter,
) -> Path:
    """Write a report into a folder, as `page.fill` does; returns its page.

    `progress` wraps what draws the figures.
    """
    members = cast(gathered.runs)
    planned = list(sections(gathered, members))
    every = [draw for section in planned for row in section.rows for draw in row]
    shown = [draw() for draw in progress(every)]
    pictures = iter(shown)
    drawn = [(own, [[next(pictures) for _ in row] for row in own.rows]) for own in planned]
    written = [table for section in planned for table in section.tables]
    html = _html(gathered, drawn, members, title)
    return page.fill(folder, html, shown, [*written, _worst(gathered)])


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
        worst=[_shown(answer, members) for answer in gathered.worst.first(SHOWN)],
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


def _shown(answer: WorstAnswer, members: Cast) -> dict[str, Any]:
    texts = ("question", "label", "reading", "response")
    return {
        "scaled_error": _size(answer.scaled_error),
        "error": f"{answer.error:+,.6g}" + (" days" if answer.unit in DATED else ""),
        "run": members.label(answer.run),
        "task": answer.task,
        "unit": answer.unit,
        "id": answer.id,
    } | {name: visible(clipped(getattr(answer, name), SHOWN_TEXT)) for name in texts}


def _size(scaled_error: float) -> str:
    return f"{scaled_error:,.0f}" if scaled_error >= 100 else f"{scaled_error:.3g}"


def _worst(gathered: Gathered) -> Table:
    rows = [
        answer._asdict() | {"model": answer.run.model, "prompting": answer.run.prompting}
        for answer in gathered.worst.all()
    ]
    columns = [Column(name, name) for name in WORST]
    return Table("worst_errors", f"Worst errors ({gathered.rule})", "", columns, rows, ("csv",))
