"""Ranks the entries that compete with each other, and sorts all of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from tempanswerqa.metrics.ranks import Rank, ranks
from tempanswerqa.metrics.scores import Estimate
from tempanswerqa.metrics.unpaired import of_estimates
from tempanswerqa.reports.leaderboard.entries import PUBLISHED, SOURCES, Entry
from tempanswerqa.runs.scoring import COLUMNS, FILTERS
from tempanswerqa.runs.signature import COMPARABLE
from tempanswerqa.runs.summary import SCORES, number

BY = "exact_match"
"""The score that entries are sorted by."""
DIGITS = 12
"""The decimals to which scores are rounded to be compared; later ones may differ by chance."""


class Ranked(NamedTuple):
    """Hold an entry and its rank by exact match."""

    rank: Rank | None
    """The rank; None if the entry does not compete: a published one, an incomplete run, or one
    without an exact match."""
    entry: Entry


class Place(NamedTuple):
    """Hold the rank of an entry by one score."""

    rank: Rank
    tied: bool
    """True if others have the same score, and so the same rank."""


def ranked(entries: Iterable[Entry]) -> list[Ranked]:
    """Return all entries, board by board and filter by filter, from the highest exact match down.

    Ranks are among complete runs of the same questions, filter and comparable signatures. The tests
    use only scores and standard errors (`of_estimates`), as if runs were independent. As runs tend
    to be right on the same questions, the ranges of ranks are rather too wide.
    """
    ordered = sorted(entries, key=_order)
    rivals: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for at, entry in enumerate(ordered):
        if _competes(entry):
            rivals[_pool(entry)].append(at)
    found: dict[int, Rank] = {}
    for own in rivals.values():
        found |= zip(own, _by_score([ordered[at] for at in own]), strict=True)
    return [Ranked(found.get(at), entry) for at, entry in enumerate(ordered)]


def _by_score(entries: Sequence[Entry], name: str = BY) -> list[Rank]:
    """Return the rank of each entry among these, which compete, by one of `summary.SCORES`, which
    all of them have.
    """
    scores = [entry.summary.scores[name] for entry in entries]
    known = [Estimate(number(s.value), number(s.stderr), s.groups or 0) for s in scores]
    pairs = (of_estimates(*pair) for pair in combinations(known, 2))
    gaps = [(gap.value, gap.p_value) for gap in pairs]
    values = [round(score.mean, DIGITS) for score in known]
    return ranks(values, gaps, SCORES[name].higher_is_better)


def all_ranks(entries: Sequence[Entry], pools: Sequence[Hashable]) -> list[dict[str, Place]]:
    """Return the ranks of each entry by all `COLUMNS` that it has, among the complete entries of
    its pool with comparable signatures. Entries that do not compete have none.
    """
    found: list[dict[str, Place]] = [{} for _ in entries]
    for name in COLUMNS:
        rivals: dict[Hashable, list[int]] = defaultdict(list)
        for at, (entry, pool) in enumerate(zip(entries, pools, strict=True)):
            if _competes(entry, name):
                rivals[pool, _compared(entry)].append(at)
        for own in rivals.values():
            places = _by_score([entries[at] for at in own], name)
            shared = Counter(rank.rank for rank in places)
            for at, rank in zip(own, places, strict=True):
                found[at][name] = Place(rank, shared[rank.rank] > 1)
    return found


def _competes(entry: Entry, name: str = BY) -> bool:
    left_out = entry.source == PUBLISHED or entry.summary.flaws
    return not left_out and entry.summary.mean(name) is not None


def _pool(entry: Entry) -> tuple[object, ...]:
    return entry.board, entry.summary.filter, _compared(entry)


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
