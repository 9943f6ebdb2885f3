"""Accuracy of Test of Time: whether the JSON object of a reply equals the reference.

Nothing is repaired: a reply without its opening brace, or with a line end within a string, is
wrong. The task and the module of `evaluate` share `correct`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from tempanswerqa.paper_scoring import literal

SUBSETS = ("arithmetic", "semantic")

_OBJECT = re.compile(r"\{(?=[ \t\n\r]*[\"}])")
_BROKEN = 50
"""A text with so many broken objects has none."""
_DECODER = json.JSONDecoder(parse_constant=int)  # which refuses NaN and Infinity


def correct(prediction: str | None, reference: Mapping[str, Any] | str, subset: str) -> bool:
    """Return whether a reply gives the reference; False without an `answer_object`.

    `arithmetic`: the object equals the reference (a dict, or its text in Python or JSON) by
    Python's `==`: 1 equals 1.0 but not "1", and the order of lists counts, but not that of keys.
    `semantic`: the value of `answer` and the reference are the same text: 1 equals "1" but not 1.0.
    Raises ValueError for another subset, and for an arithmetic reference that is not a dict.
    """
    if subset not in SUBSETS:
        raise ValueError(f"unknown subset {subset!r}; known are {', '.join(SUBSETS)}")
    right = parse_reference(reference) if subset == "arithmetic" else str(reference)
    answer = answer_object(prediction)
    if answer is None:
        return False
    try:
        if subset == "arithmetic":
            return answer == right
        return "answer" in answer and str(answer["answer"]) == right
    except RecursionError:  # the value was read, but is nested too deep to compare
        return False


def answer_object(prediction: str | None) -> dict[str, Any] | None:
    """Return the first JSON object of a reply, without its explanation; None if there is none.

    It may have text around it, and fewer than `_BROKEN` broken objects before it. An object that is
    nested too deep for Python's `json` ends the search.
    """
    text = prediction or ""
    for brace in islice(_OBJECT.finditer(text), _BROKEN):
        try:
            answer: dict[str, Any] = _DECODER.raw_decode(text, brace.start())[0]
        except ValueError:
            continue
        except RecursionError:
            return None
        answer.pop("explanation", None)
        return answer
    return None


def parse_reference(reference: Mapping[str, Any] | str) -> dict[str, Any]:
    """Return the arithmetic reference as a dict. Raises ValueError otherwise."""
    if isinstance(reference, Mapping):
        return dict(reference)
    value: object = None
    for read in (json.loads, literal):
        with suppress(ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            value = value or read(reference.strip())
    if not isinstance(value, dict):
        raise ValueError(f"the reference {reference!r} is not a dict in Python or JSON notation")
    return value
