"""Makes chat messages from questions with short answers; all wording is the project's own."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa.neighbours.tram.short_answers.items import MARK, ShortItem
from tempanswerqa.questions.prompts import Message

CLOSING = f'End with one line that reads "{MARK}" and the answer alone.'
DATES = 'Write a date as "month day, year".'
"""The instruction for dates: in numbers alone, month and day could be confused."""


def question(item: ShortItem) -> str:
    """Return the user text."""
    lines = [f"Question: {item.question}", CLOSING]
    return "\n".join([*lines, DATES] if item.kind == "date" else lines)


def build_messages(
    item: ShortItem, exemplars: Sequence[ShortItem], system_instruction: str | None = None
) -> list[Message]:
    """Return the messages of a question; exemplars are turns before it, with released answers."""
    messages = [{"role": "system", "content": system_instruction}] if system_instruction else []
    for exemplar in exemplars:
        messages.append({"role": "user", "content": question(exemplar)})
        messages.append({"role": "assistant", "content": f"{MARK} {exemplar.label}"})
    return [*messages, {"role": "user", "content": question(item)}]
