"""From a question with a short answer to chat messages; all wording here is our own."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa.neighbours.tram.short_answers.items import MARK, ShortItem
from tempanswerqa.questions.prompts import Message

CLOSING = f'End with one line that reads "{MARK}" and the answer alone.'
DATES = 'Write a date as "month day, year".'
"""Numbers alone would not tell month and day apart."""


def question(item: ShortItem) -> str:
    """Return the user text."""
    lines = [f"Question: {item.question}", CLOSING]
    return "\n".join([*lines, DATES] if item.kind == "date" else lines)


def build_messages(
    item: ShortItem, exemplars: Sequence[ShortItem], system_instruction: str | None = None
) -> list[Message]:
    """Return the exemplars as turns before the question; their answers stand as in the archive."""
    messages = [{"role": "system", "content": system_instruction}] if system_instruction else []
    for exemplar in exemplars:
        messages.append({"role": "user", "content": question(exemplar)})
        messages.append({"role": "assistant", "content": f"{MARK} {exemplar.label}"})
    return [*messages, {"role": "user", "content": question(item)}]
