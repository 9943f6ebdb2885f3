"""Finds the question that a saved response answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property
from itertools import chain, count, takewhile
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
    """The method of the scales: `COMPUTED` if at least one unit has it, else `CARRIED`."""


class Library:
    """All questions that a saved response may answer; sets are loaded when first needed."""

    def __init__(self, data_dir: str | Path | None = None, think_end: str = "") -> None:
        self.think_end = think_end
        """The closing mark of thinking; empty for the one that a file states."""
        self.problems: dict[str, str] = {}
        """The errors of sets that could not be loaded to find questions, one per remedy."""
        self._data_dir = data_dir
        self._parts: dict[str, Part] = {}
        self._by_id: dict[str, Question] = {}
        self._unavailable: dict[tuple[object, str], sources.SourceError] = {}

    def part(self, subset: str) -> Part:
        """Return the questions of a subset. Raises what loading them raises."""
        if subset in self._parts:
            return self._parts[subset]
        seeds = [name for name in self._parts if subsets.twin_of(name)]
        for name in seeds[: -limits.SETS]:  # untrusted files may name any seeds
            for identity in self._parts.pop(name).questions:
                del self._by_id[identity]
        twin = subsets.twin_of(subset)
        source = subsets.find(twin[0] if twin else subset)
        place = source.folder, source.file
        if place in self._unavailable:  # otherwise each call would try to download again
            raise self._unavailable[place]
        try:
            loaded = (making.load if twin else questions.load)(subset, self._data_dir)
            checksum = sources.git_blob_sha1(loading.locate(source, self._data_dir))
            scales = loading.scales(source, self._data_dir)
        except sources.SourceError as error:
            self._unavailable[place] = error
            raise
        if twin or not source.file:  # the file has other questions, or other bytes
            checksum = _digest([(q.id, q.system, q.user, q.label) for q in loaded])
        methods = {scale.method for scale in scales.values()}
        self._parts[subset] = Part(
            {question.id: question for question in loaded},
            checksum,
            _digest(sorted({(q.unit, q.centroid) for q in loaded if q.centroid == q.centroid})),
            COMPUTED if COMPUTED in methods else CARRIED,
        )
        self._by_id |= self._parts[subset].questions
        return self._parts[subset]

    def find(self, saved: Saved) -> Question | None:
        """Return the question of a saved response, found by its id, else by its content.

        A user's questions, whose ids may be those of the user's table, come before released ones.
        None if no question or several have that content, and for a user's question that has since
        changed. Raises what `questions.load` raises.
        """
        subset = saved.identity.partition("-")[0]
        if saved.identity not in self._by_id and subsets.is_known(subset):
            self.part(subset)
        if question := self._by_id.get(saved.identity):
            may_differ = subset not in subsets.BUILT_IN and len(saved.content) > 1
            changed = may_differ and saved.content != (question.user, question.label)
            return None if changed else question
        alike = [
            question
            for name in subsets.included()
            if (question := self.part(name).questions.get(f"{name}-{saved.identity}"))
        ]
        content = _spaced(saved.content)
        if len(alike) != 1:
            alike = self._own.get(content, [])
        if content and not alike and subset not in subsets.included():
            alike = [] if self.is_left_out(saved) else self._released.get(content, [])
        return alike[0] if len(alike) == 1 else None

    def is_left_out(self, saved: Saved) -> bool:
        """Return whether a response answers a table row that `new --skip_bad` left out."""
        return saved.identity in self._left_out or _spaced(saved.content[:1]) in self._left_out

    def like(self, question: Question) -> list[Question]:
        """Return the other questions with equal content."""
        first, _, _ = question.id.rpartition("-")
        first = first if first in self._by_id else question.id
        names = chain([first], (f"{first}-{number}" for number in count(2)))
        others = [self._by_id[name] for name in takewhile(self._by_id.__contains__, names)]
        content = _contents(question) if len(others) > 1 else set()
        return [q for q in others if q is not question and _contents(q) == content]

    @cached_property
    def _left_out(self) -> set[str | tuple[str, ...]]:
        """The ids and questions of rows that `new --skip_bad` left out."""
        left_out: set[str | tuple[str, ...]] = set()
        for part in map(subsets.find, subsets.included()):
            for row in own.skipped(part.folder) if part.folder else ():
                left_out.add(_spaced((row["question"],)))
                if identity := row.get("id"):
                    left_out |= {identity, f"{part.name}-{identity}"}
        return left_out

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
    """Return all values of `saved_responses.Saved.content` that denote this question, `_spaced`."""
    is_tot = question.family == "tot"
    other = f"{question.user} {question.system}" if is_tot else question.view.text
    texts = [question.user, other]
    _, form, rest = question.user.rpartition(record.FORM)  # as `new` asks it
    if form:
        texts.append(rest.partition("\n")[2])
    return set(map(_spaced, [*((text,) for text in texts), (question.user, question.label)]))


def _spaced(content: tuple[str, ...]) -> tuple[str, ...]:
    """Return texts with normalized spaces: a question may have several lines or outer spaces."""
    return tuple(" ".join(text.split()) for text in content)
