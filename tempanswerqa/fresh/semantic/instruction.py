"""Writes the instruction of a block: a lead-in, the facts in one of five orders, and rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.semantic.names import Cast
from tempanswerqa.fresh.semantic.relations import Fact

SAID = declared(Path(__file__).with_name("facts.yaml"))
"""A block says one text of each list that suits it, and states its facts in one of the ways."""

_FORM = 'JSON = {"explanation": <your reasoning>, "answer": <answer>}'


def write(rng: random.Random, facts: Sequence[Fact], cast: Cast) -> str:
    """Return the common text of a block's questions."""
    order = ORDERS[rng.choice(tuple(ORDERS))]
    shuffled = sorted(facts, key=lambda fact: rng.random())
    several, single = rng.choice(SAID["lines"])["say"]
    lines = [
        (several if fact.years else single).format(
            s=cast.subjects[fact.subject],
            role=cast.article + cast.relations[fact.relation],
            o=cast.objects[fact.object],
            start=fact.start,
            end=fact.end,
        )
        for fact in order(shuffled)
    ]
    rule = rng.choice(SAID["rules"]).format(form=_FORM)
    return "\n".join((_opening(rng, facts, cast), *lines, "", rule))


def _opening(rng: random.Random, facts: Sequence[Fact], cast: Cast) -> str:
    """Return a lead-in, and what the reader has to know of years and roles."""
    suited = {
        "lead_ins": True,
        "two_years": any(fact.years for fact in facts),
        "one_year": any(not fact.years for fact in facts),
        "several": any(not kind.one_subject for kind in cast.kinds),
    }
    said = [rng.choice(SAID[name]) for name, suits in suited.items() if suits]
    return " ".join(said).format(noun=cast.subject_noun)


Order = Callable[[list[Fact]], list[Fact]]

ORDERS: Mapping[str, Order] = {
    "shuffled": lambda facts: facts,
    "by start": lambda facts: sorted(facts, key=lambda fact: fact.start),
    "by end": lambda facts: sorted(facts, key=lambda fact: fact.end),
    "by relation and start": lambda facts: sorted(facts, key=lambda f: (f.relation, f.start)),
    "by object and start": lambda facts: sorted(facts, key=lambda f: (f.object, f.start)),
}
"""The orders of facts; equal facts stay in shuffled order."""
