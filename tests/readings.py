"""Views of questions, and the numbers of readings."""

from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Reading, plain_text
from tempanswerqa.questions.record import TOT_PREFILL


def ask(
    family: str, unit: str = "days", answer_format: str = "", user: str = "", begun: bool = True
) -> QuestionView:
    """Return a view of a question; one of Test of Time has the prefill if `begun`."""
    prefill = TOT_PREFILL if family == "tot" and begun else ""
    return QuestionView(family, unit, prefill, answer_format, user)


def number(extract, response: str, view: QuestionView) -> float | None:
    """Return what a filter reads in a response; None if it reads no number."""
    return extract(response, view).number


def value(found: Reading | None, unit: str) -> float | str | None:
    """Return the number of a reading, if any; a date as text."""
    if found is None or found.number is None:
        return None
    return plain_text(found.number, unit) if unit == "date" else found.number
