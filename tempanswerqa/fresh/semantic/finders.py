"""Finds questions, with their answers, among the facts of a block.

An answer is the `start`, the `end` or the `years` of a fact, unless a function says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from tempanswerqa.fresh.item import refuse
from tempanswerqa.fresh.semantic.book import Book, Phrases
from tempanswerqa.fresh.semantic.relations import Fact


class FactDraft(NamedTuple):
    """Holds an answer, and the fields of its question."""

    number: int
    fields: dict[str, str]


Finder = Callable[[Book, Random, Phrases], FactDraft]
"""A function that finds a question of one sort in a book; Unfit if its random choice has none."""


def of_occurrence(
    book: Book, rng: Random, phrases: Phrases, selector: str, asked: str
) -> FactDraft:
    """Return a question on an occurrence that a selector tells from the others."""
    which = book.occurrence(rng, selector)
    return FactDraft(getattr(which.fact, asked), phrases.occurrence(which))


def around_year(
    book: Book, rng: Random, phrases: Phrases, asked: str, alone: bool = False
) -> FactDraft:
    """Return a question on the fact that holds before and after a given year.

    With `alone`, the question leaves the subject open, and the object has no other in that year.
    """
    fact = rng.choice(book.facts)
    refuse(fact.years < 2)
    year = rng.randint(fact.start + 1, fact.end - 1)
    refuse(alone and sum(f.start <= year <= f.end for f in book.seats[fact[1:3]]) > 1)
    return FactDraft(getattr(fact, asked), phrases.pair(fact) | {"year": str(year)})


def _followed(book: Book, rng: Random) -> tuple[list[Fact], int]:
    """Return the facts of a triple, and the place of one that is not the last."""
    refuse(not book.by_count[2])
    group = rng.choice(book.by_count[2])
    return group, rng.randrange(len(group) - 1)


def next_to_year(book: Book, rng: Random, phrases: Phrases, asked: str) -> FactDraft:
    """Return the next start after a year without the relation, or of the last end."""
    group, place = _followed(book, rng)
    before, after = group[place : place + 2]
    year = rng.randint(before.end + 1, after.start - 1)
    number = after.start if asked == "start" else before.end
    return FactDraft(number, phrases.pair(after) | {"year": str(year)})


def gap(book: Book, rng: Random, phrases: Phrases) -> FactDraft:
    """Return the years from the end of an occurrence to the start of the next."""
    group, place = _followed(book, rng)
    fields = {"which": phrases.ordinal(place), "next": phrases.ordinal(place + 1)}
    return FactDraft(group[place + 1].start - group[place].end, phrases.pair(group[0]) | fields)


def difference(book: Book, rng: Random, phrases: Phrases) -> FactDraft:
    """Return how many years longer one occurrence of a triple was than another."""
    refuse(not book.by_count[2])
    group = rng.choice(book.by_count[2])
    places = rng.sample(range(len(group)), 2)
    shorter, longer = sorted(places, key=lambda place: group[place].years)
    fields = {"which": phrases.ordinal(longer), "other": phrases.ordinal(shorter)}
    return FactDraft(group[longer].years - group[shorter].years, phrases.pair(group[0]) | fields)


def of_all(book: Book, rng: Random, phrases: Phrases, groups: str, asked: str) -> FactDraft:
    """Return a question on all facts of a group.

    `groups` is `triples`, `seats` or `careers`. `asked` is a key of `_OF_ALL`. The facts of a
    seat have several subjects, those of a career have several objects.
    """
    known = book.by_count[2] if groups == "triples" else [*getattr(book, groups).values()]
    group: list[Fact] = rng.choice(known) if known else []
    differ = len({getattr(fact, _APART[groups]) for fact in group}) > 1
    number = differ and _OF_ALL[asked](group)
    refuse(not number)
    return FactDraft(number, phrases.pair(group[0]))


def _total(group: Sequence[Fact]) -> int:
    """Return the sum of the years of facts; 0 if two facts overlap."""
    overlap = any(fact.end > after.start for fact, after in pairwise(group))
    return 0 if overlap else sum(fact.years for fact in group)


_APART = {"triples": "start", "seats": "subject", "careers": "object"}
"""The field in which the facts of a group differ."""

_OF_ALL: dict[str, Callable[[Sequence[Fact]], int]] = {
    "start": lambda group: min(fact.start for fact in group),
    "end": lambda group: max(fact.end for fact in group),
    "span": lambda group: max(fact.end for fact in group) - min(fact.start for fact in group),
    "total": _total,
}


def neighbour(book: Book, rng: Random, phrases: Phrases, side: str, asked: str) -> FactDraft:
    """Return a question on the next fact of another subject with the same object.

    The fact is the nearest one `before` or `after` an occurrence, as `side` says. `asked` may be
    `gap`, too: the years between both. If `years` are asked for, the subject of the occurrence
    has no fact in between.
    """
    which = book.any_occurrence(rng)
    fact = which.fact

    def years_to(other: Fact) -> int:
        return other.start - fact.end if side == "after" else fact.start - other.end

    near = [other for other in book.seats[fact[1:3]] if years_to(other) >= 0]
    others = [other for other in near if other.subject != fact.subject]
    least = min(map(years_to, others), default=0)
    nearest = [other for other in others if years_to(other) == least]
    own = any(0 < years_to(f) <= least for f in near if f.subject == fact.subject)
    refuse(not least or len(nearest) > 1 or (own and asked == "years"))
    number = least if asked == "gap" else getattr(nearest[0], asked)
    return FactDraft(number, phrases.occurrence(which))


def between(book: Book, rng: Random, phrases: Phrases, edge: str) -> FactDraft:
    """Return the years from the start of an occurrence to an edge of another's."""
    one, other = book.any_occurrence(rng), book.any_occurrence(rng)
    refuse(one.fact.triple == other.fact.triple)
    number = getattr(other.fact, edge) - one.fact.start
    return FactDraft(number, phrases.occurrence(one) | phrases.occurrence(other, "2"))


def _other_group(book: Book, rng: Random, fact: Fact) -> list[Fact]:
    """Return the facts of another triple, near if there is one; Unfit for the fact's own."""
    groups = book.by_count[1]
    near = [g for g in groups if g[0].triple != fact.triple and {*g[0][::2]} & {*fact[::2]}]
    group = rng.choice(near or groups)
    refuse(group[0].triple == fact.triple)
    return group


def next_after_event(book: Book, rng: Random, phrases: Phrases) -> FactDraft:
    """Return the next start of a triple after the end of an occurrence of another."""
    anchor = book.any_occurrence(rng)
    group = _other_group(book, rng, anchor.fact)
    later = [fact.start for fact in group if fact.start >= anchor.fact.end]
    refuse(not later or later[0] == anchor.fact.end)
    # the next start is often the first one: leave out most of these
    refuse(later[0] == group[0].start and rng.random() < 0.6)
    return FactDraft(later[0], phrases.pair(group[0]) | phrases.occurrence(anchor, "2"))


def around_event(book: Book, rng: Random, phrases: Phrases, asked: str) -> FactDraft:
    """Return a question on the fact within which an occurrence of another begins."""
    anchor = book.any_occurrence(rng)
    group, start = _other_group(book, rng, anchor.fact), anchor.fact.start
    around = [fact for fact in group if fact.start < start < fact.end]
    refuse(not around)
    fields = phrases.pair(around[0]) | phrases.occurrence(anchor, "2")
    return FactDraft(getattr(around[0], asked), fields)


def shared(book: Book, rng: Random, phrases: Phrases, asked: str, own: bool = False) -> FactDraft:
    """Return the first or last year that facts of two triples share, or of all years.

    Both triples have the same subject if `own`, otherwise not. No fact begins as another ends.
    """
    fact = rng.choice(book.facts)
    group = _other_group(book, rng, fact)
    refuse((group[0].subject == fact.subject) is not own)
    spells = book.spells[fact.triple]
    pairs = [(a, b) for a in spells for b in group if a.start <= b.end and b.start <= a.end]
    unclear = any(a.start == b.end or b.start == a.end for a, b in pairs)
    refuse(not pairs or unclear or (asked == "years" and len(pairs) > 1))
    (one, other), *_ = pairs
    both = Fact(
        *one.triple,
        min(max(a.start, b.start) for a, b in pairs),
        max(min(a.end, b.end) for a, b in pairs),
    )
    return FactDraft(getattr(both, asked), phrases.pair(one) | phrases.pair(other, "2"))
