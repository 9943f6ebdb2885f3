"""Makes the input of a model from a question: chat messages, or one plain prompt."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import TemplateError

from tempanswerqa.answers import thinking
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions import sources, subsets
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.subsets import SUBSETS

logger = logging.getLogger(__name__)

Message = dict[str, str]

SYSTEM_PLACEMENTS = ("anywhere", "first", "user")
"""The places where system text may be: in system messages anywhere, only in the first message, or
only at the start of user messages; see `place_system`."""


class PromptError(TempAnswerError, ValueError):
    """A prompt that cannot be made; the message says why and what to do."""


class Exemplar(NamedTuple):
    """A worked example. `system` is empty if the preceding system text applies."""

    system: str
    user: str
    answer: str


def load_exemplars(subset: str, data_dir: str | Path | None = None) -> list[Exemplar]:
    """Return the exemplars of a known set in order; none for a set without a file of them."""
    part = subsets.find(subset)
    if not part.prompts:
        return []
    path = sources.locate(part.prompts[0], part.folder or data_dir)
    exemplars, turns = list[Exemplar](), {"system": "", "user": ""}
    for message in json.loads(path.read_text(encoding="utf-8"))["messages"]:
        if message["role"] == "assistant":
            exemplars.append(Exemplar(**turns, answer=message["content"]))
            turns["system"] = ""
        else:
            turns[message["role"]] = message["content"]
    return exemplars


def digest(subset: str, data_dir: str | Path | None = None) -> str:
    """Return the SHA-1 of a subset's prompt files: exemplars and any system text."""
    part = subsets.find(subset)
    paths = [sources.locate(name, part.folder or data_dir) for name in part.prompts]
    return _digest(map(sources.git_blob_sha1, paths))


def _digest(blobs: Iterable[str]) -> str:
    return hashlib.sha1(" ".join(blobs).encode(), usedforsecurity=False).hexdigest()


RELEASED = frozenset(
    _digest(sources.TEMPANSWERQA.blobs[name] for name in part.prompts) for part in SUBSETS.values()
)
"""The `digest` of the released prompts of each subset."""


def build_messages(
    question: Question, exemplars: Sequence[Exemplar] = (), system_instruction: str | None = None
) -> list[Message]:
    """Return the paper's messages for a question, with `role` and `content`.

    Parameters
    ----------
    question
        The question; if its `prefill` is not empty, the last message begins the assistant's turn.
    exemplars
        The exemplars before it. With them, the system text of TempTabQA is that of the exemplars,
        and the cue is omitted; if they have no system text, that of the question comes first.
    system_instruction
        Text to put before the first system text, in the same message, or None.
    """
    brought = any(exemplar.system for exemplar in exemplars)
    turns = [] if brought else [("system", question.system)]
    for system, user, answer in exemplars:
        turns += [("system", system), ("user", user), ("assistant", answer)]
    if brought and question.family != "ttqa":
        turns.append(("system", question.system))
    turns.append(("user", question.user + ("" if exemplars else question.cue)))
    turns.append(("assistant", question.prefill))
    messages = [_message(role, content) for role, content in turns if content]
    if system_instruction and messages[0]["role"] == "system":
        system_instruction += f"\n\n{messages.pop(0)['content']}"
    return [_message("system", system_instruction), *messages] if system_instruction else messages


def place_system(messages: Sequence[Message], placement: str) -> list[Message]:
    """Return the messages, with misplaced system text moved into the next user message."""
    if placement == "anywhere":
        return list(messages)
    placed: list[Message] = []
    moved: list[str] = []
    for position, message in enumerate(messages):
        if message["role"] == "system" and not (placement == "first" and position == 0):
            moved.append(message["content"])
        elif message["role"] == "user" and moved:
            placed.append(_message("user", "\n\n".join([*moved, message["content"]])))
            moved = []
        else:
            placed.append(message)
    return placed


def single_turn(messages: Sequence[Message]) -> list[Message]:
    """Return the messages with the exemplars inside the question's user message."""
    system = list(messages[:1]) if messages[0]["role"] == "system" else []
    prefill = list(messages[-1:]) if messages[-1]["role"] == "assistant" else []
    turns = messages[len(system) : len(messages) - len(prefill)]
    shown = to_plain_prompt(turns) if len(turns) > 1 else turns[0]["content"]
    return [*system, _message("user", shown), *prefill]


def to_plain_prompt(messages: Iterable[Message]) -> str:
    """Return a single prompt without chat markup, ready to be continued.

    Texts are separated by an empty line; an answer follows an open cue (`A:`) on its line, and
    any other question on the next.
    """
    prompt = ""
    for message in messages:
        text = message["content"].strip()
        if prompt and message["role"] == "assistant":
            prompt += (" " if prompt.endswith(":") else "\n") + text
        else:
            prompt += ("\n\n" if prompt else "") + text
    return prompt


def run_on(exemplars: Iterable[Exemplar], subset: str) -> list[str]:
    """Return the stop sequences: an empty line and the beginning of an exemplar's turn.

    There are at most two, as servers take four in all.
    """
    tot = subset.startswith(("tot_", "sample_tot_", "twin_tot_"))
    turns = (shown.system if tot else shown.user for shown in exemplars)
    lines = (turn.strip().partition("\n")[0][:30].rstrip() for turn in turns)
    return list(dict.fromkeys(f"\n\n{line}" for line in lines if line))[:2]


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}


class Renderer:
    """Makes the prompts of one task, and remembers where its chat template accepts system text.

    `system_role` `user` moves system messages to the user, for servers that refuse them.
    """

    def __init__(self, task: str, system_role: str = "") -> None:
        if system_role not in ("", "user"):
            problem = f"{task}: system_role is {system_role!r}; the only value is `user`"
            raise PromptError(problem)
        self._task = task
        # the first one has lost nothing so far
        self._placements = SYSTEM_PLACEMENTS[SYSTEM_PLACEMENTS.index(system_role or "anywhere") :]
        self._warned: set[str] = set()

    def prompt(
        self,
        messages: Sequence[Message],
        chat_template: Callable[..., Any] | None,
        multiturn: bool,
    ) -> Any:
        """Return the messages rendered by the chat template, or without one as plain text.

        Without `multiturn` the exemplars are in one user message with the question.
        """
        if chat_template is None:
            return to_plain_prompt(messages)
        messages = messages if multiturn else single_turn(messages)
        begun = messages[-1]["role"] == "assistant"
        fallback, refusal = None, None
        for number, placement in enumerate(self._placements):
            placed = place_system(messages, placement)
            try:
                fallback = rendered = chat_template(placed, add_generation_prompt=not begun)
            except TemplateError as error:
                refusal = refusal or error
                continue
            if _keeps_all(rendered, placed):
                if number:
                    place = "only first" if placement == "first" else "nowhere"
                    self._warn(f"accepts system messages {place}; others begin user messages")
                    self._placements = self._placements[number:]
                before, _, _ = str(rendered).rpartition(messages[-1]["content"].strip())
                if begun and isinstance(rendered, str) and thinking.closes(before):
                    self._warn("closes the model's thinking; the _chat tasks let it think")
                return rendered
        if fallback is None:
            way = "; the _chat tasks begin no assistant turn" if begun else ""
            raise PromptError(
                f"{self._task}: the chat template refuses its messages: {refusal}{way}"
            ) from refusal
        self._warn("changes, moves or drops text; look at a prompt with --write_out")
        return fallback

    def _warn(self, problem: str) -> None:
        """Log a warning once."""
        if problem not in self._warned:
            self._warned.add(problem)
            logger.warning("%s: the chat template %s", self._task, problem)


def _keeps_all(rendered: Any, messages: Iterable[Message]) -> bool:
    """Return whether the chat has every text, in order; True for messages, which go to a server."""
    position = 0
    for message in messages if isinstance(rendered, str) else ():
        text = message["content"].strip()
        position = rendered.find(text, position)
        if position < 0:
            return False
        position += len(text)
    return True
