"""Holds a saved response from any kind of file, and the limits on the size of such files."""

from __future__ import annotations

from typing import NamedTuple

from tempanswerqa.exceptions import TempAnswerError

LONGEST = 1 << 24
"""The largest number of bytes of a line of JSON, a row of CSV or a sample of a log: a response of
four million tokens fits."""
LARGEST = 1 << 32
"""The largest number of bytes of a file, unpacked."""


class RecordedError(TempAnswerError, ValueError):
    """Saved responses that cannot be used; the message names file and row, and says what to do."""


class Saved(NamedTuple):
    """A saved response, with the id or the content that identifies its question."""

    row: int
    """The number of the response in its file, from 0."""
    response: str
    identity: str
    """The question id; empty if the file has none."""
    content: tuple[str, ...]
    """The user text and label (samples of the harness), or the question; empty if only the id is
    known."""
    prefill: str | None = None
    """The text that began the assistant's turn; None if the file does not say."""
    think_end: str = ""
    """The closing mark of thinking; empty if the file names none."""
    others: tuple[str, ...] = ()
    """The other responses to the question in the same record of the file."""


class Origin(NamedTuple):
    """The facts that a file or the results beside it state about a run; empty or 0 if unknown."""

    model: str
    prompting: str
    task: str
    asked: int = 0
    """The number of fresh questions that were asked for."""
    prompts: str = ""
    """The `prompts.digest` of the prompts."""
    repeats: int = 0
    """The number of responses to each question that were asked for."""


def response_text(response: object) -> str:
    """Return the response as text; empty for None, which servers send in place of an empty text.

    Raises TypeError for other types.
    """
    if response is None:
        return ""
    if not isinstance(response, str):
        raise TypeError(f"a response has to be text, not {type(response).__name__}")
    return response
