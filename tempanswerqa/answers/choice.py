"""Chooses the quantity that is the answer of a text, by fitted weights.

`weights.json` has the model, which `benchmarks/fit_reader.py` fits and describes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.answers import languages
from tempanswerqa.answers.candidates import Target, Value
from tempanswerqa.answers.features import Passage
from tempanswerqa.answers.quantity import ANSWERS, Quantity, to_unit
from tempanswerqa.answers.result import Period, Span, Unread
from tempanswerqa.answers.tokens import words
from tempanswerqa.paper_scoring import DURATIONS
from tempanswerqa.units import Unit

ALONE = 0.995
"""The probability of a value that is the whole text."""

LONGEST = 80
"""Maximum length of a text that is nothing but a value."""

_WHOLE_TIME = re.compile(
    r"([01]?[0-9]|2[0-4])[.]([0-5][0-9])|(?!20|19)([01][0-9]|2[0-3])([0-5][0-9])"
)
_WHOLE_DATE = re.compile(r"([12][0-9][0-9][0-9])(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])")
_WHOLE_YEAR = re.compile(r"([12]),?([0-9][0-9][0-9])(?:\.0)?")
_NO_COUNT = re.compile(
    r"(?!None\Z)(?i:none(?: at all)?|never|not once|nobody|not a single one)(?:[.!](?!\S)|\Z)"
    r"|(?i:no (?!answer|clue|date|detail|entri|fact|idea|note|record|result|year)[a-z]{3,}s)[.!]?\Z"
)
"""An answer of zero, except Python's `None` as text."""

_OWN_NAMES = ("era", "date_without_year")
"""The notations that are named instead of their kind."""

_IN_BRACKETS = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W\d_]+")
_FILL = languages.BESIDE | words(
    "it its s is was are that this he she they i you we the a an in all total about around roughly"
    " approximately nearly almost exactly only just some say ca circa took takes take lasted lasts"
    " answer result old on at day date year time well so yes okay sure early mid late inclusive"
    " ago altogether overall o clock e d b"
)
"""Words that may surround the only value of a text."""


class Choice(NamedTuple):
    """The value that a text states, with its place in the text; false if it states none."""

    number: float | Period | None = None
    notation: str = ""
    span: Span = (0, 0)
    probability: float | None = None
    """None without a number, or if the user's function chose it."""
    unread: Unread | None = None
    """The reason why there is no number; None if there is one."""

    def __bool__(self) -> bool:
        return self.number is not None


class Weighed(NamedTuple):
    """A candidate with the probability that the text states it."""

    candidate: Value
    score: float
    features: Mapping[str, float]


class Model(NamedTuple):
    """A sum of small decision trees."""

    features: Sequence[str]
    base: float
    trees: Sequence[Sequence[Any]]
    """The nodes of each tree in preorder. A leaf is its value; a branch is its feature, the largest
    value that leads to the next node, and the index of the node for larger values."""
    calibration: Sequence[float]
    threshold: float

    def score(self, features: Mapping[str, float]) -> float:
        """Return the log-odds that a candidate is the answer of its text."""
        values = [features[name] for name in self.features]
        total = self.base
        for tree in self.trees:
            place, node = 0, tree[0]
            while type(node) is not float:
                feature, most, other = node
                place = place + 1 if values[feature] <= most else other
                node = tree[place]
            total += node
        return total

    def probability(self, first: float, second: float) -> float:
        """Return the probability that the best number is right, from the two highest scores."""
        one, two, three = self.calibration
        return 1 / (1 + exp(-max(-50.0, min(50.0, one + two * first + three * max(second, -9.0)))))

    def weights(self, features: Mapping[str, float]) -> list[tuple[str, float]]:
        """Return by how much each feature changes the score from its value at 0, largest first."""
        score = self.score(features)
        changed = [name for name in self.features if features[name]]
        changes = [(name, score - self.score({**features, name: 0.0})) for name in changed]
        return sorted(changes, key=lambda pair: -abs(pair[1]))


@lru_cache(maxsize=1)
def model() -> Model:
    """Return the shipped model."""
    shipped = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    return Model(*(shipped[name] for name in Model._fields))


def weighed(passage: Passage) -> list[Weighed]:
    """Return the candidates of a text, the most probable first; none if the text is a question."""
    rows = passage.features() if passage.candidates else []
    pairs = zip(passage.candidates, rows, strict=True)
    order = [Weighed(one, model().score(row), row) for one, row in pairs if not row["asks_back"]]
    return sorted(order, key=lambda one: -one.score)


@lru_cache(maxsize=1 << 14)  # many responses give the same answer
def choose(text: str, asked: Target, place: str = "", context: str = "") -> Choice:
    """Return the value that a text states as its answer, or why it states none."""
    passage = Passage(text, asked, context, place)
    if choice := alone(passage):
        return choice
    if place in ("final_answer", "answer_line") and _lists(passage):
        return Choice(unread="several answers")
    if order := weighed(passage):
        best = order[0]
        second = next((w.score for w in order if w.candidate.number != best.candidate.number), -9.0)
        probability = model().probability(best.score, second)
        if probability >= model().threshold:
            return _choice(best.candidate, probability)
    if passage.refuses():
        return Choice(unread="refused")
    several = len({one.number for one in passage.candidates}) > 1 or any(
        one.role in ("range", "one of several") for one in passage.quantities
    )
    return Choice(unread="several answers" if several else "no answer")


def values(passage: Passage) -> list[Choice]:
    """Return the values of a text that may be its answer, each at its first occurrence."""
    choices = [_choice(one) for one in passage.candidates]
    return [*{one.number: one for one in reversed(choices)}.values()][::-1]


def _choice(candidate: Value, probability: float | None = None) -> Choice:
    one, number = candidate
    stated = Period(*one.parts) if one.kind == "period" else number
    name = one.notation if one.notation in _OWN_NAMES else one.kind
    return Choice(stated, name, one.span, probability)


def alone(passage: Passage) -> Choice | None:
    """Return the value of a text that is only a quantity, including 20120503 and 14.30."""
    unit, plain = passage.asked.unit, passage.plain
    if unit.kind == "count" and _NO_COUNT.match(plain.strip()):
        return Choice(0.0, "number", (0, len(plain)), ALONE)
    if len(passage.quantities) != 1 or len(plain) > LONGEST:
        return None
    (one,) = passage.quantities
    beside = f"{plain[: one.start]} {plain[one.end :]}"
    if one.role not in ANSWERS or "?" in beside or any(map(str.isdecimal, beside)):
        return None
    if not _FILL.issuperset(_WORD.findall(beside.lower())):
        return None
    if one.kind in ("number", "year") and one.notation != "era":
        if special := _of_digits(plain[slice(*one.span)], unit):
            return special._replace(span=one.span)
        if unit.kind == "duration":
            is_year = one.kind == "year" and unit.singular == "year"
            other = unit.name in DURATIONS if passage.asked.released else is_year
            if other or beside.strip(" .!"):
                return None
            return Choice(float(one.parts[0]), "number", one.span, ALONE)
    return _choice(passage.candidates[0], ALONE) if passage.candidates else None


def _lists(passage: Passage) -> bool:
    """Return whether a text is only several values, each perhaps with a note in brackets."""
    if len(passage.candidates) < 2:
        return False
    plain = _IN_BRACKETS.sub(lambda match: " " * len(match[0]), passage.plain)
    numbers = {number for one, number in passage.candidates if plain[slice(*one.span)].strip()}
    ends = [0, *(one.end for one in passage.quantities)]
    starts = [*(one.start for one in passage.quantities), len(plain)]
    beside = " ".join(plain[a:b] for a, b in zip(ends, starts, strict=True))
    several = len(numbers) > 1 and set("=+*/:<>").isdisjoint(beside)
    return several and _FILL.issuperset(_WORD.findall(beside.lower()))


def _of_digits(stated: str, unit: Unit) -> Choice | None:
    """Return the value of a time, date or year in digits that could also be a number."""
    if unit.kind == "time of day" and (match := _WHOLE_TIME.fullmatch(stated)):
        hour, minute = int(match[1] or match[3]), int(match[2] or match[4])
        return Choice(float(60 * hour + minute) % 1440, "clock", probability=ALONE)
    if match := _WHOLE_DATE.fullmatch(stated):
        day = Quantity("date", tuple(map(int, match.groups())), (0, 0), "date")
        number = to_unit(day, unit)
        return Choice(number, "date", probability=ALONE) if number is not None else None
    if unit.parts == 1 and (match := _WHOLE_YEAR.fullmatch(stated)):
        return Choice(float(match[1] + match[2]), "year", probability=ALONE)
    return None
