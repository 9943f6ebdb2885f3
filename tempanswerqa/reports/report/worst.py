"""The answers that are furthest off."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from typing import NamedTuple

from tempanswerqa.answers.markers import as_text
from tempanswerqa.answers.units import DATED
from tempanswerqa.reports.page.names import RunName
from tempanswerqa.reports.page.text import clipped
from tempanswerqa.runs.analysis.error_statistics import DAY
from tempanswerqa.runs.scoring import Item, Run
from tempanswerqa.runs.summary import number

KEPT = 100
"""At most this many answers of a run and task are kept."""
RESPONSE, READING = 20_000, 200
"""At most this many characters are kept of a response, and of what was extracted from it."""


class WorstAnswer(NamedTuple):
    """A wrong answer; texts are as they came."""

    scaled_error: float
    """The item of MASE: the error over the distance of the label from its centroid."""
    run: RunName
    task: str
    id: str
    unit: str
    question: str
    label: str
    reading: str
    """What was extracted."""
    error: float
    """Number read minus label, in the unit of the question, of dates in days."""
    response: str


class Worst:
    """Keeps the `KEPT` answers with the largest scaled errors of each run and task."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, RunName], list[WorstAnswer]] = {}

    def add(self, run: Run, name: RunName, items: Sequence[Item]) -> None:
        """Take a run. Right and unparsed answers, and errors without a scale, do not count."""
        sizes = [item.scores["mase"] for item in items]
        wrong = [(size, place) for place, size in enumerate(sizes) if 0 < size < math.inf]
        largest = heapq.nlargest(KEPT, wrong, key=lambda pair: pair[0])
        self._kept[run.task, name] = [
            _worst(run, name, items[place], run.answers[place].response) for _, place in largest
        ]

    def first(self, most: int) -> list[WorstAnswer]:
        """Return at most `most` answers, as many of each run and task, from the worst on."""
        share = max(1, most // max(1, len(self._kept)))
        kept = [answer for own in self._kept.values() for answer in own[:share]]
        return sorted(kept, key=lambda answer: -answer.scaled_error)[:most]

    def all(self) -> list[WorstAnswer]:
        """Return all that are kept, from the worst on."""
        return self.first(KEPT * max(1, len(self._kept)))


def _worst(run: Run, name: RunName, item: Item, response: str) -> WorstAnswer:
    question = item.question
    return WorstAnswer(
        scaled_error=item.scores["mase"],
        run=name,
        task=run.task,
        id=question.id,
        unit=question.unit,
        question=question.view.text if question.family == "ttqa" else question.user,
        label=question.label,
        reading=clipped(as_text(item.answer) or "", READING),
        error=(number(item.number) - question.number) / (DAY if question.unit in DATED else 1),
        response=clipped(response, RESPONSE),
    )
