"""Finds answers as the paper's released code does, quirks included."""

from __future__ import annotations

import json
import re

from tempanswerqa.answers import markers, units
from tempanswerqa.answers.markers import FINAL_ANSWER, Answer, Extracted, Response
from tempanswerqa.answers.question_view import QuestionView

_OBJECT_START = re.compile(r'\{"explanation"\s*:')
_OPEN_OBJECT = re.compile(r'\{\s+(?="explanation")')
_DIGITS = {"date_years": re.compile(r"\d{4}")}
_ANY_DIGITS = re.compile(r"\d+")


def strict(response: str, question: QuestionView) -> Extracted | None:
    """Find the answer as the released code does; None where it finds none.

    `tot`: the JSON object from the first `{"explanation"` of prefill and response to the last
    `}`, without its explanation, as JSON text. `ttqa`: on the first `Final Answer:` line that has
    one, the first run of digits (of four digits for `date_years`); for `date`, the rest of the
    first such line. Takes time linear in the response.

    The released code always begins the object for the model. Where a response begins it itself,
    white space may follow its `{`; a prefill that a response repeats counts once.
    """
    found = find_strict(response, question)
    if found is None or (text := markers.as_text(found[0])) is None:
        return None
    return Extracted(text, found[1])


def find_strict(response: Response, question: QuestionView) -> tuple[Answer, str] | None:
    """Do as `strict` does, and return the answer as it was found: a JSON object stays one."""
    answer = markers.continuation(response, question)
    if not units.is_native(question):
        return _in_form(question, answer)
    if question.family != "tot":
        return _after_marker(answer.text, question.unit)
    return _object(question, answer)


def _object(
    question: QuestionView, answer: markers.Continuation
) -> tuple[dict[str, object], str] | None:
    if answer.goes_on:
        return _explained_object(question.prefill + answer.text)
    return _explained_object(_OPEN_OBJECT.sub("{", answer.text, count=1))


def _in_form(question: QuestionView, answer: markers.Continuation) -> tuple[Answer, str] | None:
    """Return an answer in a unit that no released question asks for, in the plain notation; as it
    stands where it has another form than the one that was asked for.
    """
    tot = question.family == "tot"
    found = _object(question, answer) if tot else _after_marker(answer.text, "date")  # a whole line
    if found is None:
        return None
    stated, rule = found
    text = str(stated.get("answer", "")) if isinstance(stated, dict) else stated
    number = units.strict_number(text, question.unit)
    return (stated if number is None else markers.plain_text(number)), rule


def _explained_object(reply: str) -> tuple[dict[str, object], str] | None:
    reply = reply.replace("\n", " ")
    start, end = _OBJECT_START.search(reply), reply.rfind("}")
    if start is None or end < start.end():
        return None
    try:
        answer = json.loads(reply[start.start() : end + 1])
    except (ValueError, RecursionError):
        return None
    del answer["explanation"]
    return answer, "json"


def _after_marker(response: str, unit: str) -> tuple[str, str] | None:
    pattern = _DIGITS.get(unit, _ANY_DIGITS)
    marker = response.find(FINAL_ANSWER)
    while marker >= 0:
        start = marker + len(FINAL_ANSWER)
        end = response.find("\n", start)
        end = len(response) if end < 0 else end
        if unit == "date":
            return response[start:end], "final_answer"
        if found := pattern.search(response, start, end):
            return found[0], "final_answer"
        marker = response.find(FINAL_ANSWER, end)  # the first of a line has all its digits
    return None
