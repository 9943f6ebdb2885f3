"""Finds the place in a response of the answer that a filter reads, for an object its fields."""

from __future__ import annotations

import json
import re

from tempanswerqa.answers import thinking
from tempanswerqa.answers.markers import Continuation
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.released_code import answer_place
from tempanswerqa.answers.result import Span

_EXPLANATION = re.compile(r"\{\s*\"explanation\"\s*:\s*")
_COMMA = re.compile(r"\s*,?\s*")
_DECODER = json.JSONDecoder(strict=False)
_AROUND_VALUE = " \r\n\t*_`"


def strict_span(response: str, question: QuestionView, said: Continuation) -> Span | None:
    """Return the place in the response of the text that strict-match reads as a number.

    None if the place is not known exactly. `said` is the `continuation` of the response.
    """
    if (found := answer_place(said, question)) is None:
        return None
    whole, begins, ends = found
    start, end = trimmed(whole, begins, ends, question.family == "tot")
    return in_response(response, said, start, end, len(whole) - len(said.text))


def trimmed(whole: str, start: int, end: int, in_object: bool) -> Span:
    """Return the place of a value without what stands around it; of an object, of its fields."""
    if in_object:
        start = _fields_start(whole, start)
        end -= whole[:end].endswith("}")
    while start < end and whole[start] in _AROUND_VALUE:
        start += 1
    while start < end and whole[end - 1] in _AROUND_VALUE:
        end -= 1
    return start, end


def _fields_start(whole: str, start: int) -> int:
    """Return where the fields of an object begin, after its explanation if that stands first."""
    if explained := _EXPLANATION.match(whole, start):
        try:
            _, end = _DECODER.raw_decode(whole, explained.end())
        except (ValueError, RecursionError):
            return start
        return _COMMA.match(whole, end).end()  # type: ignore[union-attr]  # it matches nothing, too
    return start


def in_response(
    response: str, answer: Continuation, start: int, end: int, begun: int
) -> Span | None:
    """Return the place in the response for a place in a text whose answer begins at `begun`."""
    whole = thinking.without_turn_end(response)
    if not whole.endswith(answer.text):
        return None
    moved = len(whole) - len(answer.text) - begun
    return max(start, begun) + moved, end + moved
