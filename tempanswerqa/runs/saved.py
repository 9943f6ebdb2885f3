"""A saved response, whatever file it is from, and the bounds within which such files are read."""

from __future__ import annotations

from typing import NamedTuple

from tempanswerqa.exceptions import TempAnswerError

LONGEST = 1 << 24
"""Bytes of a line of JSON, of a row of CSV, or of a sample of a log: room for four million tokens
of a response."""
LARGEST = 1 << 32
"""Bytes of a file, unpacked."""


class RecordedError(TempAnswerError, ValueError):
    """Saved responses that cannot be used; says which file, which row and what to do."""


class Saved(NamedTuple):
    """A saved response and what names its question."""

    row: int
    """In its file, from 0."""
    response: str
    identity: str
    """Question id; empty where the file has none."""
    content: tuple[str, ...]
    """User text and label (samples of the harness), or the question alone (all others)."""
    prefill: str | None = None
    """What the assistant's turn was begun with; None where the file does not say."""
    think_end: str = ""
    """The closing mark of thinking, where the file names one."""
    others: tuple[str, ...] = ()
    """The other responses to the question that stand beside this one."""


class Origin(NamedTuple):
    """What the name and place of a file say about its run; empty where they say nothing."""

    model: str
    prompting: str
    task: str
    asked: int = 0
    """How many fresh questions were asked for."""
    prompts: str = ""
    """The `prompts.digest` of what was shown."""
    repeats: int = 0
    """How many responses to each question were asked for."""


def response_text(response: object) -> str:
    """Return the response as text; a server that gave nothing (null) gave an empty one.

    Raises TypeError for what is no text.
    """
    if response is None:
        return ""
    if not isinstance(response, str):
        raise TypeError(f"a response has to be text, not {type(response).__name__}")
    return response
