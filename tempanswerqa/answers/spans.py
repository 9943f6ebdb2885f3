"""Finds the place in a response of the answer that a filter reads.

A span is exact or absent: the rule that read the response reads the same value from the text of the
span alone. No reading depends on spans.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tempanswerqa.answers import thinking
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.flexible.rules import RULES, from_sentence
from tempanswerqa.answers.flexible.text import normalize_characters
from tempanswerqa.answers.markers import FINAL_ANSWER, Continuation
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.released_code import answer_place, find
from tempanswerqa.answers.result import Reading, Span

_EXPLANATION = re.compile(r"\{\s*\"explanation\"\s*:\s*")
_COMMA = re.compile(r"\s*,?\s*")
_DECODER = json.JSONDecoder(strict=False)
_AROUND_VALUE = " \r\n\t*_`"
_OBJECT_FORM = '{{"explanation": "", {}}}'
_READ_OBJECTS = ("last_object", "answer_object")
_FORMS = {
    **dict.fromkeys(_READ_OBJECTS, _OBJECT_FORM),
    **{"final_answer": f"{FINAL_ANSWER} {{}}", "answer_line": "Answer: {}"},
    **{"boxed": "\\boxed{{{}}}", "tagged": "<answer>{}</answer>"},
}
"""Forms of responses that hold only the text that a rule reads, by rule."""


def strict_span(
    response: str, question: QuestionView, said: Continuation, reading: Reading
) -> Span | None:
    """Return the place in the response of the text that strict-match reads as a number.

    None if the place is not known exactly. `said` is the `continuation` of the response.
    """
    if (found := answer_place(said, question)) is None:
        return None
    whole, begins, ends = found
    form = _OBJECT_FORM if question.family == "tot" else _FORMS["final_answer"]
    for start, end, alone in _candidates(whole, begins, ends, form):
        if find(Continuation(alone, False), question).number == reading.number:
            return _in_response(response, said, start, end, len(whole) - len(said.text))
    return None


def flexible_span(
    response: str, question: QuestionView, said: Continuation, reading: Reading
) -> Span | None:
    """Return the same for flexible-extract; `reading` needs its rule alone."""
    reply, plain = Reply(said, question), normalize_characters(said.text)
    if len(plain) != len(said.text) or not plain.startswith(reply.text):
        return None  # the text that was read is not in the response
    rules = RULES[question.family]
    value, place = rules[reading.rule](reply), reply.place
    text = reply.said if reply.said in reply.whole else reply.said.removesuffix(".")
    if place is None and reply.whole.count(text) == 1:
        begins = reply.whole.index(text)
        place = begins, begins + len(text)
    if value is None or place is None:
        return None
    for start, end, alone in _candidates(reply.whole, *place, _FORMS.get(reading.rule, "{}")):
        part = Reply(Continuation(alone, False), question)
        if reading.rule in _FORMS:
            read = rules[reading.rule](part)
        else:
            read = from_sentence(part, alone) or part.line(alone)
        if read and read.number == value.number:
            return _in_response(response, said, start, end, reply.begun)
    return None


def _candidates(whole: str, start: int, end: int, form: str) -> Iterator[tuple[int, int, str]]:
    """Yield places, the shortest first, each with its text as a response of its own.

    For an object these are its fields alone, then the whole object.
    """
    first, last = start, end
    if form == _OBJECT_FORM:
        first = _fields_start(whole, start)
        last -= whole[:last].endswith("}")
    while first < last and whole[first] in _AROUND_VALUE:
        first += 1
    while first < last and whole[last - 1] in _AROUND_VALUE:
        last -= 1
    yield first, last, form.format(whole[first:last])
    yield start, end, whole[start:end] if form == _OBJECT_FORM else form.format(whole[start:end])


def _fields_start(whole: str, start: int) -> int:
    """Return where the fields of an object begin, after its explanation if that stands first."""
    if explained := _EXPLANATION.match(whole, start):
        try:
            _, end = _DECODER.raw_decode(whole, explained.end())
        except (ValueError, RecursionError):
            return start
        return _COMMA.match(whole, end).end()  # type: ignore[union-attr]  # it matches nothing, too
    return start


def _in_response(
    response: str, answer: Continuation, start: int, end: int, begun: int
) -> Span | None:
    """Return the place in the response for a place in a text whose answer begins at `begun`."""
    whole = thinking.without_turn_end(response)
    if not whole.endswith(answer.text):
        return None
    moved = len(whole) - len(answer.text) - begun
    return max(start, begun) + moved, end + moved
