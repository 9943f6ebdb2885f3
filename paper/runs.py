"""Gives the runs of each task to the figures of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.runs.summary import Summary


class TaskRuns(NamedTuple):
    """The runs of a task that a figure shows."""

    task: str
    title: str
    summaries: Sequence[Summary]
    cast: Cast
