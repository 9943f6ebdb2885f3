"""Questions that ask for a year: how their answers are found among a block's facts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tempanswerqa.fresh.semantic.book import Book, Occurrence, Phrases
from tempanswerqa.fresh.semantic.relations import Fact


class Found(NamedTuple):
    """An answer with what its question has to name."""

    number: int
    fields: dict[str, str]


Finder = Callable[[Book, random.Random, Phrases], Found | None]
"""Finds a question of one sort in a book; None where the random choice gives none."""


class Template(NamedTuple):
    """A sort of question."""

    name: str
    find: Finder
    weight: int
    """Against the others of its type."""
    wordings: tuple[str, ...]


def edge_of(selector: str, edge: str) -> Finder:
    """Return the year in which an occurrence began or ended; `edge` is a field of `Fact`."""

    def find(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
        which = book.occurrence(rng, selector)
        return which and Found(getattr(which.fact, edge), phrases.occurrence(which))

    return find


def inner_year(rng: random.Random, fact: Fact) -> int | None:
    """Return a year in which the fact holds, neither its first nor its last."""
    return rng.randint(fact.start + 1, fact.end - 1) if fact.end - fact.start > 1 else None


def edge_around_year(edge: str) -> Finder:
    """Return the first or last year of the occurrence that covers a given year."""

    def find(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
        fact = rng.choice(book.facts)
        year = inner_year(rng, fact)
        if year is None:
            return None
        return Found(getattr(fact, edge), phrases.pair(fact) | {"year": str(year)})

    return find


def edge_of_holder(edge: str) -> Finder:
    """Do as `edge_around_year` does, with the subject left open: it has to be the only one."""

    def find(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
        held = only_holder(book, rng)
        if held is None:
            return None
        fact, year = held
        return Found(getattr(fact, edge), phrases.pair(fact) | {"year": str(year)})

    return find


def only_holder(book: Book, rng: random.Random) -> tuple[Fact, int] | None:
    """Return a fact and a year within it in which the object has no other subject."""
    fact = rng.choice(book.facts)
    year = inner_year(rng, fact)
    if year is None:
        return None
    holders = [f for f in book.seats[fact[1:3]] if f.start <= year <= f.end]
    return (fact, year) if len(holders) == 1 else None


def quiet_pair(book: Book, rng: random.Random) -> tuple[Fact, Fact, int] | None:
    """Return two occurrences of a triple that follow each other, and a year between them."""
    groups = book.by_count[2]
    if not groups:
        return None
    group = rng.choice(groups)
    place = rng.randrange(len(group) - 1)
    before, after = group[place : place + 2]
    return before, after, rng.randint(before.end + 1, after.start - 1)


def next_after_year(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    found = quiet_pair(book, rng)
    if found is None:
        return None
    return Found(found[1].start, phrases.pair(found[1]) | {"year": str(found[2])})


def last_before_year(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    found = quiet_pair(book, rng)
    if found is None:
        return None
    return Found(found[0].end, phrases.pair(found[0]) | {"year": str(found[2])})


def _several(rng: random.Random, groups: Sequence[list[Fact]], apart: int) -> list[Fact] | None:
    """Return a group whose facts differ in the member at the place `apart`."""
    group = rng.choice(groups)
    return group if len({fact[apart] for fact in group}) > 1 else None


def seat_first(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    group = _several(rng, list(book.seats.values()), 0)
    return Found(min(fact.start for fact in group), phrases.pair(group[0])) if group else None


def seat_last(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    group = _several(rng, list(book.seats.values()), 0)
    return Found(max(fact.end for fact in group), phrases.pair(group[0])) if group else None


def career_fields(phrases: Phrases, fact: Fact) -> dict[str, str]:
    """Return the pair, with the relation and its preposition alone."""
    cast = phrases.cast
    return phrases.pair(fact) | {"role": cast.article + cast.relations[fact.relation]}


def career_first(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    group = _several(rng, list(book.careers.values()), 2)
    return Found(min(f.start for f in group), career_fields(phrases, group[0])) if group else None


def career_last(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    group = _several(rng, list(book.careers.values()), 2)
    return Found(max(f.end for f in group), career_fields(phrases, group[0])) if group else None


def successor(book: Book, which: Occurrence) -> Fact | None:
    """Return the one of the other subjects' facts that begins next after the occurrence's end."""
    fact = which.fact
    others = [f for f in book.seats[fact[1:3]] if f.subject != fact.subject]
    later = [f for f in others if f.start >= fact.end]
    if not later:
        return None
    first = min(f.start for f in later)
    next_ones = [f for f in later if f.start == first]
    return next_ones[0] if first > fact.end and len(next_ones) == 1 else None


def predecessor(book: Book, which: Occurrence) -> Fact | None:
    """Return the one of the other subjects' facts that ended last before the occurrence's start."""
    fact = which.fact
    others = [f for f in book.seats[fact[1:3]] if f.subject != fact.subject]
    earlier = [f for f in others if f.end <= fact.start]
    if not earlier:
        return None
    last = max(f.end for f in earlier)
    last_ones = [f for f in earlier if f.end == last]
    return last_ones[0] if last < fact.start and len(last_ones) == 1 else None


def successor_start(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    which = book.any_occurrence(rng)
    after = which and successor(book, which)
    return Found(after.start, phrases.occurrence(which)) if which and after else None


def predecessor_end(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    which = book.any_occurrence(rng)
    before = which and predecessor(book, which)
    return Found(before.end, phrases.occurrence(which)) if which and before else None


def other_group(book: Book, rng: random.Random, fact: Fact) -> list[Fact] | None:
    """Return the facts of another triple, of one entity with the fact if there is such a triple."""
    groups = book.by_count[1]
    near = [g for g in groups if g[0][:3] != fact[:3] and {*g[0][::2]} & {*fact[::2]}]
    group = rng.choice(near or groups)
    return None if group[0][:3] == fact[:3] else group


def next_after_event(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    """Return the next start of a triple after the end of an occurrence of another."""
    anchor = book.any_occurrence(rng)
    group = anchor and other_group(book, rng, anchor.fact)
    if not anchor or not group or any(fact.start == anchor.fact.end for fact in group):
        return None
    later = [fact.start for fact in group if fact.start > anchor.fact.end]
    if not later or (later[0] == group[0].start and rng.random() < 0.6):
        return None  # the first of all is often the next: leave most of these out
    return Found(later[0], phrases.pair(group[0]) | phrases.occurrence(anchor, "2"))


def edge_around_event(edge: str) -> Finder:
    """Return the first or last year of the occurrence within which an occurrence of another
    began.
    """

    def find(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
        anchor = book.any_occurrence(rng)
        group = anchor and other_group(book, rng, anchor.fact)
        if not anchor or not group:
            return None
        held = [fact for fact in group if fact.start < anchor.fact.start < fact.end]
        if not held:
            return None
        fields = phrases.pair(group[0]) | phrases.occurrence(anchor, "2")
        return Found(getattr(held[0], edge), fields)

    return find


def shared(book: Book, rng: random.Random) -> list[tuple[Fact, Fact]] | None:
    """Return all pairs of facts of two triples that share years, if each pair shares at least
    two.
    """
    fact = rng.choice(book.facts)
    group = other_group(book, rng, fact)
    if not group:
        return None
    own = book.spells[fact.triple]
    pairs = [(a, b) for a in own for b in group if a.start <= b.end and b.start <= a.end]
    if any(a.start == b.end or b.start == a.end for a, b in pairs):
        return None
    return pairs or None


def shared_first(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    pairs = shared(book, rng)
    if not pairs:
        return None
    year = min(max(a.start, b.start) for a, b in pairs)
    return Found(year, phrases.pair(pairs[0][0]) | phrases.pair(pairs[0][1], "2"))


def shared_last(book: Book, rng: random.Random, phrases: Phrases) -> Found | None:
    pairs = shared(book, rng)
    if not pairs:
        return None
    year = max(min(a.end, b.end) for a, b in pairs)
    return Found(year, phrases.pair(pairs[0][0]) | phrases.pair(pairs[0][1], "2"))
