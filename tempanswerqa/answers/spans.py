"""Finds where in a response the answer stands that a filter reads.

A span is exact or absent: its text, read alone by the rule that read the response, gives the same
value. No reading depends on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tempanswerqa.answers import quantities, thinking
from tempanswerqa.answers.flexible.marked import said
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.flexible.rules import RULES, attempts_on, readable
from tempanswerqa.answers.flexible.text import normalize_characters
from tempanswerqa.answers.flexible.value import Value
from tempanswerqa.answers.markers import FINAL_ANSWER, Continuation, continuation
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import answer_place, find_strict
from tempanswerqa.answers.units import is_native

Span = tuple[int, int]
"""The places in a response where a text begins and ends."""

_EXPLAINED = re.compile(r"\{\s*\"explanation\"\s*:\s*")
_COMMA = re.compile(r"\s*,?\s*")
_DECODER = json.JSONDecoder(strict=False)
_EDGE = " \r\n\t*_`"
_OBJECT = '{{"explanation": "", {}}}'
_OBJECT_RULES = ("only_object", "last_object", "answer_object")
_ALONE = {
    **dict.fromkeys(_OBJECT_RULES, _OBJECT),
    **{"final_answer": f"{FINAL_ANSWER} {{}}", "answer_line": "Answer: {}"},
    **{"boxed": "\\boxed{{{}}}", "tagged": "<answer>{}</answer>"},
}
"""Forms of responses that say nothing but what a rule reads, by rule."""


def strict_span(
    response: str, question: QuestionView, answer: Continuation | None = None
) -> Span | None:
    """Return where in the response stands what strict-match reads a number from.

    None where it reads none, or where the place is not known exactly. `answer` is what
    `continuation` returns for the response, where it is known already.
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
    """Return the same for flexible-extract; None for units that no released question asks for, as
    their answers are read in other words than the response has.
    """
    if not is_native(question):
        return None
    answer = answer or continuation(response, question)
    reply, plain = Reply(answer, question), normalize_characters(answer.text)
    if len(plain) != len(answer.text) or not plain.startswith(reply.text):
        return None  # what is read stands elsewhere than in the response
    given = ((rule, own) for rule, own in attempts_on(reply) if own and readable(own.value))
    rule, value = next(given, ("", None))
    place = reply.place or _only_place(reply.whole, reply.said)
    if value is None or place is None:
        return None
    for start, end, alone in _candidates(reply.whole, *place, _ALONE.get(rule, "{}")):
        if (read := _read_alone(rule, alone, question)) and read.value == value.value:
            return _in_response(response, answer, start, end, reply.begun)
    return None


def _read_alone(rule: str, text: str, question: QuestionView) -> Value | None:
    """Return what a rule reads in a text; one that reads sentences takes the text for one."""
    reply = Reply(Continuation(text, False), question)
    if rule in _ALONE:
        return RULES[question.family][rule](reply)
    return said(reply, text) or reply.line(text)


def _only_place(text: str, part: str) -> Span | None:
    """Return where a text has the part; None where it has it not at all or several times."""
    start = text.find(part)
    return None if start < 0 or text.find(part, start + 1) >= 0 else (start, start + len(part))


def _candidates(whole: str, start: int, end: int, form: str) -> Iterator[tuple[int, int, str]]:
    """Yield places, the shortest first, each with its text as a response that has nothing else.

    Of an object these are its fields alone, then all of it.
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
    """Return where the fields of an object begin, behind an explanation that it begins with."""
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
    """Return a place in the response, of one in a text that has the answer from `begun` on."""
    whole = thinking.without_turn_end(response)
    if not whole.endswith(answer.text):
        return None
    moved = len(whole) - len(answer.text) - begun
    return max(start, begun) + moved, end + moved
