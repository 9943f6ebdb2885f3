"""Draws blocks of questions, each on one set of facts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate

from tempanswerqa.fresh.item import Item, tot_item
from tempanswerqa.fresh.semantic import graphs, instruction, names, relations
from tempanswerqa.fresh.semantic.book import Book, Phrases
from tempanswerqa.fresh.semantic.dials import DIALS, Dials
from tempanswerqa.fresh.semantic.solver import solve
from tempanswerqa.fresh.semantic.templates import DURATION, EVENT, TAILS, TEMPLATES
from tempanswerqa.fresh.steps import count, kept

FIRST_YEAR, LAST_YEAR = 1000, 2150
CODED = 0.7
"""The share of blocks in which the names of entities are codes."""

_ATTEMPTS, _TRIES = 200, 6
"""The largest numbers of templates tried for a question, and of tries for each template."""


def draw(rng: random.Random, level: str, picks: Sequence[float]) -> list[Item]:
    """Return a block: one question per pick, all different, on the same facts.

    A pick below 0.5 gives a question for a year, another pick one for a number of years. Raises
    KeyError for an unknown level.
    """
    while True:
        items = _block(rng, level, picks)
        if items:
            return items


def _block(rng: random.Random, level: str, picks: Sequence[float]) -> list[Item] | None:
    """Return a block; None if there are too few facts, or too few questions on them."""
    dials = DIALS[level]
    book = draw_book(rng, dials)
    if len(book.facts) < dials.facts[0] or not book.by_count[2]:
        return None
    text = instruction.write(rng, book.facts, book.cast)
    items: dict[tuple[str, ...], Item] = {}
    for pick in picks:
        kind = EVENT if pick < 0.5 else DURATION
        for _ in range(_ATTEMPTS):
            item = _item(rng, kind, book, text)
            if not item or (item.cells["label"], item.template) in items:
                continue
            if kept(rng, dials.steps, count(solve, item.cells)):
                items[item.cells["label"], item.template] = item
                break
        else:
            return None
    return list(items.values())


def draw_book(rng: random.Random, dials: Dials) -> Book:
    """Return facts on a random graph, with names: as many as the dials say, or as fit in.

    On a graph of `graphs.OF_SINGLE_YEARS` each fact begins and ends in the same year.
    """
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


_CUMULATIVE = {
    kind: tuple(accumulate(template.weight for template in own)) for kind, own in TEMPLATES.items()
}


def _item(rng: random.Random, kind: str, book: Book, text: str) -> Item | None:
    """Return a question of a random template; None if the facts give none."""
    template = rng.choices(TEMPLATES[kind], cum_weights=_CUMULATIVE[kind])[0]
    wordings = template.wordings if book.lasts else template.of_single_years
    if not wordings:
        return None
    phrases = Phrases(rng, book.cast)
    for _ in range(_TRIES):
        found = template.find(book, rng, phrases)
        if found and found.number > 0:
            break
    else:
        return None
    fields = phrases.fields | found.fields
    for name, tails in TAILS.items():
        fields[name] = rng.choice(tails)
    question = rng.choice(wordings).format_map(fields)
    return tot_item(
        question=question,
        instruction=text,
        label=f"{{'answer': '{found.number}'}}",
        number=found.number,
        question_type=kind,
        answer_format="<answer>",
        unit="years",
        split="semantic",
        template=template.name,
    )
