"""Leaderboard submissions: the responses and scores of a run in one file, for anyone to recheck."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa.exceptions import TempAnswerError

if TYPE_CHECKING:
    from tempanswerqa.runs.submission.bundle import Bundle, Task

NAME = "tempanswerqa"
"""The name of the benchmark in files and folders."""
HOME = "https://github.com/aauss/temporal-answer-qa"
"""The page on which the questions are published."""


class SubmissionError(TempAnswerError, ValueError):
    """Results or a bundle that cannot be used; each problem says where it is and what to do."""

    @property
    def problems(self) -> list[str]:
        """Return the problems, each as one line."""
        return [str(problem) for problem in self.args]

    def __str__(self) -> str:
        return "; ".join(self.problems)


class Publication(NamedTuple):
    """The folder to write into, and the facts that the run lacks; empty if they are not given."""

    folder: Path
    filter: str | None = None
    """A key of `scoring.FILTERS`; None for the default of the format."""
    dataset_id: str = ""
    """The dataset on the Hugging Face Hub that has the questions."""
    source_url: str = ""
    """The page on the run, or on the organization that ran it."""
    organization: str = ""
    """The organization that ran the model."""
    relationship: str = "other"
    """The relationship of this organization to the one that made the model."""


def date(built: Bundle, task: Task) -> datetime:
    """Return the time when a task was run, or when it was packed if its results do not say."""
    if task.date:
        return datetime.fromtimestamp(int(task.date), timezone.utc)
    return datetime.fromisoformat(built.created)
