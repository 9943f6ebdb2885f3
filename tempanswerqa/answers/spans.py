"""Finds the place in a response of the answer that a filter reads.

A span is exact or absent: the rule that read the response reads the same value from the text of the
span alone. No reading depends on spans.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tempanswerqa.answers import quantities, thinking
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.flexible.rules import RULES, attempts_on, readable, said
from tempanswerqa.answers.flexible.text import normalize_characters
from tempanswerqa.answers.markers import FINAL_ANSWER, Continuation, continuation
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import answer_place, find_strict

Span = tuple[int, int]
"""The positions in a response where a text begins and ends."""

_EXPLAINED = re.compile(r"\{\s*\"explanation\"\s*:\s*")
_COMMA = re.compile(r"\s*,?\s*")
_DECODER = json.JSONDecoder(strict=False)
_EDGE = " \r\n\t*_`"
_OBJECT = '{{"explanation": "", {}}}'
_OBJECT_RULES = ("last_object", "answer_object")
_ALONE = {
    **dict.fromkeys(_OBJECT_RULES, _OBJECT),
    **{"final_answer": f"{FINAL_ANSWER} {{}}", "answer_line": "Answer: {}"},
    **{"boxed": "\\boxed{{{}}}", "tagged": "<answer>{}</answer>"},
}
"""Forms of responses that hold only the text that a rule reads, by rule."""


def strict_span(
    response: str, question: QuestionView, answer: Continuation | None = None
) -> Span | None:
    """Return the place in the response of the text that strict-match reads as a number.

    None if it reads no number, or if the place is not known exactly. `answer` is the result of
    `continuation` for the response, if it is already known.
    """
    answer = answer or continuation(response, question)
    number, found = _strict_number(answer, question), answer_place(answer, question)
    if number is None or found is None:
        return None
    whole, begins, ends = found
    form = _OBJECT if question.family == "tot" else _ALONE["final_answer"]
    for start, end, alone in _candidates(whole, begins, ends, form):
        if _strict_number(Continuation(alone, False), question) == number:
            return _in_response(response, answer, start, end, len(whole) - len(answer.text))
    return None


def _strict_number(answer: Continuation, question: QuestionView) -> float | None:
    found = find_strict(answer, question)
    return quantities.read(found[0], question.family, question.unit) if found else None


def flexible_span(
    response: str, question: QuestionView, answer: Continuation | None = None
) -> Span | None:
    """Return the same for flexible-extract."""
    answer = answer or continuation(response, question)
    reply, plain = Reply(answer, question), normalize_characters(answer.text)
    if len(plain) != len(answer.text) or not plain.startswith(reply.text):
        return None  # the text that was read is not in the response
    given = ((rule, own) for rule, own in attempts_on(reply) if own and readable(own.value))
    rule, value = next(given, ("", None))
    place = reply.place
    text = reply.said if reply.said in reply.whole else reply.said.removesuffix(".")
    if place is None and reply.whole.count(text) == 1:
        begins = reply.whole.index(text)
        place = begins, begins + len(text)
    if value is None or place is None:
        return None
    for start, end, alone in _candidates(reply.whole, *place, _ALONE.get(rule, "{}")):
        part = Reply(Continuation(alone, False), question)
        by_rule = RULES[question.family][rule] if rule in _ALONE else None
        read = by_rule(part) if by_rule else said(part, alone) or part.line(alone)
        if read and read.value == value.value:
            return _in_response(response, answer, start, end, reply.begun)
    return None


def _candidates(whole: str, start: int, end: int, form: str) -> Iterator[tuple[int, int, str]]:
    """Yield places, the shortest first, each with its text as a response of its own.

    For an object these are its fields alone, then the whole object.
    """
    first, last = start, end
    if form == _OBJECT:
        first = _fields_start(whole, start)
        last -= whole[:last].endswith("}")
    while first < last and whole[first] in _EDGE:
        first += 1
    while first < last and whole[last - 1] in _EDGE:
        last -= 1
    yield first, last, form.format(whole[first:last])
    yield start, end, whole[start:end] if form == _OBJECT else form.format(whole[start:end])


def _fields_start(whole: str, start: int) -> int:
    """Return where the fields of an object begin, after its explanation if that stands first."""
    if explained := _EXPLAINED.match(whole, start):
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
