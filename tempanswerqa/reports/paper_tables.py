"""Shows the paper's tables beside ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tempanswerqa.reports.tables import RECORDS, noted, records
from tempanswerqa.runs.analysis import reproduction
from tempanswerqa.runs.analysis.paper_cells import STATUSES, UNRELEASED, Cell, outcome, parts
from tempanswerqa.runs.analysis.reproduction import Collected
from tempanswerqa.text import shown

HEADINGS = ["table", "row", "metric", "published", "ours", "difference", "status"]
RIGHT_HEADINGS = ["table", "row", "metric", "published", "ours", "left", "unreleased", "status"]
RIGHT_NOTES = (
    "left: published minus ours; known where the questions never released can account for it",
    "published: exact match times the number of questions asked, "
    + ", ".join(f"{asked} ({split})" for split, asked in reproduction.ASKED.items()),
)
OTHER_NOTES = (
    "parsed wrong answers: all with a number that is not the label's, dates among them, in days",
    "answers off by one, published: the published shares of Table 3's number of them",
    "Figure 4: Spearman's correlation over runs, of scores rounded to two decimals",
)


def render_reproduction(collected: Collected, style: str) -> str:
    """Return the paper's tables, published and ours, with an outcome for each of their parts."""
    scores = list(reproduction.score_cells(collected))
    right = list(reproduction.right_cells(collected))
    others = [*reproduction.error_cells(collected), *reproduction.correlation_cells(collected)]
    defined = list(reproduction.defined_cells(collected))
    if style in RECORDS:
        cells = (*scores, *right, *others, *defined)
        return records([_record(cell) for cell in cells], style)
    missing = f"runs that are missing: {', '.join(reproduction.missing_runs(collected)) or 'none'}"
    drawn = [
        _drawn(HEADINGS, map(_figures, scores), scores, (), style),
        _drawn(RIGHT_HEADINGS, map(_right, right), right, RIGHT_NOTES, style),
        _drawn(HEADINGS, map(_figures, others), others, (*OTHER_NOTES, missing), style),
        _drawn(HEADINGS, map(_figures, defined), defined, (), style),
    ]
    return "\n\n".join(drawn)


def _record(cell: Cell) -> dict[str, object]:
    return {**cell._asdict(), "difference": cell.difference, "status": cell.status}


def _drawn(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    cells: Sequence[Cell],
    notes: Sequence[str],
    style: str,
) -> str:
    """Return a table with the outcome of its parts, the notes, and the meaning of its statuses."""
    outcomes = [f"{name}: {outcome(own)}" for name, own in parts(cells).items()]
    found = {cell.status for cell in cells}
    legend = [f"status {name}: {means}" for name, means in STATUSES.items() if name in found]
    return noted(headings, rows, [*outcomes, *notes, *legend], style)


def _figures(cell: Cell) -> list[str]:
    figures = (shown(figure, digits=cell.digits) for figure in (cell.published, cell.ours))
    difference = "-" if cell.difference is None else f"{cell.difference:+.{cell.digits}f}"
    return [cell.table, cell.row, cell.metric, *figures, difference, cell.status]


def _right(cell: Cell) -> list[str]:
    *named, _, status = _figures(cell)
    left = None if cell.difference is None else -cell.difference + 0.0
    unreleased = UNRELEASED[cell.row.split()[0]]
    return [*named, shown(left, digits=0), str(unreleased), status]
