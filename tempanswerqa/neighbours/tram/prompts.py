"""Makes chat messages from questions with options; all wording is the project's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.questions.prompts import Message, PromptError

CUE = "Answer:"
"""The text behind which the model gives its letter, in prompts and in answers."""

CLOSINGS = {
    "letters": f"Which option is right? Reply with its letter alone.\n{CUE}",
    "standard": f'Which option is right? Reply with "{CUE}" and its letter.',
    "steps": "Which option is right? Work it out step by step first. Then end with a line that "
    f'reads "{CUE}" and the letter of that option.',
}
"""The end of a user message, by style."""


def question(item: Item, style: str) -> str:
    """Return the user text: context, question, options with their letters, and the closing."""
    asked = f"Question: {item.question}" if item.question else ""
    listed = zip(item.letters, item.options, strict=True)
    lines = [item.context, asked, *(f"({letter}) {text}" for letter, text in listed)]
    return "\n".join(line for line in (*lines, CLOSINGS[style]) if line)


def exemplars(item: Item, shown: Iterable[Item], number: int, task: str) -> list[Item]:
    """Return the first exemplars of the item's category, in the order of their table.

    Raises PromptError if there are fewer than `number`.
    """
    own = [exemplar for exemplar in shown if exemplar.category == item.category]
    if number > len(own):
        raise PromptError(
            f"{task} has {len(own)} exemplars of the category {item.category!r}; "
            f"--num_fewshot {number} asks for more"
        )
    return own[:number]


def build_messages(
    item: Item, shown: Sequence[Item], style: str, system_instruction: str | None = None
) -> list[Message]:
    """Return the chat messages of a question, with the exemplars as turns before it.

    Exemplars answer without steps, as the archives have none; so only the last question asks for
    steps.
    """
    messages = [{"role": "system", "content": system_instruction}] if system_instruction else []
    for exemplar in shown:
        letter = exemplar.letters[exemplar.answer]
        asked = question(exemplar, "standard" if style == "steps" else style)
        answer = letter if style == "letters" else f"{CUE} {letter}"
        messages.append({"role": "user", "content": asked})
        messages.append({"role": "assistant", "content": answer})
    return [*messages, {"role": "user", "content": question(item, style)}]
