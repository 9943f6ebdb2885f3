"""Finds and reads answers as the paper's released code does, quirks included."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from tempanswerqa import paper_scoring, units
from tempanswerqa.answers.markers import Continuation
from tempanswerqa.answers.periods import periods
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Period, Reading, plain_text
from tempanswerqa.paper_scoring import EPOCH, LARGEST
from tempanswerqa.units import UNITS

_OPEN_OBJECT = re.compile(r'\{\s+(?="explanation")')
_PLAIN = re.compile(r"(\d{4}-\d\d-\d\d)|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", re.ASCII)
_RULES = {"tot": "json", "ttqa": "final_answer"}


def find(said: Continuation, question: QuestionView) -> Reading:
    """Return the answer in a response, without its span or the reason why it is unread.

    If no released question asks for the unit, an answer in the form asked for is in plain notation.
    """
    answer = paper_scoring.find_answer(*_searched(said, question))
    if answer is None:
        return Reading()
    unit = question.unit
    if not question.is_native:
        answer = str(answer.get("answer", "")) if isinstance(answer, dict) else answer
        if UNITS[unit].kind == "period":
            answer = answer.strip().removesuffix(".")
        elif (stated := units.strict_number(answer, unit, question.answer_format)) is not None:
            answer = plain_text(stated, unit)
    number = read(answer, question.family, unit)
    return Reading(number, text=_text(answer), rule=_RULES[question.family])


def _text(answer: dict[str, Any] | str) -> str | None:
    """Return an answer as text; None for an object nested too deeply to be written."""
    try:
        return answer if isinstance(answer, str) else json.dumps(answer)
    except RecursionError:
        return None


def answer_place(said: Continuation, question: QuestionView) -> tuple[str, int, int] | None:
    """Return the text that is searched, and the span of the answer in it, or None."""
    return paper_scoring.answer_place(*_searched(said, question))


def _searched(said: Continuation, question: QuestionView) -> tuple[str, str, str]:
    """Return the arguments of `paper_scoring.find_answer`."""
    text, goes_on = said.text, said.goes_on
    if question.family != "tot":  # for other units, the whole line is the answer, as for a date
        return text, question.family, question.unit if question.is_native else "date"
    text = question.prefill + text if goes_on else _OPEN_OBJECT.sub("{", text, count=1)
    return text, question.family, question.unit


def read(answer: str | dict[str, Any], family: str, unit: str) -> float | Period | None:
    """Read an extracted answer as the released code does, or one in plain notation.

    For `when`, read a period in the form of the unit.
    """
    if UNITS[unit].kind == "period":
        is_asked = isinstance(answer, str) and UNITS[unit].form.fullmatch(answer)
        named = periods(str(answer)) if is_asked else []
        return Period(*named[0].parts) if len(named) == 1 and named[0].parts[0] else None
    if isinstance(answer, str) and (plain := read_plain(answer, unit)) is not None:
        return plain
    if family == "tot":
        return paper_scoring.read_object(answer, unit)
    return paper_scoring.read_line(answer, unit) if isinstance(answer, str) else None


def read_plain(text: str, unit: str) -> float | None:
    """Read the plain notation: a number in `unit`, such as -44 or 2.5, or a date as 2001-03-31."""
    match = _PLAIN.fullmatch(text)
    if match is None or bool(match[1]) is not (UNITS[unit].parts == 3):
        return None
    if not match[1]:
        number = float(text)
        return number if abs(number) <= LARGEST else None
    try:
        return (datetime.fromisoformat(text) - EPOCH).total_seconds()
    except ValueError:
        return None
