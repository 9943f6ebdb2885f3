"""Scores the responses in a file, into a table of items for each filter.

A question may have several responses, which are its samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa import items, limits
from tempanswerqa.analysis import FAMILY
from tempanswerqa.items import Item
from tempanswerqa.questions import subsets, task_names
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.catalog import Library, Part
from tempanswerqa.runs.harness_files import RecordedError
from tempanswerqa.runs.saved_responses import Saved
from tempanswerqa.runs.signature import signature
from tempanswerqa.scoring import FILTERS, score, shown_first

if TYPE_CHECKING:
    from pandas import DataFrame


class RunName(NamedTuple):
    """The model and the prompting of a run, which identify it among the runs of its task."""

    model: str
    prompting: str
    """`zero-shot`, `few-shot`, or empty if it is not known."""

    @classmethod
    def of(cls, run: Any) -> RunName:
        """Return the model and prompting of a run."""
        return cls(run.model, run.prompting)


@dataclass
class Run:
    """The scored responses of one model to one task."""

    path: Path
    """The file of the run; the first one if several files are read as one run."""
    model: str
    prompting: str
    task_name: TaskName
    """The name of the task without the prompting."""
    part: Part
    """All questions of the task."""
    table: DataFrame
    """The `items` of all filters; responses to one question are adjacent."""
    missing: list[str] = field(default_factory=list)
    """The ids of the task's questions that the run does not answer."""
    repeated: list[str] = field(default_factory=list)
    """The id of each answer to a question beyond those that count."""
    unknown: list[int] = field(default_factory=list)
    """The rows of the file that answer no known question."""
    damaged: list[int] = field(default_factory=list)
    """Those of `unknown` that cannot be read, such as a cut one."""
    think_end: str = ""
    """The closing mark of thinking; empty if none is named."""
    prompts: str = ""
    """The `prompts.digest` of the prompts; empty if the file does not say."""
    limited: bool = False
    """True if the run had a --limit."""
    answered: int = 0
    """The number of questions that have a response."""
    samples: int = 1
    """The largest number of responses to a question."""
    asked: int = 0
    """The number of questions that were asked, if the file ends before them all; else 0."""
    beside: Any = None
    """What `score_files.Options.beside` made of the run."""

    @property
    def task(self) -> str:
        """Return the name of the task as text."""
        return str(self.task_name)

    @property
    def subset(self) -> str:
        """Return the name of the set of questions."""
        return self.task_name.subset

    def question(self, name: str) -> Question:
        """Return the question of an id as the run asked it."""
        question = self.part.questions[name]
        question = question.without_prefill() if self.task_name.chat else question
        return question.with_think_end(self.think_end)

    @property
    def items(self) -> dict[str, DataFrame]:
        """Return the items by filter."""
        own = {name: self.table[self.table["filter"] == name] for name in self.filters}
        return {name: rows.reset_index(drop=True) for name, rows in own.items()}

    @property
    def filters(self) -> list[str]:
        """Return the filters in the order in which they are shown."""
        return [*map(str, self.table["filter"].unique())]

    @property
    def responses(self) -> DataFrame:
        """Return the items of the first filter, for what does not depend on filters."""
        return self.items[self.filters[0]]

    @property
    def flaws(self) -> list[str]:
        """Return why not to rank the run, such as `3 missing`.

        Empty for a complete run, also if it repeats answers, as the first ones count.
        """
        counts = {"missing": len(self.missing), "unknown": len(self.unknown)}
        return [f"{count} {name}" for name, count in counts.items() if count]

    def signature(self, filter_name: str) -> dict[str, Any]:
        """Return what the scores of the run depend on."""
        return signature(filter_name, self.part, self.answered, self.think_end, self.prompts)

    def without_texts(self) -> Run:
        """Return the run without texts."""
        return replace(self, table=self.table.drop(columns=[*items.TEXTS], errors="ignore"))

    def for_tests(self) -> Run:
        """Return the run with the columns alone that tests and tables on a terminal need."""
        columns = [*items.RUN, "id", "group", "unit", *FAMILY, "parsed"]
        return replace(self, table=self.table[columns].copy())

    def first_responses(self) -> Run:
        """Return the run with the first response to each question alone."""
        return replace(self, table=self.table[self.table["sample"] == 0], samples=1)


class _Kind(NamedTuple):
    """The properties that distinguish the runs of one file."""

    subset: str
    chat: bool
    think_end: str


@dataclass
class _Responses:
    """The responses of a run while its file is read."""

    kind: _Kind
    library: Library
    filters: Sequence[str]
    texts: bool
    questions: dict[str, Question] = field(default_factory=dict)
    """The questions by id, as the run asked them."""
    records: dict[str, list[list[Item]]] = field(default_factory=dict)
    """The records of each question in the file, each with its responses."""

    def add(self, question: Question, row: int, saved: Saved) -> None:
        """Score the responses of a record.

        It answers another question of equal content if that has fewer records.
        """
        if own := self.records.get(question.id):
            least = len(own)
            other = self.library.like(question, lambda id_: len(self.records.get(id_, ())) >= least)
            question = other or question
        if question.id not in self.questions:
            begun = question.without_prefill() if self.kind.chat else question
            self.questions[question.id] = begun.with_think_end(self.kind.think_end)
        asked = self.questions[question.id]
        scored = [
            Item(
                asked,
                0,
                row,
                score(text, asked, self.filters, spans=self.texts),
                text if self.texts else "",
            )
            for text in (saved.response, *saved.others)
        ]
        self.records.setdefault(question.id, []).append(scored)

    def counted(self, repeats: int, every: bool) -> tuple[list[Item], list[str]]:
        """Return the responses to each question that count (see `read_runs`), and `Run.repeated`.

        The first `repeats` responses of a record count; if the file does not say (0), as many as
        every record has. Further responses only fill up the batches of several processes. Of the
        records of a question, as many count as most questions have.
        """
        repeats = repeats or min(len(own) for all_of in self.records.values() for own in all_of)
        kept = None if every else median_low(map(len, self.records.values()))
        counted = [
            item._replace(sample=sample)
            for records in self.records.values()
            for sample, item in enumerate(one for own in records[:kept] for one in own[:repeats])
        ]
        again: list[str] = []
        for name, records in self.records.items():
            again += [name] * sum(map(len, records))
            del again[len(again) - sum(len(own[:repeats]) for own in records[:kept]) :]
        return counted, again


def read_runs(
    path: Path,
    library: Library,
    filters: Sequence[str] = tuple(FILTERS),
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
        True to count all records. By default as many of each question count as most questions have
        in the file.
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
    damaged: list[int] = []
    sets: set[tuple[object, str]] = set()
    for row, saved in enumerate(saved_responses.read_saved(path)):
        sets.add((subsets.twin_of(saved.identity.partition("-")[0]), saved.think_end))
        if len(sets) > limits.SETS:  # each costs time and memory
            raise RecordedError(
                f"{path}, row {saved.line}: more than {limits.SETS} seeds of twins or marks of "
                "thinking; split the file"
            )
        question = library.find(saved)
        if question is None:
            if not library.is_left_out(saved):
                unknown.append(saved.line)
                damaged += [saved.line] * (not saved.identity and not saved.content)
            continue
        chat = bool(question.prefill) and not (begun if saved.prefill is None else saved.prefill)
        kind = _Kind(question.subset, chat, library.think_end or saved.think_end)
        if kind not in runs:
            order = shown_first(question.subset, filters)
            runs[kind] = _Responses(kind, library, order, texts)
        runs[kind].add(question, row, saved)
    if not runs:
        reason = "has no responses; leave it out"
        if unknown:
            reason = (
                f"none of its {len(unknown)} responses answers a known question; is it of these "
                "tasks, and does the data folder have the questions that were asked? For questions "
                f"of your own{origin.task and f' ({origin.task})'}, name the folder with "
                "--include_path, with its questions as they were asked."
            )
        raise RecordedError("\n".join([f"{path}: {reason}", *library.problems.values()]))
    order = list(subsets.known())
    answers = len(unknown) + sum(len(responses.questions) for responses in runs.values())
    read = []
    for kind in sorted(runs, key=lambda kind: (order.index(kind.subset), kind)):
        responses = runs.pop(kind)
        part = library.part(kind.subset)
        counted, repeated = responses.counted(origin.repeats, every)
        task = TaskName(kind.subset, kind.chat)
        run = Run(
            path=path,
            model=origin.model,
            prompting=origin.prompting,
            task_name=task,
            part=part,
            table=items.table(
                counted,
                part.questions,
                texts,
                model=origin.model,
                prompting=origin.prompting,
                task=str(task),
            ),
            missing=[name for name in part.questions if name not in responses.questions],
            repeated=repeated,
            unknown=unknown,
            damaged=damaged,
            think_end=kind.think_end,
            prompts=origin.prompts,
            limited=origin.limited,
            answered=len(responses.questions),
            samples=1 + max(item.sample for item in counted),
            asked=origin.asked if answers < origin.asked else 0,
        )
        read.append(run)
    return read
