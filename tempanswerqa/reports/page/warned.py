"""Says what forbids to take the scores of a page as they are: the same on every page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tempanswerqa.questions import sources
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables
from tempanswerqa.runs.summary import Summary


def warnings(summaries: Sequence[Summary]) -> list[str]:
    """Return what `tables.warnings` says, and which scores are of other questions than the
    published ones.
    """
    return [*tables.warnings(summaries), *_unreleased(summaries)]


def _unreleased(summaries: Sequence[Summary]) -> Iterator[str]:
    asked = {
        SUBSETS[TaskName.parse(summary.task).subset].file: summary.signature["data"]
        for summary in summaries
        if not summary.signature["fresh"] and TaskName.parse(summary.task).subset in SUBSETS
    }
    for file, data in asked.items():
        if data != sources.TEMPANSWERQA.blobs[file]:
            yield (
                f"NOT COMPARABLE: {file} is not the released file, so scores on it do not compare "
                "with published ones"
            )
