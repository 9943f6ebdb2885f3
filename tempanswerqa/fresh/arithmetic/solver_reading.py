"""Reads a question for the solver: its quantities in order, and the words between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tempanswerqa.fresh.solving import YearMonthDay, day_number, from_day_number, month_length

SHORT_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    "|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
QUANTITY = re.compile(
    r"\b(?=[\dJFMASOND])(?:"
    rf"(?P<D>\d{{4}}-(?:\d\d|{_MONTH})-\d\d|\d\d-\d\d-\d{{4}}"
    rf"|{_MONTH} \d\d?, \d{{4}}|\d\d? {_MONTH} \d{{4}})"
    rf"|(?P<M>{_MONTH} \d{{4}})"
    r"|(?P<L>\d+ hours?(?:(?:, | and )\d+ minutes?)?(?:(?:, | and )\d+ seconds?)?"
    r"|\d+ minutes?(?: and \d+ seconds?)?|\d+ seconds?|\d+:\d\d:\d\d(?= \(hh))"
    r"|(?P<T>\d\d?:\d\d(?::\d\d)?(?: [AP]M)?)"
    r"|(?P<E>\d+ (?:BC|AD))"
    r"|(?P<S>\d+ (?:day|week|month|year)s?)"
    r"|(?P<O>\d+(?:st|nd|rd|th))"
    r"|(?P<N>\d+)"
    r")\b"
    r"|\b[A-Z]{3} (?P<Z>[+-]\d{4})\b"
)
RULE = re.compile(" Assume .*")
_NUMBERS = re.compile(r"\d+")
_LENGTHS = re.compile(r"(\d+) ([hms])")
_SIZES = {"h": 3600, "m": 60, "s": 1}


class TextReading(NamedTuple):
    """Hold the text of a question, up to the assumption that it may state, and its quantities."""

    text: str
    """The text, in which @ and the letter of its kind replace each quantity."""
    shape: str
    """The letters of the kinds in order: Date, Month of a year, Time of day or timer, Length, Era
    year, Span, Ordinal, Number, Zone."""
    values: list[Any]
    """The values, by kind: (year, month, day); (year, month); seconds; seconds; year, negative if
    BC; (number, letter of the unit); number; number; minutes from UTC."""

    def of(self, kind: str) -> list[Any]:
        """Return the values of the quantities of a kind."""
        pairs = zip(self.shape, self.values, strict=True)
        return [value for letter, value in pairs if letter == kind]

    @property
    def operations(self) -> int:
        """Return the number of operations on two quantities or results; at least 1."""
        return max(1, len({*zip(self.shape, self.values, strict=True)}) - 1)


def read(text: str) -> TextReading:
    shape: list[str] = []
    values: list[Any] = []

    def replaced(match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        shape.append(kind)
        values.append(READERS[kind](match[kind]))
        return f"@{kind}"

    skeleton = QUANTITY.sub(replaced, RULE.sub("", text))
    return TextReading(skeleton, "".join(shape), values)


def _date(text: str) -> YearMonthDay:
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    if text[4] == "-" and len(numbers) == 2:
        return numbers[0], _month(text[5:]), numbers[1]
    if len(numbers) == 2:
        return numbers[1], _month(text), numbers[0]
    year, month, day = numbers if text[4] == "-" else (numbers[2], *numbers[:2])
    if text[4] != "-" and max(month, day) < 13:
        raise ValueError(f"{text} does not show which number is the month")
    if text[4] != "-" and month > 12:
        month, day = day, month
    if not 1 <= month <= 12:
        raise ValueError(f"{text} has no month")
    return year, month, day


def _month(text: str) -> int:
    name = text.lstrip("0123456789 ")[:3]
    return SHORT_MONTHS.index(name) + 1


def _time(text: str) -> int:
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    if text[-1] == "M":
        numbers[0] = numbers[0] % 12 + 12 * (text[-2] == "P")
    hour, minute, second = (*numbers, 0)[:3]
    return hour * 3600 + minute * 60 + second


def _length(text: str) -> int:
    if ":" in text:
        return _time(text)
    return sum(int(number) * _SIZES[unit] for number, unit in _LENGTHS.findall(text))


def _era(text: str) -> int:
    return -int(text[:-3]) if text[-2] == "B" else int(text[:-3])


def _span(text: str) -> tuple[int, str]:
    number, unit = text.split()
    return int(number), unit[0]


def _zone(text: str) -> int:
    minutes = int(text[1:3]) * 60 + int(text[3:])
    return -minutes if text[0] == "-" else minutes


READERS: Mapping[str, Callable[[str], Any]] = {
    "D": _date,
    "M": lambda text: (int(text[-4:]), _month(text)),
    "T": _time,
    "L": _length,
    "E": _era,
    "S": _span,
    "O": lambda text: int(text[:-2]),
    "N": int,
    "Z": _zone,
}


def moved(day: YearMonthDay, number: int, unit: str) -> YearMonthDay | None:
    """Return the day `number` (d)ays, (w)eeks, (m)onths or (y)ears later; None if there is none."""
    if unit in "dw":
        return from_day_number(day_number(day) + number * (7 if unit == "w" else 1))
    months = day[0] * 12 + day[1] - 1 + number * (12 if unit == "y" else 1)
    year, month = months // 12, months % 12 + 1
    return (year, month, day[2]) if day[2] <= month_length(year, month) else None


def signs(reading: TextReading, cues: re.Pattern[str]) -> list[int] | None:
    """Return for each span whether it goes back (-1) or on (+1); None if the text does not say so.

    `cues` matches a span and the words around it, in groups named `back` and `on`.
    """
    found = list(cues.finditer(reading.text))
    told = [1 if one["on"] else -1 for one in found if one["on"] or one["back"]]
    return told if len(told) == reading.shape.count("S") else None
