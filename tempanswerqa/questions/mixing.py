"""The order in which the harness asks the questions of files."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Asked = TypeVar("Asked")
"""A question, or any other record with an id."""


def mixed(
    questions: Iterable[Asked],
    stratum_of: Callable[[Any], tuple[str, ...]] = lambda question: (question.unit, question.kind),
) -> list[Asked]:
    """Return the questions in a fixed order, every prefix of which is representative.

    Questions of one stratum, by default a unit and a type, are spread evenly; a digest of their ids
    orders them. So the order of the file has no effect, and the first N questions have each stratum
    in about the same proportion as all questions. No questions give an empty list.
    """
    strata: defaultdict[tuple[str, ...], list[Any]] = defaultdict(list)
    for question in questions:
        strata[stratum_of(question)].append(question)
    placed = []
    for stratum, members in strata.items():
        first = _fraction("/".join(stratum))
        members.sort(key=lambda question: (_fraction(question.id), question.id))
        placed += [
            ((position + first) / len(members), question.id, question)
            for position, question in enumerate(members)
        ]
    return [question for *_, question in sorted(placed, key=lambda place: place[:2])]


def _fraction(text: str) -> float:
    """Return a number from 0 to 1 that is the same for the same text everywhere."""
    digest = hashlib.sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    return int.from_bytes(digest[:6], "big") / 2**48
