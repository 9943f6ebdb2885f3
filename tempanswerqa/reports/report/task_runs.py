"""Gives the runs of each task to its figures, with references if there are few models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.leaderboard.entries import published
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.analysis.baselines import BASELINES, FILTER, baseline_run
from tempanswerqa.runs.summary import Summary, summarize

FEW = 2
"""The largest number of models of a task that has references."""
GREY = "Grey marks are baselines and runs of the paper."
"""The sentence on `TaskRuns.references`."""


class TaskRuns(NamedTuple):
    """Hold the runs of a task that a figure shows."""

    task: str
    title: str
    summaries: Sequence[Summary]
    cast: Cast
    references: Sequence[Summary] = ()
    """The baselines and the runs of the paper, which are grey."""


def task_runs(gathered: Gathered, cast: Cast) -> list[TaskRuns]:
    """Return the runs of each task that may be compared, with the references of the task."""
    return [
        TaskRuns(name, task.title, gathered.of_task(name), cast, references(gathered, name))
        for name, task in gathered.tasks.items()
    ]


def references(gathered: Gathered, name: str) -> list[Summary]:
    """Return the paper's runs of a task, if its questions are released, and its baselines; empty if
    more than `FEW` models were run.
    """
    if len({row.model for row in gathered.of_task(name)}) > FEW:
        return []
    task, subset = gathered.tasks[name], TaskName.parse(name).subset
    known = [] if task.part.draw else [entry.summary for entry in published()]
    models = [row for row in known if row.task == str(TaskName(subset)) and row.prompting]
    found = [baseline_run(baseline, subset, name, task.part) for baseline in BASELINES]
    return models + [summarize(run, FILTER, items) for run, items in found]
