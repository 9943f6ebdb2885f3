"""Groups the entries of a leaderboard by questions and filter, and within these by model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from tempanswerqa.reports.leaderboard.entries import PUBLISHED, Board, key
from tempanswerqa.reports.leaderboard.ranking import BY, DIGITS, Row, of_models


class Model(NamedTuple):
    """Hold the runs of a model on one board with one filter."""

    mean: Row
    """The mean of the runs that are compared, or of all runs if the model has no rank."""
    runs: tuple[Row, ...]
    """The runs, zero-shot first; each is ranked among those of the same prompting."""
    published: tuple[Row, ...] = ()
    """The rows of the paper for this model, beside `runs` that are not the paper's."""

    @property
    def is_published(self) -> bool:
        """Return whether only published scores of the model are known."""
        return self.mean.entry.source == PUBLISHED


class View(NamedTuple):
    """Hold the models on the questions of one board with one filter."""

    board: Board
    filter: str
    models: tuple[Model, ...]
    """The models by exact match, the best first."""

    @property
    def evaluated(self) -> int:
        """Return the number of models that are not known from the paper alone."""
        return sum(not model.is_published for model in self.models)


def views(ranked: Sequence[Row]) -> list[View]:
    """Return the entries by board and filter, in the order in which they are given.

    The view of most models is moved to the front; views of published scores alone come last.
    """
    found: dict[tuple[Board, str], list[Row]] = defaultdict(list)
    for row in ranked:
        found[row.entry.board, row.entry.summary.filter].append(row)
    made = [View(*key, _models(rows)) for key, rows in found.items()]
    most = max(view.evaluated for view in made)
    first = next(view for view in made if view.evaluated == most)
    return sorted(made, key=lambda view: (view != first, not view.evaluated))


def _models(rows: Sequence[Row]) -> tuple[Model, ...]:
    runs: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.entry.summary.prompting, reverse=True):
        runs[row.entry.source, row.entry.submission, row.entry.summary.model].append(row)
    means = of_models(list(runs.values()))
    models = [Model(mean, tuple(own)) for mean, own in zip(means, runs.values(), strict=True)]
    return tuple(sorted(_joined(models), key=_order))


def _joined(models: Sequence[Model]) -> list[Model]:
    """Return the models; published runs join the model of the same name if there is just one."""
    by_name: dict[str, list[Model]] = defaultdict(list)
    for model in models:
        by_name[key(model.mean.entry.summary.model)].append(model)
    found = []
    for same in by_name.values():
        published = [model for model in same if model.is_published]
        own = [model for model in same if not model.is_published]
        if published and len(own) == 1:
            found.append(own[0]._replace(published=published[0].runs))
        else:
            found += same
    return found


def _order(model: Model) -> tuple[object, ...]:
    summary = model.mean.entry.summary
    score = summary.mean(BY)
    return score is None, -round(score or 0.0, DIGITS), model.is_published, summary.model
