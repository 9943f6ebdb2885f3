"""Looks up the meanings of words and phrases in the languages of `languages.yaml`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from tempanswerqa.units import SPELLINGS

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the fast one is not always installed
TABLE: dict[str, Any] = yaml.load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"), _LOADER
)
_BESIDE = TABLE.pop("Beside")
FIRST_JOINED = "\u2e80"
"""The first character of scripts without spaces between words."""

_JOINED = f"{FIRST_JOINED}-\ud7ff\uf900-\uffff"
_LETTER = f"(?:[^\\W\\d_{_JOINED}]|[\u0900-\u0963])"
WORD = rf"\b[dl]'|{_LETTER}+(?:[.']{_LETTER}+)*"
"""A pattern of a word in scripts with spaces; the French article is a separate word."""
_WORD = re.compile(rf"(?i)[{_JOINED}]+|{WORD}|[0-9]+")
_NUMBERED = ("months", "weekdays", "ordinals", "numbers")
_AROUND_ANSWERS = ("answer", "around", "is", "so", "decimal")
"""The keys of words around answers, which have no meaning beside quantities."""


def _listed(entries: Any) -> Any:
    """Return the words of a text as a list."""
    return entries.split() if isinstance(entries, str) else entries


def _entries(language: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the phrase, class and value of each entry of a language."""
    for key, entries in language.items():
        values = _listed(entries)
        if key == "units":
            for unit, words in entries.items():
                for word in words.split():
                    yield word, "unit", unit
                    if "decimal" in language:
                        yield word, "comma", True
        elif isinstance(values, dict):
            yield from ((word, key, value) for word, value in values.items())
        elif key == "tens":
            for number, word in enumerate(values, 1):
                yield word, "tens" if number > 1 else "numbers", 10 * number
        elif key in _NUMBERED:
            for number, words in enumerate(values, 1):
                yield from ((word, key, number) for word in words.split())
        elif key not in _AROUND_ANSWERS:
            yield from ((phrase, key, True) for phrase in values)


def _lexicon() -> dict[str, dict[str, Any]]:
    lexicon: dict[str, dict[str, Any]] = defaultdict(dict)
    for word, name in SPELLINGS.items():
        lexicon[word]["unit"] = name
    for language in TABLE.values():
        for phrase, key, value in _entries(language):
            name = " ".join(_WORD.findall(phrase.lower()))
            lexicon[name].setdefault(key, value)
    for word in SPELLINGS:
        lexicon[word].pop("comma", None)
    numbers, tens = (_listed(TABLE["German"][key]) for key in ("numbers", "tens"))
    for number, word in enumerate(numbers, 1):
        lexicon[f"{word}einhalb"]["wholes"] = number + 0.5
        for ten, tens_word in enumerate(tens[1:9] if number < 10 else (), 2):
            lexicon[f"{word}und{tens_word}"]["numbers"] = 10 * ten + number
    return dict(lexicon)


LEXICON = _lexicon()
"""The classes of each word or phrase in lower case, with its value in each."""

BESIDE_QUANTITIES: dict[str, list[str]] = defaultdict(list)
"""The classes of words that count only beside a number or date."""
for _class, _names in _BESIDE.items():
    for _name in _listed(_names):
        BESIDE_QUANTITIES[_name].append(_class)

LENGTHS: dict[str, int] = {}
"""Number of words of the longest phrase that begins with each word."""
for _phrase in LEXICON:
    _first, *_rest = _phrase.split()
    if _rest:
        LENGTHS[_first] = max(1 + len(_rest), LENGTHS.get(_first, 0))


def _around(key: str, joined: bool = False) -> str:
    """Return a pattern of words, longest first; `joined` for those in scripts without spaces."""
    words = (re.escape(word) for word in _words(key) if (word[0] >= FIRST_JOINED) is joined)
    return f"(?:{'|'.join(sorted(words, key=lambda word: (-len(word), word))) or '(?!)'})"


def _words(key: str) -> frozenset[str]:
    return frozenset(word for words in TABLE.values() for word in _listed(words.get(key, ())))


_joined_words = (re.escape(word) for word in LEXICON if word >= FIRST_JOINED)
JOINED = "|".join((*sorted(_joined_words, key=len, reverse=True), f"[{_JOINED}]"))
"""A pattern of the words and other characters in scripts without spaces."""
ANSWERS, BESIDE = _words("answer"), _words("around")
IS, IS_JOINED = _around("is"), _around("is", True)
ANSWER = f"(?:{_around('answer')}|{_around('answer', True)})"
AROUND = f"(?:{_around('around')}|{_around('around', True)})"
CONCLUSION = f"(?:{_around('so')}(?!\\w)|{_around('so', True)})"
"""Patterns of the words in lower case that mark an answer."""
