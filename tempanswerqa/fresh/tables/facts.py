"""Holds the facts of a table for questions, with their words: events, spans, lists, and dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from tempanswerqa.fresh.item import ordinal
from tempanswerqa.fresh.solving import ORDINALS
from tempanswerqa.paper_scoring import MONTHS

_SILENT = re.compile("(?<=..)(?<!e)e$")
_DOUBLED = frozenset(("begin", "drop", "get", "put", "quit", "run", "set", "sit", "stop", "win"))
"""The verbs whose last letter is written twice before -ing."""
YEAR, MONTH, DAY = "year", "month", "day"


def day_first(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def month_first(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def month_year(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.year}"


_IN_WORDS = 8
"""The largest ordinal that is written in words."""


def spelled_ordinal(number: int) -> str:
    """Return the number as first, second, ...; in digits from the ninth on."""
    return ORDINALS[number - 1] if number <= _IN_WORDS else ordinal(number)


def full_years(start: date, end: date) -> int:
    return end.year - start.year - ((end.month, end.day) < (start.month, start.day))


@dataclass(frozen=True, slots=True)
class Entity:
    """The person or thing that a table describes, as questions name it."""

    name: str
    pronoun: str

    @property
    def possessive(self) -> str:
        return f"{self.name}'" if self.name.endswith("s") else f"{self.name}'s"

    @property
    def possessive_pronoun(self) -> str:
        return {"she": "her", "he": "his", "it": "its"}[self.pronoun]


@dataclass(frozen=True, slots=True)
class Words:
    """The words for a fact: verbs such as `joined|join|Ardal` or `was|launched`, and a noun.

    A noun that begins with `the` stands alone, with the possessive for `{}`; another follows it:
    *her* `arrival`.
    """

    verb: str
    noun: str
    subject: str = ""
    """The subject of the verb; empty for the entity of the table."""

    def clause(self, subject: str) -> str:
        past, *rest = self.verb.split("|")
        return f"{self.subject or subject} {past} {rest[-1]}".rstrip()

    def question(self, subject: str) -> str:
        parts = self.verb.split("|")
        subject = self.subject or subject
        if len(parts) == 2:
            return f"{parts[0]} {subject} {parts[1]}"
        return f"did {subject} {parts[1]} {parts[2]}".rstrip()

    @property
    def object(self) -> str:
        """Return what follows the verb."""
        return self.verb.rpartition("|")[2]

    @property
    def gerund(self) -> str:
        forms = self.verb.split("|")
        *before, base = (forms[1] if len(forms) > 2 else "be").split()
        stem = base + base[-1] if base in _DOUBLED else _SILENT.sub("", base)
        stem = "dy" if base == "die" else stem
        return " ".join((*before, f"{stem}ing", self.object)).rstrip()

    def named(self, possessive: str) -> str:
        """Return the noun with its owner, which stands for `{}` or before it."""
        if self.noun.startswith("the "):
            return self.noun.format(possessive)
        return f"{possessive} {self.noun}"

    @property
    def owned(self) -> bool:
        return "{}" in self.noun or not self.noun.startswith("the ")


@dataclass(frozen=True, slots=True)
class Event:
    """A point in time; `day` is right to its `precision` (year, month or day)."""

    day: date
    precision: str
    words: Words
    topic: str
    """The span or list of the event, or its noun."""


@dataclass(frozen=True, slots=True)
class Span:
    """Hold a time between two events, such as a spell at a club."""

    start: Event
    end: Event
    words: Words
    """The words for the whole time: `played|play|for Ardal`, `spell with Ardal`."""

    @property
    def precision(self) -> str:
        return self.start.precision if self.start.precision == self.end.precision else ""


@dataclass(frozen=True, slots=True)
class Group:
    """Hold all spans of one sort, which the table has under a heading with the group's noun."""

    noun: str
    """The noun, also in the heading or label over the spans: `club` under `Senior clubs`."""
    edges: tuple[Words, Words] | None
    """The words for the begin and the end of *the club*; None if no question is on the longest."""
    held: str
    """The verb after *that she ...*, such as `stayed with`."""
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """Hold the years in which the same happened again: `won|win|the Ardal Cup`, `Ardal Cup win`."""

    years: tuple[int, ...]
    words: Words

    def event(self, position: int) -> Event:
        """Return the event at a position, from 0; its words name its rank."""
        last = position == len(self.years) - 1
        rank = "last" if last else spelled_ordinal(position + 1)
        *forms, object_ = self.words.verb.split("|")
        verb = f"{self.words.verb} for the {rank} time"
        if rank in ("first", "last"):
            told = [f"{rank} {form}" for form in forms if len(forms) > 1]
            verb = "|".join((*told, object_) if told else (*forms, f"{rank} {object_}"))
        elif object_.startswith("the "):
            article = "an" if rank.startswith(("e", "8", "11", "18")) else "a"
            verb = "|".join((*forms, f"{article} {rank}{object_[3:]}"))
        words = Words(verb, f"{rank} {self.words.noun}", self.words.subject)
        return Event(date(self.years[position], 1, 1), YEAR, words, self.words.noun)
