"""Knows the words for answers and values in the languages of `languages.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import yaml

from tempanswerqa.paper_scoring import MONTHS

# without types, as `on` and `no` are words; the quick one is not on every machine
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_TABLE = yaml.load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"), _LOADER)
_FIRST_JOINED = "\u2e80"
"""From this character on, the scripts of the table have no spaces between words."""


def _words(key: str) -> list[str]:
    return [word for words in _TABLE.values() for word in words.get(key, "").split()]


def _phrases(key: str) -> list[str]:
    return [phrase for language in _TABLE.values() for phrase in language.get(key, ())]


def _any(words: Iterable[str], joined: bool = False) -> str:
    """Return a pattern of words, longest first, of scripts with spaces or, if `joined`, without."""
    chosen = {re.escape(word) for word in words if (word[0] >= _FIRST_JOINED) is joined}
    return f"(?:{'|'.join(sorted(chosen, key=lambda word: (-len(word), word))) or '(?!)'})"


ANSWERS = frozenset(_words("answer"))
ANSWER = f"(?:{_any(ANSWERS)}|{_any(ANSWERS, True)})"
AROUND = f"(?:{_any(_words('around'))}|{_any(_words('around'), True)})"
LABELS = frozenset(_words("label"))
BESIDE = frozenset(_words("around"))
IS, IS_JOINED = _any(_words("is")), _any(_words("is"), True)
CONCLUSION = f"(?:{_any(_phrases('so'))}(?!\\w)|{_any(_phrases('so'), True)})"
"""Patterns of the words in lower case that mark an answer."""

DIGITS = {
    digit: str(value)
    for language in _TABLE.values()
    for value, digit in enumerate(language.get("digits", ""))
}
"""The ASCII digit of each digit of another script."""

_UNITS = {
    word: unit
    for language in _TABLE.values()
    for unit, words in language.get("units", {}).items()
    for word in words.split()
}
_MONTHS = {
    word: month
    for language in _TABLE.values()
    for month, words in zip(MONTHS, language.get("months", ()), strict=False)
    for word in words.split()
}
_ERAS = {
    era.lower(): sign
    for language in _TABLE.values()
    for sign in ("BC", "AD")
    for era in language.get(sign, ())
}
_ERA = "|".join(sorted(map(re.escape, _ERAS), key=len, reverse=True))
_JOINED_NUMBER = re.compile(f"(?<=[{_FIRST_JOINED}-\uffff])(?=[0-9])")
_YEAR = f"(?:{'|'.join(word for word, unit in _UNITS.items() if unit == 'year')})"
_YEAR_WITH_ERA = re.compile(
    rf"(?i)(?<![\w.])([0-9]{{1,9}})\s?(?:{_YEAR}\s)?({_ERA})(?!\w)"
    rf"|(?<![a-z])({_ERA})\s?([0-9]{{1,9}})\s?{_YEAR}?"
)
_MARKS = [language["dates"].split() for language in _TABLE.values() if "dates" in language]
_MARKED_DATE = re.compile(
    r"([0-9]{{4}})\s?[{}]\s?([0-9]{{1,2}})\s?[{}]\s?([0-9]{{1,2}})\s?[{}]".format(
        *("".join(dict.fromkeys(marks)) for marks in zip(*_MARKS, strict=True))
    )
)
_MARKED_YEAR = re.compile(rf"(?<![0-9])([12][0-9]{{3}})\s?[{''.join(m[0] for m in _MARKS)}]")
_OF = _any(_words("of"))
_DAY_AND_MONTH = re.compile(
    rf"(?i)(?<![\w.,/-])([0-9]{{1,2}})(?:\.|er|º|ª|°)?\s{{1,3}}(?:{_OF}\s?)?"
    rf"({'|'.join(sorted(_MONTHS, key=len, reverse=True))})(?!\w)(?:\s{_OF}(?=\s[0-9]))?"
)
_AMOUNT = re.compile(
    rf"(?i)(?<=[0-9])\s?(?:({_any(_UNITS)})(?!\w)(?:\.(?=\s[0-9]))?|({_any(_UNITS, True)}))\s?"
)
_COUNTS = {
    word: number * size
    for language in _TABLE.values()
    for key, size in (("numbers", 1), ("tens", 10), ("large", 0))
    for number, word in enumerate(language.get(key, "").split(), 1)
}
_COUNT = re.compile(
    rf"(?i)(?<![\w-])(?:{_any(_COUNTS)}(?:[\s-]{_any(_words('and'))})?[\s-]){{0,3}}{_any(_COUNTS)}"
    rf"(?=\s(?:{_any((*_words('to'), *_words('or')))}\s\w{{1,20}}\s)?{_any(_UNITS)}(?!\w))"
)
_SIGNS = {**{sign: value for value, sign in enumerate("〇一二三四五六七八九")}, "两": 2, "兩": 2}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_SIGN = "".join((*_SIGNS, *_PLACES, "零"))
_CHINESE = re.compile(
    rf"(?<![,第几幾数數万萬{_SIGN}])[{_SIGN}]{{1,9}}"
    rf"(?=\s?(?:{_any((*_UNITS, *_words('to'), *_words('or')), True)}|月)(?!半))"
)
_CHINESE_YEAR = re.compile(f"[{''.join(_SIGNS)}]{{4}}")
_CHINESE_PLACES = re.compile("(?:.?千)?(?:.?百)?(?:.?十)?.?".replace(".", f"[{''.join(_SIGNS)}]"))
"""A number in Chinese signs before a unit or the mark of a date, and no part of a larger one."""
_DAYS = {
    phrase.lower(): f"the {key} day"
    for language in _TABLE.values()
    for key in ("next", "previous")
    for phrase in language.get(key, ())
}
_DAY = re.compile(rf"(?i){'|'.join(map(re.escape, sorted(_DAYS, key=len, reverse=True)))}")
_BETWEEN = [(re.compile(rf"(?<=s ){_any(_words('and'))}\s?(?=[0-9])"), "and ")]
for _key in ("to", "or", "and"):
    _spaced, _joined = _any(_words(_key)), _any(_words(_key), True)
    _pattern = re.compile(rf"(?i)(?<=[0-9])(?: {_spaced} | ?{_joined} ?)(?=[0-9])")
    _BETWEEN.append((_pattern, f" {_key} "))
_spaced, _joined = _any(_phrases("bound")), _any(_phrases("bound"), True)
_BETWEEN += [
    (re.compile(rf"(?i)(?:(?<!\w){_spaced}\s|{_joined}\s?)(?=[0-9])"), "more than "),
    (re.compile(rf"(?<=[0-9s ]){_any(_phrases('bound_behind'), True)}"), "or more "),
]
_WORD = re.compile(r"[^\W\d_]{2,}|[b-z]")
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff\u2e80-\uffff]")
_LATIN = {
    word
    for words in (*_UNITS, *_MONTHS, *_ERAS, *_words("to"), *_words("or"))
    for word in _WORD.findall(words.lower())
} | {phrase.split()[-1] for phrase in _DAYS}
_LATIN -= {month.lower() for month in MONTHS}
"""Words of the table; text without one, in Latin script, is English."""


def english(text: str) -> str:
    """Return the text with its dates, eras and amounts of time in English.

    `3. März 1998` is `3 March 1998`, `公元前352年` is `352 BC`, and `17 jours` is `17 days`.
    """
    other_script = not text.isascii() and _OTHER_SCRIPT.search(text)
    if not other_script and _LATIN.isdisjoint(_WORD.findall(text.lower())):
        return text
    if other_script:
        text = _MARKED_DATE.sub(r"\1-\2-\3 ", _CHINESE.sub(_chinese, text))
        text = _JOINED_NUMBER.sub(" ", text)
    text = _YEAR_WITH_ERA.sub(
        lambda year: f"{year[1] or year[4]} {_ERAS[(year[2] or year[3]).lower()]} ", text
    )
    if other_script:
        text = _MARKED_YEAR.sub(r"\1 ", text)
    text = _DAY_AND_MONTH.sub(lambda found: f"{found[1]} {_MONTHS[found[2].lower()]}", text)
    text = _COUNT.sub(_count, text)
    text = _DAY.sub(lambda found: f" {_DAYS[found[0].lower()]} ", text)
    text = _AMOUNT.sub(lambda found: f" {_UNITS[(found[1] or found[2]).lower()]}s ", text)
    for pattern, word in _BETWEEN:
        text = pattern.sub(word, text)
    return text


def _count(words: re.Match) -> str:
    """Return a number of words from large to small in digits, others unchanged."""
    values = [_COUNTS[word] for word in re.findall(r"\w+", words[0].lower()) if word in _COUNTS]
    falling = all(first % 10 == 0 and first > second for first, second in pairwise(values))
    return str(sum(values)) if values[0] and falling else words[0]


def _chinese(number: re.Match) -> str:
    """Return a number or a year in Chinese signs in digits; unchanged if it may be a range."""
    signs = number[0].replace("零", "")
    if _CHINESE_YEAR.fullmatch(signs):
        return "".join(str(_SIGNS[sign]) for sign in signs)
    if not _CHINESE_PLACES.fullmatch(signs):
        return number[0]
    parts = re.findall("(.??)([十百千])|(.)", signs)
    return str(sum(_SIGNS.get(a or b, 1) * _PLACES.get(place, 1) for a, place, b in parts))
