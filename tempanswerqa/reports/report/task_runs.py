"""Gives the runs of each task to its figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.summary import Summary


class TaskRuns(NamedTuple):
    """Hold the runs of a task that a figure shows."""

    task: str
    title: str
    summaries: Sequence[Summary]
    cast: Cast


def task_runs(gathered: Gathered, cast: Cast) -> list[TaskRuns]:
    """Return the runs of each task that may be compared."""
    return [
        TaskRuns(name, task.title, gathered.of_task(name), cast)
        for name, task in gathered.tasks.items()
    ]
