"""Scores the responses in a file into a table of items for each filter.

A question may have several responses, which are its samples.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa import __version__, items, limits
from tempanswerqa.analysis import FAMILY
from tempanswerqa.answers.markers import VERSION
from tempanswerqa.items import Item
from tempanswerqa.questions import subsets, task_names
from tempanswerqa.questions.prompts import RELEASED
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.catalog import Library, Part
from tempanswerqa.runs.harness_files import RecordedError
from tempanswerqa.scoring import FILTERS, score, shown_first

if TYPE_CHECKING:
    from pandas import DataFrame

FORMAT = 1
"""The version of the signature, raised when the meaning of a field changes."""
_version = cache(importlib.metadata.version)


class RunName(NamedTuple):
    """The name of a run among those of its task."""

    model: str
    prompting: str
    """`zero-shot`, `few-shot`, or empty if unknown."""

    @classmethod
    def of(cls, run: Any) -> RunName:
        """Return the model and prompting of a run."""
        return cls(run.model, run.prompting)


@dataclass
class Run:
    """The scored responses of one model to one task."""

    path: Path
    model: str
    prompting: str
    task_name: TaskName
    """The name of the task without the prompting."""
    part: Part
    """All questions of the task."""
    table: DataFrame
    """The `items` of all filters; responses to one question are adjacent."""
    missing: list[str] = field(default_factory=list)
    """The ids of the task's questions without an answer."""
    repeated: list[str] = field(default_factory=list)
    """The question id of each answer beyond those that count."""
    unknown: list[int] = field(default_factory=list)
    """The rows of the file that are damaged or answer no known question."""
    think_end: str = ""
    """The closing mark of thinking; empty if none is stated."""
    prompts: str = ""
    """The `prompts.digest` of the prompts; empty if the file does not state it."""
    limited: bool = False
    """True if the run had a --limit."""
    answered: int = 0
    """The number of questions with a response."""
    samples: int = 1
    """The maximum number of responses to a question."""
    beside: Any = None
    """The value that `score_files.Options.beside` returned for the run."""

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
        return _as_asked(self.part.questions[name], self.task_name.chat, self.think_end)

    @property
    def filters(self) -> list[str]:
        """Return the filters in display order."""
        return [*map(str, self.table["filter"].unique())]

    @property
    def items(self) -> dict[str, DataFrame]:
        """Return the items by filter."""
        tables = {name: self.table[self.table["filter"] == name] for name in self.filters}
        return {name: rows.reset_index(drop=True) for name, rows in tables.items()}

    @property
    def responses(self) -> DataFrame:
        """Return the items of the first filter, for uses that do not depend on the filter."""
        return next(iter(self.items.values()))

    @property
    def flaws(self) -> list[str]:
        """Return why not to rank the run, such as `3 missing`; empty for a complete run."""
        counts = {"missing": len(self.missing), "unknown": len(self.unknown)}
        return [f"{count} {name}" for name, count in counts.items() if count]

    def signature(self, filter_name: str) -> dict[str, Any]:
        """Return what scores depend on: no `limit` if all are scored, no released `prompts`."""
        questions = len(self.part.questions)
        return {
            "package": __version__,
            "format": FORMAT,
            "lm_eval": _version("lm_eval"),
            "data": self.part.checksum,
            "prompts": None if not self.prompts or self.prompts in RELEASED else self.prompts,
            "scale": self.part.scale,
            "scale_method": self.part.scale_method,
            "extraction": VERSION,
            "think_end_token": self.think_end or None,
            "filter": filter_name,
            "limit": None if self.answered == questions else self.answered,
            "questions": questions,
        }

    def without_texts(self) -> Run:
        """Return the run without texts."""
        return replace(self, table=self.table.drop(columns=[*items.TEXTS], errors="ignore"))

    def for_tests(self) -> Run:
        """Return the run with only the columns that tests and tables on a terminal need."""
        columns = [*items.RUN, "id", "group", "unit", *FAMILY, "parsed"]
        return replace(self, table=self.table[columns].copy())


_Records = dict[str, list[list[Item]]]
"""The records of each question in a file, each with its responses."""


def _as_asked(question: Question, chat: bool, think_end: str) -> Question:
    if chat:
        question = question.without_prefill()
    return question.with_think_end(think_end)


def _counted(records: _Records, repeats: int, every: bool) -> tuple[list[Item], list[str]]:
    """Return the responses to each question that count (see `read_runs`), and `Run.repeated`.

    The first `repeats` responses of a record count; if the file does not state it (0), as many as
    every record has. Further responses only fill up the batches of several processes.
    """
    repeats = repeats or min(len(record) for each in records.values() for record in each)
    most = None if every else median_low(map(len, records.values()))
    counted: list[Item] = []
    repeated: list[str] = []
    for name, each in records.items():
        kept = [item for record in each[:most] for item in record[:repeats]]
        counted += [item._replace(sample=sample) for sample, item in enumerate(kept)]
        repeated += [name] * (sum(map(len, each)) - len(kept))
    return counted, repeated


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
        True to count all records. By default, as many count for each question as most questions in
        the file have.
    texts
        True to keep responses and answers. Responses are scored one by one.

    Returns
    -------
    list of Run
        The runs in the order of `subsets.known`.

    Raises
    ------
    RecordedError
        The file cannot be read or answers no known question; also what `questions.load` raises.
    """
    origin = saved_responses.origin(path)
    begun = not task_names.is_chat(origin.task)
    runs: dict[tuple[TaskName, str], tuple[Sequence[str], _Records]] = {}
    unknown: list[int] = []
    sets: set[tuple[object, str]] = set()
    for row, saved in enumerate(saved_responses.read_saved(path)):
        sets.add((subsets.twin_of(saved.identity.partition("-")[0]), saved.think_end))
        if len(sets) > limits.SETS:  # each takes time and memory
            raise RecordedError(
                f"{path}, row {saved.line}: more than {limits.SETS} seeds of twins or marks of "
                "thinking; split the file"
            )
        question = library.find(saved)
        if question is None:
            if not library.is_left_out(saved):
                unknown.append(saved.line)
            continue
        chat = bool(question.prefill) and not (begun if saved.prefill is None else saved.prefill)
        think_end = library.think_end or saved.think_end
        kind = TaskName(question.subset, chat), think_end
        if kind not in runs:
            runs[kind] = shown_first(question.subset, filters), {}
        shown, records = runs[kind]
        if question.id in records:  # another question with equal content may have fewer records
            alike = [question, *library.like(question)]
            question = min(alike, key=lambda each: len(records.get(each.id, ())))
        if question.id in records:
            question = records[question.id][0][0].question
        else:
            question = _as_asked(question, chat, think_end)
        responses = [
            Item(question, 0, row, score(text, question, shown, spans=texts), text if texts else "")
            for text in (saved.response, *saved.others)
        ]
        records.setdefault(question.id, []).append(responses)
    if not runs:
        reason = "has no responses; leave it out"
        if unknown:
            reason = (
                f"none of its {len(unknown)} responses answers a known question; does the data "
                "folder have those that were asked? For your own, name their folder with "
                "--include_path"
            )
        raise RecordedError("\n".join([f"{path}: {reason}", *library.problems.values()]))
    keys = {"model": origin.model, "prompting": origin.prompting}
    order = [*subsets.known()]
    kinds = sorted(runs, key=lambda kind: (order.index(kind[0].subset), kind[0].chat, kind[1]))
    read = []
    for task, think_end in kinds:
        _, records = runs.pop((task, think_end))
        part = library.part(task.subset)
        counted, repeated = _counted(records, origin.repeats, every)
        run = Run(
            path=path,
            task_name=task,
            part=part,
            table=items.table(counted, part.questions, texts, task=str(task), **keys),
            missing=[name for name in part.questions if name not in records],
            repeated=repeated,
            unknown=unknown,
            think_end=think_end,
            prompts=origin.prompts,
            limited=origin.limited,
            answered=len(records),
            samples=1 + max(item.sample for item in counted),
            **keys,
        )
        read.append(run)
    return read
