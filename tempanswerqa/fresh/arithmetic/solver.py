"""Answers questions from their text alone, to check the answers of the generator."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.answers.formats import text_of
from tempanswerqa.fresh.arithmetic import solver_dates, solver_times
from tempanswerqa.fresh.arithmetic.solver_reading import TextReading, read
from tempanswerqa.fresh.declared import bound, declared, functions, naming
from tempanswerqa.fresh.solving import TALLY

_ANSWERS = functions(solver_dates, solver_times)


class _Rule(NamedTuple):
    """Hold the patterns of a question, and the function that computes its answer."""

    shape: re.Pattern[str]
    """The pattern of the kinds of all quantities."""
    cue: re.Pattern[str]
    """The pattern of the words between the quantities; it may match anywhere."""
    answer: Callable[[TextReading], float | None]


def solve(cells: Mapping[str, str]) -> float | None:
    """Return the answer in the question's unit, never from the label; None if it cannot be read."""
    asked = cells["question_type"], cells["answer_temporal_unit"], cells["answer_format"]
    rules = _rules().get(asked, ())
    try:
        reading = read(cells["question_wo_instruct"])
        for rule in rules:
            if rule.shape.fullmatch(reading.shape) and rule.cue.search(reading.text):
                answer = rule.answer(reading)
                TALLY.taken += reading.operations
                return None if answer is None else float(answer)
    except (ArithmeticError, LookupError, ValueError):  # such as a month 13
        pass
    return None


@cache
def _rules() -> Mapping[tuple[str, str, str], list[_Rule]]:
    """Return the rules under `read` in the files, by type, unit and answer format."""
    return {
        (path.stem, own["unit"], text_of(own["answer_format"])): list(map(_rule, own["read"]))
        for path in Path(__file__).parent.glob("*.yaml")
        for own in declared(path).values()
    }


def _rule(stated: Mapping[str, Any]) -> _Rule:
    with naming(f"the rule {stated}"):
        cue = re.compile(stated.get("cue", ""))
        return _Rule(re.compile(stated["shape"]), cue, bound(_ANSWERS, stated["answer"]))
