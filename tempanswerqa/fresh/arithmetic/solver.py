"""Answers questions from their text alone, to check what the generator says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.answers.formats import text_of
from tempanswerqa.fresh.arithmetic import solver_dates, solver_times, solver_trick
from tempanswerqa.fresh.arithmetic.solver_reading import Reading, read
from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.solving import TALLY

_ANSWERS = {
    name: value
    for module in (solver_dates, solver_times, solver_trick)
    for name, value in vars(module).items()
    if getattr(value, "__module__", "") == module.__name__
}
"""What computes an answer, or returns what does, by the names in the files."""


class _Rule(NamedTuple):
    """What a question has to look like, and how its answer is computed."""

    shape: re.Pattern[str]
    """Of all its quantities."""
    cue: re.Pattern[str]
    """Of the words between them, anywhere."""
    answer: Callable[[Reading], float | None]


def solve(cells: Mapping[str, str]) -> float | None:
    """Return the answer in the question's unit; None where the question cannot be read.

    Reads the question, its type, answer format and unit, and never the label.
    """
    asked = cells["question_type"], cells["answer_temporal_unit"], cells["answer_format"]
    try:
        reading = read(cells["question_wo_instruct"])
        for rule in _rules().get(asked, ()):
            if rule.shape.fullmatch(reading.shape) and rule.cue.search(reading.text):
                answer = rule.answer(reading)
                TALLY.taken += reading.operations
                return None if answer is None else float(answer)
    except (ArithmeticError, LookupError, ValueError):  # such as a month 13
        pass
    return None


@cache
def _rules() -> Mapping[tuple[str, str, str], list[_Rule]]:
    """Return what stands under `read` in the files, by type, unit and answer format."""
    return {
        (path.stem, own["unit"], text_of(own["answer_format"])): list(map(_rule, own["read"]))
        for path in Path(__file__).parent.glob("*.yaml")
        for own in declared(path).values()
    }


def _rule(stated: Mapping[str, Any]) -> _Rule:
    name, cue = stated["answer"], stated.get("cue", "")
    if not isinstance(name, str):
        ((name, given),) = name.items()
        answer = _ANSWERS[name](*given) if isinstance(given, list) else _ANSWERS[name](**given)
    else:
        answer = _ANSWERS[name]
    return _Rule(re.compile(stated["shape"]), re.compile(cue), answer)
