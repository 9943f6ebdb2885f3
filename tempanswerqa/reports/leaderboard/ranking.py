"""Ranks the entries that compete with each other, sorts all of them, and groups them by questions,
filter and model.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tempanswerqa.metrics.ranks import Rank, common_cells, ranks
from tempanswerqa.metrics.scores import METRICS, Estimate
from tempanswerqa.metrics.unpaired import differences
from tempanswerqa.reports.leaderboard.entries import (
    PUBLISHED,
    SOURCES,
    Board,
    Entry,
    key,
    of_model,
)
from tempanswerqa.runs.scoring import FILTERS
from tempanswerqa.runs.signature import COMPARABLE

BY = "exact_match"
"""The score that entries are sorted by."""
DIGITS = 12
"""The decimals to which scores are rounded to be compared; later ones may differ by chance."""


class Place(NamedTuple):
    """Hold the rank of an entry by one score."""

    rank: Rank
    tied: bool
    """True if others have the same score, and so the same rank."""


class Row(NamedTuple):
    """Hold a run, or the mean of several, with its ranks by score."""

    entry: Entry
    places: dict[str, Place]
    """The ranks, by those of the `METRICS` that have `in_ranks`; empty if the entry does not
    compete: a published one, an incomplete run, or a model that lacks runs which others have."""


def ranked(entries: Iterable[Entry]) -> list[Row]:
    """Return all entries, board by board and filter by filter, from the highest exact match down.

    Ranks are among complete runs of the same questions, filter and prompting with comparable
    signatures. The tests use only scores and standard errors (`unpaired.differences`), as if runs
    were independent. As runs tend to be right on the same questions, the ranges of ranks are rather
    too wide.
    """

    def order(entry: Entry) -> tuple[object, ...]:
        summary = entry.summary
        score = summary.mean(BY)
        return (
            entry.board.order,
            list(FILTERS).index(summary.filter),
            (score is None, -(score or 0.0)),
            SOURCES.index(entry.source),
            (summary.model, summary.prompting),
        )

    ordered = sorted(entries, key=order)
    pools = [
        (entry.board, entry.summary.filter, _cell(entry)) if _is_whole(entry) else None
        for entry in ordered
    ]
    return _placed(ordered, pools)


def of_models(runs: Sequence[Sequence[Row]]) -> list[Row]:
    """Return the mean of each model over its runs on one board with one filter.

    Models are ranked over `common_cells`: their means are over the complete runs with these
    promptings and signatures. A model that lacks one of them has the mean of all its complete runs,
    or else of all its runs, and no rank.
    """
    whole = [[row.entry for row in own if _is_whole(row.entry)] for own in runs]
    common = common_cells([set(map(_cell, own)) for own in whole])
    means, pools = [], []
    for own, entries in zip(runs, whole, strict=True):
        compared = [entry for entry in entries if _cell(entry) in common]
        competes = bool(common) and common <= set(map(_cell, compared))
        counted = compared if competes else entries or [row.entry for row in own]
        means.append(of_model(counted))
        pools.append(0 if competes else None)
    if pools.count(0) == 1 < sum(map(bool, whole)):  # no two models have runs in common
        pools = [None] * len(pools)
    return _placed(means, pools)


def _placed(entries: Sequence[Entry], pools: Sequence[Hashable]) -> list[Row]:
    """Return the entries with their ranks among those of the same pool; None is no pool."""
    rows = [Row(entry, {}) for entry in entries]
    rivals: dict[Hashable, list[Row]] = defaultdict(list)
    for row, pool in zip(rows, pools, strict=True):
        if pool is not None:
            rivals[pool].append(row)
    for pool_rows in rivals.values():
        for name in (name for name, metric in METRICS.items() if metric.in_ranks):
            scored = [row for row in pool_rows if row.entry.summary.mean(name) is not None]
            shares = tuple(row.entry.summary.scores[name].share(METRICS[name]) for row in scored)
            ordered = _ranks(shares, METRICS[name].higher_is_better)
            counts = Counter(rank.rank for rank in ordered)
            for row, rank in zip(scored, ordered, strict=True):
                row.places[name] = Place(rank, counts[rank.rank] > 1)
    return rows


@lru_cache(maxsize=64)  # a model with one run has the mean of that run
def _ranks(shares: tuple[Estimate, ...], higher_is_better: bool) -> list[Rank]:
    values = [round(share.mean, DIGITS) for share in shares]
    return ranks(values, differences(shares), higher_is_better)


def _is_whole(entry: Entry) -> bool:
    score = entry.summary.mean(BY)
    return entry.source != PUBLISHED and not entry.summary.flaws and score is not None


def _cell(entry: Entry) -> tuple[str, frozenset[tuple[object, ...]]]:
    """Return the prompting of a run, and the fields of its signatures that have to be equal."""
    signatures = entry.signatures.values()
    compared = frozenset(tuple(fields.get(name) for name in COMPARABLE) for fields in signatures)
    return entry.summary.prompting, compared


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
    models: Sequence[Model]
    """The models by exact match, the best first."""


def views(ranked: Sequence[Row]) -> list[View]:
    """Return the entries by board and filter, in the order in which they are given.

    The view of most models is moved to the front; views of published scores alone come last.
    """
    found: dict[tuple[Board, str], list[Row]] = defaultdict(list)
    for row in ranked:
        found[row.entry.board, row.entry.summary.filter].append(row)
    made = [View(*board, _models(rows)) for board, rows in found.items()]
    evaluated = [sum(not model.is_published for model in view.models) for view in made]
    first = made.pop(evaluated.index(max(evaluated)))
    return [first, *sorted(made, key=lambda view: all(model.is_published for model in view.models))]


def _models(rows: Sequence[Row]) -> list[Model]:
    """Return the models; published runs join the model of the same name if there is just one."""
    runs: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.entry.summary.prompting, reverse=True):
        runs[row.entry.source, row.entry.submission, row.entry.summary.model].append(row)
    by_name: dict[str, list[Model]] = defaultdict(list)
    for mean, own in zip(of_models(list(runs.values())), runs.values(), strict=True):
        by_name[key(mean.entry.summary.model)].append(Model(mean, tuple(own)))
    models = []
    for same in by_name.values():
        published = [model for model in same if model.is_published]
        evaluated = [model for model in same if not model.is_published]
        if published and len(evaluated) == 1:
            models.append(evaluated[0]._replace(published=published[0].runs))
        else:
            models += same

    def order(model: Model) -> tuple[object, ...]:
        summary = model.mean.entry.summary
        score = summary.mean(BY)
        return score is None, -round(score or 0.0, DIGITS), model.is_published, summary.model

    return sorted(models, key=order)
