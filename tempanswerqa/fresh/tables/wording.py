"""Questions from templates: who or what is named first, and by pronoun from then on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.tables.facts import Entity, Words

CONTEXTS = (
    "In the table on",
    "Going by the table on",
    "According to the entry on",
    "In the case of",
)
"""Stand before the name of what the table is about, where the template does not name it."""
_SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?\}")


@cache
def wordings() -> Mapping[str, list[str]]:
    """Return the templates of questions by their names, as `wordings.yaml` has them."""
    steps = declared(Path(__file__).with_name("wordings.yaml")).values()
    return {key: [one["say"] for one in own] for step in steps for key, own in step.items()}


def say(
    template: str, entity: Entity, slots: Mapping[str, Words | str], context: str = CONTEXTS[0]
) -> str:
    """Return the template as a question about the entity.

    `{a}` is the clause of the words in slot a, `{a.q}` its question order, `{a.n}` its noun;
    `{they}` and `{their}` name the entity or its owner. A slot of text stands as it is.
    The entity is named where it comes first, or else by the context; after that its pronoun stands.
    """
    named = False

    def called(first: str, later: str) -> str:
        nonlocal named
        word = later if named else first
        named = True
        return word

    subject = partial(called, entity.name, entity.pronoun)
    owner = partial(called, entity.possessive, entity.possessive_pronoun)

    def fill(found: re.Match) -> str:
        slot, form = found[1], found[2]
        if slot == "they":
            return subject()
        if slot == "their":
            return owner()
        value = slots[slot]
        if isinstance(value, str):
            return value
        if form == "n":
            return value.noun if value.noun.startswith("the ") else value.named(owner())
        who = "" if value.subject else subject()
        return value.question(who) if form == "q" else value.clause(who)

    text = _SLOT.sub(fill, template)
    if not named:
        first = text[0] if template[0] == "{" else text[0].lower()
        text = f"{context} {entity.name}, {first}{text[1:]}"
    return text[0].upper() + text[1:]
