"""Orders models by their mean scores over tasks and promptings, and tests the differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa.metrics.ranks import differences
from tempanswerqa.metrics.scores import METRICS, NAN, Metric, estimate
from tempanswerqa.metrics.significance import holm
from tempanswerqa.reports.page.table import ordered
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.summary import RunName, Score, number

if TYPE_CHECKING:
    from numpy.typing import NDArray

Cell = tuple[str, str]
"""A task and a prompting."""


class Field(NamedTuple):
    """Hold the models that are compared, and the tasks and promptings that all of them answered."""

    models: list[str]
    """The models in the order of the page."""
    cells: list[Cell]
    left_out: list[str]
    """The models that lack some of the cells."""

    @property
    def tasks(self) -> list[str]:
        """Return the tasks, each once."""
        return list(dict.fromkeys(task for task, _ in self.cells))

    @property
    def weights(self) -> dict[Cell, float]:
        """Return the weight of each cell in a mean over tasks of the mean over promptings."""
        promptings = Counter(task for task, _ in self.cells)
        return {cell: 1 / (len(promptings) * promptings[cell[0]]) for cell in self.cells}


def field(gathered: Gathered) -> Field:
    """Return the field with the most runs, of several models if there can be one.

    Runs that may not be ranked do not count; if there is no other run, the field is empty.
    """
    own: dict[str, set[Cell]] = {}
    for task in gathered.tasks:
        for run in gathered.ranked(task):
            own.setdefault(run.model, set()).add((task, run.prompting))
    if not own:
        return Field([], [], [])
    choices = {frozenset(cells) for cells in (*own.values(), set.intersection(*own.values()))}

    def size(cells: frozenset[Cell]) -> tuple[bool, int, int]:
        models = sum(cells <= has for has in own.values())
        return models > 1, models * len(cells), models

    chosen = max(sorted(filter(None, choices), key=sorted), key=size)
    models = [model for model in gathered.cast.short if model in own]
    inside = [model for model in models if chosen <= own[model]]
    tasks = list(gathered.tasks)
    cells = sorted(chosen, key=lambda cell: (tasks.index(cell[0]), cell[1]))
    return Field(inside, cells, [model for model in models if model not in inside])


class Standings(NamedTuple):
    """Hold the mean scores of models by one metric with one filter."""

    metric: Metric
    rule: str
    scores: Mapping[str, Score]
    """The mean scores by model."""
    p_values: Mapping[frozenset[str], float]
    """The p-values of differences by pair of models, corrected (Holm) for all pairs; NaN or missing
    if there is no test."""

    @property
    def order(self) -> list[str]:
        """Return the models, the best first."""
        high = self.metric.higher_is_better
        return ordered(list(self.scores), lambda model: self.scores[model].value, high)

    def value(self, model: str) -> float:
        """Return the mean of a model as it is shown: shares are in percent."""
        return self.metric.factor * number(self.scores[model].value)

    def rank(self, model: str) -> int:
        """Return 1 plus the number of models that are better."""
        order = [self.value(one) for one in self.order]
        return 1 + order.index(self.value(model))

    def gain(self, first: str, second: str) -> float:
        """Return the lead of the first model over the second, below 0 if it is worse."""
        sign = 1 if self.metric.higher_is_better else -1
        return sign * (self.value(first) - self.value(second))

    def p(self, first: str, second: str) -> float:
        """Return the p-value of the difference of two models; NaN if there is no test."""
        return self.p_values.get(frozenset((first, second)), NAN)


def standings(gathered: Gathered, of: Field, name: str, rule: str) -> Standings | None:
    """Return the models of a field by one of `METRICS`; None if it is undefined for one of them.

    A mean is over tasks, of the mean over promptings. Standard errors and p-values are those of
    (paired) means on all questions together, weighted in the same way, with the questions of a
    group clustered over all runs.
    """
    metric = METRICS[name]
    if metric.bounded and metric.in_ranks:
        return _tested(gathered, of, metric, rule)
    means = {
        (row.task, RunName.of(row)): row.mean(name)
        for row in gathered.summaries
        if row.filter == rule
    }
    scores = {
        model: Score(
            sum(
                weight * number(means[task, RunName(model, prompting)])
                for (task, prompting), weight in of.weights.items()
            )
        )
        for model in of.models
    }
    known = all(score.value == score.value for score in scores.values())
    return Standings(metric, rule, scores, {}) if known else None


def _tested(gathered: Gathered, of: Field, metric: Metric, rule: str) -> Standings | None:
    found = _columns(gathered, of, metric.name, rule)
    if found is None:
        return None
    columns, groups = found
    scores = {
        model: Score.of(metric, estimate(column.tolist(), groups))
        for model, column in zip(of.models, columns, strict=True)
    }
    p_values = holm([p for _, p in differences(list(columns), groups)])
    pairs = map(frozenset, combinations(of.models, 2))
    return Standings(metric, rule, scores, dict(zip(pairs, p_values, strict=True)))


def _columns(
    gathered: Gathered, of: Field, name: str, rule: str
) -> tuple[NDArray, list[Hashable]] | None:
    """Return the scores of each model on all questions of all cells, and the groups of these.

    They are scaled so that their plain mean is the weighted mean of the cells, and each residual
    has the weight of its cell. Only questions with a score of every model count.
    """
    import numpy as np

    blocks, groups = [], list[Hashable]()
    for (task, prompting), weight in of.weights.items():
        runs = [gathered.questions[rule][task, RunName(model, prompting)] for model in of.models]
        scores = np.array([run.scores[name] for run in runs])
        known = ~np.isnan(scores).any(axis=0)
        if not known.any():
            return None
        asked = list(runs[0].part.questions.values())
        groups += [(asked[at].family, asked[at].group) for at in known.nonzero()[0]]
        blocks.append((weight, scores[:, known]))
    means = sum(weight * block.mean(axis=1, keepdims=True) for weight, block in blocks)
    scaled = [
        means + len(groups) * weight / block.shape[1] * (block - block.mean(axis=1, keepdims=True))
        for weight, block in blocks
    ]
    return np.hstack(scaled), groups
