"""Gathers the data of a report from scored runs, one by one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa import analysis, items
from tempanswerqa.questions import subsets
from tempanswerqa.reports import tables
from tempanswerqa.reports.breakdown import measure
from tempanswerqa.reports.page import legend
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report.answers import Answers
from tempanswerqa.runs import score_files
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.details import Record, records
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.scoring import FILTERS, FLEXIBLE, STRICT

if TYPE_CHECKING:
    from pandas import DataFrame


class ReportTask(NamedTuple):
    """A task that was run."""

    title: str
    """The task in words."""
    dataset: str
    """The dataset of its questions."""
    part: Part


@dataclass
class Gathered:
    """The data of tables and of the page."""

    wanted: str = ""
    """The filter that the page shows first; empty for strict-match, or for flexible-extract if all
    questions are users' own."""
    tasks: dict[str, ReportTask] = field(default_factory=dict)
    """The tasks by name."""
    answers: Answers = field(default_factory=Answers)
    _runs: list[Run] = field(default_factory=list)
    _records: list[Record] = field(default_factory=list)
    _tables: list[DataFrame] = field(default_factory=list)

    def add(self, run: Run) -> str:
        """Add a run; return why it is left out, or an empty text."""
        name = (run.task, RunName.of(run))
        if any((other.task, RunName.of(other)) == name for other in self._runs):
            return score_files.AGAIN
        subset = subsets.find(run.subset)
        chat = ", chat" if run.task_name.chat else ""
        task = ReportTask(f"{subset.title}{chat}", subset.dataset, run.part)
        self.tasks.setdefault(run.task, task)
        self._records += records(run)
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

        Beside their columns they have `measure` and `differs`.
        """
        found = self._joined
        models = [model for model in self.cast.short if model in found["model"].cat.categories]
        return found.assign(model=found["model"].cat.reorder_categories(models))

    @property
    def kept(self) -> list[Run]:
        """Return the runs without their items, in the order of the page."""
        return self.cast.ordered(self._runs)

    @property
    def records(self) -> list[Record]:
        """Return the records of all runs, sorted by task, filter and score."""
        models, tasks, filters = [*self.cast.short], [*self.tasks], [*FILTERS]

        def order(one: Record) -> tuple[Any, ...]:
            place = tasks.index(one["task"]), filters.index(one["filter"])
            return *place, tables.by_score(one), models.index(one["model"]), one["prompting"]

        return sorted(self._records, key=order)

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
    """Return the items of a run with what an answer measures, and whether its filters differ."""
    import numpy as np
    import pandas as pd

    table = run.without_texts().table
    ids = table["id"].cat.categories
    measures = [measure(run.part.questions[name]) for name in ids]
    kinds = pd.Index(dict.fromkeys(measures), dtype=object)
    codes = kinds.get_indexer(measures)[table["id"].cat.codes]
    numbers = table["number"].to_numpy().reshape(table["filter"].nunique(), -1)
    differs = ~((numbers == numbers[0]) | np.isnan(numbers) & np.isnan(numbers[0])).all(0)
    return table.assign(
        measure=pd.Categorical.from_codes(codes, kinds), differs=np.tile(differs, len(numbers))
    )
