"""Decides whether a response is truncated, as at the token limit."""

from __future__ import annotations

import re

from tempanswerqa.answers import thinking
from tempanswerqa.answers.markers import last_match
from tempanswerqa.answers.question_view import QuestionView

_ENDS = tuple(".!?}])`*\"'")
"""Ends of a sentence, an object or a block of code; quotes do not end a JSON object."""

_MARKER = re.compile(
    r"(?i)(?:^\W*(?:(?:the|my|final|correct)[\s_]+)*(?<![\"'])answer\b|final answer\b)"
    r"(?:\W*(?:is|are|was)\b)?"
)
"""Words before an answer."""

_AS_ASKED = re.compile(r"Final Answer: [0-9]+(?: (?:year|month|day)s?(?: old| ago)?)?")
_NUMBER, _WORD = r"[0-9]+(?![0-9])", r"[A-Za-z]+(?![A-Za-z])"
_VALUE = re.compile(
    r"\W*(?P<letter>[A-Z]\s?[=:]\s?)?(?:[A-Z][a-z]+\W+)?"
    rf"{_NUMBER}(?:[^\w\n]*(?:{_NUMBER}|{_WORD})){{0,8}}\W*"
)
"""A line that is a value and nothing more, such as `22 years` or `March 5, 1985`."""

_BROKEN = re.compile(
    r"(?i)[-+*/=(,]\Z|\{[^}]*\Z|\b(?:a|an|the|of|for|is|was|in|on|at|by|to|from|with|and|or|about"
    r"|approximately|around)\Z"
)
"""The end of a text that breaks off within a number, a sum or an object."""

PROSE = 8
"""Minimum words of an answer line that needs a full stop."""

_FEW_WORDS = 2
"""Lines this short need no number."""


def truncated(response: object, question: QuestionView) -> bool:
    """Return whether the text breaks off: within thinking, a sentence or a JSON object.

    The text alone decides, so the result is known for every backend and for saved responses. A
    response that reaches the limit at the end of a sentence is not counted. An empty response is
    counted: servers return empty content if a model thinks up to the limit. White space and tokens
    such as `<|im_end|>` at the end have no effect.
    """
    parts = thinking.split(response, question.think_end)
    if not parts.closed:
        return True
    if not parts.answer:
        return not parts.thinking
    text = parts.answer.rstrip(",\n\r\t ")
    if question.family == "tot" and text.endswith(("'", '"')):
        return "}" not in text
    if not text or text.endswith(_ENDS):
        return False
    before, _, last_line = text.rpartition("\n")
    if _AS_ASKED.fullmatch(last_line):  # most responses end so
        return False
    if marker := last_match(_MARKER, last_line):
        answer = last_line[marker.end() :].strip(":*_ ")
        words = len(answer.split())
        stated = words <= _FEW_WORDS or any(map(str.isdigit, answer))
        return not (0 < words < PROSE and stated and not _BROKEN.search(answer))
    value, before = _VALUE.fullmatch(last_line), before.rstrip()
    if value is None or not before:
        return value is None
    lettered = bool(value["letter"]) and before.endswith("}")
    return not (lettered or _MARKER.search(before[before.rfind("\n") + 1 :]))
