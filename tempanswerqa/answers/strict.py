"""Finds answers as the paper's released code does, quirks included."""

from __future__ import annotations

import json
import re

from tempanswerqa.answers import markers, units
from tempanswerqa.answers.markers import FINAL_ANSWER, Answer, Extracted, Response
from tempanswerqa.answers.question_view import QuestionView

_OBJECT_START = re.compile(r'\{"explanation"\s*:')
_OPEN_OBJECT = re.compile(r'\{\s+(?="explanation")')
_DIGITS, _YEAR = re.compile(r"\d+"), re.compile(r"\d{4}")


def strict(response: str, question: QuestionView) -> Extracted | None:
    """Return the answer that the released code finds; None if it finds none.

    `tot`: the JSON object from the first `{"explanation"` of prefill and response to the last
    `}`, without its explanation, as JSON text. `ttqa`: on the first `Final Answer:` line that has
    one, the first run of digits (of four digits for `date_years`); for `date`, the rest of the
    first such line. Takes time linear in the response.

    The released code always begins the object for the model. If a response begins the object
    itself, white space may follow its `{`; a repeated prefill counts once.
    """
    found = find_strict(response, question)
    if found is None or (text := markers.as_text(found[0])) is None:
        return None
    return Extracted(text, found[1])


def find_strict(response: Response, question: QuestionView) -> tuple[Answer, str] | None:
    """Return the answer and rule of `strict`, with a JSON object as a dict and not as text."""
    found = answer_place(response, question)
    if found is None:
        return None
    text, start, end = found
    if question.family != "tot":
        return _in_form(text[start:end], question), "final_answer"
    try:
        answer = json.loads(text[start:end])
    except (ValueError, RecursionError):
        return None
    del answer["explanation"]
    return _in_form(answer, question), "json"


def answer_place(response: Response, question: QuestionView) -> tuple[str, int, int] | None:
    """Return the text that is searched, and where in it the answer begins and ends.

    None if there is no such place. The text at this place may still be no answer.
    """
    answer = markers.continuation(response, question)
    if question.family != "tot":
        whole_line = question.unit == "date" or not units.is_native(question)
        return _after_marker(answer.text, "date" if whole_line else question.unit)
    if answer.goes_on:
        return _explained_object(question.prefill + answer.text)
    return _explained_object(_OPEN_OBJECT.sub("{", answer.text, count=1))


def _in_form(answer: Answer, question: QuestionView) -> Answer:
    """Return the answer in the plain notation if no released question asks for its unit. An answer
    in another form than the asked one is returned unchanged.
    """
    if units.is_native(question):
        return answer
    text = str(answer.get("answer", "")) if isinstance(answer, dict) else answer
    number = units.strict_number(text, question.unit)
    return answer if number is None else markers.plain_text(number)


def _explained_object(reply: str) -> tuple[str, int, int] | None:
    reply = reply.replace("\n", " ")
    start, end = _OBJECT_START.search(reply), reply.rfind("}")
    if start is None or end < start.end():
        return None
    return reply, start.start(), end + 1


def _after_marker(response: str, unit: str) -> tuple[str, int, int] | None:
    pattern = _YEAR if unit == "date_years" else _DIGITS
    marker = response.find(FINAL_ANSWER)
    while marker >= 0:
        start = marker + len(FINAL_ANSWER)
        end = response.find("\n", start)
        end = len(response) if end < 0 else end
        if unit == "date":
            return response, start, end
        if found := pattern.search(response, start, end):
            return response, *found.span()
        marker = response.find(FINAL_ANSWER, end)  # the first run in a line has all its digits
    return None
