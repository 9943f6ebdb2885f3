"""Finds what a question of Test of Time asks for: the JSON form in its text, and the unit.

A form is like `{"explanation": <...>, "H": H, "M": M, "S": S}`. Its text from the first value on is
the answer format of TempAnswerQA, here `H, "M": M, "S": S`. The format and the keys show the kind
of answer. A unit is returned only if the label can be read in it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tempanswerqa import paper_scoring
from tempanswerqa.neighbours.test_of_time.accuracy import ANSWER

_AGE = "age"
_FORM = re.compile(
    r"""["']explanation["']\s*:\s*<[^<>]*>\s*,\s*(["']\w+["'])\s*:\s*([^{}]*)\}""", re.ASCII
)
_KEY = re.compile(r"""["'](\w+)["']\s*:""", re.ASCII)


class Form(NamedTuple):
    """Hold the JSON object that a question asks for, without the explanation."""

    keys: tuple[str, ...]
    answer_format: str


def form(question: str) -> Form:
    """Return the first form in the text of a question; an empty form if there is none."""
    found = _FORM.search(question)
    if found is None:
        return Form((), "")
    return Form(tuple(_KEY.findall(f"{found[1]}:{found[2]}")), found[2])


def readable(label: str, units: Iterable[str]) -> tuple[str, float]:
    """Return the first of the units in which the label can be read, and its number; an empty unit
    and NaN for lists, names, counts and other kinds.
    """
    for unit in units:
        number = paper_scoring.read_label(label, "tot", unit)
        if number is not None:
            return unit, number
    return "", math.nan


def renamed_age(reference: Mapping[str, Any], form: Form) -> dict[str, Any]:
    """Return the reference, with `answer` renamed to `age` if the form asks for `age`."""
    if form.keys == (_AGE,) and tuple(reference) == (ANSWER,):
        return {_AGE: reference[ANSWER]}
    return dict(reference)
