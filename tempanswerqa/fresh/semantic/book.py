"""Groups the facts of a block for questions, and words the facts to which questions refer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from tempanswerqa.fresh.item import ordinal, refuse
from tempanswerqa.fresh.semantic.names import NameCast
from tempanswerqa.fresh.semantic.relations import Fact
from tempanswerqa.fresh.solving import ORDINALS


class Occurrence(NamedTuple):
    """Holds a fact of a triple, and how a question tells it from the triple's others."""

    fact: Fact
    selector: str
    """The way to select it: `only`, `kth`, `last`, `penultimate`, `longest` or `shortest`."""
    place: int
    """The position among the triple's facts in time, from 0."""
    of: int
    """The number of facts of the triple."""


class Book:
    """Holds the facts of a block, and groups them; a group is in the order of starts."""

    def __init__(self, facts: Sequence[Fact], cast: NameCast) -> None:
        self.cast = cast
        self.facts = sorted(facts, key=lambda fact: (fact.start, fact.end, fact))
        self.spells = self._grouped(0, 1, 2)
        self.seats, self.careers = self._grouped(1, 2), self._grouped(0, 1)
        groups = list(self.spells.values())
        self.by_count = {n: [group for group in groups if len(group) >= n] for n in (1, 2, 3)}
        """The facts of the triples that have at least 1, 2 or 3, and for 0 just one."""
        self.by_count[0] = [group for group in groups if len(group) == 1]
        self.lasts = any(fact.years for fact in facts)

    def _grouped(self, *places: int) -> dict[tuple[int, ...], list[Fact]]:
        """Return the facts by the entries of a fact at these places."""
        found: dict[tuple[int, ...], list[Fact]] = {}
        key = itemgetter(*places)
        for fact in self.facts:
            found.setdefault(key(fact), []).append(fact)
        return found

    def occurrence(self, rng: random.Random, selector: str) -> Occurrence:
        """Return a random occurrence that the selector tells from the others; Unfit without one."""
        groups = self.by_count[_LEAST.get(selector, 2)]
        refuse(not groups)
        group = rng.choice(groups)
        place = _PLACES.get(selector, _place_by_length)(rng, group, selector)
        return Occurrence(group[place], selector, place, len(group))

    def any_occurrence(self, rng: random.Random) -> Occurrence:
        """Return an occurrence that is the only, the k-th or the last one."""
        group = rng.choice(self.by_count[1])
        place = rng.randrange(len(group))
        if len(group) == 1:
            selector = "only"
        else:
            selector = "last" if place == len(group) - 1 and rng.random() < 0.5 else "kth"
        return Occurrence(group[place], selector, place, len(group))


def _place_by_length(rng: random.Random, group: list[Fact], selector: str) -> int:
    """Return the place of the longest or shortest fact; Unfit if two are equally long."""
    lengths = [fact.years for fact in group]
    extreme = max(lengths) if selector == "longest" else min(lengths)
    refuse(lengths.count(extreme) > 1)
    return lengths.index(extreme)


_LEAST = {"only": 0, "penultimate": 3, "longest": 3, "shortest": 3}
"""The number of facts that a triple needs, as a key of `Book.by_count`; 2 for others."""

_PLACES = {
    "only": lambda rng, group, selector: 0,
    "kth": lambda rng, group, selector: rng.randrange(min(len(group), len(ORDINALS))),
    "last": lambda rng, group, selector: len(group) - 1,
    "penultimate": lambda rng, group, selector: len(group) - 2,
}


class Phrases:
    """Chooses the words of one question, which are the same in all its parts."""

    def __init__(self, rng: random.Random, cast: NameCast) -> None:
        self.cast = cast
        self._in_words = rng.random() < 0.5
        spell = rng.choice(("spell", "stint", "period"))
        cease, ceased = rng.choice(_ENDINGS)
        noun = cast.subject_noun
        self.fields = {
            "spell": spell,
            "spells": f"{spell}s",
            "cease": cease,
            "ceased": ceased,
            "noun": noun,
            "a_noun": f"an {noun}" if noun[0] in "aeiou" else f"a {noun}",
            "nouns": _PLURALS.get(noun, f"{noun}s"),
            "object_noun": cast.object_noun,
        }

    def ordinal(self, place: int) -> str:
        """Return the ordinal of a place, which counts from 0: `2nd` or `second`."""
        if self._in_words and place < len(ORDINALS):
            return ORDINALS[place]
        return ordinal(place + 1)

    def pair(self, fact: Fact, mark: str = "") -> dict[str, str]:
        """Return the fields of the subject, the relation, and the relation with its object."""
        role = self.cast.article + self.cast.relations[fact.relation]
        return {
            f"s{mark}": self.cast.subjects[fact.subject],
            f"role{mark}": role,
            f"ro{mark}": f"{role} {self.cast.objects[fact.object]}",
        }

    def occurrence(self, which: Occurrence, mark: str = "") -> dict[str, str]:
        """Return the pair and the fields `which` (second) and `time` (for the second time)."""
        adjective = _ADJECTIVES.get(which.selector) or self.ordinal(which.place)
        time = _MODIFIERS.get(which.selector, f" for the {adjective} time")
        words = {f"which{mark}": adjective, f"time{mark}": time, f"count{mark}": str(which.of)}
        return self.pair(which.fact, mark) | words


_ADJECTIVES = {name: name for name in ("only", "last", "longest", "shortest")}
_ADJECTIVES["penultimate"] = "last-but-one"
_MODIFIERS = {"only": "", "penultimate": " for the last time but one"}
_ENDINGS = (("cease to be", "ceased to be"), ("stop being", "stopped being"))
_PLURALS = {"person": "people", "entity": "entities", "party": "parties"}
