"""Holds what the figures of one task share."""

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
    references: Sequence[Summary] = ()
    """Baselines, and runs of the paper, which stand beside them in grey."""
