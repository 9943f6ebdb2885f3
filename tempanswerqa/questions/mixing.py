"""The order in which the harness asks the released questions."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from tempanswerqa.questions.record import Question


def mixed(questions: Iterable[Question]) -> list[Question]:
    """Return the questions in a fixed order whose every beginning resembles the whole.

    Questions of one unit and type are spread evenly; a digest of their ids orders them. So the
    order of the file has no effect, and the first N questions have each unit and type in about the
    same proportion as all questions. No questions give an empty list.
    """
    strata: defaultdict[tuple[str, str], list[Question]] = defaultdict(list)
    for question in questions:
        strata[question.unit, question.kind].append(question)
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
