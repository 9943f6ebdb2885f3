"""Makes prompts from messages: plain text, or the output of a chat template."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from jinja2 import TemplateError

from tempanswerqa.answers import thinking
from tempanswerqa.questions import prompts

logger = logging.getLogger(__name__)


class Renderer:
    """Makes the prompts of one task, and remembers where its chat template takes system text."""

    def __init__(self, task: str, system_role: str = "") -> None:
        """Take `system_role`: `user` moves system messages, which a server refuses, to the user.

        An empty one leaves them. Raises PromptError for another.
        """
        if system_role not in ("", "user"):
            raise prompts.PromptError(
                f"{task}: system_role is {system_role!r}; the only value is `user`, which puts "
                "system text at the head of user messages"
            )
        self._task = task
        # into prompts.SYSTEM_PLACEMENTS: the first that lost nothing so far
        self._placement = prompts.SYSTEM_PLACEMENTS.index(system_role or "anywhere")
        self._told: set[str] = set()

    def prompt(
        self,
        messages: Sequence[prompts.Message],
        chat_template: Callable[..., Any] | None,
        multiturn: bool,
    ) -> Any:
        """Return the messages rendered by the chat template, or as plain text without one.

        Without `multiturn` a chat holds the exemplars in one user message with the question.
        """
        if chat_template is None:
            return prompts.to_plain_prompt(messages)
        messages = messages if multiturn else prompts.single_turn(messages)
        begun = messages[-1]["role"] == "assistant"
        fallback, refusal = None, None
        for placement in prompts.SYSTEM_PLACEMENTS[self._placement :]:
            placed = prompts.place_system(messages, placement)
            try:
                fallback = rendered = chat_template(placed, add_generation_prompt=not begun)
            except TemplateError as error:
                refusal = refusal or error
                continue
            if _keeps_all(rendered, placed):
                if placement != prompts.SYSTEM_PLACEMENTS[self._placement]:
                    place = "only first" if placement == "first" else "nowhere"
                    self._tell(
                        f"the chat template takes system messages {place}; other system text "
                        "stands at the head of user messages"
                    )
                    self._placement = prompts.SYSTEM_PLACEMENTS.index(placement)
                if begun and isinstance(rendered, str):
                    before = rendered[: rendered.rfind(messages[-1]["content"].strip())]
                    if thinking.closes(before):
                        self._tell(
                            "the chat template closes the model's thinking before the turn that is "
                            "begun for it, so it answers without thinking; the _chat tasks let it "
                            "think"
                        )
                return rendered
        if fallback is None:
            way = "; the _chat tasks begin no assistant turn" if begun else ""
            raise prompts.PromptError(
                f"{self._task}: the chat template refuses its messages: {refusal}{way}"
            ) from refusal
        self._tell(
            "the chat template changes, moves or drops text; look at a prompt with --write_out "
            "before you trust the scores"
        )
        return fallback

    def _tell(self, message: str) -> None:
        """Log a warning once."""
        if message not in self._told:
            self._told.add(message)
            logger.warning("%s: %s", self._task, message)


def _keeps_all(rendered: Any, messages: Iterable[prompts.Message]) -> bool:
    """Return whether the chat has every text, in order; True for messages, which a server takes."""
    if not isinstance(rendered, str):
        return True
    position = 0
    for message in messages:
        text = message["content"].strip()
        position = rendered.find(text, position)
        if position < 0:
            return False
        position += len(text)
    return True
