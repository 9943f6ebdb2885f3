"""Compares the readings of both filters with the values that responses state."""

import json
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.answers import formats
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.reading import flexible, strict
from tempanswerqa.answers.result import Reading as Found
from tempanswerqa.answers.result import plain_text
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
    return extract(response, view).number


def value(found: Found | None, unit: str) -> float | str | None:
    """Return the number of a reading, if there is one; a date as text."""
    if found is None or found.number is None:
        return None
    return plain_text(found.number, unit) if unit == "date" else found.number
