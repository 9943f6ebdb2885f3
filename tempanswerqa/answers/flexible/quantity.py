"""Reads amounts of time in text, such as `15 years and 9 months`, and numbers without a unit."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from tempanswerqa.answers.flexible import dates, numbers
from tempanswerqa.answers.flexible.text import question_text
from tempanswerqa.answers.question_view import QuestionView

MONTHS = {"year": 12, "month": 1, "decade": 120, "century": 1200}
SECONDS = {"week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60, "second": 1}
SINGULAR = {f"{name}s": name for name in ("second", "minute", "day", "month", "year")}
"""Answers in these units are amounts."""

_SPELLINGS = {
    "century": "century centuries",
    "decade": "decade decades",
    "year": "year years yr yrs y",
    "month": "month months mo mos mth mths mon mons",
    "week": "week weeks wk wks",
    "day": "day days d",
    "hour": "hour hours hr hrs h",
    "minute": "minute minutes min mins m",
    "second": "second seconds sec secs s",
}
NAMES = {word: name for name, words in _SPELLINGS.items() for word in words.split()}
"""The unit of each spelling in a text."""

ORDER = tuple(_SPELLINGS)
"""Units of time, largest first."""

_LONG = "|".join(sorted((name for name in NAMES if len(name) > 1), key=len, reverse=True))
_BETWEEN = (
    "full|whole|complete|completed|entire|total|more|additional|extra|calendar|consecutive"
    "|further|earth|solar|julian|gregorian|standard|straight|solid"
)
_MENTION = re.compile(
    rf"(?i)(?P<number>{numbers.SIGNED})"
    r"(?:(?P<hyphen> ?- ?)|[^\S\n]*)(?:\(\s*[0-9]{1,6}\s*\)\s*)?"
    rf"(?-i:[A-Z][a-z]+ )?(?:(?:{_BETWEEN})\s+)?"
    rf"(?P<unit>(?:{_LONG})|(?<=[0-9])[ydhms]|(?<=[0-9]\s)[ydhms])\b(?P<old>\s?-\s?old)?"
)
_RUN_TOGETHER = re.compile(
    r"(?i)(?<![\w.])[0-9]{1,9}(?:(?:y|yr|mo|d|h|hr|m|min)[0-9]{1,9}){1,5}(?=\s?[a-z])"
)
_JOINT = re.compile("(?<=[a-zA-Z])(?=[0-9])")
_ISO = re.compile(
    r"(?<![\w-])P(?=T?[0-9])(?:([0-9]{1,9})Y)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})W)?(?:([0-9]{1,9})D)?"
    r"(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9}(?:\.[0-9]{1,9})?)S)?)?(?!\w)"
)
"""A duration of ISO 8601, such as `PT1H57M40S`."""

_ISO_PARTS = ("years", "months", "weeks", "days", "hours", "minutes", "seconds")
_ABOUT = r"(?:about|approximately|approx\.?|around|roughly|nearly|almost|exactly|only|just|~|≈)\s*"
_PERIOD = "(centur(?:y|ies)|decade|year|month|week|day|hour|minute)"
_IN_WORDS = (
    (re.compile(rf"(?i)\bhalf (?:an? )?{_PERIOD}\b"), r"0.5 \1"),
    (re.compile(rf"(?i)\ban? {_PERIOD} and a half\b"), r"1.5 \1"),
    (re.compile(rf"(?i)\ban? {_PERIOD} and a quarter\b"), r"1.25 \1"),
    (re.compile(r"(?i)(?<!and )\ba quarter of a century\b"), "25 years"),
    (
        re.compile(rf"(?i)\b([0-9]{{1,4}}|{numbers.WORD}) {_PERIOD}s and a half\b"),
        r"\1 and a half \2",
    ),
    (re.compile(rf"(?i)\ban? {_PERIOD}(?= and (?:[0-9]|{numbers.WORD}\b))"), r"1 \1"),
    (re.compile(r"(?i)\bhalf a dozen\b"), "6"),
    (re.compile(r"(?i)\ba dozen\b"), "12"),
    (re.compile(r"(?i)\ba fortnight\b"), "14 days"),
    (
        re.compile(rf"(?i)^(\W*(?:final answer:)?\W*)(?:{_ABOUT})?an? {_PERIOD}(?=\W*$)"),
        r"\g<1>1 \2",
    ),
)
"""Amounts in words that are no numbers, and what they are."""

_HALF = re.compile(r"(?<![\w./])([0-9]{1,6})(?: and a half| (?:and )?1/2)(?![\w/])")
_NAMED = re.compile(
    r"(?i)\b(years|months|days|hours|minutes|seconds)\s?[=:]\s?([0-9]{1,9}(?:\.[0-9]{1,9})?)"
    r"(?=\s*(?:[,;]|and\b|\Z))"
)
_APOSTROPHES = re.compile(r"(?<![\w.,'])([0-9]{1,3})((?:'[0-9]{3}){1,4})(?![\w'])")
_SPACED = re.compile(r"([^0-9]{0,40})([0-9]{1,3})((?: [0-9]{3}){1,4})((?:[^0-9].{0,20})?)")
_REFERRED = re.compile(r"(?i)\b(?:the|these|those|both) \Z")
"""Words before a number of things that were named before: `between the two years`."""

_JOINED = re.compile(
    r"(?:(?:(?<=\b[hy]r)|(?<=\bmin)|(?<=\bsec))\.)?\s*,?\s*(?:and|&|plus)?\s*", re.IGNORECASE
)


_LARGEST = 10**300
"""The largest amount; division of larger integers overflows."""


class Amount(NamedTuple):
    """Hold an amount in one or several units, as written in a text."""

    parts: tuple[tuple[float, str], ...]
    """Numbers with names of units in the singular, largest unit first."""
    start: int
    end: int
    adjective: bool = False
    """True if the amount describes another thing, as in `a five-year term`."""

    def to(self, unit: str) -> float | None:
        """Return the amount in a unit of `SINGULAR`; None if that needs a calendar.

        Parts smaller than the unit are dropped beside larger ones: an age of 3 years and 5 months
        is 3 in years. A decimal number is kept: 0.5 years and 2.5 years are 6 and 30 months.
        """
        wanted = SINGULAR[unit]
        if len(self.parts) == 1 and self.parts[0][1] == wanted:
            return self.parts[0][0]
        sizes = MONTHS if wanted in MONTHS else SECONDS
        known = {name: number for number, name in self.parts if name in sizes}
        if not known or (sizes is SECONDS and len(known) < len(self.parts)):
            return None
        total = sum(exact(number) * sizes[name] for name, number in known.items())
        if not -_LARGEST <= total <= _LARGEST:
            return None
        number, name = self.parts[0]
        decimal = not number.is_integer() and sizes[name] > sizes[wanted] and len(known) == 1
        if decimal or wanted in ("second", "minute") or total % sizes[wanted] == 0:
            return as_float(total / sizes[wanted])
        whole = int(total / sizes[wanted])
        return as_float(whole) if whole or wanted in known else None


def exact(number: float) -> Fraction | int:
    """Return the exact value of a float's decimal notation: 407/200 for 2.035."""
    return int(number) if float(number).is_integer() else Fraction(repr(number))


def as_float(number: Fraction | float) -> float | None:
    """Return a finite float, or None."""
    try:
        value = float(number)
    except OverflowError:
        return None
    return value if abs(value) < float("inf") else None


def spelled(text: str) -> str:
    """Return the text with amounts apart (`1h 22m` for `1h22m`) and thousands with commas."""
    text = _ISO.sub(_iso_in_words, text) if "P" in text else text
    if "half" in text or "a " in text:
        for pattern, replacement in _IN_WORDS:
            text = pattern.sub(replacement, text)
    text = _RUN_TOGETHER.sub(lambda joined: _JOINT.sub(" ", joined[0]), text)
    text = _HALF.sub(r"\1.5", text)
    text = _NAMED.sub(r"\2 \1", text)
    text = _APOSTROPHES.sub(lambda found: found[1] + found[2].replace("'", ","), text)
    if " " in text and (spaced := _SPACED.fullmatch(text)):
        text = spaced[1] + spaced[2] + spaced[3].replace(" ", ",") + spaced[4]
    return text


def _iso_in_words(duration: re.Match) -> str:
    parts = zip(duration.groups(), _ISO_PARTS, strict=True)
    return ", ".join(f"{number} {name}" for number, name in parts if number)


def amounts(text: str) -> list[Amount]:
    """Return all amounts in the text; parts of falling unit are joined: `1 year, 2 months`."""
    found: list[Amount] = []
    for match in _MENTION.finditer(text):
        number = numbers.value(match["number"])
        start, end = match.span()
        in_words = match["number"][0].isalpha()
        if number is None or (in_words and _REFERRED.search(text, max(0, start - 7), start)):
            continue
        name = NAMES[match["unit"].lower()]
        if match["unit"] == "m" and found and found[-1].parts[-1][1] == "year":
            name = "month"
        adjective = bool(match["hyphen"]) and not match["old"] and not match["unit"].endswith("s")
        last = found[-1] if found else None
        smaller = last and ORDER.index(name) > ORDER.index(last.parts[-1][1])
        if last and smaller and number >= 0 and _JOINED.fullmatch(text, last.end, start):
            found.pop()
            sign = -1.0 if last.parts[0][0] < 0 else 1.0
            parts = (*last.parts, (sign * number, name))
            found.append(Amount(parts, last.start, end, last.adjective))
        else:
            found.append(Amount(((number, name),), start, end, adjective))
    return found


_N, _UNIT = numbers.DIGITS, numbers.UNIT
_SMALL = r"[0-9]{1,3}(?:\.[0-9]{1,9})?"
SEVERAL = re.compile(
    r"(?i)(?<![\w.,/-])(?<!\bat )(?<!\bage )(?<!\baged )"
    rf"(?:{_SMALL}(?:\s?{_UNIT}?\s?(?:-|\u2013|\bto\b|\bor\b)|,?\s?\band\b|,(?=\s))\s?){{1,6}}"
    rf"(?:(?:{_N})\s?{_UNIT}(?:\s+old)?|{_SMALL}\W*$)"
    rf"|\b{numbers.WORD}\s(?:to|or)\s{numbers.WORD}(?:-[a-z]+)?\s{_UNIT}"
    rf"|\b(?:(between)|both|either)\s+{_SMALL}\s?{_UNIT}?\s+(?:and|or)\s+(?:{_N})(?(1)\s?{_UNIT}(?:\s+old)?)"
)
"""Marks a range, a choice or a list of amounts."""

_RESULT = re.compile(
    rf"(?i)(?:\bresult(?:s|ing) in|\bwhich (?:is|equals)|\bgives?(?: us)?|[=≈])\s*(?:{_ABOUT})?$"
)
_COMPARED = re.compile(
    r"(?i)\s+(younger|older|shorter|longer|taller|before|after)(?=\s+(?:than\b|[12][0-9]{3}\b))"
)
_LESS = re.compile(rf"(?i){_UNIT}\s+(?:minus|short of)\s|(?<![=\w])[0-9]\s?\+\s?[0-9]+\s{_UNIT}")
BOUND = re.compile(
    rf"(?i)\b(?=[aefglmosuy])(?:(?:less|more|fewer|greater|longer|shorter|older|younger|later|earlier)\s+than"
    rf"|at\s+(?:least|most)|under|(?:min|max)imum(?:\s+of)?)\s+"
    rf"(?:(?:[a-z]+(?:-[a-z]+)?\s|(?:{_N})\s?)(?:full\s+)?{_UNIT}|(?:{_N})\W*(?:$|[(\u2013]))"
    r"|^\W*(?:a little over|just over|over|above|below|beyond|up to|within|until|by|not yet)\s+"
    rf"(?:{_N}|{numbers.WORD})(?:\s{_UNIT})?(?:\s+old)?\W*(?:$|[(\u2013])"
    r"|\bmust (?:be|have been) over\b"
    rf"|(?<![\w.])(?:{_N})(?:\s{_UNIT})?\s(?:at (?:most|least)|minimum|maximum|max)\W*$"
    rf"|(?<![\w/'-])[>≥≤]=?\s*[0-9]|^\s*<(?![^<>]*>)=?\s*[0-9]"
    rf"|±|\bcould\s+be\s+(?:less|more|longer|shorter)\b"
    rf"|(?<![\w.])(?:{_N})\s?(?:{_UNIT}\s)?or\s+(?:more|less|fewer|older|younger|longer)\b"
)
"""Marks a text that gives only a bound, such as `at most 2 hours`."""

_EQUALS = re.compile(
    r"[=≈]|, so (?=(?:it|he|she|they|the)\b|[0-9]{1,9}\W*\Z)|→(?![^()]{0,99}\))|~="
    r"|\bequals\b|\bis equal to\b"
)
_LEAD = re.compile(
    r"(?i)\W{0,20}(?:(?:so|thus|therefore|hence)\W{1,9})?(?:(?:the|my)\s)?(?:(?:final|correct)\s)?"
    r"(?:answer|result|total|age|duration|difference|year|date)?\s?(?:(?:is|was)\b|[:=])?\W{0,20}?"
    rf"(?:{_ABOUT})?(?=[-+.]?[0-9]|[a-z])"
)
_OPERATOR = r"\s?[+*/^×÷]|\s-\s"
_LONE = re.compile(
    rf"(?i)(?<![+*/^×÷])(?<![+*/^×÷]\s)(?<![0-9]:){numbers.SIGNED}(?![\w%:/]|\s?%|[-\u2013]\w|{_OPERATOR})"
)
_MANY = re.compile(r"[0-9][^0-9]+[0-9]|\b(?:not|than|of|to|or) ")
"""Marks a text with several numbers, or with a denial, a comparison or a choice."""

_SUM = re.compile(r"\s*-?[0-9]{1,9}(?:(?:\s?[*+]\s?|\s-\s)[0-9]{1,9}){1,20}\s*")
_TERM = re.compile(r"([-+]?)\s?([0-9]+(?:\s?\*\s?[0-9]+){0,20})")


def after_equals(text: str) -> str:
    """Return the text behind the last sign of equality, or behind `so`."""
    return _EQUALS.split(text)[-1]


def read_number(text: str) -> numbers.Value | None:
    """Return the number of a text that has only it and words such as `the answer is about`."""
    text = text.strip().rstrip(".!")
    found = numbers.whole(text)
    if found is None and (lead := _LEAD.match(text)):
        found = numbers.whole(text[lead.end() :])
    if found is None or BOUND.search(text):
        return None
    return numbers.Value(found, "number" if text[-1].isdigit() else "number_words")


def read_amount(text: str, question: QuestionView) -> numbers.Value | None:
    """Return the one amount of time that the text states, in days, months or years.

    If there are several, amounts that the question names do not count.
    """
    unit = question.unit
    if BOUND.search(text):
        return None
    if _MANY.search(text):
        text = SEVERAL.sub(" ", numbers.NOT.sub("", text))
    if ("+" in text or "minus" in text or "short of" in text) and _LESS.search(text):
        return None
    given = []
    for one in amounts(text):
        more = _COMPARED.match(text, one.end)  # as in `3 years younger`
        if more is None or more[1].lower() in question.text.lower():
            given.append(one)
    own = [a for a in given if any(name == SINGULAR[unit] for _, name in a.parts)] or given
    values = distinct((a, a.to(unit)) for a in own)
    if len(values) > 1 and _RESULT.search(text[: own[-1].start]):
        values = distinct([(own[-1], own[-1].to(unit))])
    if len(values) > 1 and question.family == "ttqa":
        values -= {a.to(unit) for a in amounts(question_text(question))}
    return numbers.only_value(values, "amount")


def distinct(amounts: Iterable[tuple[Amount, float | None]]) -> set[float]:
    """Return the values of the amounts, except for those that only describe a thing."""
    known = [(amount, value) for amount, value in amounts if value is not None]
    known = [pair for pair in known if not pair[0].adjective] or known
    return {value for _, value in known}


def other_numbers(text: str) -> bool:
    """Return whether the text has numbers other than its dates and years."""
    found = (match[0] for match in _LONE.finditer(dates.removed(text)))
    return any(each[-1].isdigit() and not dates.YEAR.fullmatch(each) for each in found)


_THINGS = re.compile(r"\s+(?!was\b|is\b|has\b|as\b|this\b|plus\b|times\b(?!\W*$))[a-z]{3,}s\b")
_NAME_BEFORE = re.compile(
    r"(?:(?<=[a-z,] )[A-Z][a-z]+|\A\W*(?!Week|Day|Month|Year|Age|Total|Answer)[A-Z][a-z]+"
    r"|\bNo\.|\b(?:step|row|phase)|\$)\s?\Z"
)
"""Words beside a number that counts something else or is part of a name."""


def lone_number(text: str) -> numbers.Value | None:
    """Return the only number in the text that is no amount, no part of a name and no year."""
    text = numbers.in_digits(numbers.NOT.sub("", dates.removed(text)))
    if amounts(text) or SEVERAL.search(text) or BOUND.search(text):
        return None
    found = set()
    for match in _LONE.finditer(text):
        value = numbers.value(match[0])
        if value is None or not match[0][-1].isdigit():
            continue
        named = (
            numbers.NAME.match(text, match.end())
            or _THINGS.match(text, match.end())
            or _NAME_BEFORE.search(text[: match.start()])
        )
        if not named and not dates.YEAR.fullmatch(match[0]):
            found.add(value)
    return numbers.only_value(found, "lone_number")


def calculated(text: str) -> numbers.Value | None:
    """Return the result of a sum of whole numbers, or their products, such as `365 * 2 + 8`."""
    if not _SUM.fullmatch(text):
        return None
    terms = _TERM.findall(text)
    total = sum(int(f"{sign}1") * math.prod(map(int, term.split("*"))) for sign, term in terms)
    return numbers.Value(float(total), "sum")
