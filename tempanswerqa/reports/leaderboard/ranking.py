"""Ranks the entries that compete with each other, and sorts all of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from tempanswerqa.metrics.ranks import Rank, ranks
from tempanswerqa.metrics.scores import METRICS, Estimate
from tempanswerqa.metrics.unpaired import of_estimates
from tempanswerqa.reports.leaderboard.entries import PUBLISHED, SOURCES, Entry
from tempanswerqa.runs.scoring import FILTERS
from tempanswerqa.runs.signature import COMPARABLE
from tempanswerqa.runs.summary import SCORES, number

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
    """The ranks; empty if the entry does not compete: a published one or an incomplete run."""


def ranked(entries: Iterable[Entry]) -> list[Row]:
    """Return all entries, board by board and filter by filter, from the highest exact match down.

    Ranks are by exact match, among runs of the same questions and filter. The tests use only scores
    and standard errors (`of_estimates`), as if runs were independent. As runs tend to be right on
    the same questions, the ranges of ranks are rather too wide.
    """
    ordered = sorted(entries, key=_order)
    return placed(ordered, [(entry.board, entry.summary.filter) for entry in ordered], [BY])


def _by_score(entries: Sequence[Entry], name: str) -> list[Rank]:
    """Return the rank of each entry among these, which compete, by one of `summary.SCORES`, which
    all of them have.
    """
    scores = [entry.summary.scores[name] for entry in entries]
    known = [Estimate(number(s.value), number(s.stderr), s.groups or 0) for s in scores]
    pairs = (of_estimates(*pair) for pair in combinations(known, 2))
    gaps = [(gap.value, gap.p_value) for gap in pairs]
    values = [round(score.mean, DIGITS) for score in known]
    return ranks(values, gaps, SCORES[name].higher_is_better)


def placed(
    entries: Sequence[Entry], pools: Sequence[Hashable], names: Iterable[str] = METRICS
) -> list[Row]:
    """Return the entries with their ranks by those of the `METRICS` that they have, among the
    complete entries of their pool with comparable signatures.
    """
    rows = [Row(entry, {}) for entry in entries]
    for name in names:
        rivals: dict[Hashable, list[Row]] = defaultdict(list)
        for row, pool in zip(rows, pools, strict=True):
            if _competes(row.entry, name):
                rivals[pool, _compared(row.entry)].append(row)
        for own in rivals.values():
            found = _by_score([row.entry for row in own], name)
            shared = Counter(rank.rank for rank in found)
            for row, rank in zip(own, found, strict=True):
                row.places[name] = Place(rank, shared[rank.rank] > 1)
    return rows


def _competes(entry: Entry, name: str) -> bool:
    left_out = entry.source == PUBLISHED or entry.summary.flaws
    return not left_out and entry.summary.mean(name) is not None


def _compared(entry: Entry) -> frozenset[tuple[object, ...]]:
    fields = entry.signatures.values()
    return frozenset(tuple(own.get(name) for name in COMPARABLE) for own in fields)


def _order(entry: Entry) -> tuple[object, ...]:
    summary = entry.summary
    score = summary.mean(BY)
    return (
        entry.board.order,
        list(FILTERS).index(summary.filter),
        (score is None, -(score or 0.0)),
        SOURCES.index(entry.source),
        (summary.model, summary.prompting),
    )
