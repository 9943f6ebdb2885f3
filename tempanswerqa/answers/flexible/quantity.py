"""Finds amounts of time in text, such as `15 years and 9 months`, and turns them to a unit."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from tempanswerqa.answers.flexible import numbers

MONTHS = {"year": 12, "month": 1, "decade": 120, "century": 1200}
SECONDS = {"week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60, "second": 1}
SINGULAR = {f"{name}s": name for name in ("second", "minute", "day", "month", "year")}
"""Answers in these units are amounts."""

_SPELLINGS = {
    "century": "century centuries",
    "decade": "decade decades",
    "year": "year years yr yrs y jahre jahr jahren ans années annees años anni 年 년",
    "month": "month months mo mos mth mths mon mons monate monat monaten mois meses mesi 个月 か月",
    "week": "week weeks wk wks",
    "day": "day days d tage tag tagen jours jour días dias giorni 天 日",
    "hour": "hour hours hr hrs h stunden stunde heures heure horas hora",
    "minute": "minute minutes min mins m minuten minutos minuti",
    "second": "second seconds sec secs s sekunden sekunde secondes segundos secondi",
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
_RUN_TOGETHER = re.compile(r"(?i)(?<=[0-9])(y|yr|mo|d|h|hr|m|min)(?=[0-9]{1,9}\s?[a-z])")
_HALF = re.compile(r"(?<![\w./])([0-9]{1,6})(?: and a half| (?:and )?1/2)(?![\w/])")
_NAMED = re.compile(
    r"\b(years|months|days|hours|minutes|seconds)\s?[=:]\s?([0-9]{1,9}(?:\.[0-9]{1,9})?)"
    r"(?=\s*(?:[,;]|and\b|\Z))"
)
_GROUPED = re.compile(r"(?<![\w.,'])([0-9]{1,3})((?:'[0-9]{3}){1,4})(?![\w'])")
_SPACED = re.compile(r"([^0-9]{0,40})([0-9]{1,3})((?: [0-9]{3}){1,4})((?:[^0-9].{0,20})?)")
_KNOWN = re.compile(r"(?i)\b(?:the|these|those|both) $")
_JOINED = re.compile(r"\s*,?\s*(?:and|&|plus|und|et|y|e)?\s*", re.IGNORECASE)


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
        is 3 in years.
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
        if wanted in ("second", "minute") or total % sizes[wanted] == 0:
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
    text = _RUN_TOGETHER.sub(r"\1 ", text)
    if "half" in text or "1/2" in text:
        text = _HALF.sub(r"\1.5", text)
    if "=" in text or ":" in text:
        text = _NAMED.sub(r"\2 \1", text)
    if "'" in text:
        text = _GROUPED.sub(lambda found: found[1] + found[2].replace("'", ","), text)
    if " " in text and (spaced := _SPACED.fullmatch(text)):
        text = spaced[1] + spaced[2] + spaced[3].replace(" ", ",") + spaced[4]
    return text


def amounts(text: str) -> list[Amount]:
    """Return all amounts in the text; parts of falling unit are joined: `1 year, 2 months`."""
    found: list[Amount] = []
    for match in _MENTION.finditer(text):
        number = numbers.value(match["number"])
        if number is None or _spoken_of(match, text) or _grouped(match, text):
            continue
        name = NAMES[match["unit"].lower()]
        if match["unit"] == "m" and found and found[-1].parts[-1][1] == "year":
            name = "month"
        adjective = bool(match["hyphen"]) and not match["old"] and not match["unit"].endswith("s")
        start, end = match.span()
        if found and _continues(found[-1], number, name, text[found[-1].end : start]):
            last = found.pop()
            sign = -1.0 if last.parts[0][0] < 0 else 1.0
            parts = (*last.parts, (sign * number, name))
            found.append(Amount(parts, last.start, end, last.adjective))
        else:
            found.append(Amount(((number, name),), start, end, adjective))
    return found


def _grouped(match: re.Match, text: str) -> bool:
    """Return whether the number may be the end of a number with spaces, as in `14 782 days`."""
    before = text[max(0, match.start() - 2) : match.start()]
    three = len(match["number"]) == 3 and match["number"].isdigit()
    return three and before[:1].isdigit() and before[1:] == " "


def _spoken_of(match: re.Match, text: str) -> bool:
    """Return whether number words refer to things named before: `between the two years`."""
    before = text[max(0, match.start() - 7) : match.start()]
    return match["number"][0].isalpha() and bool(_KNOWN.search(before))


def _continues(last: Amount, number: float, name: str, between: str) -> bool:
    smaller = ORDER.index(name) > ORDER.index(last.parts[-1][1])
    return smaller and number >= 0 and len(between) < 20 and bool(_JOINED.fullmatch(between))
