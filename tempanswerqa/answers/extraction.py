"""Finds the answer that a careful reader would read in a response, and names the rule.

No extraction uses a label.
"""

from __future__ import annotations

import json
from functools import lru_cache
from math import sqrt
from pathlib import Path

from tempanswerqa.answers.markers import Extracted, Response, plain_text
from tempanswerqa.answers.question_view import QuestionView


def flexible(response: Response, question: QuestionView) -> Extracted | None:
    """Return the answer that a careful reader would read; None if none was given.

    The text is in the plain notation of `quantities.read_plain`: a number in the asked unit, or
    a date as 2001-03-31. docs/extraction.md lists the rules.
    """
    # its patterns take a while to compile
    from tempanswerqa.answers.flexible.rules import find

    found = find(response, question)
    return Extracted(plain_text(found[0]), found[1]) if found else None


SURE, LIKELY = 0.9, 0.7
"""The least precision of a rule, at the lower end of its 95 % interval, whose readings are sure or
likely."""


def certainty(rule: str) -> str:
    """Return `sure`, `likely` or `unsure` for the readings of a rule of flexible extraction.

    `rule` names a place and a notation, as in `Extracted.rule`. The precision is that on labelled
    responses, by Wilson's interval. A rule without labelled readings is unsure.
    """
    right, read = _measured().get(rule, (0, 0))
    if not read:
        return "unsure"
    share, z = right / read, 1.96
    spread = z * sqrt(share * (1 - share) / read + (z / (2 * read)) ** 2)
    least = (share + z**2 / (2 * read) - spread) / (1 + z**2 / read)
    return "sure" if least >= SURE else "likely" if least >= LIKELY else "unsure"


@lru_cache(maxsize=1)
def _measured() -> dict[str, list[int]]:
    """Return right and all readings of each rule, as `benchmarks/precision.py` counts them."""
    text = Path(__file__).with_name("precision.json").read_text(encoding="utf-8")
    return dict(json.loads(text))
