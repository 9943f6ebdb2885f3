"""Writes the instruction of a block: a lead-in, the facts in one of five orders, and rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.semantic.names import Cast
from tempanswerqa.fresh.semantic.relations import Fact

LINES = [line["say"] for line in declared(Path(__file__).with_name("facts.yaml"))["lines"]]
"""The forms in which a block states its facts; each shows which is subject and object."""

LEAD_INS = (
    "Go by these records alone; the two years of each are its first and its last:",
    "Below is every record there is, each with the years in which the relation began and ended:",
    "The following notes say who stood in which relation to whom, from which year to which:",
    "You are given a list of relations, each with the years in which it began and ended:",
    "What is known is listed here. Every entry names its opening year, then its closing year:",
    "Study this chronicle. Each line gives the years in which a relation began and ended:",
    "This is a register of relations. Every entry gives the years in which one began and ended:",
)

_FORM = 'JSON = {"explanation": <your reasoning>, "answer": <answer>}'

RULES = (
    "Use nothing but these records. Each holds only in the direction in which it is worded. First, "
    "second, last and the like are meant in time, whatever the order of the list. Reply with this "
    f"line, filled in, and no further text: {_FORM}. The answer is a bare number, either a year or "
    "a count of years.",
    "Rely on the list above and on no other knowledge; a relation is never to be turned round, and "
    "what is first or last is so in time, not in the list. Write just this, with your own "
    f"reasoning and number: {_FORM}. Reason in the first field and put a plain number, without "
    "any unit, in the second.",
    "The question has to be settled by the lines above. What they say of one party towards another "
    "is not thereby true the other way round. Words such as first, second or last follow time, not "
    f"the order of the lines. Your whole reply looks like this: {_FORM}, its answer being digits "
    "only.",
    "Do not bring in facts from elsewhere, and do not read any line backwards. Count first, second "
    "and so on to last by time, not by place in the list. Give your reply in this form, with both "
    f"keys in this order: {_FORM}. Keep the answer to a number of years or a calendar year in "
    "digits.",
    "Answer from this material alone, taking every entry one way only, as it stands. Whatever the "
    "question calls first, second or last is so in time, not in the order of entries. The reply "
    f"must look like this: {_FORM}. Explain first; then state the number itself, with no words "
    "around it.",
    "No other source counts, and no entry works in reverse. First, second and last go by time, "
    f"however the entries are arranged. Respond with this alone: {_FORM}. Let the explanation show "
    "which entries you used and let the answer be one integer.",
)


def write(rng: random.Random, facts: Sequence[Fact], cast: Cast) -> str:
    """Return the common text of a block's questions."""
    order = ORDERS[rng.choice(tuple(ORDERS))]
    shuffled = sorted(facts, key=lambda fact: rng.random())
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
"""The orders of facts; equal facts stay in shuffled order."""
