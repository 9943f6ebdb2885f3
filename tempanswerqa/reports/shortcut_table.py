"""Shows what guesses score that never read a question as a table."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa import text
from tempanswerqa.fresh.shortcuts import CONSTANTS, POSITIONS, Shares
from tempanswerqa.reports import tables


def render(shares: Sequence[Shares], style: str) -> str:
    """Return the shares in one of `tables.STYLES`, with a row per draw."""
    if style in tables.RECORDS:
        return tables.records([{**row.draw._asdict(), **row.exact_match} for row in shares], style)
    names = [*CONSTANTS, *POSITIONS]
    cells = [
        [*map(str, row.draw), *(text.shown(row.exact_match[name], 100, 1) for name in names)]
        for row in shares
    ]
    drawn = tables.grid(["subset", "level", "n", "seed", *names], cells, style)
    notes = [
        "exact match in percent of guesses that never read the question: mean, median and mode of "
        "the labels of its unit and answer format, or a number or date of the context"
    ]
    return tables.annotated(drawn, notes, style)
