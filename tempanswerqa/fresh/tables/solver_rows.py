"""Finds the rows of a table that a question's words point to."""

from __future__ import annotations

import re

from tempanswerqa.fresh.solving import ORDINALS
from tempanswerqa.fresh.tables.solver_table import Entry, Point, Table, stem, stems, words_of

Span = tuple[Point, Point]

_BEGIN = (
    "formed joined arrived began started entered entry took take assumed became become moved "
    "signed enrolled enrolment appointed accession adopted opened acquired entrance debut "
    "introduced introduction admitted admit admission came come gained passed taken"
)
_FINISH = (
    "left leave departed departure ended finished quit resigned retired graduated closed stepped "
    "ceased expired gave give sold exit abandoned dropped drop quitting withdrew withdraw vacated "
    "concluded lost lose handover handed replaced stop stopped conclusion dissipated "
    "separated split sale"
)
_BEGIN_STEMS = frozenset(map(stem, _BEGIN.split()))
_FINISH_STEMS = frozenset(map(stem, _FINISH.split()))
RANKS = ORDINALS[:8]
"""The ordinals that tables write in words; they write later ones in digits."""
_RANK = re.compile(rf"\b(?:({'|'.join(RANKS)}|last)|(\d+)(?:st|nd|rd|th))\b", re.I)


def best(table: Table, phrase: str) -> list[Entry]:
    """Return the entries with most words of the phrase, by how rare and how alike words are."""
    wanted = {stem(word): word for word in sorted(words_of(phrase))}
    weights = {part: 1 / table.counts[part] for part in wanted if part in table.counts}
    if not weights:
        return []
    scores = [
        sum(
            weight * (1.5 if wanted[part] in entry.exact else 1)
            for part, weight in weights.items()
            if part in entry.words
        )
        for entry in table.entries
    ]
    top = max(scores)
    return [entry for entry, score in zip(table.entries, scores, strict=True) if score > top - 1e-9]


def tied(table: Table, phrase: str) -> str:
    """Return the phrase, and the words of the rows that share as many words with it."""
    found = (" ".join(sorted(entry.exact | entry.heading)) for entry in best(table, phrase))
    return f"{phrase!r}: {'; '.join(found) or 'no row'}"


def years_of(table: Table, phrase: str) -> list[int]:
    """Return the years of the event that the phrase names, ascending."""
    return sorted({date.year for entry in best(table, phrase) for date in entry.points})


def span_of(table: Table, phrase: str) -> Span | None:
    """Return the one span that the phrase names."""
    found = {entry.span for entry in best(table, phrase)}
    return found.pop() if len(found) == 1 else None


def point_of(table: Table, phrase: str) -> Point | None:
    """Return the one date that the phrase names: of a row, end of a span, or nth of a list."""
    entries = best(table, phrase)
    if len(entries) == 1 and entries[0].span:
        return end_of(entries[0].span, phrase)
    dates = sorted({date for entry in entries for date in entry.points})
    if len(dates) == 1:
        return dates[0]
    rank = rank_in(phrase)
    return dates[rank - (rank > 0)] if rank and rank <= len(dates) else None


def rank_in(phrase: str) -> int | None:
    """Return the number of the last ordinal in the phrase; -1 for *last*."""
    found = _RANK.findall(phrase)
    if not found:
        return None
    word, digits = found[-1]
    if word.lower() == "last":
        return -1
    return int(digits) if digits else RANKS.index(word.lower()) + 1


def end_of(span: Span, phrase: str) -> Point | None:
    """Return the end of the span that verb or noun of the phrase name; None for neither."""
    words = {stem(word) for word in re.findall(r"\b[a-z]+\b", phrase)}
    if words & _FINISH_STEMS:
        return span[1]
    return span[0] if words & _BEGIN_STEMS else None


def group_of(table: Table, phrase: str) -> list[Span]:
    """Return the spans under the heading or label that the phrase names."""
    wanted = stems(phrase)
    spans = [(len(wanted & entry.heading), entry.span) for entry in table.entries if entry.span]
    top = max((shared for shared, _ in spans), default=0)
    return [span for shared, span in spans if shared == top] if top else []
