"""Reads numbers in text, digits with signs, separators and decimals or English words, as values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from itertools import pairwise
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")


class Value(NamedTuple):
    """A value that a text states."""

    value: float | date
    notation: str
    """The name of its notation; docs/extraction.md lists the names."""


def only(items: Iterable[Item]) -> Item | None:
    """Return the item if all items are equal; None for no items or different ones."""
    found = set(items)
    return found.pop() if len(found) == 1 else None


def only_value(numbers: Iterable[float], notation: str) -> Value | None:
    """Return the number as a value if all are equal; None for no numbers or different ones."""
    number = only(numbers)
    return None if number is None else Value(float(number), notation)


_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_VALUES = {
    **{word: value for value, word in enumerate(_UNITS.split())},
    **{word: 10 * value for value, word in enumerate(_TENS.split(), 2)},
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_WORD = "|".join(sorted((*_VALUES, *_SCALES), key=len, reverse=True))
NAMES = {*_VALUES, *_SCALES}
WORD = f"(?:{_WORD})"

DIGITS = (
    r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,12}|[0-9]{1,40})(?![0-9]|,[0-9])(?:\.[0-9]{1,40})?(?!\.[0-9])"
    r"|\.[0-9]{1,40}"
)
WORDS = rf"(?:{_WORD})(?:(?:\s*-\s*|\s+|\s+and\s+)(?:{_WORD})){{0,9}}(?!\w)(?:\s+and\s+a\s+half\b)?"
_SCALED = rf"(?:{DIGITS})(?:\s+(?:{'|'.join(_SCALES)})(?!\w))?"
SIGNED = (
    r"(?=[-+.0-9efhmnostz])"  # only these words begin a number
    rf"(?:(?<![\w.,)%-])[-+]|(?<!\w)(?:minus|negative)\s+)?(?<![\w.,/])(?<![0-9]:)(?<!\w-)(?:{_SCALED}|{WORDS})"
)
"""Finds numbers that touch no word and no other number."""

_NUMBER = re.compile(rf"(?i){SIGNED}")


def value(text: str) -> float | None:
    """Return the number of a match of `SIGNED`; None if its words are no number."""
    text = text.lower().strip()
    sign = -1.0 if text.startswith(("-", "minus", "negative")) else 1.0
    text = re.sub(r"^(?:[-+]|minus\s+|negative\s+)", "", text)
    if text[0].isdigit() or text[0] == ".":
        digits, *scale = text.split()
        return sign * float(digits.replace(",", "")) * (_SCALES[scale[0]] if scale else 1)
    text, halves = re.subn(r"\sand\s+a\s+half$", "", text)
    words = re.findall(_WORD, text)
    if any(not _follows(first, second) for first, second in pairwise(words)):
        return None
    total = part = 0
    for word in words:
        if word in _VALUES:
            part += _VALUES[word]
        elif word == "hundred":
            part = (part or 1) * 100
        else:
            total, part = total + (part or 1) * _SCALES[word], 0
    return sign * (total + part + halves / 2)


def whole(text: str) -> float | None:
    """Return the number that the whole text is, or None."""
    found = _NUMBER.fullmatch(text.strip())
    return value(found[0]) if found else None


def in_digits(text: str) -> str:
    """Return a text without digits with those of its numbers in words; smaller ones than ten stay,
    as they often count things.
    """
    if any(map(str.isdigit, text)):
        return text
    return _NUMBER.sub(
        lambda found: f"{number:.0f}" if (number := value(found[0]) or 0) >= 10 else found[0], text
    )


def _follows(first: str, second: str) -> bool:
    """Return whether the second word can stand behind the first in one number."""
    if second in _SCALES:
        return _SCALES.get(first, 0) < _SCALES[second]
    if first in _SCALES:
        return True
    return _VALUES[first] >= 20 and 0 < _VALUES[second] < 10


UNIT = "(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?)"
NOT = re.compile(
    r"(?i)(?:^|,?\s)(?:not|rather than|instead of|never)\s+(?:yet\s+|in\s+|on\s+|before\s+)?"
    rf"(?:{DIGITS})(?!\w)(?:\s{UNIT})?"
)
"""An amount of which the text says that it is not the answer."""

NAME = re.compile(r"\s+[A-Z][a-z]")
"""The next word of a name behind a number."""
