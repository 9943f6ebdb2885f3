"""Divides text into numbers, words and signs, and knows the meanings of the words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tempanswerqa.answers import languages

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RAISED = "[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]"
_TIMES = r"\s?(?:[x×*·]|\\times|\\cdot)\s?"
_DECIMAL = r"[0-9]{1,40}(?:\.[0-9]{1,40})?"
_END = r"(?![0-9]|[.,][0-9]{1,3}(?![0-9])|'[0-9]{3}(?![0-9]))"
_SIGNS = {
    **{sign: value for value, sign in enumerate("〇一二三四五六七八九")},
    "零": 0,
    "两": 2,
    "兩": 2,
}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_CHINESE = "".join((*_SIGNS, *_PLACES))
_VAGUE = "第几幾数數多来餘余"
_TOKEN = re.compile(
    rf"""(?ix)
      (?P<iso> (?<![\w-]) P (?=T?[0-9]) (?:[0-9.]{{1,12}}[YMWD]){{0,4}}
        (?:T(?:[0-9.]{{1,12}}[HMS]){{1,3}})? (?!\w) )
    | (?P<word> {languages.WORD} )
    | (?= [0-9.] ) (?:
      (?<![\w.,/-]) (?: (?P<year_first>
          ([0-9]{{4}})(?P<a>[-/.\u2013])([0-9]{{1,2}})(?P=a)([0-9]{{1,2}})
          (?: (?=T[0-9]{{2}}:?[0-9]{{2}}) | (?![\w/]|[.,-][0-9]) )
        | (?<!:) ([12][0-9]{{3}})(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01]) (?=T[0-9]{{4}}) )
      | (?P<year_last>
          ([0-9]{{1,2}})\s?(?P<b>[-/.])\s?([0-9]{{1,2}})\s?(?P=b)\s?([0-9]{{4}}|[0-9]{{2}})
          (?![\w/]|[.,-][0-9]) )
      | (?P<year_month> (?<!:) ([0-9]{{4}})[-/](0[1-9]|1[0-2]) (?![\w/:-]|[.,][0-9]) )
      | (?P<month_year> (?<!:) (0?[1-9](?!\.)|0[1-9]|1[0-2])[-/.]([12][0-9]{{3}})
          (?![\w/:-]|[.,][0-9]) ) )
    | (?P<clock> (?<![0-9:.,/]) [0-9]{{1,4}}:[0-5][0-9] (?: :[0-5]?[0-9](?:\.[0-9]{{1,9}})? )?
        (?![0-9:]) | (?<=[0-9]T) [0-2][0-9][0-5][0-9](?![0-9]) )
    | (?P<ordinal> (?<![\w.]) [0-9]{{1,4}} (?:st|nd|rd|th|er|º|ª|°) (?!\w) )
    | (?<![0-9]) (?<![0-9]\.) (?: (?<![0-9],) | (?=[12][0-9]{{3}}(?![0-9])) ) (?:
        (?P<power> (?:{_DECIMAL}{_TIMES})? 10 \s?
          (?: (?:\^|\*\*)\s?[-+]?[0-9]{{1,3}} | {_RAISED}{{1,3}} ) )
      | (?P<commas> [0-9]{{1,3}}(?:,[0-9]{{3}}){{1,12}} (?:\.[0-9]{{1,40}})? {_END} )
      | (?P<points> [0-9]{{1,3}} (?: (?:\.[0-9]{{3}}){{2,12}} | (?:\.[0-9]{{3}}){{1,12}}(?=,[0-9]) )
          (?:,[0-9]{{1,40}})? {_END} )
      | (?P<spaced> [0-9]{{1,3}}(?:[ '][0-9]{{3}}){{1,12}} (?:\.[0-9]{{1,40}})?
          (?!\w|[ ][0-9]) {_END} )
      | (?P<comma> [0-9]{{1,40}},[0-9]{{1,2}} {_END} )
      | (?P<number> (?: {_DECIMAL}(?:e[-+]?[0-9]{{1,3}}(?!\w))? | (?<!\w)\.[0-9]{{1,40}} )
          {_END} ) )
    | (?P<junk> [0-9][0-9.,/:'-]{{0,200}} ) )
    | (?P<chinese> [{_VAGUE}]{{0,2}}[{_CHINESE}]{{1,9}}[{_VAGUE}]{{0,2}} )
    | (?P<joined> {languages.JOINED} | [{languages.FIRST_JOINED}-\ud7ff\uf900-\uffff] )
    | (?P<sign> \n | [^\s\w] | _ )
    """
)
_POWER = re.compile(rf"(?i)(?:({_DECIMAL}){_TIMES})?10\s?(?:\^|\*\*)?\s?(.+)")
_CHINESE_YEAR = re.compile(f"[{''.join(_SIGNS)}]{{4}}")
_CHINESE_NUMBER = re.compile(
    "(?:.?千)?零?(?:.?百)?零?(?:.?十)?.?".replace(".", f"[{''.join(_SIGNS)}]")
)
NUMBERS = ("number", "commas", "points", "spaced", "comma")
"""The kinds of tokens that are numbers."""

NOTHING: Mapping[str, Any] = {}


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


class Token:
    """A number, date in digits, word, phrase or sign at its place in a text."""

    __slots__ = ("end", "kind", "means", "start", "text", "value")

    def __init__(
        self, kind: str, text: str, start: int, end: int, value: Any = None, means: Any = NOTHING
    ) -> None:
        self.kind, self.text, self.start, self.end = kind, text, start, end
        self.value = value
        """The number; (year, month, day), (hour, minute, second) and the like."""
        self.means = means
        """The classes of a word, with its value in each."""


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text, phrases of several words as one."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        start, end = match.span()
        if kind in ("word", "joined"):
            word = match[0].lower()
            found.append(
                Token("word", word, start, end, None, languages.LEXICON.get(word, NOTHING))
            )
        elif kind == "sign":
            found.append(Token("sign", match[0], start, end))
        else:
            found.append(_number(kind, match, start, end))
    return _phrases(found) if any(token.text in languages.LENGTHS for token in found) else found


def _phrases(words: list[Token]) -> list[Token]:
    found: list[Token] = []
    position = 0
    while position < len(words):
        first = words[position]
        best, after = None, position + 1
        name, last = first.text, position
        for _ in range(languages.LENGTHS.get(first.text, 1) - 1):
            last += 1
            while last < len(words) and words[last].text in ".-":
                last += 1
            if last >= len(words) or words[last].kind not in ("word", "number", "plain"):
                break
            name = f"{name} {words[last].text}"
            if name in languages.LEXICON:
                best, after = name, last + 1
        if best:
            first = Token(
                "word", best, first.start, words[after - 1].end, None, languages.LEXICON[best]
            )
        found.append(first)
        position = after
    return found


def _number(kind: str, match: re.Match[str], start: int, end: int) -> Token:
    text = match[0]
    value: Any = None
    if kind == "year_first":
        value = tuple(
            map(
                int,
                re.findall("[0-9]{1,4}", text)
                if "-" in text or "/" in text or "." in text or "–" in text
                else (text[:4], text[4:6], text[6:]),
            )
        )
    elif kind == "year_last":
        numbers = re.findall("[0-9]+", text)
        value = (*map(int, numbers), match["b"], len(numbers[2]))
    elif kind in ("year_month", "month_year"):
        first, second = (int(part) for part in re.findall("[0-9]+", text))
        value = (first, second) if kind == "year_month" else (second, first)
    elif kind == "clock":
        hour, minute, *rest = text.split(":") if ":" in text else (text[:2], text[2:])
        value = int(hour), int(minute), float(rest[0]) if rest else None
    elif kind == "ordinal":
        value = int(re.match("[0-9]+", text)[0])  # type: ignore[index]
    elif kind == "power":
        base, raised = _POWER.fullmatch(text).groups()  # type: ignore[union-attr]
        value = float(f"{base or 1}e{int(raised.translate(_SUPERSCRIPTS))}")
        kind = "number"
    elif kind == "chinese":
        value = _chinese(text)
        kind = "number" if value is not None else "junk"
    elif kind == "number":
        value = float(text)
    elif kind in ("commas", "spaced"):
        value = float(re.sub("[, ']", "", text))
    elif kind == "points":
        value = float(text.replace(".", "").replace(",", "."))
    elif kind == "comma":
        value = float(text.replace(",", "."))
    return Token(kind, text, start, end, value)


def _chinese(signs: str) -> float | None:
    """Return a number or a year in Chinese signs; None if it may be a range, or is vague."""
    if signs[0] in _VAGUE or signs[-1] in _VAGUE:
        return None
    if _CHINESE_YEAR.fullmatch(signs):
        return float("".join(str(_SIGNS[sign]) for sign in signs))
    if not _CHINESE_NUMBER.fullmatch(signs):
        return None
    parts = re.findall("([^十百千零]?)([十百千])|([^十百千零])", signs)
    return float(sum(_SIGNS.get(a or b, 1) * _PLACES.get(place, 1) for a, place, b in parts))


class Sentence:
    """A text in tokens."""

    def __init__(self, text: str) -> None:
        self.text, self.t = text, tokens(text)
        self.n = len(self.t)

    def means(self, i: int, key: str) -> Any:
        """Return the value of a token in a class of words; None if it has none."""
        return self.t[i].means.get(key) if 0 <= i < self.n else None

    def word(self, i: int) -> str:
        """Return the text of a token in lower case; empty outside of the text."""
        return self.t[i].text if 0 <= i < self.n else ""

    def glued(self, i: int) -> bool:
        """Return whether nothing stands between this token and the one before."""
        return 0 < i < self.n and self.t[i].start == self.t[i - 1].end

    def is_tag(self, k: int) -> bool:
        """Return whether `<` or `>` is part of a tag, or of a value in its place: `<36>`."""
        other = ">" if self.word(k) == "<" else "<"
        places = range(k + 1, self.n) if other == ">" else range(k)
        return any(self.word(place) == other for place in places)
