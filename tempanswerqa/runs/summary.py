"""The records of `details` with attributes, for the page of a report."""

from __future__ import annotations

import math
from typing import Any

from tempanswerqa.runs.details import records
from tempanswerqa.runs.run import Run, RunName

__all__ = ["RunName", "Summary", "number", "summaries"]


class Summary(dict[str, Any]):
    """A record whose keys are attributes."""

    def __getattr__(self, name: str) -> Any:
        return self[name]

    def mean(self, name: str) -> Any:
        """Return the mean of a score."""
        return self[name]


def number(value: float | None) -> float:
    """Return a number; NaN for None."""
    return math.nan if value is None else value


def summaries(run: Run) -> dict[str, Summary]:
    """Return the summary of a run by filter."""
    return {record["filter"]: Summary(record) for record in records(run)}
