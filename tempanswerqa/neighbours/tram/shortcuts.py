"""Scores choices by the options alone: which accuracy is possible without the question."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.neighbours.tram.sizes import Size, sizes

Positions = frozenset[int]

ALL = "all"
"""The name of a whole task beside its categories."""


Rule = Callable[[Sequence[str]], Positions]
"""A function that returns the positions of the options that it keeps."""


def _by_size(part: Callable[[list[Size]], list[Size]]) -> Rule:
    """Return the rule that keeps a part of the ordered options; all if they have no order."""

    def kept(options: Sequence[str]) -> Positions:
        found = sizes(options)
        wanted = part(sorted(found)) if found else []
        return frozenset(n for n, _ in enumerate(options) if not found or found[n] in wanted)

    return kept


def _by_value(values: Callable[[Sequence[str]], list[int]]) -> Rule:
    """Return the rule that keeps the options with the largest value."""

    def kept(options: Sequence[str]) -> Positions:
        found = values(options)
        return frozenset(n for n, value in enumerate(found) if value == max(found))

    return kept


def _common_words(options: Sequence[str]) -> list[int]:
    """Return the number of words that each text has in common with the others."""
    words = [set(text.casefold().replace("-", " ").replace("/", " ").split()) for text in options]
    return [sum(len(own & other) for other in words) for own in words]


RULES: Mapping[str, Rule] = {
    "smallest": _by_size(lambda ordered: ordered[:1]),
    "middle": _by_size(lambda ordered: ordered[(len(ordered) - 1) // 2 : len(ordered) // 2 + 1]),
    "largest": _by_size(lambda ordered: ordered[-1:]),
    "longest text": _by_value(lambda options: [len(text) for text in options]),
    "shortest text": _by_value(lambda options: [-len(text) for text in options]),
    "most alike": _by_value(_common_words),
}
"""The rules by name. `smallest` keeps the earliest, shortest or smallest options, and `middle` two
of an even number. Texts are as long as they have characters."""

LETTER = "letter"
"""The name of the rule that always takes the most frequent letter of the category."""


class Shares(NamedTuple):
    """Hold the expected accuracy of each rule on the questions of a category or a whole task."""

    category: str
    n: int
    chance: float
    """The accuracy of a random choice: the mean of 1 / number of options."""
    accuracy: dict[str, float]
    """The accuracy by the keys of `RULES`, and by `LETTER`."""

    @property
    def best(self) -> str:
        """Return the rule with the highest accuracy, of equal ones the first."""
        return max(self.accuracy, key=lambda name: self.accuracy[name])


def measure(items: Sequence[Item]) -> list[Shares]:
    """Return the shares of each category in alphabetical order, then those of `ALL`.

    For `ALL`, `LETTER` takes the most frequent letter of all questions. If a rule keeps several
    options, each is taken with equal probability. Raises ValueError without items.
    """
    if not items:
        raise ValueError("shares need at least one question")
    members: dict[str, list[Item]] = {}
    for item in items:
        members.setdefault(item.category, []).append(item)
    named = sorted(members) if len(members) > 1 else []
    return [*(_shares(name, members[name]) for name in named), _shares(ALL, items)]


def by_category(shares: Sequence[Shares]) -> float:
    """Return the accuracy on a task if the best rule of each category answers its questions."""
    own = shares[:-1] or shares
    right = math.fsum(share.n * share.accuracy[share.best] for share in own)
    return right / sum(share.n for share in own)


def _shares(category: str, items: Sequence[Item]) -> Shares:
    n = len(items)
    right = dict.fromkeys(RULES, 0.0)
    for item in items:
        for name, rule in RULES.items():
            left = rule(item.options)
            right[name] += (item.answer in left) / len(left)
    letters = Counter(item.letters[item.answer] for item in items)
    accuracy = {name: total / n for name, total in right.items()}
    accuracy[LETTER] = max(letters.values()) / n
    return Shares(category, n, math.fsum(1 / len(item.options) for item in items) / n, accuracy)
