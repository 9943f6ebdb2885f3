"""Finds the question that a saved response answers."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tempanswerqa import questions, sources
from tempanswerqa.questions import SUBSETS, Question
from tempanswerqa.recorded import Saved

SAMPLE = Path(__file__).parent / "sample"
CHAT = "_chat"
"""Ends the name of a task without prefill, before a suffix for the prompting."""
SAMPLE_HOME = sources.Home(name="sample", url="", folder_variable="", blobs={})


def is_chat(task: str) -> bool:
    """Whether the task of this name has no prefill where others have one."""
    return task.removesuffix("_fewshot").endswith(CHAT)


class Part(NamedTuple):
    """The questions of a subset by id, in the order of their file."""

    questions: dict[str, Question]
    checksum: str
    """Git blob SHA-1 of the question file."""
    scale: str
    """Digest of the centroids and spreads."""


class Catalog:
    """The questions of one place, loaded subset by subset when they are first asked for.

    `prefix` begins the names of their tasks.
    """

    def __init__(self, data_dir: str | Path | None = None, sample: bool = False) -> None:
        self.prefix = "tempanswerqa_sample_" if sample else "tempanswerqa_"
        self._place = (SAMPLE, SAMPLE_HOME) if sample else (data_dir, sources.TEMPANSWERQA)
        self._parts: dict[str, Part] = {}
        self._by_id: dict[str, Question] = {}
        self._unavailable: dict[str, sources.SourceError] = {}

    def part(self, subset: str) -> Part:
        """The questions of a subset. Raises what `questions.load` raises."""
        file = SUBSETS[subset].file
        if file in self._unavailable:  # asking again would try to download again
            raise self._unavailable[file]
        if subset not in self._parts:
            try:
                path = sources.locate(file, *self._place)
            except sources.SourceError as error:
                self._unavailable[file] = error
                raise
            loaded = questions.load(subset, *self._place)
            by_id = {question.id: question for question in loaded}
            self._by_id |= by_id
            self._parts[subset] = Part(by_id, sources.git_blob_sha1(path), _scale_digest(loaded))
        return self._parts[subset]

    def find(self, saved: Saved) -> Question | None:
        """The question of a saved response: by its id, else by its content.

        None where no question, or more than one, has that content. Raises what
        `questions.load` raises when the subset that an id names cannot be loaded.
        """
        if named := self._by_id.get(saved.identity):
            return named
        subset = saved.identity.partition("-")[0]
        if subset in SUBSETS and saved.identity in self.part(subset).questions:
            return self._by_id[saved.identity]
        found = self._by_content.get(saved.content, [])
        return found[0] if len(found) == 1 else None

    def like(self, question: Question, answered: Container[str]) -> Question | None:
        """The next question of equal content that is not yet `answered`; None for no other."""
        for number in count(2):
            other = self._by_id.get(f"{question.id}-{number}")
            if other is None or other.id not in answered:
                return other
        return None

    @cached_property
    def _by_content(self) -> dict[tuple[str, ...], list[Question]]:
        index: dict[tuple[str, ...], list[Question]] = {}
        for question in self._all():
            for content in _contents(question):
                index.setdefault(content, []).append(question)
        return index

    def _all(self) -> Iterator[Question]:
        for subset in SUBSETS:
            try:
                yield from self.part(subset).questions.values()
            except (questions.QuestionError, sources.SourceError):
                continue  # what is not there cannot have been asked


def _scale_digest(asked: Sequence[Question]) -> str:
    scales = sorted({(question.unit, question.centroid, question.spread) for question in asked})
    return hashlib.sha1(repr(scales).encode()).hexdigest()


def _contents(question: Question) -> set[tuple[str, ...]]:
    """What a saved response may hold of its question: see `recorded.Saved.content`."""
    if question.family == "tot":
        texts = {question.user, f"{question.user} {question.system}"}
    else:
        texts = {question.user, question.user.rstrip().removesuffix("A:").rstrip().split("\n")[-1]}
    return {(text,) for text in texts} | {(question.user, question.label)}
