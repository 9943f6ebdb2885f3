"""Tells from its text why a response gives no number.

The reason depends on the response and not on the filter: if a filter reads more responses than
another, fewer responses have the reasons that it can handle.
"""

from __future__ import annotations

import re

from tempanswerqa.answers import sentences, thinking
from tempanswerqa.answers.markers import FINAL_ANSWER, continuation
from tempanswerqa.answers.markup import prepared, unmarked
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.places import Reply, reply_to
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Unread
from tempanswerqa.answers.truncation import truncated
from tempanswerqa.units import UNITS

_BEGUN = re.compile(r"(?i)\W*(?:(?:the(?: final(?: answer(?: is)?)?)?)\W*)?")
"""An answer line that has only its beginning."""

_NEGATION = re.compile(r"(?i)(?:\bno[tr]?|\bnever|n't|n’t)(?!\w)")
_WITHHELD = re.compile(
    r"(?i)(?:n't|n’t|\b(?:not|never|no|nothing|without))\b"
    r"(?!\W+(?:more|less|later|earlier|sooner|longer|fewer|only|just)\b)[^.!?]{0,40}?"
    r"\b(?:tell|told|mention\w*|sa(?:id|y|ys)|shar\w+|ga?ve|given|record\w*|notes?|number|figure|total"
    r"|date|year|month|info\w*|know\w*|find|found|trace|c[ao]mes? up|access|see|answerable|stat\w+"
    r"|list\w*|provid\w+|specif\w+|discuss\w*|shown|idea|results?|broken|writ\w*)\b"
)
"""Words that say that something is not known or was not said."""

_SHORT = 80
"""Characters up to which a refusal needs no full stop."""

_LONGEST = 500
_ANY_DIGIT = re.compile("[0-9]")


def why_unread(response: str, question: QuestionView) -> Unread:
    """Return why a filter reads no number of a response: a key of `result.REASONS`.

    For a response that a filter reads, the result says nothing.
    """
    parts = thinking.split(response, question.think_end)
    if not response.strip():
        return "empty"
    if parts.unfinished:
        return "thinking unfinished"
    reply = reply_to(continuation(parts, question), question)
    cut = truncated(parts, question)
    answers: list[str] = []
    if question.family == "tot":
        answers = _fields(reply)
    elif FINAL_ANSWER in reply.text:
        answers = [reply.text.rpartition(FINAL_ANSWER)[2]]
        if not _declines(answers[0]) and (cut or _BEGUN.fullmatch(answers[0])):
            return "cut off"
    if answers and all(map(_declines, answers)):
        return "refused"
    if answers:
        several = any(_several(answer, question) for answer in answers)
        return "several answers" if several else "another notation"
    if cut and not (len(reply.text) < _SHORT and _declines(reply.text)):
        return "cut off"
    return "refused" if any(map(_refuses, sentences.each(reply.text))) else "no answer"


def _fields(reply: Reply) -> list[str]:
    """Return the values of the last object of a response as texts."""
    fields = [found.fields for found in reply.objects if found.closed and found.fields]
    return [str(value) for value in fields[-1].values()] if fields else []


def _refuses(sentence: str) -> bool:
    """Return whether a sentence says that something is not known or was not said."""
    return sentences.refuses(unmarked(sentence)) or bool(_WITHHELD.search(sentence))


def _declines(answer: str) -> bool:
    """Return whether an answer says that there is none, or denies something and has no digit."""
    if _NEGATION.search(answer) and not _ANY_DIGIT.search(answer):
        return True
    return answer == "None" or sentences.refuses(unmarked(answer))


def _several(answer: str, question: QuestionView) -> bool:
    """Return whether an answer is a range, a choice or a list; False for a long text."""
    given = quantities(prepared(answer[:_LONGEST]))
    is_dated = UNITS[question.unit].kind == "calendar"
    kinds = ("date", "month", "year") if is_dated else ("amount",)
    if "=" in answer and not is_dated:  # a sum
        return False
    if any(one.role in ("range", "one of several") for one in given):
        return True
    return len({one.parts for one in given if one.kind in kinds}) > 1
