"""Gathers the data of a report from scored runs, one by one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tempanswerqa import analysis, items
from tempanswerqa.items import RUN
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.reports.page import legend
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report.answers import Answers
from tempanswerqa.reports.words import measured, titled
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
    def _joined(self) -> DataFrame:
        return items.join(self._tables)

    @cached_property
    def cast(self) -> Cast:
        """Return the looks and short names of the models, in the order of the page."""
        strict = self._joined[self._joined["filter"] == STRICT]
        return legend.cast(map(RunName.of, self._runs), analysis.best_first(strict))

    @cached_property
    def items(self) -> DataFrame:
        """Return the items of all runs, with the models in the order of the page."""
        models = self._joined["model"].cat
        order = [model for model in self.cast.short if model in models.categories]
        return self._joined.assign(model=models.reorder_categories(order))

    @property
    def records(self) -> list[Record]:
        """Return the facts of all runs, with `effective_groups` as in `details.records`."""
        bounded = [metric for metric in METRICS.values() if metric.bounded]
        means = analysis.estimate(self.items, RUN, (), bounded)
        means = means[means["n"] > 0].astype(dict.fromkeys(RUN, object))
        fewest = (1 + means["degrees"]).groupby([means[key] for key in RUN]).min()
        return [
            record | {"effective_groups": fewest.get(tuple(record[key] for key in RUN), 0)}
            for record in self._facts
        ]

    @property
    def runs(self) -> list[Run]:
        """Return the runs without their items, in the order of the page."""
        return self.cast.ordered(self._runs)


def _table(run: Run) -> DataFrame:
    """Return the items of a run with what an answer measures, and two shares.

    These are of `silent` items, in which nothing is read, and of those that the filters read
    differently.
    """
    import numpy as np

    table = measured(run)[[*COLUMNS]]
    numbers = table["number"].to_numpy().reshape(table["filter"].nunique(), -1)
    differs = ~((numbers == numbers[0]) | np.isnan(numbers) & np.isnan(numbers[0])).all(0)
    return table.assign(silent=1 - table["parsed"], differs=np.tile(differs, len(numbers)))
