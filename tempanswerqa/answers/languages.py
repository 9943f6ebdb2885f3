"""Knows the meanings of words and phrases in the languages of `languages.yaml`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from tempanswerqa.units import TIME_UNITS

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the quick one is not on every machine
TABLE: dict[str, Any] = yaml.load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"), _LOADER
)
FIRST_JOINED = "\u2e80"
"""From this character on, the scripts of the table have no spaces between words."""

_LETTER = f"(?:[^\\W\\d_{FIRST_JOINED}-\ud7ff\uf900-\uffff]|[\u0900-\u0963])"
WORD = rf"\b[dl]'|{_LETTER}+(?:[.']{_LETTER}+)*"
"""A pattern of a word in scripts with spaces; the French article is a word of its own."""
_WORD = re.compile(rf"(?i)[{FIRST_JOINED}-\ud7ff\uf900-\uffff]+|{WORD}|[0-9]+")
_PHRASES = (
    *("article", "zero", "about", "exactly", "bound", "bound_after", "about_after", "edge"),
    *("edge_after", "later", "ago", "not", "oclock", "am", "pm", "night", "noon", "midnight"),
    *("half_past", "half_to", "past", "before_hour", "and", "to", "or", "of", "and_half", "BC"),
    *("AD", "next", "previous", "large", "with_half", "named"),
)
_NUMBERED = ("months", "weekdays", "ordinals", "numbers")
_VALUES = ("scales", "parts", "wholes", "times", "parts_of", "days")


def _entries(language: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield phrase, class and value of each entry of a language."""
    for key in _PHRASES:
        words = language.get(key, ())
        for phrase in words.split() if isinstance(words, str) else words:
            yield phrase, key, True
    for key in _NUMBERED:
        words = language.get(key, ())
        for value, spelled in enumerate(words.split() if isinstance(words, str) else words, 1):
            for word in spelled.split():
                yield word, key, value
    for key in _VALUES:
        for word, value in language.get(key, {}).items():
            yield word, key, value
    tens = language.get("tens", "").split()
    for value, word in enumerate(tens, 1):
        yield word, "tens" if value > 1 else "numbers", 10 * value
    for unit, words in language.get("units", {}).items():
        for word in words.split():
            yield word, "unit", unit
    if "decimal" in language:
        for words in language.get("units", {}).values():
            for word in words.split():
                yield word, "comma", True
    for word in language.get("year_mark", "").split():
        yield word, "mark", "year"
    for place, mark in enumerate(language.get("dates", "").split()):
        yield mark, "mark", ("year", "month", "day")[place]


def _lexicon() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for measure, (_, _, spellings) in TIME_UNITS.items():
        for word in spellings.split():
            found[word].setdefault("unit", measure)
    for language in TABLE.values():
        for phrase, key, value in _entries(language):
            name = " ".join(_WORD.findall(phrase.lower()))
            found[name].setdefault(key, value)
    for spelled in " ".join(words for _, _, words in TIME_UNITS.values()).split():
        found[spelled].pop("comma", None)
    german = TABLE["German"]
    for value, word in enumerate(german["numbers"].split(), 1):
        found[f"{word}einhalb"]["wholes"] = value + 0.5
    for value, word in enumerate(german["tens"].split()[1:9], 2):
        for digit, small in enumerate(german["numbers"].split()[:9], 1):
            found[f"{small}und{word}"]["numbers"] = 10 * value + digit
    return dict(found)


LEXICON = _lexicon()
"""Classes of each word or phrase in lower case, with its value in the class."""

BESIDE_QUANTITIES: dict[str, list[str]] = defaultdict(list)
"""The classes that a word has only beside a number or date."""
for _class, _names in TABLE.pop("Beside").items():
    for _name in _names if isinstance(_names, list) else str(_names).split():
        BESIDE_QUANTITIES[_name].append(_class)

LENGTHS: dict[str, int] = {}
"""The words of the longest phrase that begins with a word."""
for _phrase in LEXICON:
    _first, *_rest = _phrase.split()
    if _rest:
        LENGTHS[_first] = max(1 + len(_rest), LENGTHS.get(_first, 0))
JOINED = "|".join(
    sorted((re.escape(word) for word in LEXICON if word >= FIRST_JOINED), key=len, reverse=True)
)
"""A pattern of the words in scripts without spaces."""


def _words(key: str) -> list[str]:
    return [word for words in TABLE.values() for word in words.get(key, "").split()]


def _phrases(key: str) -> list[str]:
    return [phrase for language in TABLE.values() for phrase in language.get(key, ())]


def _any(words: Iterable[str], joined: bool = False) -> str:
    """Return a pattern of words, longest first, of scripts with spaces or, if `joined`, without."""
    chosen = {re.escape(word) for word in words if (word[0] >= FIRST_JOINED) is joined}
    return f"(?:{'|'.join(sorted(chosen, key=lambda word: (-len(word), word))) or '(?!)'})"


ANSWERS = frozenset(_words("answer"))
ANSWER = f"(?:{_any(ANSWERS)}|{_any(ANSWERS, True)})"
AROUND = f"(?:{_any(_words('around'))}|{_any(_words('around'), True)})"
BESIDE = frozenset(_words("around"))
IS, IS_JOINED = _any(_words("is")), _any(_words("is"), True)
CONCLUSION = f"(?:{_any(_phrases('so'))}(?!\\w)|{_any(_phrases('so'), True)})"
"""Patterns of the words in lower case that mark an answer."""
