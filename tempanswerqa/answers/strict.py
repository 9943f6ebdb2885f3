"""Finds answers as the paper's released code does, quirks included."""

from __future__ import annotations

import re

from tempanswerqa import paper_scoring, units
from tempanswerqa.answers import markers
from tempanswerqa.answers.markers import Answer, Extracted, Response
from tempanswerqa.answers.question_view import QuestionView

_OPEN_OBJECT = re.compile(r'\{\s+(?="explanation")')
_RULES = {"tot": "json", "ttqa": "final_answer"}


def strict(response: str, question: QuestionView) -> Extracted | None:
    """Return the answer that the released code finds, as text; None if it finds none.

    `paper_scoring.find_answer` says what it finds. The released code always begins the object for
    the model. If a response begins the object itself, white space may follow its `{`; a repeated
    prefill counts once.
    """
    match = find_strict(response, question)
    if match is None or (text := markers.as_text(match[0])) is None:
        return None
    return Extracted(text, match[1])


def find_strict(response: Response, question: QuestionView) -> tuple[Answer, str] | None:
    """Return the answer and rule of `strict`, with a JSON object as a dict and not as text.

    If no released question asks for the unit, an answer in the asked form is in the plain notation.
    """
    answer = paper_scoring.find_answer(*_searched(response, question))
    if answer is None:
        return None
    if not question.is_native:
        text = str(answer.get("answer", "")) if isinstance(answer, dict) else answer
        if units.UNITS[question.unit].kind == "period":
            return text.strip().removesuffix("."), _RULES[question.family]
        number = units.strict_number(text, question.unit)
        answer = answer if number is None else markers.plain_text(number)
    return answer, _RULES[question.family]


def answer_place(response: Response, question: QuestionView) -> tuple[str, int, int] | None:
    """Return the text that is searched, and where in it the answer begins and ends.

    None if there is no such place. The text at this place may still be no answer.
    """
    return paper_scoring.answer_place(*_searched(response, question))


def _searched(response: Response, question: QuestionView) -> tuple[str, str, str]:
    """Return the arguments of `paper_scoring.find_answer`."""
    text, goes_on = markers.continuation(response, question)
    if question.family != "tot":  # for other units, the whole line is the answer, as for a date
        return text, question.family, question.unit if question.is_native else "date"
    text = question.prefill + text if goes_on else _OPEN_OBJECT.sub("{", text, count=1)
    return text, question.family, question.unit
