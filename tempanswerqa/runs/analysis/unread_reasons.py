"""Tells from its text why a response gives no number.

The reason depends on the response and not on the filter: if a filter reads more responses than
another, fewer responses have the reasons that it can handle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tempanswerqa.answers.flexible import sentences
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.flexible.text import unmarked
from tempanswerqa.answers.markers import FINAL_ANSWER
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import find_strict
from tempanswerqa.runs.scoring import Answer, Item

EMPTY = "empty"
THINKING = "thinking"
TRUNCATED = "truncated"
DECLINED = "declined"
MISSING = "missing"
MALFORMED = "malformed"
UNFIT = "unfit"

REASONS: Mapping[str, str] = {
    EMPTY: "The response has no text.",
    THINKING: "It never ends its thinking.",
    TRUNCATED: "It breaks off before or within its answer, as at the token limit.",
    DECLINED: "It says that there is no answer, such as that the table does not tell.",
    MISSING: "It ends without the JSON object or the `Final Answer:` line that was asked for.",
    MALFORMED: "Its answer is no single object of valid JSON.",
    UNFIT: "It gives an answer that cannot be read as the number or date that was asked for.",
}
"""The reasons, each with a sentence about such a response."""

_BEGUN = re.compile(r"(?i)\W*(?:(?:the(?: final(?: answer(?: is)?)?)?)\W*)?")
"""An answer line that has only its beginning."""

_DENIAL = re.compile(r"(?i)(?:\bno[tr]?|\bnever|n't|n’t)(?!\w)")
_DIGIT = re.compile("[0-9]")


def reason(item: Item, answer: Answer) -> str | None:
    """Return why a response gives no number: a key of `REASONS`; None if it gives one."""
    if item.number is not None:
        return None
    if not answer.response.strip():
        return EMPTY
    if answer.thinking:
        return THINKING
    view = answer.question.view
    reply = Reply(answer.response, view)
    if view.family == "tot":
        given = _object_reason(answer.response, view, reply)
    else:
        given = _line_reason(reply.text, answer.truncated)
    if given:
        return given
    if answer.truncated:
        return TRUNCATED
    return DECLINED if sentences.refuses(unmarked(sentences.last(reply.text))) else MISSING


def _object_reason(response: str, view: QuestionView, reply: Reply) -> str | None:
    """Return the reason that the last answer object shows; None if there is no object."""
    given = [found.fields for found in reply.objects if found.closed and found.fields]
    if not given:
        return None
    values = given[-1].values()
    if all(value is None or (isinstance(value, str) and _declines(value)) for value in values):
        return DECLINED
    return UNFIT if find_strict(response, view) else MALFORMED


def _line_reason(text: str, truncated: bool) -> str | None:
    """Return the reason that the last answer line shows; None if there is no such line."""
    _, marker, said = text.rpartition(FINAL_ANSWER)
    if not marker:
        return None
    if _declines(said):
        return DECLINED
    return TRUNCATED if truncated or _BEGUN.fullmatch(said) else UNFIT


def _declines(answer: str) -> bool:
    """Return whether an answer says that there is none, or denies something and has no digit."""
    if _DENIAL.search(answer) and not _DIGIT.search(answer):
        return True
    return sentences.refuses(unmarked(answer))
