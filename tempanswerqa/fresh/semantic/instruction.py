"""The instruction of a block: a lead-in, the facts in one of five orders, how to answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from tempanswerqa.fresh.semantic.names import Cast
from tempanswerqa.fresh.semantic.relations import Fact

LINES = (
    "From {start} to {end}, {s} was {role} {o}.",
    "{start} to {end}: {s} was {role} {o}.",
    "{s} was {role} {o}; this held from {start} until {end}.",
    "{s} became {role} {o} in {start} and ceased to be it in {end}.",
    "As {role} {o}, {s} served from {start} until {end}.",
    "- {role} {o}: {s}, {start} to {end}",
    "* {s} ({start} to {end}): {role} {o}",
    "{s} | {role} | {o} | {start} | {end}",
)
"""How a block states its facts; every one is unambiguous about who is what of whom."""

LEAD_INS = (
    "Go by these records alone; the two years of each are its first and its last:",
    "Below are all the records there are, each with the year it began and the year it ended:",
    "The following notes say who stood in which relation to whom, from which year to which:",
    "You are given a list of relations, each with the years in which it began and ended:",
    "What is known is listed here. Every entry names its opening year, then its closing year:",
    "Study this chronicle. Each line gives the years in which a relation began and ended:",
    "These are the entries of a register, with the year each came into force and the year it ran "
    "out:",
)

_FORM = 'JSON = {"explanation": <your reasoning>, "answer": <answer>}'

RULES = (
    "Use nothing but these records. Each holds only in the direction in which it is worded. Reply "
    f"with one JSON object of this form and no further text: {_FORM}. The answer is a bare "
    "number, either a year or a count of years.",
    "Rely on the list above and on no other knowledge; a relation is never to be turned round. "
    f"Write just this JSON object: {_FORM}. Reason in the first field and put a plain number, "
    "without any unit, in the second.",
    "The question has to be settled by the lines above. What they say of the first party towards "
    "the second is not thereby true the other way round. Your whole reply is an object like this: "
    f"{_FORM}, its answer being digits only.",
    "Do not bring in facts from elsewhere, and do not read any line backwards. Give your reply as "
    f"JSON with two keys, in this order: {_FORM}. Keep the answer to a number of years or a "
    "calendar year in digits.",
    "Answer from this material alone, taking every entry one way only, as it stands. The reply "
    f"must be valid JSON and must look like this: {_FORM}. Explain first; then state the "
    "number itself, with no words around it.",
    "No other source counts, and no entry works in reverse. Respond with this object alone: "
    f"{_FORM}. Let the explanation show which entries you used and let the answer be one integer.",
)


def write(rng: random.Random, facts: Sequence[Fact], cast: Cast) -> str:
    """The text that a block's questions share."""
    order = ORDERS[rng.choice(tuple(ORDERS))]
    shuffled = list(facts)
    rng.shuffle(shuffled)
    line = rng.choice(LINES)
    roles = [cast.article + relation for relation in cast.relations]
    lines = [
        line.format(
            s=cast.subjects[fact.subject],
            role=roles[fact.relation],
            o=cast.objects[fact.object],
            start=fact.start,
            end=fact.end,
        )
        for fact in order(shuffled)
    ]
    return "\n".join((rng.choice(LEAD_INS), *lines, "", rng.choice(RULES)))


Order = Callable[[list[Fact]], list[Fact]]

ORDERS: Mapping[str, Order] = {
    "shuffled": lambda facts: facts,
    "by start": lambda facts: sorted(facts, key=lambda fact: fact.start),
    "by end": lambda facts: sorted(facts, key=lambda fact: fact.end),
    "by relation and start": lambda facts: sorted(facts, key=lambda f: (f.relation, f.start)),
    "by object and start": lambda facts: sorted(facts, key=lambda f: (f.object, f.start)),
}
"""Facts that an order leaves equal stay as they were shuffled."""
