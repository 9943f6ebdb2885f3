"""Shows the tasks and groups of the harness as a table."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa.harness.task_files import Listed
from tempanswerqa.reports import tables

NOTE = "questions: of the release, or drawn by default; -: not known before they are loaded"


def render(listed: Sequence[Listed], style: str) -> str:
    """Return a row for each task and group in a style of `tables.STYLES`."""
    if style in tables.RECORDS:
        return tables.records([row._asdict() for row in listed], style)
    cells = [["-" if value is None else f"{value}" for value in row] for row in listed]
    headings = ["task", "prompting", "questions", "tasks of the group"]
    return tables.noted(headings, cells, [NOTE], style)
