"""Answers questions on tables from their text alone, without the code that draws them."""

from __future__ import annotations

from collections.abc import Mapping

from tempanswerqa.fresh.solving import TALLY
from tempanswerqa.fresh.tables import solver_time
from tempanswerqa.fresh.tables.solver_patterns import readings
from tempanswerqa.fresh.tables.solver_ranks import named
from tempanswerqa.fresh.tables.solver_steps import STEPS, Asked
from tempanswerqa.fresh.tables.solver_table import Point, read_table


def solve(cells: Mapping[str, str]) -> float | None:
    """Return the answer in the question's unit, read from question and table; None if they cannot
    be read.
    """
    unit = cells.get("answer_temporal_unit", "")
    table = read_table(cells.get("table_context", ""))
    if table is None:
        return None
    question = named(cells.get("question", ""), table)
    before = TALLY.taken
    for step, parts in readings(question, table.title):
        TALLY.taken = before
        try:
            answer = STEPS[step](Asked(table, unit, parts))
        except (KeyError, ValueError, IndexError, TypeError, OverflowError):
            continue
        if answer is not None:
            return _in_unit(answer, unit)
    return None


def _in_unit(answer: int | Point, unit: str) -> float | None:
    if unit == "date":
        return solver_time.seconds(answer) if isinstance(answer, Point) and answer.day else None
    if isinstance(answer, Point):
        return float(answer.year) if unit == "date_years" else None
    return float(answer)
