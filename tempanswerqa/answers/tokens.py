"""Divides text into numbers, words and signs, and determines the classes of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tempanswerqa.answers import languages
from tempanswerqa.answers.languages import LEXICON
from tempanswerqa.paper_scoring import LARGEST

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RAISED = "⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+"
_TIMES = r"\s?[x×*·]\s?"
_DECIMAL = r"[0-9]+(?:\.[0-9]+)?"
_THREE, _TO_THREE = "[0-9][0-9][0-9]", "[0-9][0-9]?[0-9]?"
_FOUR, _YEAR = f"[0-9]{_THREE}", f"[12]{_THREE}"
_END = rf"(?![0-9]|[.,]{_TO_THREE}(?![0-9])|'{_THREE}(?![0-9]))"
_SIGNS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")}
_SIGNS |= {"零": 0, "两": 2, "兩": 2}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_CHINESE = "".join((*_SIGNS, *_PLACES))
_VAGUE = "第几幾数數多来餘余"
_TOKEN = re.compile(
    rf"""(?ix)
      (?P<iso> P (?<![\w-]P) (?=T?[0-9]) (?:[0-9.]+[YMWD])*
        (?:T(?:[0-9.]+[HMS])+)? (?!\w) )
    | (?P<word> {languages.WORD} )
    | (?= [0-9.] ) (?:
      (?<![\w.,/-]) (?: (?P<year_first>
          ({_FOUR})(?P<a>[-/.\u2013])([0-9][0-9]?)(?P=a)([0-9][0-9]?)
          (?: (?=T[0-9][0-9]:) | (?![\w/]|[.,-][0-9]) ) )
      | (?P<year_last>
          ([0-9][0-9]?)\s?(?P<b>[-/.])\s?([0-9][0-9]?)\s?(?P=b)\s?({_FOUR}|[0-9][0-9])
          (?![\w/]|[.,-][0-9]) )
      | (?P<year_month> (?<!:) ({_FOUR})[-/](0[1-9]|1[0-2]) (?![\w/:-]|[.,][0-9]) )
      | (?P<month_year> (?<!:) (0?[1-9](?!\.)|0[1-9]|1[0-2])[-/.]({_YEAR})
          (?![\w/:-]|[.,][0-9]) ) )
    | (?P<clock> (?<![0-9:.,/]) {_TO_THREE}[0-9]?:[0-5][0-9] (?: :[0-5]?[0-9](?:\.[0-9]+)? )?
        (?![0-9:]) )
    | (?P<ordinal> (?<![\w.]) {_TO_THREE}[0-9]? (?:st|nd|rd|th|er|º|ª|°) (?!\w) )
    | (?<![0-9]) (?<![0-9]\.) (?: (?<![0-9],) | (?={_YEAR}(?![0-9])) ) (?:
        (?P<power> (?:{_DECIMAL}{_TIMES})? {_DECIMAL}
          (?: \s?(?:\^|\*\*)\s?[-+]?[0-9]+ | (?<=10) \s?{_RAISED} ) )
      | (?P<commas> {_TO_THREE}(?:,{_THREE})+ (?:\.[0-9]+)? {_END} )
      | (?P<points> {_TO_THREE} (?:\.{_THREE})+ (?: (?<=\.{_THREE}\.{_THREE}) | (?=,[0-9]) )
          (?:,[0-9]+)? {_END} )
      | (?P<spaced> {_TO_THREE}(?:[ '_]{_THREE})+ (?:\.[0-9]+)?
          (?!\w|[ ][0-9]) {_END} )
      | (?P<comma> [0-9]+,[0-9][0-9]? {_END} )
      | (?P<number> (?: {_DECIMAL}(?:e[-+]?[0-9]+(?!\w))? | (?<!\w)\.[0-9]+ )
          {_END} ) )
    | (?P<junk> [0-9][0-9.,/:'-]* ) )
    | (?P<chinese> [{_VAGUE}]*[{_CHINESE}]+[{_VAGUE}]* )
    | (?P<joined> {languages.JOINED} )
    | (?P<short_year> (?<!\w)'[0-9][0-9](?![\w'"]|[:/.,-][0-9]|\ s\b) )
    | (?P<sign> \n | [^\s\w] | _ )
    """
)
_POWER = re.compile(rf"(?i)(?:({_DECIMAL}){_TIMES})?({_DECIMAL})\s?(?:\^|\*\*)?\s?(.+)")
_SIGN = f"[{''.join(_SIGNS)}]"
_CHINESE_NUMBER = re.compile(f"(?:{_SIGN}?千)?零?(?:{_SIGN}?百)?零?(?:{_SIGN}?十)?{_SIGN}?")
_POINTED = re.compile(r"[0-9][0-9]?\.[0-5][0-9]")
NUMBERS = ("number", "commas", "points", "spaced", "comma")
"""The kinds of tokens that are numbers written in digits."""

_DATES = "year_first", "year_last", "year_month", "month_year", "clock", "iso", "ordinal", "junk"
_NOTHING: Mapping[str, Any] = {}


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


# Each token has a character that represents its set of classes, so that the pattern of a notation
# is a regular expression over these characters.

_CHARACTERS: dict[frozenset[str], str] = {}


def _character(classes: frozenset[str]) -> str:
    return _CHARACTERS.setdefault(classes, chr(ord("\ue000") + len(_CHARACTERS)))


_RANGES = {
    "one_to_nine": (1, 9),
    "hour_number": (1, 12),
    "teen": (10, 19),
    "century": (10, 20),
    "ten_to_ninety": (20, 90),
    "vigesimal": (60, 80),
}


def _number_of(means: Mapping[str, Any]) -> float | None:
    """Return the number that a word stands for; None if it is not a number."""
    return next((float(means[key]) for key in ("wholes", "numbers", "tens") if key in means), None)


def _classes(word: str, means: Mapping[str, Any]) -> frozenset[str]:
    """Return the classes of a word: its meanings, and those that it has beside quantities."""
    found = {*(means or ["plain"]), *languages.BESIDE_QUANTITIES.get(word, ())}
    if unit := means.get("unit"):
        found |= {unit}
        found |= {"letter"} if len(word) == 1 and word.isascii() else set()
        found |= {"abbreviated"} if word.removesuffix("s") != unit else set()
        found |= {"plural"} if word[-1] == "s" and unit != "century" else set()
    if mark := means.get("mark"):
        found |= {f"{mark}_mark"}
    number = _number_of(means)
    if number is not None and "article" not in found:
        found |= {"num", "spelled"}
    if number and number % 1 == 0:
        for name, (least, most) in _RANGES.items():
            found |= {name} if least <= number <= most else set()
    if word.endswith(" than"):
        found |= {"compared"}
    if "." in word:
        found |= {"dotted"}
    return frozenset(found)


_WORDS = {
    word: (_character(_classes(word, means)), means, _number_of(means))
    for word in (*LEXICON, *languages.BESIDE_QUANTITIES)
    for means in [LEXICON.get(word, _NOTHING)]
}
"""The character, meanings and number of each word."""
_OTHER = (_character(frozenset(["plain"])), _NOTHING, None)
_KINDS = {
    kind: _character(words(classes))
    for kind, classes in (
        ("two", "num figure digits two hour_number"),
        ("day", "num figure digits two hour_number day_number"),
        ("three", "num figure digits three named_year"),
        ("four", "num figure digits four named_year calendar_year"),
        ("long", "num figure digits long"),
        ("pointed", "num figure pointed"),
        *((kind, "num figure") for kind in (*NUMBERS, "scaled")),
        ("fraction", "num figure fraction"),
        ("spelled_fraction", "num spelled fraction"),
        ("words", "num spelled"),
        ("year", "num spelled calendar_year"),
        ("short_year", "calendar_year"),
        ("ordinal_day", "day_number"),
        *zip(_DATES, _DATES, strict=True),
    )
}
"""The character of each kind of number or date."""
POINTS = {
    grain: _character(frozenset(["point", f"{grain}_point"]))
    for grain in ("day", "month", "year", "period", "open")
}
"""The characters of times in `periods`, by precision."""
_CLASSES = {sign: classes for classes, sign in _CHARACTERS.items()}
_CLASS = re.compile(r"\{([A-Za-z_|]+)(?:-([a-z_|]+))?\}")


def any_of(*classes: str) -> frozenset[str]:
    """Return the characters of tokens that have any of these classes."""
    return frozenset(sign for own, sign in _CHARACTERS.items() if not own.isdisjoint(classes))


def _class(found: re.Match[str]) -> str:
    signs = any_of(*found[1].split("|"))
    signs -= any_of(*found[2].split("|")) if found[2] else frozenset()
    assert signs, found[0]
    return f"[{''.join(sorted(signs))}]"


def pattern(text: str, **parts: str) -> re.Pattern[str]:
    """Return a regular expression over the characters of tokens.

    `{unit|mark-letter}` is a token that is a unit or a mark but not a letter; `{PART}` is one of
    `parts`. Signs match themselves, and tokens with a space between them may be adjacent.
    """
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return re.compile(_CLASS.sub(_class, text.replace(" ", " ?")))


class Token(NamedTuple):
    """A number, numeric date, word, phrase or sign with its position in a text."""

    kind: str
    text: str
    start: int
    end: int
    char: str
    """The character for its set of classes."""
    value: Any = None
    """The number; (year, month, day), (hour, minute, second) and the like."""
    means: Mapping[str, Any] = _NOTHING
    """The classes of a word, with its value in each."""

    def __bool__(self) -> bool:
        return bool(self.kind)

    @property
    def classes(self) -> frozenset[str]:
        """The classes of the token."""
        return _CLASSES.get(self.char, frozenset())


_ABSENT = Token("", "", 0, 0, "")


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text, in which a phrase of several words is one token."""
    found: list[Token] = []
    phrases = False
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind in ("word", "joined"):
            word = match[0].lower()
            phrases = phrases or word in languages.LENGTHS
            found.append(_worded(word, *match.span()))
        elif kind == "sign":
            sign = match[0]
            found.append(Token(kind, sign, *match.span(), sign if sign < "\ue000" else "?"))
        else:
            found.append(_number(kind, match[0], *match.span()))
    return _phrases(found) if phrases else found


def _worded(word: str, start: int, end: int) -> Token:
    char, means, value = _WORDS.get(word, _OTHER)
    return Token("word", word, start, end, char, value, means)


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


def _digits(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall("[0-9]+", text)))


def _power(text: str) -> float | None:
    factor, base, exponent = _POWER.fullmatch(text).groups()  # type: ignore[union-attr]
    return float(f"{factor or 1}e{exponent.translate(_SUPERSCRIPTS)}") if base == "10" else None


def _year_last(text: str) -> tuple[Any, ...]:
    first, second, year = _digits(text)
    if re.search("(?<![0-9])[0-9][0-9]$", text):
        year += 2000 if year < 75 else 1900
    return first, second, year, next(sign for sign in text if sign in "-/.")


def _clock(text: str) -> tuple[int, int, float | None]:
    hour, minute, *second = text.split(":")
    return int(hour), int(minute), float(second[0]) if second else None


def _chinese(signs: str) -> float | None:
    """Return a number in Chinese characters; None if it is vague or may be a range."""
    if not _CHINESE_NUMBER.fullmatch(signs):
        return None
    parts = re.findall("([^十百千零]?)([十百千])|([^十百千零])", signs)
    return float(sum(_SIGNS.get(a or b, 1) * _PLACES.get(place, 1) for a, place, b in parts))


_VALUES: Mapping[str, Callable[[str], Any]] = {
    "number": float,
    "power": _power,
    "commas": lambda text: float(text.replace(",", "")),
    "points": lambda text: float(text.replace(".", "").replace(",", ".")),
    "spaced": lambda text: float(re.sub("[ '_]", "", text)),
    "comma": lambda text: float(text.replace(",", ".")),
    "chinese": _chinese,
    "ordinal": lambda text: _digits(text)[0],
    "year_first": _digits,
    "year_last": _year_last,
    "year_month": _digits,
    "month_year": lambda text: _digits(text)[::-1],
    "clock": _clock,
    "short_year": lambda text: int(text[1:]) + (2000 if text < "'50" else 1900),
    "iso": str.upper,
    "junk": lambda text: None,
}


def _number(kind: str, text: str, start: int, end: int) -> Token:
    value = _VALUES[kind](text)
    name = kind
    if kind in ("power", "chinese"):
        name = "day" if kind == "chinese" and value in range(1, 32) else "number"
        kind = "number"
    elif kind == "ordinal" and value <= 31:
        name = "ordinal_day"
    elif kind == "number" and text.isdigit():
        size = min(len(text), 5)
        name = ("day", "day" if value <= 31 else "two", "three", "four", "long")[size - 1]
    elif kind == "number" and _POINTED.fullmatch(text):
        name = "pointed"
    if value is None or (kind in NUMBERS and value > LARGEST):
        kind = name = "junk"
    return Token(kind, text, start, end, _KINDS[name], value)


class Match:
    """A match of a notation's pattern, from the token `first` up to `after`."""

    __slots__ = ("after", "first", "found", "sentence")

    def __init__(self, sentence: Sentence, found: re.Match[str]) -> None:
        self.sentence, self.found = sentence, found
        self.first = sentence.token_at[found.start()]
        self.after = sentence.token_at[found.end()]

    def place(self, group: str) -> int:
        """Return the place of the first token of a group; -1 if it matched nothing."""
        place = self.found.start(group) if group in self.found.re.groupindex else -1
        return self.sentence.token_at[place] if place >= 0 else -1

    def tokens(self, group: str) -> list[Token]:
        """Return the tokens of a group."""
        if self.place(group) < 0:
            return []
        end = self.sentence.token_at[self.found.end(group)]
        return self.sentence.t[self.place(group) : end]

    def __getitem__(self, group: str) -> Token:
        """Return the first token of a group, or an empty one if it matched nothing."""
        place = self.place(group)
        return _ABSENT if place < 0 else self.sentence.t[place]


class Sentence:
    """A text in tokens, where a number of several tokens is one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._set(tokens(text))
        merged: list[Token] = []
        for i, token in enumerate(self.t):
            if not merged or merged[-1].end <= token.start:
                merged.append(self._merged(i) if token.char in _NUMERIC else token)
        if len(merged) < self.n:
            self._set(merged)

    def _set(self, given: list[Token]) -> None:
        signs: list[str] = []
        self.t, self.n = given, len(given)
        self.at: list[int] = []
        """The place of each token in `signs`, and its end."""
        self.token_at: list[int] = []
        """The token at or after each place in `signs`."""
        end = 0
        for i, token in enumerate(given):
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
        """The characters of the tokens, with a space between those that are not adjacent."""

    def word(self, i: int) -> str:
        """Return the text of a token in lower case; empty outside the text."""
        return self.t[i].text if 0 <= i < self.n else ""

    def is_a(self, i: int, signs: frozenset[str]) -> bool:
        """Return whether a token has one of the classes of `any_of`."""
        return 0 <= i < self.n and self.t[i].char in signs

    def match(self, row: re.Pattern[str], i: int) -> Match | None:
        """Return the match of a pattern at a token."""
        found = row.match(self.signs, self.at[i])
        return Match(self, found) if found else None

    def glued(self, i: int) -> bool:
        """Return whether this token directly follows the one before."""
        return 0 < i < self.n and self.t[i].start == self.t[i - 1].end

    def is_tag(self, k: int) -> bool:
        """Return whether `<` or `>` is part of a tag, or encloses a value, as in `<36>`."""
        place = self.t[k].start
        if self.word(k) == "<":
            return self.text.rfind(">") > place
        return 0 <= self.text.find("<") < place

    def _merged(self, i: int) -> Token:
        """Return the token at a place, or a number of several tokens that begins there, as one."""
        first = self.t[i]
        for row, read in _MERGES:
            found = row.match(self.signs, self.at[i])
            if not found or found.end() == self.at[i] + 1:
                continue
            m = Match(self, found)
            merged = read(m)
            if merged and merged[0] <= LARGEST:
                value, kind = merged
                spelled = "spelled_" if kind == "fraction" and first.kind == "word" else ""
                char, end = _KINDS[spelled + kind], self.t[m.after - 1].end
                kind = "words" if kind == "year" else kind
                return Token(kind, first.text, first.start, end, char, value)
        return first


Merged = tuple[float, str] | None
"""A number and its kind."""


def _plus_part(m: Match, value: float, kind: str) -> Merged:
    """Return a number with a fraction in words: two and three quarters, two point five."""
    if m["digits"]:
        digits = (f"{token.value:.0f}" for token in m.tokens("digits") if token.value)
        return float(f"{value:.0f}.{''.join(digits)}"), kind
    if m["with_half"]:
        return value + 0.5, "fraction"
    if not m["part"]:
        return value, kind
    part = m["part"].means.get("parts") or m["part"].value / m["below"].value
    many = m["many"].means.get("scales", 1)
    return many * (value + (m["count"].value or 1) * part), "fraction"


def _fraction(m: Match) -> Merged:
    whole, above, below = m["whole"].value or 0, m["above"].value, m["below"].value
    season = below == above + 1 > 4 and not m["of"]  # 5/6 may be a season
    if season or not 2 <= below < 1000 or (whole and above >= below):
        return None
    return (whole + above / below) * m["scale"].means.get("scales", 1), "fraction"


def _figure(m: Match) -> Merged:
    value = m["whole"].value * (1000 if m["thousand"] else 1)
    for token in m.tokens("scales"):
        value *= token.means["scales"]
    return _plus_part(m, value, "scaled")


def _scaled_part(m: Match) -> Merged:
    return m["part"].means["parts"] * m["scale"].means["scales"], "words"


def _spelled(m: Match) -> Merged:
    """Return a number in words; none if another number word follows."""
    if m.sentence.is_a(m.after, _RUN):
        return None
    total = part = 0.0
    for token in m.tokens("whole"):
        scale = token.means.get("scales", 100 if token.means.get("tens") == 100 else 0)
        if scale > 100:
            total, part = total + (part or 1) * scale, 0
        else:
            part = (part or 1) * scale if scale else part + (token.value or 0)
    total += part
    many = m.place("whole") < m.after - 1
    return _plus_part(m, total, "year" if 1000 <= total < 2100 and many else "words")


def _year(m: Match) -> Merged:
    rest = sum(token.value or 0 for token in m.tokens("rest"))
    return 100 * m["century"].value + rest, "year"


_NUMERIC = any_of("figure", "numbers", "tens", "wholes", "article", "parts", "large")
_RUN = any_of("numbers", "tens", "scales", "large")
_AND = (
    r"(?:-? {and}(?:-? (?P<count>{numbers|article}))?"
    r"-? (?P<part>{parts}(?! {of})|{two}/(?P<below>{two|three}))(?P<many> {scales-large})?"
    r"| (?P<with_half>{with_half})| {point}(?P<digits>(?: {one_to_nine})+))?"
)
_SMALL = (
    r"(?:{ten_to_ninety}(?: -|–| {and})? {one_to_nine}|{vigesimal}(?: -| {and})? {teen}"
    r"|{numbers|tens|wholes})"
)
_MERGES: tuple[tuple[re.Pattern[str], Callable[[Match], Merged]], ...] = (
    (
        pattern(
            r"(?<!{months})(?<!{months}\x20)(?:(?P<whole>{digits})-? )?"
            r"(?P<above>{two})/(?P<below>{two|three})(?!/)(?! {months})(?P<scale> {scales})?"
            r"(?=(?P<of> {of})?)"
        ),
        _fraction,
    ),
    (
        pattern(
            r"(?P<whole>{figure})(?P<thousand>{letter_k})?(?P<scales>(?: {scales})+)?" + _AND,
        ),
        _figure,
    ),
    (
        pattern(
            r"(?P<century>{century})(?: -)?(?P<rest> {ten_to_ninety}(?:(?: -)? {one_to_nine})?"
            r"| {teen}| {oh}(?: -)? {one_to_nine})"
        ),
        _year,
    ),
    (pattern(r"(?P<part>{parts})(?: {article})? (?P<scale>{scales})"), _scaled_part),
    (
        pattern(
            rf"(?P<whole>(?:{_SMALL}|{{article}}(?= {{scales-large}}))"
            rf"(?:(?: {{scales-large}})+(?:(?: -| {{and}})? {_SMALL})?)*){_AND}"
        ),
        _spelled,
    ),
    (
        pattern(r"{numbers|tens|large}(?:(?: -)? {numbers|tens|scales|large|wholes})+"),
        lambda m: (0.0, "junk"),
    ),
)
