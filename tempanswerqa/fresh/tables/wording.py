"""Makes questions from templates: the entity is named once, and is a pronoun from then on."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.tables.facts import Entity, Words

_SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
_BARE = re.compile(r"\.[go]\}")
_CLAUSE = re.compile(r"\{\w(\.q)?\}")
_GERUND = re.compile(r"\{(\w)\.g\}")
_ING = re.compile(r"\w+ing\b")
_CHOICE = re.compile(r"\[([^]]*)\]")


@cache
def wordings() -> Mapping[str, list[str]]:
    """Return the templates of questions by their names in `wordings.yaml`."""
    steps = declared(Path(__file__).with_name("wordings.yaml")).values()
    return {
        key: [one["say"] for one in own if "say" in one]
        for step in steps
        for key, own in step.items()
    }


def chosen(template: str, rng: random.Random) -> str:
    """Return the template with one of the choices of each square bracket."""
    return _CHOICE.sub(lambda match: rng.choice(match[1].split("|")), template)


def fits(template: str, slots: Mapping[str, Words | str]) -> bool:
    """Return whether the words in the slots have the forms that the template needs.

    `{a.g}` and `{a.o}` need the entity as the subject, `.o}` also needs equal verbs in all slots,
    and `{a.g}` makes no gerund of a gerund such as *stopping playing*. No clause repeats a subject
    that is not the entity.
    """
    told = [words for words in slots.values() if isinstance(words, Words)]
    others = [words.subject for words in told if words.subject]
    if len(set(others)) < len(others) and _CLAUSE.search(template):
        return False
    if not _BARE.search(template):
        return True
    verbs = {words.verb.rpartition("|")[0] for words in told}
    same = len(verbs) == 1 and "|" in verbs.pop()
    gerunds = (slots[slot] for slot in _GERUND.findall(template))
    if any(isinstance(words, Words) and _ING.match(words.object) for words in gerunds):
        return False
    return not any(words.subject for words in told) and (same or ".o}" not in template)


def say(template: str, entity: Entity, slots: Mapping[str, Words | str]) -> str:
    """Return the template as a question about the entity.

    `{a}` is the clause of the words in slot a, `{a.q}` its question order, `{a.n}` its noun,
    `{a.g}` its gerund, `{a.o}` what follows the verb; `{they}` and `{their}` name the entity or its
    owner, once, and are pronouns from then on. A slot of text stays as it is.
    """
    named = False

    def called(first: str, later: str) -> str:
        nonlocal named
        word = later if named else first
        named = True
        return word

    subject = partial(called, entity.name, entity.pronoun)
    owner = partial(called, entity.possessive, entity.possessive_pronoun)

    def fill(match: re.Match) -> str:
        slot, form = match[1], match[2]
        if slot == "they":
            return subject()
        if slot == "their":
            return owner()
        value = slots[slot]
        if isinstance(value, str):
            return value
        if form == "n":
            return value.named(owner() if value.owned else "")
        if form in ("g", "o"):
            return value.gerund if form == "g" else value.object
        who = "" if value.subject else subject()
        return value.question(who) if form == "q" else value.clause(who)

    text = _SLOT.sub(fill, template)
    return text[0].upper() + text[1:]
