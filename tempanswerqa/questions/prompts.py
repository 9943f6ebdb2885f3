"""Makes the input of a model from a question: chat messages, or one plain prompt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions import sources, subsets
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.subsets import SUBSETS

Message = dict[str, str]

SYSTEM_PLACEMENTS = ("anywhere", "first", "user")
"""The places where system text may stand: in system messages anywhere, only in the first message,
or only at the head of user messages; see `place_system`."""


class PromptError(TempAnswerError, ValueError):
    """Exemplars that cannot be used; the message says which file, why and what to do."""


class Exemplar(NamedTuple):
    """A worked example. `system` is empty if the system text before it applies."""

    system: str
    user: str
    answer: str


def load_exemplars(subset: str, data_dir: str | Path | None = None) -> list[Exemplar]:
    """Return the exemplars of a known set in their order; none for a set without their file.

    `sources.locate` finds the file. Raises PromptError if it is not `{"messages": [...]}` with
    roles and contents.
    """
    part = subsets.find(subset)
    if not part.prompts:
        return []
    path = sources.locate(part.prompts[0], part.folder or data_dir)
    try:
        messages = json.loads(path.read_text(encoding="utf-8"))["messages"]
        return _exemplars([(message["role"], message["content"]) for message in messages])
    except (ValueError, KeyError, TypeError) as error:
        raise PromptError(
            f"{path} has no exemplars: {error!r}; it must be a JSON object with `messages`, "
            "each with role and content"
        ) from error


def digest(subset: str, data_dir: str | Path | None = None) -> str:
    """Return the hexadecimal SHA-1 of the contents of a subset's prompt files.

    `sources.locate` finds the files: exemplars and, for TempTabQA, the system text.
    """
    part = subsets.find(subset)
    paths = [sources.locate(name, part.folder or data_dir) for name in part.prompts]
    return _digest(map(sources.git_blob_sha1, paths))


def _digest(blobs: Iterable[str]) -> str:
    return hashlib.sha1(" ".join(blobs).encode(), usedforsecurity=False).hexdigest()


RELEASED = frozenset(
    _digest(sources.TEMPANSWERQA.blobs[name] for name in part.prompts) for part in SUBSETS.values()
)
"""The `digest` of the released prompts of each subset."""


def _exemplars(messages: Sequence[tuple[str, str]]) -> list[Exemplar]:
    exemplars, system, user = [], "", ""
    for role, content in messages:
        if role == "assistant":
            exemplars.append(Exemplar(system, user, content))
            system = ""
        elif role == "user":
            user = content
        else:
            system = content
    return exemplars


def build_messages(
    question: Question, exemplars: Sequence[Exemplar] = (), system_instruction: str | None = None
) -> list[Message]:
    """Return the paper's messages for a question.

    Parameters
    ----------
    question
        The question; if its `prefill` is not empty, the last message begins the assistant's turn.
    exemplars
        The exemplars before it. With them, the system text of TempTabQA is that of the exemplars,
        and the cue is left out; if they have no system text, that of the question comes first.
    system_instruction
        A text before the first system text, in the same message; None for none.

    Returns
    -------
    list of dict
        The messages with `role` and `content`.
    """
    brought = any(exemplar.system for exemplar in exemplars)
    messages: list[Message] = []
    if question.system and not brought:
        messages.append(_message("system", question.system))
    for exemplar in exemplars:
        if exemplar.system:
            messages.append(_message("system", exemplar.system))
        messages.append(_message("user", exemplar.user))
        messages.append(_message("assistant", exemplar.answer))
    if question.system and brought and question.family != "ttqa":
        messages.append(_message("system", question.system))
    messages.append(_message("user", question.user + ("" if exemplars else question.cue)))
    if question.prefill:
        messages.append(_message("assistant", question.prefill))
    if system_instruction and messages[0]["role"] == "system":
        system_instruction += f"\n\n{messages.pop(0)['content']}"
    return [_message("system", system_instruction), *messages] if system_instruction else messages


def place_system(messages: Sequence[Message], placement: str) -> list[Message]:
    """Return the same text with system messages only at the places that a chat template takes.

    The text of other system messages moves to the head of the next user message.
    """
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
    """Return one prompt without chat markup, ready to be continued.

    Texts are separated by an empty line; an answer follows an open cue (`A:`) on its line, and
    any other question on the next. There is no white space at either end.
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
    """Return the stop sequences: texts with which a model begins another question.

    Each is an empty line and the first line of an exemplar's turn, up to 30 characters. There are
    at most two, as servers take four in all, and none without exemplars.
    """
    tot = subset.startswith(("tot_", "sample_tot_", "twin_tot_"))
    turns = (shown.system if tot else shown.user for shown in exemplars)
    lines = (turn.strip().partition("\n")[0][:30].rstrip() for turn in turns)
    return list(dict.fromkeys(f"\n\n{line}" for line in lines if line))[:2]


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}
