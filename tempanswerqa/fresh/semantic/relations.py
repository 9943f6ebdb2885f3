"""Draws facts: relations that hold from one year to another, as their kinds allow."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tempanswerqa.fresh.semantic.graphs import Edge

Triple = tuple[int, int, int]
"""The subject, relation and object."""

_TRIES = 10
"""The number of years that are tried for each wanted fact, on average."""


class Kind(NamedTuple):
    """Says how many subjects and objects may stand in a relation in one year."""

    one_object: bool
    one_subject: bool


KINDS: Mapping[str, Kind] = {
    "1-1": Kind(one_object=True, one_subject=True),
    "1-n": Kind(one_object=False, one_subject=True),
    "n-1": Kind(one_object=True, one_subject=False),
    "n-n": Kind(one_object=False, one_subject=False),
}


class Fact(NamedTuple):
    """Says that a subject was the relation of an object from the start year to the end year."""

    subject: int
    relation: int
    object: int
    start: int
    end: int

    @property
    def triple(self) -> Triple:
        return self[:3]

    @property
    def years(self) -> int:
        """Return the length: the end minus the start."""
        return self.end - self.start


def draw_triples(
    rng: random.Random, edges: Sequence[Edge], ranks: Sequence[int], wanted: int
) -> list[Triple]:
    """Return at most `wanted` different triples; an edge may give up to three.

    The rank of a relation is 1 if the subject is the lower node of the edge, -1 if it is the
    higher node, and 0 if it may be either. Without a rank 0 the relations are a hierarchy, in
    which no two entities stand above each other.
    """
    found: dict[Triple, None] = {}
    pool = list(edges)
    for _ in range(3):
        rng.shuffle(pool)
        for low, high in pool:
            if len(found) == wanted:
                return list(found)
            relation = int(rng.random() * len(ranks))
            down = (ranks[relation] or rng.random() - 0.5) > 0
            found[(low, relation, high) if down else (high, relation, low)] = None
    return list(found)


def draw_facts(
    rng: random.Random,
    triples: Sequence[Triple],
    kinds: Sequence[Kind],
    first: int,
    last: int,
    wanted: int,
    lasting: tuple[int, int],
) -> list[Fact]:
    """Return at most `wanted` facts on the triples between two years, as their kinds allow.

    At least one full year lies between two facts of one triple, so that each of them is an
    occurrence of its own. How long a relation lasts at most is drawn from the range `lasting`.
    """
    span = last - first
    longest = [min(rng.randint(*lasting), span // 2) for _ in kinds]
    rivals = _all_rivals(triples, kinds)
    own, taken = [0] * len(triples), [0] * 2 * len(triples)  # taken years as bits
    facts: list[Fact] = []
    count, roll = len(triples), rng.random  # the other methods take most of the time of a block
    for _ in range(_TRIES * wanted):
        if len(facts) == wanted:
            break
        place = int(roll() * count)
        triple = triples[place]
        length = int(roll() * (longest[triple[1]] + 1))
        start = int(roll() * (span - length + 1))
        years = ((2 << length) - 1) << (start + 1)
        full = own[place]
        for key in rivals[place]:
            full |= taken[key]
        if full & years:
            continue
        own[place] |= years | years << 1 | years >> 1
        for key in rivals[place]:
            taken[key] |= years
        facts.append(Fact(*triple, first + start, first + start + length))
    return facts


def _all_rivals(triples: Sequence[Triple], kinds: Sequence[Kind]) -> list[list[int]]:
    """Return numbers of what no other triple may share while a triple holds."""
    numbers: dict[tuple[str, int, int], int] = {}
    rivals = []
    for subject, relation, target in triples:
        kind = kinds[relation]
        sides = [("subject", subject)] * kind.one_object + [("object", target)] * kind.one_subject
        keys = [(side, relation, entity) for side, entity in sides]
        rivals.append([numbers.setdefault(key, len(numbers)) for key in keys])
    return rivals
