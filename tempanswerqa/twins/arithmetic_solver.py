"""Answers arithmetic questions from their text alone, never from the label.

A rule has the kinds of quantities that a question states in their order, words between them, and
what to compute.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from tempanswerqa.paper_scoring import MONTHS
from tempanswerqa.units import DAY

_EPOCH = date(1970, 1, 1)

SHORT_MONTHS = [name[:3] for name in MONTHS]
_MONTH = f"(?:{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)})"
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
    """The text of a question, up to the assumption that it may state, and its quantities."""

    text: str
    """The text, in which @ and the letter of its kind replace each quantity."""
    shape: str
    """The letters of the kinds in order: Date, Month of a year, Time of day or timer, Length, Era
    year, Span, Ordinal, Number, Zone."""
    values: list[Any]
    """The values, by kind: date; text; seconds; seconds; year, negative if BC; (number, letter of
    the unit); text; number; minutes from UTC."""

    def of(self, kind: str) -> list[Any]:
        """Return the values of the quantities of a kind."""
        pairs = zip(self.shape, self.values, strict=True)
        return [value for letter, value in pairs if letter == kind]


def read(text: str) -> TextReading:
    """Return the quantities of a question. Raises ValueError for an impossible date."""
    shape: list[str] = []
    values: list[Any] = []

    def replaced(match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        shape.append(kind)
        values.append(READERS.get(kind, str)(match[kind]))
        return f"@{kind}"

    skeleton = QUANTITY.sub(replaced, RULE.sub("", text))
    return TextReading(skeleton, "".join(shape), values)


def _date(text: str) -> date:
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    if text[4] == "-" and len(numbers) == 2:
        return date(numbers[0], _month(text[5:]), numbers[1])
    if len(numbers) == 2:
        return date(numbers[1], _month(text), numbers[0])
    if text[4] == "-":
        return date(*numbers)
    first, second, year = numbers
    if max(first, second) < 13:
        raise ValueError(f"{text} does not show which number is the month")
    return date(year, *sorted((first, second)))


def _month(text: str) -> int:
    return SHORT_MONTHS.index(text.lstrip("0123456789 ")[:3]) + 1


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


def _span(text: str) -> tuple[int, str]:
    number, unit = text.split()
    return int(number), unit[0]


READERS: Mapping[str, Callable[[str], Any]] = {
    "D": _date,
    "T": _time,
    "L": _length,
    "E": lambda text: int(text[:-3]) * (-1 if text.endswith("BC") else 1),
    "S": _span,
    "N": int,
    "Z": lambda text: int(f"{text[0]}1") * (int(text[1:3]) * 60 + int(text[3:])),
}


def stamp(day: date) -> float:
    """Return the seconds from 1970-01-01 to the day."""
    return float((day - _EPOCH).days * DAY)


def _signs(reading: TextReading, cues: re.Pattern[str]) -> list[int]:
    """Return for each span whether it goes back (-1) or on (+1).

    Raises ValueError if the text does not say so.

    `cues` matches a span and the words around it, in groups named `back` and `on`.
    """
    signs = [1 if match["on"] else -1 for match in cues.finditer(reading.text)]
    if len(signs) != reading.shape.count("S"):
        raise ValueError("the text does not say of each span whether it goes back or on")
    return signs


_SHIFTED = re.compile(
    r"(?P<back>preponed by @S|takes @S(?= to deliver.*[Ww]hen was)"
    r"|@S (?:before|in advance|early|earlier|ago)|after (?:exactly )?@S)"
    r"|(?P<on>(?:postponed by|extension of|for|takes|took|took exactly) @S"
    r"|@S (?:after|later|from))"
)


def _walked(reading: TextReading) -> date:
    """Return the only date of the question, moved by its spans in their order."""
    day: date
    (day,) = reading.of("D")
    for sign, (number, unit) in zip(_signs(reading, _SHIFTED), reading.of("S"), strict=True):
        if unit in "dw":
            day += timedelta(days=sign * number * (7 if unit == "w" else 1))
        else:
            months = day.year * 12 + day.month - 1 + sign * number * (12 if unit == "y" else 1)
            day = day.replace(months // 12, months % 12 + 1)
    return day


_AGES = re.compile(r"(?P<back>after @S|for @S before)|(?P<on>(?:for|took) @S|@S after)")


def _era(reading: TextReading) -> float:
    year: float
    (year,) = reading.of("E")
    for sign, (number, _) in zip(_signs(reading, _AGES), reading.of("S"), strict=True):
        moved = year + sign * number
        # no year lies between 1 BC (-1) and 1 AD
        year = moved + (year < 0 <= moved) - (moved <= 0 < year)
    return year


def _days(reading: TextReading) -> float:
    """Return the days between the two dates, in any order, minus the spans."""
    first, second = reading.of("D")
    days: float = abs((first - second).days) - sum(number for number, _ in reading.of("S"))
    return days


def _running_days(reading: TextReading) -> float:
    """Return the days counted by the second date, from those counted by the first."""
    (known, counted), ((number, _), *stops) = reading.of("D"), reading.of("S")
    day: float = number + (counted - known).days - sum(stop for stop, _ in stops)
    return day


def _next_day(reading: TextReading) -> float:
    """Return the first day of a schedule after the second date."""
    first, today = sorted(reading.of("D"))
    ((every, _),) = reading.of("S")
    return stamp(first + timedelta(days=every * ((today - first).days // every + 1)))


_DAY_NAME = re.compile(r"((?:(?:the day|@S) (?:before|after) )*)(yesterday|today|tomorrow)")
_STEP = re.compile(r"(the day|@S) (before|after) ")


def _named_days(text: str, spans: list[tuple[int, str]]) -> list[int]:
    """Return the distances in days from today of the days that the text names, in order."""
    left = iter(spans)
    distances = []
    for steps, base in _DAY_NAME.findall(text):
        distance = {"yesterday": -1, "today": 0, "tomorrow": 1}[base]
        for size, side in _STEP.findall(steps):
            number = next(left)[0] if size == "@S" else 1
            distance += -number if side == "before" else number
        distances.append(distance)
    return distances


def _day_to_day(reading: TextReading, known: int) -> float:
    """Return the date of one named day from that of the other, `known` (0 or 1)."""
    (day,), spans = reading.of("D"), reading.of("S")
    text = reading.text.replace("before now", "before today").replace("from now", "after today")
    first, second = _named_days(text, spans)
    return stamp(day + timedelta(days=(first - second) if known else (second - first)))


def _stretch(reading: TextReading, start: int = 0) -> float:
    """Return the time between two clock times, the `start`-th first, minus the pauses."""
    times = reading.of("T")
    seconds: float = (times[1 - start] - times[start]) % DAY - sum(reading.of("L"))
    return seconds


def _proportion(reading: TextReading, whole: int, done: int, number: int) -> float:
    """Return the time of all pieces from the time of some, if it is a whole number for each."""
    values: list[float] = reading.values
    each, over = divmod(values[whole], values[done])
    if over:
        raise ValueError("no whole time for each piece")
    return each * values[number]


def _mean(reading: TextReading) -> float:
    average: float
    average, over = divmod(sum(reading.values), len(reading.values))
    if over:
        raise ValueError("no whole average")
    return average


def _clock(reading: TextReading) -> float:
    """Return the clock time after all lengths, in the second zone if the text has two."""
    (start,), (here, there) = reading.of("T"), reading.of("Z") or (0, 0)
    time: float = start + sum(reading.of("L")) + 60 * (there - here)
    return time


class _Rule(NamedTuple):
    asks: str
    """The question type and the unit."""
    shape: str
    """The pattern of the kinds of all quantities."""
    cue: str
    """The pattern of the words between the quantities; it may match anywhere."""
    answer: Callable[[TextReading], float]


_RULES = (
    _Rule("add_subtract date", "DS+|SD", "", lambda r: stamp(_walked(r))),
    _Rule("add_subtract years", "ES+|SE", "", _era),
    _Rule("add_subtract years", "DS+|SD", "", lambda r: _walked(r).year),
    _Rule("duration days", "SDD|DDS", r"[Ww]hen \w+ was @S old", _running_days),
    _Rule("duration days", "DS+D|SD+", "exactly @S|going on|gone on", _running_days),
    _Rule("duration days", "[DS]+", "born|birthdate", _days),
    _Rule(
        "duration seconds", "TT", r"(?:ended|up) at @T(?: \(24hr\))?\.", lambda r: _stretch(r, 1)
    ),
    _Rule("duration seconds", "TTL*", "", _stretch),
    _Rule("multi_op seconds", "LN|NL", "", lambda r: r.values[0] * r.values[1]),
    _Rule("multi_op seconds", "LNN", "", lambda r: _proportion(r, 0, 1, 2)),
    _Rule("multi_op seconds", "NLN", "", lambda r: _proportion(r, 1, 0, 2)),
    _Rule(
        "multi_op seconds",
        "LLNN",
        "",
        lambda r: r.values[0] * r.values[2] + r.values[1] * r.values[3],
    ),
    _Rule("multi_op seconds", "TT+", "", _mean),
    _Rule("multi_op seconds", "TL+|L+T", "finish|reach|arrive|complete", _clock),
    _Rule("multi_op date", "SDD|DSD", "next", _next_day),
    _Rule("timezone seconds", "ZTZ|TZZ|ZZT|ZTLZ", "", _clock),
    _Rule(
        "trick date",
        "S*DS*",
        "^What|, what is the date @S from now, if",
        lambda r: _day_to_day(r, 1),
    ),
    _Rule("trick date", "S*DS*", "yesterday|today|tomorrow", lambda r: _day_to_day(r, 0)),
)


def solve(cells: Mapping[str, str]) -> float | None:
    """Return the answer in the question's unit by the first rule that fits.

    None if there is none, or if the rule does not find the answer.
    """
    asks = f"{cells['question_type']} {cells['answer_temporal_unit']}"
    try:
        reading = read(cells["question_wo_instruct"])
        for rule in _RULES:
            fits = rule.asks == asks and re.fullmatch(rule.shape, reading.shape)
            if fits and re.search(rule.cue, reading.text):
                return float(rule.answer(reading))
    except (ArithmeticError, LookupError, ValueError):  # such as 30 February
        pass
    return None
