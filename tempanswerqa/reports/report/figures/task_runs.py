"""Holds the runs of a task for its figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.runs.summary import Summary

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
