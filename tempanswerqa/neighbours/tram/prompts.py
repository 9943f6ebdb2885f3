"""Makes chat messages from questions with options; all wording is the project's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.questions.prompts import Message, PromptError

CUE = "Answer:"
"""The text behind which the model gives its letter or text, in prompts and in answers."""

CLOSINGS = {
    "letters": f"Which option is right? Reply with its letter alone.\n{CUE}",
    "texts": CUE,
    "standard": f'Which option is right? Reply with "{CUE}" and its letter.',
    "steps": "Which option is right? Work it out step by step first. Then end with a line that "
    f'reads "{CUE}" and the letter of that option.',
}
"""The end of a user message, by style. `texts` alone shows no options: their likelihoods after the
prompt are compared."""

STYLES = tuple(CLOSINGS)
_SCORED = ("letters", "texts")


def question(item: Item, style: str) -> str:
    """Return the user text: context, question, options with their letters, and the closing."""
    asked = f"Question: {item.question}" if item.question else ""
    listed = zip(item.letters, item.options, strict=True) if style != "texts" else ()
    lines = [item.context, asked, *(f"({letter}) {text}" for letter, text in listed)]
    return "\n".join(line for line in (*lines, CLOSINGS[style]) if line)


def answer(item: Item, style: str) -> str:
    """Return the assistant's text of an exemplar; it has no steps, as the archives have none."""
    right = item.options[item.answer] if style == "texts" else item.letters[item.answer]
    return right if style in _SCORED else f"{CUE} {right}"


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
    """Return the chat messages of a question, with the exemplars as turns before it."""
    messages = [{"role": "system", "content": system_instruction}] if system_instruction else []
    for exemplar in shown:
        # only the last question asks for steps, as the exemplars have none
        asked = "standard" if style == "steps" else style
        messages.append({"role": "user", "content": question(exemplar, asked)})
        messages.append({"role": "assistant", "content": answer(exemplar, style)})
    return [*messages, {"role": "user", "content": question(item, style)}]
