"""Ranks the entries that compete with each other, sorts all of them, and groups them by questions,
filter and prompting.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tempanswerqa.metrics.ranks import Rank, ranks
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.unpaired import differences
from tempanswerqa.reports.leaderboard.entries import PUBLISHED, SOURCES, Board, Entry
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
    """Hold an entry with its ranks by score."""

    entry: Entry
    places: dict[str, Place]
    """The ranks, by those of the `METRICS` that have `in_ranks`; empty if the entry does not
    compete: a published one, or an incomplete run."""


class View(NamedTuple):
    """Hold the rows on the questions of one board with one filter and prompting."""

    board: Board
    filter: str
    prompting: str
    rows: Sequence[Row]
    """The rows by exact match, the best first."""


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

    rows = [Row(entry, {}) for entry in sorted(entries, key=order)]
    pools: dict[tuple[object, ...], list[Row]] = defaultdict(list)
    for row in rows:
        entry, summary = row.entry, row.entry.summary
        if entry.source != PUBLISHED and not summary.flaws and summary.mean(BY) is not None:
            signatures = entry.signatures.values()
            compared = frozenset(tuple(map(fields.get, COMPARABLE)) for fields in signatures)
            pools[entry.board, summary.filter, summary.prompting, compared].append(row)
    for pool in pools.values():
        for name in (name for name, metric in METRICS.items() if metric.in_ranks):
            scored = [row for row in pool if row.entry.summary.mean(name) is not None]
            shares = [row.entry.summary.scores[name].share(METRICS[name]) for row in scored]
            values = [round(share.mean, DIGITS) for share in shares]
            placed = ranks(values, differences(shares), METRICS[name].higher_is_better)
            counts = Counter(rank.rank for rank in placed)
            for row, rank in zip(scored, placed, strict=True):
                row.places[name] = Place(rank, counts[rank.rank] > 1)
    return rows


def views(rows: Sequence[Row]) -> list[View]:
    """Return the rows by board, filter and prompting, in the order in which they are given,
    zero-shot first. Published baselines, which have no prompting, stand beside each.

    The view of most runs is moved to the front; views of published scores alone come last.
    """
    by_board: dict[tuple[Board, str], list[Row]] = defaultdict(list)
    for row in rows:
        by_board[row.entry.board, row.entry.summary.filter].append(row)
    made = []
    for board, together in by_board.items():
        runs = [row for row in together if not _is_baseline(row)]
        for prompting in sorted({row.entry.summary.prompting for row in runs}, reverse=True):
            shown = (
                row
                for row in together
                if _is_baseline(row) or row.entry.summary.prompting == prompting
            )
            made.append(View(*board, prompting, [*shown]))

    def count(view: View) -> int:
        return sum(row.entry.source != PUBLISHED for row in view.rows)

    first = max(made, key=count)
    return sorted(made, key=lambda view: (view is not first, not count(view)))


def _is_baseline(row: Row) -> bool:
    return row.entry.source == PUBLISHED and not row.entry.summary.prompting
