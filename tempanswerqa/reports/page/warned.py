"""Makes the warnings of a page on scores that must not be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tempanswerqa.questions import sources
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables
from tempanswerqa.runs.summary import Summary
from tempanswerqa.text import shortened

LONGEST = 400
"""The largest number of characters of a warning on a page; names of models may be long."""


def brief(warnings: Iterable[str]) -> list[str]:
    """Return warnings as a page shows them: each on one line of at most `LONGEST` characters."""
    return [shortened(told, LONGEST) for told in warnings]


def warnings(summaries: Sequence[Summary]) -> list[str]:
    """Return `tables.warnings`, and a warning for each file of questions that is not the published
    one.
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
                f"NOT COMPARABLE: {file}, the file of the questions that were asked, is not the "
                "published one; do not set scores on it beside published scores"
            )
