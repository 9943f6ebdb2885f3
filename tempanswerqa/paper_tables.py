"""Comparisons of two runs, and the paper's tables beside ours, as text."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa import reproduction
from tempanswerqa.comparison import Compared
from tempanswerqa.reproduction import Collected
from tempanswerqa.tables import RECORDS, SCORES, annotated, grid, records, shown

COMPARISON_NOTE = (
    "difference: first minus second on the questions both answer, [95 % interval] and p from a "
    "paired bootstrap over groups of questions"
)


def render_comparison(compared: Sequence[Compared], style: str, notes: Sequence[str]) -> str:
    """A paired comparison in one of `tables.STYLES`, with notes where there is room for them."""
    if style in RECORDS:
        rows = [
            {
                "task": row.task,
                "filter": row.rule,
                "metric": row.metric,
                "questions": row.questions,
                "first": row.first,
                "second": row.second,
                **row.difference._asdict(),
                "better": row.better,
            }
            for row in compared
        ]
        return records(rows, style)
    headings = ["task", "filter", "metric", "n", "first", "second", "difference", "p", "better"]
    drawn = grid(headings, map(_compared_cells, compared), style)
    return annotated(drawn, [COMPARISON_NOTE, *notes], style)


def _compared_cells(row: Compared) -> list[str]:
    _, factor, digits = SCORES[row.metric]
    first, second, value, low, high = (
        shown(number, factor, digits) for number in (row.first, row.second, *row.difference[:3])
    )
    better = ("-", "first", "second")[row.better]
    p_value = shown(row.difference.p_value, 1, 4)
    label = SCORES[row.metric][0]
    ends = f"{value} [{low}, {high}]"
    return [row.task, row.rule, label, str(row.questions), first, second, ends, p_value, better]


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
