"""Draws blocks of questions, each on one set of facts."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.item import Item, Unfit, refuse, tot_item
from tempanswerqa.fresh.semantic import finders, graphs, names, relations
from tempanswerqa.fresh.semantic.book import Book, Phrases
from tempanswerqa.fresh.semantic.dials import DIALS, Dials
from tempanswerqa.fresh.semantic.finders import Finder
from tempanswerqa.fresh.semantic.names import NameCast
from tempanswerqa.fresh.semantic.relations import Fact
from tempanswerqa.fresh.semantic.solver import solve
from tempanswerqa.fresh.solving import count, kept

FIRST_YEAR, LAST_YEAR = 1000, 2150
CODED = 0.7
"""The share of blocks in which the names of entities are codes."""
_ATTEMPTS, _TRIES = 200, 6
"""The largest numbers of templates tried for a question, and of tries for each template."""
_FOLDER = Path(__file__).parent
EVENT, DURATION = "event_at_what_time", "relation_duration"
"""The two question types: for a year, and for a number of years."""

TAILS = {
    "length": (
        "Take the end year minus the start year.",
        "Subtract the start year from the end year.",
        "Take the closing year less the opening year.",
        "Subtract the first year from the last.",
    ),
    "passed": (
        "Subtract the earlier of the two years from the later.",
        "Take the later year minus the earlier one.",
        "Take the later of the two years less the earlier.",
    ),
    "sum": (
        "Take the end year minus the start year of each and add up the results.",
        "The length of each is its end year minus its start year.",
        "For each, take the last year less the first year; then add up the results.",
    ),
    "common": (
        "Subtract the first year in which both relations held from the last such year.",
        "Take the last year in which both relations held minus the first such year.",
    ),
}
"""The texts on how to count years; a wording has one of these names as a field."""


class FactTemplate(NamedTuple):
    """Holds a sort of question."""

    name: str
    find: Finder
    weight: int
    wordings: tuple[str, ...]


def _templates() -> dict[str, tuple[FactTemplate, ...]]:
    """Return the templates of each question type, in the order in which they are drawn."""
    said = {
        name: tuple(one["say"] for one in own)
        for named in declared(_FOLDER / "wordings.yaml").values()
        for name, own in named.items()
    }
    return {
        kind: tuple(
            FactTemplate(name, _finder(*own["find"]), own["weight"], said[own.get("texts", name)])
            for name, own in named.items()
        )
        for kind, named in declared(_FOLDER / "templates.yaml").items()
    }


def _finder(name: str, *options: Any) -> Finder:
    find = getattr(finders, name)
    return lambda book, rng, phrases: find(book, rng, phrases, *options)


TEMPLATES = _templates()


def draw(rng: random.Random, level: str, picks: Sequence[float]) -> list[Item]:
    """Return a block: one question per pick, all different, on the same facts.

    A pick below 0.5 gives a question for a year, another pick one for a number of years. Raises
    KeyError for an unknown level.
    """
    while True:
        with suppress(Unfit):
            return _block(rng, level, picks)


def _block(rng: random.Random, level: str, picks: Sequence[float]) -> list[Item]:
    """Return a block; Unfit if there are too few facts, or too few questions on them."""
    dials = DIALS[level]
    book = draw_book(rng, dials)
    refuse(len(book.facts) < dials.facts[0] or not book.by_count[2])
    text = instruction(rng, book.facts, book.cast)
    items: dict[tuple[str, ...], Item] = {}
    for pick in picks:
        kind = EVENT if pick < 0.5 else DURATION
        for _ in range(_ATTEMPTS):
            with suppress(Unfit):
                item = _item(rng, kind, book, text)
                refuse((item.cells["label"], item.template) in items)
                if kept(rng, dials.steps, count(solve, item.cells)):
                    items[item.cells["label"], item.template] = item
                    break
        else:
            raise Unfit
    return list(items.values())


def draw_book(rng: random.Random, dials: Dials) -> Book:
    """Return named facts on a random graph: as many as the dials say, or as fit in."""
    wanted, nodes = rng.randint(*dials.facts), rng.randint(*dials.entities)
    types = rng.randint(*dials.relations)
    low, high = dials.span
    if rng.random() < CODED:
        cast = names.coded(rng, nodes, types)
        years, longest = (FIRST_YEAR, LAST_YEAR), high
    else:
        world = rng.choice(names.WORLDS)
        cast = names.named(rng, world, nodes, types)
        years, longest = world.years, min(high, world.span)
    span = rng.randint(min(low, longest - 15), longest)
    start = rng.randint(years[0], years[1] - span)
    few, many = dials.occurrences
    pairs = max(3, round(wanted / (few + (many - few) * rng.random())))
    graph, edges = graphs.draw(rng, nodes, pairs)
    triples = relations.draw_triples(rng, edges, cast.ranks, pairs)
    lasting = (0, 0) if graph in graphs.OF_SINGLE_YEARS else dials.longest
    facts = relations.draw_facts(rng, triples, cast.kinds, start, start + span, wanted, lasting)
    return Book(facts, cast)


def _item(rng: random.Random, kind: str, book: Book, text: str) -> Item:
    """Return a question of a random template; Unfit if the facts give none."""
    weights = [template.weight for template in TEMPLATES[kind]]
    (template,) = rng.choices(TEMPLATES[kind], weights)
    # those that speak of a spell do not suit facts of a single year
    wordings = [text for text in template.wordings if book.lasts or "{spell" not in text]
    refuse(not wordings)
    phrases = Phrases(rng, book.cast)
    for _ in range(_TRIES):
        with suppress(Unfit):
            draft = template.find(book, rng, phrases)
            if draft.number > 0:
                break
    else:
        raise Unfit
    fields = phrases.fields | draft.fields
    for name, tails in TAILS.items():
        fields[name] = rng.choice(tails)
    question = rng.choice(wordings).format_map(fields)
    return tot_item(
        question=question,
        instruction=text,
        label=f"{{'answer': '{draft.number}'}}",
        number=draft.number,
        question_type=kind,
        answer_format="<answer>",
        unit="years",
        split="semantic",
        template=template.name,
    )


SAID = declared(_FOLDER / "facts.yaml")
"""A block says one text of each list that suits it, and states its facts in one of the ways."""

_FORM = 'JSON = {"explanation": <your reasoning>, "answer": <answer>}'


def instruction(rng: random.Random, facts: Sequence[Fact], cast: NameCast) -> str:
    """Return the common text of a block's questions: a lead-in, the facts in some order, rules."""
    suited = {
        "lead_ins": True,
        "two_years": any(fact.years for fact in facts),
        "one_year": any(not fact.years for fact in facts),
        "several": any(not kind.one_subject for kind in cast.kinds),
    }
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
    said = [rng.choice(SAID[name]) for name, suits in suited.items() if suits]
    return "\n".join((" ".join(said).format(noun=cast.subject_noun), *lines, "", rule))


ORDERS: Mapping[str, Callable[[list[Fact]], list[Fact]]] = {
    "shuffled": lambda facts: facts,
    "by start": lambda facts: sorted(facts, key=lambda fact: fact.start),
    "by end": lambda facts: sorted(facts, key=lambda fact: fact.end),
    "by relation and start": lambda facts: sorted(facts, key=lambda f: (f.relation, f.start)),
    "by object and start": lambda facts: sorted(facts, key=lambda f: (f.object, f.start)),
}
"""The orders of facts; equal facts stay in shuffled order."""
