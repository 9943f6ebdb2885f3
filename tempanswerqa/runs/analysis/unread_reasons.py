"""Tells why the response of a scored item gives no number."""

from __future__ import annotations

from tempanswerqa.answers.unread import REASONS as REASONS
from tempanswerqa.answers.unread import why_unread
from tempanswerqa.runs.scoring import Answer, Item


def reason(item: Item, answer: Answer) -> str | None:
    """Return why a response gives no number: a key of `REASONS`; None if it gives one."""
    return None if item.number is not None else why_unread(answer.response, answer.question.view)
