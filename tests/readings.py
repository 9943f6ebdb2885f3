"""Compares the readings of both filters with the values that responses state."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.answers import formats, quantities
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import strict
from tempanswerqa.questions.record import TOT_PREFILL


def ask(
    family: str, unit: str = "days", answer_format: str = "", user: str = "", begun: bool = True
) -> QuestionView:
    """Return a view of a question; one of Test of Time has the prefill where it is `begun`."""
    prefill = TOT_PREFILL if family == "tot" and begun else ""
    return QuestionView(family, unit, prefill, answer_format, user)


def cases(path: Path) -> list[tuple[dict, QuestionView]]:
    """Return the responses of a file of JSON lines, each with a view of its question."""
    found = []
    for case in map(json.loads, filter(None, path.read_text(encoding="utf-8").split("\n"))):
        family = case.get("family") or path.stem.removeprefix("flexible_")
        asked = family, case["unit"], formats.text_of(case["answer_format"]), case["question"]
        found.append((case, ask(*asked, case.get("prefill", True))))
    return found


class Reading(NamedTuple):
    """Numbers in the asked unit; None if nothing is stated or read."""

    name: str
    stated: float | None
    strict: float | None
    flexible: float | None
    tolerance: float

    @property
    def right(self) -> bool:
        """Return whether flexible extraction reads what is stated."""
        if self.stated is None or self.flexible is None:
            return self.stated is self.flexible
        return abs(self.stated - self.flexible) <= self.tolerance


def reading(
    name: str, response: str, view: QuestionView, stated: float | None, tolerance: float
) -> Reading:
    """Return what both filters read of a response that states a number."""
    numbers = (number(extract, response, view) for extract in (strict, flexible))
    return Reading(name, stated, *numbers, tolerance)


def number(extract, response: str, view: QuestionView) -> float | None:
    """Return what a filter reads of a response; None where it reads no number."""
    found = extract(response, view)
    return quantities.read(found.text, view.family, view.unit) if found else None


def values_of(read: Callable[..., Any], notation: str = "") -> Callable[..., Any]:
    """Return what gives the value that a rule reads, or None; all have the `notation`, if named."""

    def value(*given: Any, **options: Any) -> Any:
        found = read(*given, **options)
        assert found is None or notation in ("", found.notation)
        return found and found.value

    return value
