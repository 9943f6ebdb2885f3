"""Gathers the data of a report from scored runs, one by one."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tempanswerqa import analysis, items
from tempanswerqa.items import RUN
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.reports.breakdown import measured
from tempanswerqa.reports.page import legend
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report.answers import Answers
from tempanswerqa.reports.words import titled
from tempanswerqa.runs import score_files
from tempanswerqa.runs.details import Record, facts
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.scoring import FLEXIBLE, STRICT

if TYPE_CHECKING:
    from pandas import DataFrame


COLUMNS = (
    *(*RUN, "unit", "kind", "measure", "id", "sample", "group", "number", "error"),
    *METRICS,
)
"""The columns of items that the page needs."""


@dataclass
class Gathered:
    """The data of tables and of the page."""

    wanted: str = ""
    """The filter that the page shows first; empty for strict-match, or for flexible-extract if all
    questions are users' own."""
    tasks: dict[str, str] = field(default_factory=dict)
    """The title of each task."""
    answers: Answers = field(default_factory=Answers)
    _facts: list[Record] = field(default_factory=list)
    _runs: list[Run] = field(default_factory=list)
    _tables: list[DataFrame] = field(default_factory=list)

    def add(self, run: Run) -> str:
        """Add a run; return why it is left out, or an empty text."""
        name = (run.task, RunName.of(run))
        if any((other.task, RunName.of(other)) == name for other in self._runs):
            return score_files.AGAIN
        self.tasks[run.task] = titled(run.task_name)
        self._facts += facts(run)
        self._tables.append(_table(run))
        self._runs.append(replace(run, table=run.table.iloc[:0], beside=None))
        if run.beside:
            self.answers.add(run, run.beside)
        return ""

    @property
    def filter_name(self) -> str:
        """Return the filter that the page shows first."""
        own = all(subsets.find(run.subset).own for run in self._runs)
        return self.wanted or (FLEXIBLE if own else STRICT)

    @cached_property
    def items(self) -> DataFrame:
        """Return the items of all runs, whose models are in the order of the page.

        Beside their columns they have `measure` (what an answer measures), `silent` (1 for nothing
        read) and `differs` (whether the two filters read different numbers).
        """
        found = self._joined
        models = [model for model in self.cast.short if model in found["model"].cat.categories]
        return found.assign(model=found["model"].cat.reorder_categories(models))

    @property
    def records(self) -> list[Record]:
        """Return the facts of all runs, and the fewest `effective_groups` of any of their scores.

        They are those of `details.records`.
        """
        bounded = [metric for metric in METRICS.values() if metric.bounded]
        found = analysis.estimate(self.items, RUN, (), bounded)
        groups: dict[tuple[str, ...], float] = {}
        for row in found[found["n"] > 0].itertuples():
            name = row.model, row.prompting, row.task, row.filter
            groups[name] = min(groups.get(name, math.inf), 1 + row.degrees)
        return [
            own | {"effective_groups": groups.get(tuple(own[key] for key in RUN), 0)}
            for own in self._facts
        ]

    @property
    def kept(self) -> list[Run]:
        """Return the runs without their items, in the order of the page."""
        return self.cast.ordered(self._runs)

    @cached_property
    def cast(self) -> Cast:
        """Return the looks and short names of the models, in the order of the page."""
        strict = self._joined[self._joined["filter"] == STRICT]
        return legend.cast(map(RunName.of, self._runs), analysis.best_first(strict))

    @cached_property
    def _joined(self) -> DataFrame:
        return items.join(self._tables)

    @property
    def runs(self) -> list[RunName]:
        """Return all runs, each once, in the order of the page."""
        return self.cast.ordered({RunName.of(run) for run in self._runs})


def _table(run: Run) -> DataFrame:
    """Return the items of a run with what an answer measures, `silent` and `differs`."""
    import numpy as np

    table = measured(run)[[*COLUMNS]]
    numbers = table["number"].to_numpy().reshape(table["filter"].nunique(), -1)
    differs = ~((numbers == numbers[0]) | np.isnan(numbers) & np.isnan(numbers[0])).all(0)
    return table.assign(silent=1 - table["parsed"], differs=np.tile(differs, len(numbers)))
