"""The paper's tables beside ours, as text."""

from __future__ import annotations

from tempanswerqa import reproduction
from tempanswerqa.reproduction import Collected
from tempanswerqa.tables import RECORDS, annotated, grid, records


def render_reproduction(collected: Collected, style: str) -> str:
    """The paper's tables beside the published figures, with a line on what came out."""
    scores = list(reproduction.score_cells(collected))
    missing = reproduction.missing_runs(collected)
    others = [
        cell._replace(partial=bool(missing))
        for cell in (
            *reproduction.error_cells(collected),
            *reproduction.correlation_cells(collected),
        )
    ]
    if style in RECORDS:
        rows = [
            {**cell._asdict(), "difference": cell.difference, "verdict": cell.verdict}
            for cell in (*scores, *others)
        ]
        return records(rows, style)
    headings = ["table", "row", "metric", "published", "ours", "difference", ""]
    parts = []
    for cells in (scores, others):
        compared = [cell for cell in cells if cell.ours is not None]
        outcomes = reproduction.parts(compared).items()
        notes = [f"{name}: {reproduction.outcome(own)}" for name, own in outcomes]
        drawn = grid(headings, map(_reproduced_cells, compared), style)
        parts += [annotated(drawn, notes, style), ""]
    notes = [f"runs that are missing: {', '.join(missing) or 'none'}"]
    if missing:
        notes.append("Tables 3 to 6 and Figure 4 take all runs: they are partial without these")
    return "\n".join([*parts, annotated(_defined(collected, style), notes, style)])


def _reproduced_cells(cell: reproduction.Cell) -> list[str]:
    figures = (f"{cell.published:.2f}", f"{cell.ours:.2f}", f"{cell.difference:+.2f}")
    return [cell.table, cell.row, cell.metric, *figures, cell.verdict]


def _defined(collected: Collected, style: str) -> str:
    headings = ["numbers of defined scores (Tables 13 and 14)", "", "", "sMAPE", "MASE"]
    rows = [
        [*key, str(counts["smape"]), str(counts["mase"])]
        for key, counts in collected.defined.items()
    ]
    return grid(headings, rows, style)
