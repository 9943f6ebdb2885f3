"""Shows the estimated cost of runs, in tokens, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa.harness.cost import COLUMNS, Row
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables
from tempanswerqa.runs.analysis import power

OUTPUT_NOTE = (
    "output: as long as the exemplars' answers, zero-shot too; the paper's models wrote 1.1 to "
    "3.6 times as much. at most: all new tokens, for every question"
)


def render(rows: Sequence[Row], style: str) -> str:
    """Return the rows in a style of `tables.STYLES`."""
    if style in tables.RECORDS:
        return tables.records(rows, style)
    names = [name for name in COLUMNS if name != "too_long" or rows[0]["context"]]
    cells = [[_cell(row, name) for name in names] for row in rows]
    headings = [COLUMNS[name] for name in names]
    return tables.noted(headings, cells, [*_notes(rows[0]), _power(rows)], style)


def _cell(row: Row, name: str) -> str:
    if name == "task":
        return row[name]
    exact = ("questions", "output_at_most")
    guessed = name not in exact and (row["estimated"] or name.startswith("output"))
    return f"{'~' if guessed else ''}{row[name]:,.0f}"


def _notes(row: Row) -> list[str]:
    notes = [f"tokens: as {row['tokens']} makes them"]
    if row["estimated"]:
        notes = [f"tokens: ~ {row['tokens']}, an estimate; --tokenizer counts them"]
    notes.append("context: what the longest prompt and all new tokens need")
    if row["context"]:
        known = f"{row['context']:,}"
        notes[-1] += f"; the model has {known}, and prompts that need more lose their beginning"
    return [*notes, OUTPUT_NOTE]


def _power(rows: Sequence[Row]) -> str:
    """Return the difference of two models in exact match that the questions of each task detect."""
    found = []
    for row in rows:
        if name := TaskName.find(row["task"]):
            spread, _ = power.recorded(name.subset, "exact_match")
            found.append(f"{100 * spread.detectable(row['questions']):.1f} ({row['task']})")
    return (
        f"power: with a chance of {power.POWER:.0%} these questions tell two models apart whose EM "
        f"differs by {', '.join(found)} points; `tempanswerqa power` has other metrics and numbers"
    )
