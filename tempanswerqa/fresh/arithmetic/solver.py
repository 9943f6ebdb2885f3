"""Answers questions from their text alone, to check what the generator says."""

from __future__ import annotations

from collections.abc import Mapping

from tempanswerqa.fresh.arithmetic import solver_dates, solver_times, solver_trick
from tempanswerqa.fresh.arithmetic.solver_reading import read

_RULES = {**solver_dates.RULES, **solver_times.RULES, **solver_trick.RULES}


def solve(cells: Mapping[str, str]) -> float | None:
    """Return the answer in the question's unit; None where the question cannot be read.

    Reads the question, its type, answer format and unit, and never the label.
    """
    asked = cells["question_type"], cells["answer_temporal_unit"], cells["answer_format"]
    rules = _RULES.get(asked)
    if rules is None:
        return None
    try:
        reading = read(cells["question_wo_instruct"])
        rule = next((rule for rule in rules if rule.fits(reading)), None)
        answer = rule and rule.answer(reading)
        return None if answer is None else float(answer)
    except (ArithmeticError, LookupError, ValueError):  # such as a month 13
        return None
