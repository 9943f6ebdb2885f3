"""Divides text into numbers, words and signs, and knows the classes of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tempanswerqa.answers import languages
from tempanswerqa.answers.languages import LEXICON

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RAISED = "[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]"
_TIMES = r"\s?(?:[x×*·]|\\times|\\cdot)\s?"
_DECIMAL = r"[0-9]{1,40}(?:\.[0-9]{1,40})?"
_END = r"(?![0-9]|[.,][0-9]{1,3}(?![0-9])|'[0-9]{3}(?![0-9]))"
_SIGNS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")}
_SIGNS |= {"零": 0, "两": 2, "兩": 2}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_CHINESE = "".join((*_SIGNS, *_PLACES))
_VAGUE = "第几幾数數多来餘余"
_TOKEN = re.compile(
    rf"""(?ix)
      (?P<iso> P (?<![\w-]P) (?=T?[0-9]) (?:[0-9.]{{1,12}}[YMWD]){{0,4}}
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
    | (?P<short_year> (?<!\w)'[0-9]{{2}}(?![\w'"]|[:/.,-][0-9]|\ s\b) )
    | (?P<sign> \n | [^\s\w] | _ )
    """
)
_POWER = re.compile(rf"(?i)(?:({_DECIMAL}){_TIMES})?10\s?(?:\^|\*\*)?\s?(.+)")
_CHINESE_YEAR = re.compile(f"[{''.join(_SIGNS)}]{{4}}")
_CHINESE_NUMBER = re.compile(
    "(?:.?千)?零?(?:.?百)?零?(?:.?十)?.?".replace(".", f"[{''.join(_SIGNS)}]")
)
_POINTED = re.compile(r"[0-9]{1,2}\.[0-5][0-9]")
NUMBERS = ("number", "commas", "points", "spaced", "comma")
"""The kinds of tokens that are numbers in digits."""

_LARGEST_NUMBER = 1e100
_NOTHING: Mapping[str, Any] = {}


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


# Each token has a character that stands for the set of its classes, so that a pattern of a notation
# is a regular expression over these characters.

_CHARACTERS: dict[frozenset[str], str] = {}


def _character(classes: frozenset[str]) -> str:
    return _CHARACTERS.setdefault(classes, chr(0xE000 + len(_CHARACTERS)))


def _classes(word: str, means: Mapping[str, Any]) -> frozenset[str]:
    """Return the classes of a word: its meanings, and what it is beside quantities."""
    found = {*(means or ["plain"]), *languages.BESIDE_QUANTITIES.get(word, ())}
    if unit := means.get("unit"):
        found |= {unit}
        found |= {"letter"} if len(word) == 1 and word.isascii() else set()
        found |= {"plural"} if word[-1] == "s" and unit != "century" else set()
    if mark := means.get("mark"):
        found |= {f"{mark}_mark"}
    if not found.isdisjoint(("numbers", "tens", "zero", "wholes")) and "article" not in found:
        found |= {"num", "spelled"}
    if means.get("numbers", 13) <= 12 or means.get("tens") == 10:
        found |= {"hour_number"}
    if "." in word:
        found |= {"dotted"}
    return frozenset(found)


_WORDS: dict[str, str] = {
    word: _character(_classes(word, LEXICON.get(word, _NOTHING)))
    for word in (*LEXICON, *languages.BESIDE_QUANTITIES)
}
_WORD = _character(frozenset(["plain"]))
_KINDS = {
    name: _character(words(classes))
    for name, classes in {
        "two": "num figure two hour_number",
        "day": "num figure two hour_number day_number",
        "three": "num figure named_year",
        "four": "num figure four named_year calendar_year",
        "long": "num figure long",
        "pointed": "num figure pointed",
        "number": "num figure",
        "commas": "num figure commas",
        "points": "num figure",
        "spaced": "num figure",
        "comma": "num figure",
        "fraction": "num figure fraction",
        "ordinal": "ordinal",
        "ordinal_day": "ordinal day_number",
        "short_year": "short_year calendar_year",
        "words": "num spelled",
        "half": "num spelled fraction",
        "year": "num spelled calendar_year",
        **{kind: kind for kind in ("clock", "iso", "junk")},
        **{kind: kind for kind in ("year_first", "year_last", "year_month", "month_year")},
    }.items()
}
_CLASSES = {sign: classes for classes, sign in _CHARACTERS.items()}
_CLASS = re.compile(r"\{([A-Za-z_|]+)(?:-([a-z_|]+))?\}")


def any_of(*classes: str) -> frozenset[str]:
    """Return the characters of the tokens that have any of some classes."""
    return frozenset(sign for own, sign in _CHARACTERS.items() if not own.isdisjoint(classes))


def _class(found: re.Match[str]) -> str:
    signs = any_of(*found[1].split("|"))
    signs -= any_of(*found[2].split("|")) if found[2] else frozenset()
    assert signs, found[0]
    return f"[{''.join(sorted(signs))}]"


def pattern(text: str, **parts: str) -> re.Pattern[str]:
    """Return a regular expression over the characters of tokens.

    `{unit|mark-letter}` is a token that is a unit or a mark, and no letter; `{PART}` is one of
    `parts`. Signs stand for themselves, and tokens with a space between them may be glued.
    """
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return re.compile(_CLASS.sub(_class, text.replace(" ", " ?")))


class Token:
    """A number, date in digits, word, phrase or sign at its place in a text."""

    __slots__ = ("char", "end", "kind", "means", "start", "text", "value")

    def __init__(
        self,
        kind: str,
        text: str,
        start: int,
        end: int,
        char: str,
        value: Any = None,
        means: Mapping[str, Any] = _NOTHING,
    ) -> None:
        self.kind, self.text, self.start, self.end = kind, text, start, end
        self.char = char
        """The character of its classes."""
        self.value = value
        """The number; (year, month, day), (hour, minute, second) and the like."""
        self.means = means
        """The classes of a word, with its value in each."""

    def __bool__(self) -> bool:
        return bool(self.kind)

    @property
    def classes(self) -> frozenset[str]:
        """The classes of the token."""
        return _CLASSES.get(self.char, frozenset())


_ABSENT = Token("", "", 0, 0, "")


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text, phrases of several words as one."""
    found: list[Token] = []
    phrases = False
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        start, end = match.span()
        if kind in ("word", "joined"):
            word = match[0].lower()
            phrases = phrases or word in languages.LENGTHS
            found.append(_worded(word, start, end))
        elif kind == "sign":
            sign = match[0]
            found.append(Token("sign", sign, start, end, sign if sign < "\ue000" else "?"))
        else:
            found.append(_number(kind, match, start, end))
    return _phrases(found) if phrases else found


def _worded(word: str, start: int, end: int) -> Token:
    return Token(
        "word", word, start, end, _WORDS.get(word, _WORD), None, LEXICON.get(word, _NOTHING)
    )


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
            if last >= len(words) or words[last].kind not in ("word", "number"):
                break
            name = f"{name} {words[last].text}"
            if name in LEXICON:
                best, after = name, last + 1
        found.append(_worded(best, first.start, words[after - 1].end) if best else first)
        position = after
    return found


def _digits(text: str) -> list[int]:
    return [int(part) for part in re.findall("[0-9]+", text)]


def _power(text: str) -> float:
    base, raised = _POWER.fullmatch(text).groups()  # type: ignore[union-attr]
    return float(f"{base or 1}e{int(raised.translate(_SUPERSCRIPTS))}")


def _year_first(text: str) -> tuple[int, ...]:
    compact = text.isdigit()
    return (int(text[:4]), int(text[4:6]), int(text[6:])) if compact else tuple(_digits(text))


def _year_last(text: str) -> tuple[Any, ...]:
    first, second, year = _digits(text)
    if re.search("(?<![0-9])[0-9]{2}$", text):
        year += 2000 if year < 75 else 1900
    return first, second, year, next(sign for sign in text if sign in "-/.")


def _clock(text: str) -> tuple[int, int, float | None]:
    hour, minute, *second = text.split(":") if ":" in text else (text[:2], text[2:])
    return int(hour), int(minute), float(second[0]) if second else None


def _short_year(text: str) -> int:
    year = int(text[1:])
    return year + (2000 if year < 50 else 1900)


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


_VALUES: Mapping[str, Callable[[str], Any]] = {
    "number": float,
    "power": _power,
    "commas": lambda text: float(text.replace(",", "")),
    "points": lambda text: float(text.replace(".", "").replace(",", ".")),
    "spaced": lambda text: float(re.sub("[ ']", "", text)),
    "comma": lambda text: float(text.replace(",", ".")),
    "chinese": _chinese,
    "ordinal": lambda text: _digits(text)[0],
    "year_first": _year_first,
    "year_last": _year_last,
    "year_month": lambda text: tuple(_digits(text)),
    "month_year": lambda text: tuple(_digits(text)[::-1]),
    "clock": _clock,
    "short_year": _short_year,
    "iso": str.upper,
    "junk": lambda text: None,
}


def _number(kind: str, match: re.Match[str], start: int, end: int) -> Token:
    text = match[0]
    name, value = None, _VALUES[kind](text)
    if kind in ("power", "chinese"):
        kind = name = "number"
    elif kind == "ordinal" and value <= 31:
        name = "ordinal_day"
    elif kind == "number" and text.isdigit():
        size = min(len(text), 5)
        name = ("day", "day" if value <= 31 else "two", "three", "four", "long")[size - 1]
    elif kind == "number" and _POINTED.fullmatch(text):
        name = "pointed"
    if value is None or (kind in NUMBERS and value > _LARGEST_NUMBER):
        kind = name = "junk"
    return Token(kind, text, start, end, _KINDS[name or kind], value)


class Match:
    """What a pattern of a notation found, from the token `first` up to `after`."""

    __slots__ = ("after", "first", "found", "sentence")

    def __init__(self, sentence: Sentence, found: re.Match[str]) -> None:
        self.sentence, self.found = sentence, found
        self.first = sentence.token_at[found.start()]
        self.after = sentence.token_at[found.end()]

    def place(self, group: str) -> int:
        """Return the place of the first token of a group; -1 if it matched nothing."""
        place = self.found.start(group) if group in self.found.re.groupindex else -1
        return self.sentence.token_at[place] if place >= 0 else -1

    def __getitem__(self, group: str) -> Token:
        """Return the first token of a group, or an empty one if it matched nothing."""
        place = self.place(group)
        return _ABSENT if place < 0 else self.sentence.t[place]


class Sentence:
    """A text in tokens, where numbers in several tokens are one."""

    def __init__(self, text: str) -> None:
        self.text, self.t = text, tokens(text)
        self.n = len(self.t)
        self.t = self._merged()
        self.n = len(self.t)
        signs: list[str] = []
        self.at: list[int] = []
        """The place of each token in `signs`, and its end."""
        self.token_at: list[int] = []
        """The token at or after each place in `signs`."""
        end = 0
        for i, token in enumerate(self.t):
            if token.start > end:
                signs.append(" ")
                self.token_at.append(i)
            self.at.append(len(signs))
            self.token_at.append(i)
            signs.append(token.char)
            end = token.end
        self.at.append(len(signs))
        self.token_at.append(self.n)
        self.signs = "".join(signs)
        """The characters of the tokens, with a space between those that are not glued."""

    def means(self, i: int, key: str) -> Any:
        """Return the value of a token in a class of words; None if it has none."""
        return self.t[i].means.get(key) if 0 <= i < self.n else None

    def word(self, i: int) -> str:
        """Return the text of a token in lower case; empty outside of the text."""
        return self.t[i].text if 0 <= i < self.n else ""

    def is_a(self, i: int, signs: frozenset[str]) -> bool:
        """Return whether a token has one of the classes of `any_of`."""
        return 0 <= i < self.n and self.t[i].char in signs

    def match(self, row: re.Pattern[str], i: int) -> Match | None:
        """Return what a pattern finds at a token."""
        found = row.match(self.signs, self.at[i])
        return Match(self, found) if found else None

    def glued(self, i: int) -> bool:
        """Return whether nothing stands between this token and the one before."""
        return 0 < i < self.n and self.t[i].start == self.t[i - 1].end

    def is_tag(self, k: int) -> bool:
        """Return whether `<` or `>` is part of a tag, or of a value in its place: `<36>`."""
        other = ">" if self.word(k) == "<" else "<"
        places = range(k + 1, self.n) if other == ">" else range(k)
        return any(self.word(place) == other for place in places)

    # numbers of several tokens

    def _merged(self) -> list[Token]:
        found: list[Token] = []
        i = 0
        while i < self.n:
            token = self.t[i]
            if token.char in _FIGURES:
                if i + 1 < self.n and self.t[i + 1].char in _GO_ON:
                    token = self._figure(i)
            elif token.char in _NUMBER_WORDS:
                token = self._words(i)
            found.append(token)
            i += 1
            while i < self.n and self.t[i].start < token.end:
                i += 1
        return found

    def _token(self, i: int, after: int, kind: str, name: str, value: float | None) -> Token:
        first, end = self.t[i], self.t[after - 1].end
        text = self.text[first.start : end] if kind == "fraction" else first.text
        return Token(kind, text, first.start, end, _KINDS[name], value)

    def _figure(self, i: int) -> Token:
        """Return a number in digits with its fraction, or times a power of ten."""
        token = self.t[i]
        value, after, kind = token.value, i + 1, token.kind
        whole = token.text.isdigit() and not self.means(i - 1, "months")
        if whole and (part := self._slashed(i)):
            value, after, kind = *part, "fraction"
        elif whole and (part := self._slashed(i + 1)) and part[0] < 1:
            value, after, kind = value + part[0], part[1], "fraction"
        elif self.word(after) == "k" and self.glued(after):
            value, after, kind = 1000 * value, after + 1, "scaled"
        while scale := self.means(after, "scales"):
            value, after, kind = value * scale, after + 1, "scaled"
        if part := self._and_part(after):
            value, after, kind = value + part[0], part[1], "fraction"
        if after == i + 1 or value > _LARGEST_NUMBER:
            return token
        return self._token(i, after, kind, "fraction" if kind == "fraction" else "number", value)

    def _slashed(self, i: int) -> tuple[float, int] | None:
        """Return a fraction such as 1/2."""
        if self.word(i + 1) != "/" or not (self.glued(i + 1) and self.glued(i + 2)):
            return None
        above, below = self.word(i), self.word(i + 2)
        if not (above.isdecimal() and below.isdecimal() and len(above) < 3 and len(below) < 4):
            return None
        if not 2 <= int(below) <= 100 or self.word(i + 3) == "/" or self.means(i + 3, "months"):
            return None
        season = int(below) == int(above) + 1 > 4 and not self.means(i + 3, "of")
        return None if season else (int(above) / int(below), i + 3)

    def _and_part(self, i: int) -> tuple[float, int] | None:
        """Return the part of `and a half`."""
        if not self.means(i, "and"):
            return None
        i += 1
        count = float(self.means(i, "numbers") or 1)
        if slashed := self._slashed(i):
            return slashed if slashed[0] < 1 else None
        i += bool(self.means(i, "article") or self.means(i, "numbers"))
        part = self.means(i, "parts")
        return (count * part, i + 1) if part and not self.means(i + 1, "of") else None

    def _words(self, i: int) -> Token:
        """Return a number or year in words, or all words of what is not one number."""
        if year := self._year(i):
            return year
        read = self._spelled(i)
        if read is None:
            self.t[i].value = self.means(i, "numbers")
            return self._run(i)
        value, after = read
        if part := self._and_part(after):
            return self._token(i, part[1], "fraction", "half", value + part[0])
        if after == i + 1:
            self.t[i].value = value
            return self.t[i]
        is_year = 1000 <= value < 2100 and self.word(i + 1) in ("thousand", "hundred")
        return self._token(i, after, "words", "year" if is_year else "words", value)

    def _spelled(self, i: int) -> tuple[float, int] | None:
        """Return a number in words and where it ends; None if they are none, or not one number."""
        article = bool(self.means(i, "article"))
        if half := self.means(i, "parts"):
            after = i + 1 + bool(self.means(i + 1, "article"))
            scale = self.means(after, "scales")
            return (half * scale, after + 1) if scale else None
        if article and not self.means(i + 1, "scales"):
            return None
        for key in ("wholes", "zero"):
            if key in self.t[i].means:
                return float(self.means(i, "wholes") or 0), i + 1
        total, part, last, after = 0.0, float(article), float(article), i + article
        while after < self.n:
            also = "and" in self.t[after].means
            k = after + (after > i and (also or self.word(after) == "-"))
            means = self.t[k].means if k < self.n else {}
            value = means.get("numbers") or means.get("tens")
            if "large" in means and not also:
                return None
            if (scale := means.get("scales")) and last and k == after:
                total, part = (total + part * scale, 0) if scale > 100 else (total, part * scale)
                last = scale
            elif value and (last == 0 or last >= 100 > value or (last in _TENS and value < 10)):
                part, last = part + value, value
            elif value and not also:
                return None
            else:
                break
            after = k + 1
        return (total + part, after) if after > i + article else None

    def _year(self, i: int) -> Token | None:
        """Return a year such as nineteen ninety-nine."""
        century = self.means(i, "numbers") or self.means(i, "tens") or 0
        if not 10 <= century <= 20:
            return None
        after = i + 1 + (self.word(i + 1) == "-")
        if self.word(after) in ("oh", "o"):
            after += 1 + (self.word(after + 1) == "-")
            rest = (self.means(after, "numbers") or 0, after + 1)
        else:
            rest = (after < self.n and self._spelled(after)) or (0, 0)
            rest = rest if rest[0] >= 10 else (0, 0)
        if not 0 < rest[0] < 100 or self.means(rest[1], "unit"):
            return None
        return self._token(i, rest[1], "words", "year", 100 * century + rest[0])

    def _run(self, i: int) -> Token:
        """Return all number words from one on, which are not one number."""
        if self.means(i, "article") or self.t[i].means.keys().isdisjoint(_RUN):
            return self.t[i]
        after = i + 1
        while (k := after + (self.word(after) == "-")) < self.n and (
            not self.t[k].means.keys().isdisjoint(_RUN)
        ):
            after = k + 1
        return self._token(i, after, "junk", "junk", None)


_TENS = frozenset(range(20, 100, 10))
_RUN = ("numbers", "tens", "scales", "large")
_FIGURES = any_of("figure")
_NUMBER_WORDS = any_of("numbers", "tens", "zero", "wholes", "large", "parts", "article")
_GO_ON = any_of("scales", "and", "two", "letter_k") | {"/"}
