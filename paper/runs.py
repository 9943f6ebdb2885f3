"""Gathers scored runs, and selects those of each task for the figures of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tempanswerqa.analysis import best_first
from tempanswerqa.items import join
from tempanswerqa.questions import subsets
from tempanswerqa.reports.page import legend
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.runs import score_files
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.details import Record
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.runs.selection import Selection, comparable
from tempanswerqa.scoring import STRICT


class TaskRuns(NamedTuple):
    """The runs of a task that a figure shows."""

    task: str
    title: str
    records: Sequence[Record]
    cast: Cast


class Task(NamedTuple):
    """A task that was run."""

    title: str
    """The task in words."""
    dataset: str
    """The dataset of its questions."""
    part: Part


@dataclass
class Gathered:
    """The runs that the figures show, without their responses."""

    tasks: dict[str, Task] = field(default_factory=dict)
    """The tasks by name."""
    runs: dict[tuple[str, RunName], Run] = field(default_factory=dict)
    """The runs by task and name."""

    def add(self, run: Run) -> str:
        """Add a run; return why it is left out, or an empty text."""
        if self.runs.setdefault((run.task, RunName.of(run)), run.without_texts()).path != run.path:
            return score_files.AGAIN
        subset = subsets.find(run.subset)
        chat = ", chat" if run.task_name.chat else ""
        self.tasks.setdefault(run.task, Task(f"{subset.title}{chat}", subset.dataset, run.part))
        return ""

    @cached_property
    def cast(self) -> Cast:
        """Return the looks and short names of the models, in the order of the figures."""
        tables = [run.table[run.table["filter"] == STRICT] for run in self.runs.values()]
        return legend.cast((name for _, name in self.runs), best_first(join(tables)))

    def chosen(self, task: str) -> list[Selection]:
        """Return the runs of a task that may be compared, by prompting."""
        runs = self.cast.ordered([run for run in self.runs.values() if run.task == task])
        names = dict.fromkeys(run.prompting for run in runs)
        return [comparable(runs, task, prompting) for prompting in names]


def name_of(record: Record) -> RunName:
    """Return the model and prompting of a record."""
    return RunName(record["model"], record["prompting"])
