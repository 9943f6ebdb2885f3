"""From messages to the prompt itself: plain text, or what a chat template makes of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from jinja2 import TemplateError

from tempanswerqa.questions import prompts

logger = logging.getLogger(__name__)


class Renderer:
    """Makes the prompts of one task, and remembers what its chat template takes."""

    def __init__(self, task: str) -> None:
        self._task = task
        self._placement = 0  # into prompts.SYSTEM_PLACEMENTS: the first that lost nothing so far
        self._warned = False

    def prompt(
        self, messages: Sequence[prompts.Message], chat_template: Callable | None, multiturn: bool
    ) -> Any:
        """Return what the chat template makes of the messages, plain text where there is none.

        Without `multiturn` a chat holds the exemplars in one user message with the question.
        """
        if chat_template is None:
            return prompts.to_plain_prompt(messages)
        return self._render(messages if multiturn else prompts.single_turn(messages), chat_template)

    def _render(self, messages: Sequence[prompts.Message], chat_template: Callable) -> Any:
        """Apply the chat template, moving system text that it would lose to user messages."""
        begun = messages[-1]["role"] == "assistant"
        fallback = None
        for placement in prompts.SYSTEM_PLACEMENTS[self._placement :]:
            placed = prompts.place_system(messages, placement)
            rendered = _apply(chat_template, placed, add_generation_prompt=not begun)
            if _keeps_all(rendered, placed):
                self._remember(placement)
                return rendered
            fallback = fallback if rendered is None else rendered
        if fallback is None:  # let the template say what it refuses
            return chat_template(messages, add_generation_prompt=not begun)
        if not self._warned:
            self._warned = True
            logger.warning(
                "%s: the chat template changes, moves or drops text; look at a prompt with "
                "--write_out before you trust the scores",
                self._task,
            )
        return fallback

    def _remember(self, placement: str) -> None:
        position = prompts.SYSTEM_PLACEMENTS.index(placement)
        if position != self._placement:
            logger.warning(
                "%s: the chat template takes system messages %s; other system text stands at "
                "the head of user messages",
                self._task,
                "only first" if placement == "first" else "nowhere",
            )
            self._placement = position


def _apply(chat_template: Callable, messages: list[prompts.Message], **options: bool) -> Any:
    """Return the rendered chat, or None where the template refuses the messages."""
    try:
        return chat_template(messages, **options)
    except TemplateError:
        return None


def _keeps_all(rendered: Any, messages: Iterable[prompts.Message]) -> bool:
    """Return whether every text is there, in order. What is not plain text goes to a server as it
    is.
    """
    if not isinstance(rendered, str):
        return rendered is not None
    position = 0
    for message in messages:
        text = message["content"].strip()
        position = rendered.find(text, position)
        if position < 0:
            return False
        position += len(text)
    return True
