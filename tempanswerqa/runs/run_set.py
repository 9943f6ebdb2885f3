"""Which runs may be compared, and their ranks: for terminals, reports and leaderboards."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tempanswerqa.metrics.ranks import Rank, common_cells, differences, ranks
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.record import Question
from tempanswerqa.runs import signature
from tempanswerqa.runs.details import by_question
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.summary import Summary, number, summaries

RANKING = tuple(name for name, metric in METRICS.items() if metric.in_ranks)
"""The metrics by which runs are ranked."""
RANKED_DECIMALS = 12
"""Decimals to which scores are rounded before they are ranked; later ones differ by chance."""
Cell = tuple[str, str]
"""A task and a prompting."""


@dataclass(frozen=True)
class RunRow:
    """A run as one filter reads it: its summary, and its scores by metric and question."""

    summary: Summary
    questions: Mapping[str, Question]
    """All questions of the task by id."""
    scores: Mapping[str, Any]
    """The scores by the names in `METRICS`, as arrays in the order of the questions: of several
    responses the mean, NaN for an undefined score or a missing answer."""

    @classmethod
    def of(cls, run: Run, filter_name: str) -> RunRow:
        """Return the row of a run that has a summary."""
        questions = run.part.questions
        means = by_question(run.items[filter_name])
        scores = means.reindex([*questions])
        columns = {name: scores[name].to_numpy(float) for name in METRICS}
        return cls(summaries(run)[filter_name], questions, columns)

    @property
    def cell(self) -> Cell:
        """Return the task and the prompting."""
        return self.summary.task, self.summary.prompting

    @property
    def groups(self) -> list[Hashable]:
        """Return the group of each question."""
        return [(question.family, question.group) for question in self.questions.values()]


@dataclass(frozen=True)
class RunSet:
    """Runs with one filter, in the order in which they are shown.

    Models are compared over the tasks and promptings that they share. Of several runs of a model in
    one cell, the first counts.
    """

    rows: Sequence[RunRow]

    def comparable(self) -> RunSet:
        """Return the runs that may be compared: of each task the complete ones, or all if none is;
        none of a task whose signatures differ.
        """
        by_task: dict[str, list[RunRow]] = {}
        for row in self.rows:
            by_task.setdefault(row.summary.task, []).append(row)
        kept: set[int] = set()
        for rows in by_task.values():
            complete = [row for row in rows if not row.summary.flaws] or rows
            if not signature.differences([row.summary.signature for row in complete]):
                kept |= {*map(id, complete)}
        return RunSet([row for row in self.rows if id(row) in kept])

    @cached_property
    def _by_cell(self) -> dict[str, dict[Cell, RunRow]]:
        found: dict[str, dict[Cell, RunRow]] = {}
        for row in self.rows:
            found.setdefault(row.summary.model, {}).setdefault(row.cell, row)
        return found

    @cached_property
    def cells(self) -> list[Cell]:
        """Return the cells over which models are compared (`ranks.common_cells`), sorted."""
        return sorted(common_cells(cells.keys() for cells in self._by_cell.values()))

    @cached_property
    def by_model(self) -> dict[str, list[RunRow]]:
        """Return the rows in `cells` of each model that has them all; empty without rows."""
        return {
            model: [cells[cell] for cell in self.cells]
            for model, cells in self._by_cell.items()
            if self.cells and cells.keys() >= {*self.cells}
        }

    def means(self, metric: str) -> dict[str, float]:
        """Return the mean over `cells` of a score (one of `METRICS`) by model; NaN if undefined."""
        return {
            model: math.fsum(number(row.summary.mean(metric)) for row in rows) / len(rows)
            for model, rows in self.by_model.items()
        }

    def ranks(self, metric: str) -> dict[str, Rank]:
        """Return the rank of each model by its mean over `cells`, by one of `RANKING`.

        The tests are paired, on the questions that all models answered. Each cell has the same
        weight; groups of questions are the same in all promptings. Empty for fewer than two models,
        if a mean is undefined, and without a test (fewer than two groups of questions).
        """
        import numpy as np

        best = METRICS[metric].highest
        means = self.means(metric)
        if len(means) < 2 or any(map(math.isnan, means.values())):
            return {}
        groups: list[Hashable] = []
        cells = []
        for rows in zip(*self.by_model.values(), strict=True):
            scores = np.array([row.scores[metric] for row in rows]) / best
            known = np.flatnonzero(~np.isnan(scores).any(axis=0))
            if not len(known):
                return {}
            cells.append(scores[:, known])
            groups += map(rows[0].groups.__getitem__, known)
        # scores whose plain mean is that of the cells, and whose residuals have the cells' weights
        weights = [len(groups) / len(cells) / scores.shape[1] for scores in cells]
        centers = [scores.mean(axis=1, keepdims=True) for scores in cells]
        center = sum(centers) / len(cells)
        parts = zip(cells, centers, weights, strict=True)
        columns = np.hstack([(scores - mean) * weight + center for scores, mean, weight in parts])
        # the number of independent answers whose mean has the least variance of the weighted one
        least = sum(w * m * (1 - m) for w, m in zip(weights, centers, strict=True)) / len(cells)
        counts = np.full(center.shape, math.inf)
        if not any(row.summary.samples > 1 for row in self.rows):
            np.divide(len(groups) * center * (1 - center), least, out=counts, where=least > 0)
        gaps = differences([*columns], groups, independent=counts.ravel().tolist())
        if all(math.isnan(p) for _, p in gaps):
            return {}
        rounded = [round(mean, RANKED_DECIMALS) for mean in means.values()]
        return dict(zip(means, ranks(rounded, gaps, METRICS[metric].higher_is_better), strict=True))
