"""Scores the responses in a file, into a table of items for each filter.

A question may have several responses, which are its samples.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa.metrics.scores import COUNTED, METRICS, NAN
from tempanswerqa.questions import subsets, task_names
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.catalog import Library, Part
from tempanswerqa.runs.harness_files import RecordedError
from tempanswerqa.runs.saved_responses import Saved
from tempanswerqa.scoring import FILTERS, score

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass
class Run:
    """The scored responses of one model to one task."""

    path: Path
    """The file of the run; the first one if several files are read as one run."""
    model: str
    prompting: str
    subset: str
    task: str
    """The name of the task without the prompting."""
    part: Part
    """All questions of the task."""
    items: Mapping[str, DataFrame]
    """The responses by filter, see `Scorer.items`; those to one question are adjacent."""
    missing: list[str] = field(default_factory=list)
    """The ids of the task's questions that the run does not answer."""
    repeated: list[str] = field(default_factory=list)
    """The id of each further answer to a question; the first answer counts."""
    unknown: list[int] = field(default_factory=list)
    """The rows of the file that answer no known question."""
    think_end: str = ""
    """The closing mark of thinking; empty if none is named."""
    prompts: str = ""
    """The `prompts.digest` of the prompts; empty if the file does not say."""
    beside: Any = None
    """What `score_files.Options.beside` made of the run."""

    def question(self, name: str) -> Question:
        """Return the question of an id as the run asked it."""
        question = self.part.questions[name]
        question = question.without_prefill() if TaskName.parse(self.task).chat else question
        return question.with_think_end(self.think_end)

    @property
    def responses(self) -> DataFrame:
        """Return the items of the first filter, for what does not depend on filters."""
        return next(iter(self.items.values()))

    @property
    def samples(self) -> int:
        """Return the largest number of responses to a question; 0 without responses."""
        return int(self.responses["sample"].max()) + 1 if len(self.responses) else 0

    def first_responses(self) -> Run:
        """Return the run with the first response to each question alone."""
        return replace(
            self,
            items={filter_name: own[own["sample"] == 0] for filter_name, own in self.items.items()},
        )

    @property
    def answered(self) -> int:
        """Return the number of questions that have a response."""
        return int(self.responses["id"].nunique())


class Scorer:
    """Scores the responses of a run one by one, and keeps columns in place of texts."""

    def __init__(self, filters: Iterable[str] = tuple(FILTERS), texts: bool = False) -> None:
        self._filters = tuple(filters)
        self._shared: dict[str, Any] = {
            "row": array("i"),
            "id": [],
            **{name: array("b") for name in COUNTED},
            **({"response": []} if texts else {}),
        }
        self._readings: list[dict[str, Any]] = [
            {
                "prediction": array("d"),
                "label": array("d"),
                "rule": [],
                "unread": [],
                **{name: array("d") for name in METRICS},
                **({"answer": []} if texts else {}),
            }
            for _ in self._filters
        ]

    def add(self, question: Question, row: int, response: str) -> None:
        """Score a response to a question."""
        results = score(response, question, self._filters)
        counted = {name: getattr(results[0], name) for name in COUNTED}
        shared = {"row": row, "id": question.id, "response": response, **counted}
        for name, column in self._shared.items():
            column.append(shared[name])
        for scored, columns in zip(results, self._readings, strict=True):
            reading = scored.reading
            values: dict[str, Any] = {
                "prediction": NAN if scored.number is None else scored.number,
                "label": scored.label,
                "rule": intern(reading.name),
                "unread": reading.unread or "",
                **scored.scores,
            }
            if "answer" in columns:
                values["answer"] = reading.text
            for name, column in columns.items():
                column.append(values[name])

    def items(self, part: Part, kept: Sequence[int] | None = None) -> dict[str, DataFrame]:
        """Return the items by filter, a row for each response, those to one question adjacent.

        The columns are `row` (its number in the file), `id` of the question, `sample` (its number
        among the responses to the question, from 0), `truncated` and `thinking` (see
        `ScoredReading`), `OF_QUESTIONS` (from `part`), `prediction` (NaN if it is unread), `label`
        (see `ScoredReading`), `rule`, `unread`, the scores by the names in `METRICS`, and if
        texts are kept `response` and `answer`. `kept` are the places of the responses that count;
        None for all.
        """
        import numpy as np
        import pandas as pd

        def column(values: Any) -> Any:
            """Return the values of the chosen responses; texts stay Python objects."""
            if isinstance(values, array):
                return np.asarray(values)[places]
            return pd.Series(np.array(values, dtype=object)[places], index, dtype=object)

        ids = self._shared["id"]
        places = np.arange(len(ids)) if kept is None else np.asarray(kept, dtype=int)
        index = pd.RangeIndex(len(places))  # one for all columns, which need not be aligned then
        codes, names = pd.factorize(np.array(ids, dtype=object)[places])
        order = np.argsort(codes, kind="stable")
        places, codes = places[order], codes[order]
        questions = [part.questions[name] for name in names]
        shared = {name: column(values) for name, values in self._shared.items()}
        shared |= {name: shared[name].astype(bool) for name in COUNTED}
        shared["sample"] = (np.arange(len(codes)) - np.searchsorted(codes, codes)).astype("int32")
        for name in OF_QUESTIONS:
            fields = np.array([getattr(question, name) for question in questions], dtype=object)
            shared[name] = pd.Series(fields[codes], index, dtype=object)
        return {
            filter_name: pd.DataFrame(
                shared | {name: column(values) for name, values in columns.items()},
                index,
                copy=False,
            )
            for filter_name, columns in zip(self._filters, self._readings, strict=True)
        }


OF_QUESTIONS = ("family", "unit", "group", "kind", "answer_format", "asks_for")
"""The columns of items that repeat a field of the question."""


class _Kind(NamedTuple):
    """The properties that distinguish the runs of one file."""

    subset: str
    chat: bool
    think_end: str


@dataclass
class _Responses:
    """The responses of a run while its file is read."""

    scorer: Scorer
    questions: dict[str, Question] = field(default_factory=dict)
    """The questions by id, as the run asked them."""
    records: Counter[str] = field(default_factory=Counter)
    """The number of records by question."""
    record: array[int] = field(default_factory=partial(array, "i"))
    """The number of the record of each response, among those to a question."""
    place: array[int] = field(default_factory=partial(array, "i"))
    """The number of each response in its record."""

    def add(
        self, kind: _Kind, question: Question, row: int, saved: Saved, library: Library
    ) -> None:
        """Score the responses of a record."""
        if record := self.records[question.id]:
            is_taken = partial(self._has_more_than, record)
            question = library.like(question, is_taken) or question
            record = self.records[question.id]
        if question.id not in self.questions:
            begun = question.without_prefill() if kind.chat else question
            self.questions[question.id] = begun.with_think_end(kind.think_end)
        for place, text in enumerate((saved.response, *saved.others)):
            self.scorer.add(self.questions[question.id], row, text)
            self.record.append(record)
            self.place.append(place)
        self.records[question.id] += 1

    def _has_more_than(self, record: int, identity: str) -> bool:
        return self.records[identity] >= record

    def counted(self, repeats: int, every: bool) -> tuple[list[int], list[str]]:
        """Return the places of the responses that count (see `read_runs`), and `Run.repeated`.

        The first `repeats` responses of a record count; if the file does not say (0), as many as
        every record has. Further responses only fill up the batches of several processes.
        """
        sizes = Counter(self.place)
        repeats = repeats or sum(size == sizes[0] for size in sizes.values())
        every = every or len({*self.records.values()}) < 2
        places = [
            at
            for at, (record, place) in enumerate(zip(self.record, self.place, strict=True))
            if place < repeats and (every or not record)
        ]
        again = () if every else (self.records - Counter({*self.records})).elements()
        return places, [*again]


def read_runs(
    path: Path,
    library: Library,
    filters: Iterable[str] = tuple(FILTERS),
    every: bool = False,
    texts: bool = False,
) -> list[Run]:
    """Return the scored runs in a file, one for each task.

    Parameters
    ----------
    path
        A file that `saved_responses` reads.
    library
        The questions that may be answered.
    filters
        Keys of `scoring.FILTERS`.
    every
        True to count all records. By default they count if all questions have equally many in the
        file, else the first record of each question.
    texts
        True to keep responses and answers. Responses are scored one by one.

    Returns
    -------
    list of Run
        The runs in the order of `subsets.known`.

    Raises
    ------
    RecordedError
        If the file cannot be read or answers no known question; also what `questions.load` raises.
    """
    origin = saved_responses.origin(path)
    begun = not task_names.is_chat(origin.task)
    runs: dict[_Kind, _Responses] = {}
    unknown: list[int] = []
    for row, saved in enumerate(saved_responses.read_saved(path)):
        question = library.find(saved)
        if question is None:
            unknown.append(saved.line)
            continue
        chat = bool(question.prefill) and not (begun if saved.prefill is None else saved.prefill)
        kind = _Kind(question.subset, chat, library.think_end or saved.think_end)
        if kind not in runs:
            runs[kind] = _Responses(Scorer(filters, texts))
        runs[kind].add(kind, question, row, saved, library)
    if not runs:
        reason = "has no responses; leave it out"
        if unknown:
            reason = (
                f"none of its {len(unknown)} responses answers a known question; is it of these "
                "tasks, and does the data folder have the questions that were asked? For questions "
                f"of your own{origin.task and f' ({origin.task})'}, name the folder with "
                "--include_path."
            )
        raise RecordedError(f"{path}: {' '.join([reason, *library.problems.values()])}")
    order = list(subsets.known())
    scored = []
    for kind in sorted(runs, key=lambda kind: (order.index(kind.subset), kind)):
        responses = runs.pop(kind)
        part = library.part(kind.subset)
        places, repeated = responses.counted(origin.repeats, every)
        run = Run(
            path=path,
            model=origin.model,
            prompting=origin.prompting,
            subset=kind.subset,
            task=str(TaskName(kind.subset, kind.chat)),
            part=part,
            items=responses.scorer.items(part, places),
            missing=[name for name in part.questions if name not in responses.questions],
            repeated=repeated,
            unknown=unknown,
            think_end=kind.think_end,
            prompts=origin.prompts,
        )
        scored.append(run)
    return scored
