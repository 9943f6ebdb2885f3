"""Finds the question that a saved response answers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tempanswerqa import limits, questions
from tempanswerqa.metrics.scale import CARRIED, COMPUTED
from tempanswerqa.questions import loading, own, record, sources, subsets
from tempanswerqa.questions.record import Question
from tempanswerqa.runs.saved_responses import Saved
from tempanswerqa.twins import making


class Part(NamedTuple):
    """The questions of a subset by id, in the order of their file."""

    questions: dict[str, Question]
    checksum: str
    """The Git blob SHA-1 of the file; for twins and development sets, a digest of their texts."""
    scale: str
    """The digest of the centroids."""
    scale_method: str = CARRIED
    """The method of the scales: `COMPUTED` if one unit or more has it, else `CARRIED`."""


class Library:
    """All questions that a saved response may answer.

    Those of a set are loaded when they are first needed.
    """

    def __init__(self, data_dir: str | Path | None = None, think_end: str = "") -> None:
        self.think_end = think_end
        """The closing mark of thinking; empty for the one that a file names."""
        self.problems: dict[str, str] = {}
        """The errors of sets that could not be loaded to find questions by content, one for each
        remedy."""
        self._data_dir = data_dir
        self._parts: dict[str, Part] = {}
        self._by_id: dict[str, Question] = {}
        self._unavailable: dict[tuple[object, str], sources.SourceError] = {}

    def part(self, subset: str) -> Part:
        """Return the questions of a subset. Raises what loading them raises."""
        if subset in self._parts:
            return self._parts[subset]
        seeds = [name for name in self._parts if subsets.twin_of(name)]
        for name in seeds[: -limits.SETS]:  # files of others may name any seeds
            self._by_id = {
                id_: q for id_, q in self._by_id.items() if id_ not in self._parts[name].questions
            }
            del self._parts[name]
        declared, twin = subsets.find(subset), subsets.twin_of(subset)
        source = subsets.find(twin[0]) if twin else declared
        place = source.folder, source.file
        if place in self._unavailable:  # else each call would try to download again
            raise self._unavailable[place]
        load = making.load if twin else questions.load
        try:
            loaded = load(subset, self._data_dir)
            checksum = sources.git_blob_sha1(loading.locate(source, self._data_dir))
            scales = loading.scales(source, self._data_dir)
        except sources.SourceError as error:
            self._unavailable[place] = error
            raise
        if twin or not source.file:  # the file has other questions, or other bytes
            checksum = _digest([(q.id, q.system, q.user, q.label) for q in loaded])
        carried = all(scale.method == CARRIED for scale in scales.values())
        self._parts[subset] = Part(
            {question.id: question for question in loaded},
            checksum,
            _digest(sorted({(q.unit, q.centroid) for q in loaded if q.centroid == q.centroid})),
            CARRIED if carried else COMPUTED,
        )
        self._by_id |= self._parts[subset].questions
        return self._parts[subset]

    def find(self, saved: Saved) -> Question | None:
        """Return the question of a saved response, found by its id, else by its content.

        The id of a user's question may also be that in the user's table.

        A user's questions are found before released ones. None if no question or more than one has
        that content, and for a user's question that has changed since. Raises what `questions.load`
        raises if the subset of an id cannot be loaded.
        """
        subset = saved.identity.partition("-")[0]
        if saved.identity not in self._by_id and subsets.is_known(subset):
            self.part(subset)
        if question := self._by_id.get(saved.identity):
            may_differ = subset not in subsets.BUILT_IN and len(saved.content) > 1
            changed = may_differ and saved.content != (question.user, question.label)
            return None if changed else question
        alike = []
        for name in subsets.included() if saved.identity else ():
            if question := self.part(name).questions.get(f"{name}-{saved.identity}"):
                alike.append(question)
        content = _spaced(saved.content)
        if len(alike) != 1:
            alike = self._own.get(content, [])
        if content and not alike and subset not in subsets.included():
            alike = [] if self.is_left_out(saved) else self._released.get(content, [])
        return alike[0] if len(alike) == 1 else None

    def is_left_out(self, saved: Saved) -> bool:
        """Return whether a response is to a row of a user's table that `new --skip_bad` left out.

        It is found by its id or its question.
        """
        return saved.identity in self._left_out or _spaced(saved.content[:1]) in self._left_out

    def like(self, question: Question, is_taken: Callable[[str], bool]) -> Question | None:
        """Return the first question of equal content whose id is not taken; None without one."""
        first, _, _ = question.id.rpartition("-")
        first = first if first in self._by_id else question.id
        for number in count(1):
            other = self._by_id.get(first if number == 1 else f"{first}-{number}")
            if other is None:
                return None
            if not is_taken(other.id) and _contents(other) == _contents(question):
                return other
        return None

    @cached_property
    def _left_out(self) -> set[str | tuple[str, ...]]:
        """The ids and questions of rows that `new --skip_bad` left out."""
        found: set[str | tuple[str, ...]] = set()
        for part in map(subsets.find, subsets.included()):
            for row in own.skipped(part.folder) if part.folder else ():
                found.add(_spaced((row["question"],)))
                if identity := row.get("id"):
                    found |= {identity, f"{part.name}-{identity}"}
        return found

    @cached_property
    def _own(self) -> dict[tuple[str, ...], list[Question]]:
        return self._by_content(subsets.included())

    @cached_property
    def _released(self) -> dict[tuple[str, ...], list[Question]]:
        return self._by_content(subsets.SUBSETS)

    def _by_content(self, names: Iterable[str]) -> dict[tuple[str, ...], list[Question]]:
        index: dict[tuple[str, ...], list[Question]] = {}
        for subset in names:
            try:
                loaded = self.part(subset).questions.values()
            except (record.QuestionError, sources.SourceError) as error:
                self.problems.setdefault(error.args[-1], str(error))
                continue
            for question in loaded:
                for content in _contents(question):
                    index.setdefault(content, []).append(question)
        return index


def _digest(content: object) -> str:
    return hashlib.sha1(repr(content).encode(), usedforsecurity=False).hexdigest()


def _contents(question: Question) -> set[tuple[str, ...]]:
    """Return all values of `saved_responses.Saved.content` that mean this question, `_spaced`."""
    if question.family == "tot":
        texts = [question.user, f"{question.user} {question.system}"]
    else:
        texts = [question.user, question.view.text]
    _, form, rest = question.user.rpartition(record.FORM)  # as `new` asks
    if form:
        texts.append(rest.partition("\n")[2])
    return set(map(_spaced, [*((text,) for text in texts), (question.user, question.label)]))


def _spaced(content: tuple[str, ...]) -> tuple[str, ...]:
    """Return texts with single spaces, as a question may have several lines or outer spaces."""
    return tuple(" ".join(text.split()) for text in content)
