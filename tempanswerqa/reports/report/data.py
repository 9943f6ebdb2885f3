"""Gathers the data of a report from scored runs, one by one, so that few items are in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables
from tempanswerqa.reports.page import legend
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report.answers import Answers
from tempanswerqa.runs import samples, score_files
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.run_set import RunRow, RunSet
from tempanswerqa.runs.summary import RunName, Summary
from tempanswerqa.scoring import FILTERS, STRICT, with_one_answer

Numbers = list[list[float | None]]
"""The numbers read from the responses to each question of a task, in the order of its part: None
for an unread one, and an empty list for a question without a response."""


class ReportTask(NamedTuple):
    """A task that was run."""

    title: str
    """The task in words."""
    dataset: str
    """The dataset of its questions."""
    part: Part


@dataclass
class Gathered:
    """The data of tables, figures and the page, which show `filter_name` first."""

    filter_name: str = STRICT
    tasks: dict[str, ReportTask] = field(default_factory=dict)
    """The tasks by name."""
    rows: dict[str, list[RunRow]] = field(default_factory=lambda: defaultdict(list))
    """The runs by filter."""
    numbers: dict[str, dict[tuple[str, RunName], Numbers]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """What was read by filter, then by task and run."""
    answers: Answers = field(default_factory=Answers)

    def add(self, run: Run) -> str:
        """Add a run; return why it is left out, or an empty text."""
        name = RunName.of(run)
        if (run.task, name) in self.numbers[self.filter_name]:
            return score_files.AGAIN
        subset = subsets.find(run.subset)
        chat = ", chat" if TaskName.parse(run.task).chat else ""
        task = ReportTask(f"{subset.title}{chat}", subset.dataset, run.part)
        self.tasks.setdefault(run.task, task)
        for filter_name, items in run.items.items():
            self.rows[filter_name].append(RunRow.of(run, filter_name))
            numbers = defaultdict(list)
            for identity, number in zip(items["id"], samples.predictions(items), strict=True):
                numbers[identity].append(number)
            self.numbers[filter_name][run.task, name] = [numbers[key] for key in run.part.questions]
        if run.beside:
            self.answers.add(run, name, run.beside)
        return ""

    @property
    def summaries(self) -> list[Summary]:
        """Return the summaries of all runs, sorted by task, filter and score."""

        def order(one: Summary) -> tuple[int, int, tuple[float, float]]:
            return tasks.index(one.task), filters.index(one.filter), tables.by_score(one)

        tasks, filters = [*self.tasks], [*FILTERS]
        return sorted(self.cast.ordered(self._own), key=order)

    @cached_property
    def cast(self) -> Cast:
        """Return the looks and short names of the models, in the order of the page."""
        return legend.cast(map(RunName.of, self._own), self._own)

    @property
    def _own(self) -> list[Summary]:
        return [row.summary for filter_name in FILTERS for row in self.rows[filter_name]]

    @property
    def runs(self) -> list[RunName]:
        """Return all runs, each once, in the order of the page."""
        return self.cast.ordered({name for _, name in self.numbers[self.filter_name]})

    def chosen(self, filter_name: str, task: str = "", prompting: str | None = None) -> RunSet:
        """Return the runs of a task and prompting (default: of all) that are shown together: those
        that may be compared, or all if none may.
        """
        models = list(self.cast.short)
        rows = [
            row
            for row in sorted(
                self.rows[filter_name], key=lambda row: models.index(row.summary.model)
            )
            if task in ("", row.summary.task) and prompting in (None, row.summary.prompting)
        ]
        comparable = RunSet(rows).comparable()
        return comparable if comparable.rows else RunSet(rows)

    def read(self, row: RunRow) -> Iterator[tuple[Question, float | None]]:
        """Yield each question of a run, with the one right answer that counts, and the number of
        each response to it; None: unread.
        """
        summary = row.summary
        own = self.numbers[summary.filter][summary.task, RunName.of(summary)]
        for question, numbers in zip(row.questions.values(), own, strict=True):
            for number in numbers:
                yield with_one_answer(question, number, summary.filter), number
