"""Shows the scores of guesses that hardly read a question, and its steps, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa import text
from tempanswerqa.fresh.shortcuts import CONSTANTS, POSITIONS, ROW, Shares
from tempanswerqa.reports import tables


def render(shares: Sequence[Shares], style: str) -> str:
    """Return a row for each draw in one of `tables.STYLES`."""
    if style in tables.RECORDS:
        records = [{**row.draw._asdict(), **row.exact_match, "steps": row.steps} for row in shares]
        return tables.records(records, style)
    names = [*CONSTANTS, *POSITIONS, ROW]
    cells = [
        [
            *map(str, row.draw),
            *(text.shown(row.exact_match[name], 100, 1) for name in names),
            f"{row.steps:.1f}",
        ]
        for row in shares
    ]
    notes = [
        "exact match in percent of guesses that never read the question: mean, median and mode of "
        "the labels of its unit and answer format, or a number or date of the context",
        f"{ROW}: of a guess that reads the one row or line that shares most with the question, "
        "for its first or last year or date, the years between them, or a stated age or length",
        "steps: rows or lines that are looked up and computations, per question on average",
    ]
    return tables.noted(["subset", "level", "n", "seed", *names, "steps"], cells, notes, style)
