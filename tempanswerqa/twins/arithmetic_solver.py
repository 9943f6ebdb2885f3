"""Answers arithmetic questions only from their text, never from the label."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from tempanswerqa.paper_scoring import MONTHS
from tempanswerqa.units import DAY

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
"""A quantity, in the group for its kind: Date, Month of a year, Length in words or as a timer, Time
of day or timer, Era year, Span, Ordinal, Number, Zone."""
_NUMBERS = re.compile(r"\d+")


class TextReading(NamedTuple):
    """The text of a question, and its quantities."""

    text: str
    """The text, with each quantity replaced by @ and the letter of its kind."""
    shape: str
    """The letters of the kinds in order."""
    values: list[Any]
    """The values as read by `READERS`, or else as text."""

    def of(self, kind: str) -> list[Any]:
        """Return the values of the quantities of a kind."""
        pairs = zip(self.shape, self.values, strict=True)
        return [value for letter, value in pairs if letter == kind]


def read(text: str) -> TextReading:
    """Return the quantities of a question. Raises ValueError for an impossible date."""
    matches = [(match.lastgroup or "", match) for match in QUANTITY.finditer(text)]
    return TextReading(
        QUANTITY.sub(lambda match: f"@{match.lastgroup}", text),
        "".join(kind for kind, _ in matches),
        [READERS.get(kind, str)(match[kind]) for kind, match in matches],
    )


def _date(text: str) -> date:
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    year = numbers.pop(0 if text[4] == "-" else -1)
    if name := re.search("[A-Z][a-z]{2}", text):
        return date(year, SHORT_MONTHS.index(name[0]) + 1, numbers[0])
    month, day = numbers if text[4] == "-" else sorted(numbers)
    if text[4] != "-" and day < 13:
        raise ValueError(f"{text} does not show which number is the month")
    return date(year, month, day)


def _time(text: str) -> int:
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    if text[-1] == "M":
        numbers[0] = numbers[0] % 12 + 12 * (text[-2] == "P")
    hour, minute, second = (*numbers, 0)[:3]
    return hour * 3600 + minute * 60 + second


def _length(text: str) -> int:
    if ":" in text:
        return _time(text)
    parts = re.findall(r"(\d+) ([hms])", text)
    return sum(int(number) * {"h": 3600, "m": 60, "s": 1}[unit] for number, unit in parts)


READERS: Mapping[str, Callable[[str], Any]] = {
    "D": _date,
    "T": _time,
    "L": _length,
    "E": lambda text: 1 - int(text[:-3]) if text.endswith("BC") else int(text[:-3]),
    "S": lambda text: (int(text.split()[0]), text.split()[1][0]),
    "N": int,
    "Z": lambda text: int(f"{text[0]}1") * (int(text[1:3]) * 60 + int(text[3:])),
}
"""The functions that read a quantity, by kind: a date; seconds; seconds; a year, 0 for 1 BC; number
and letter of the unit; a number; minutes from UTC."""


def stamp(day: date) -> float:
    """Return the seconds from 1970-01-01 to the day."""
    return float((day - date(1970, 1, 1)).days * DAY)


def _steps(reading: TextReading, cues: re.Pattern[str]) -> list[tuple[int, str]]:
    """Return the spans, negative if they go back; ValueError if the text leaves any open.

    `cues` matches a span and the words around it, in the group `on` if the span goes on.
    """
    signs = [1 if match["on"] else -1 for match in cues.finditer(reading.text)]
    spans = zip(signs, reading.of("S"), strict=True)
    return [(sign * number, unit) for sign, (number, unit) in spans]


_SHIFTED = re.compile(
    r"preponed by @S|takes @S(?= to deliver.*[Ww]hen was)"
    r"|@S (?:before|in advance|early|earlier|ago)|after (?:exactly )?@S"
    r"|(?P<on>(?:postponed by|extension of|for|takes|took|took exactly) @S"
    r"|@S (?:after|later|from))"
)


def _walked(reading: TextReading) -> date:
    """Return the only date of the question, moved by its spans in order."""
    day: date
    (day,) = reading.of("D")
    for step, unit in _steps(reading, _SHIFTED):
        if unit in "dw":
            day += timedelta(**{"days" if unit == "d" else "weeks": step})
        else:
            months = day.year * 12 + day.month - 1 + step * (12 if unit == "y" else 1)
            day = day.replace(months // 12, months % 12 + 1)
    return day


_AGES = re.compile(r"after @S|for @S before|(?P<on>(?:for|took) @S|@S after)")


def _era(reading: TextReading) -> float:
    year: float
    (year,) = reading.of("E")
    year += sum(step for step, _ in _steps(reading, _AGES))
    return year if year > 0 else year - 1


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


_DAY_NAMES = {"yesterday": -1, "today": 0, "tomorrow": 1}
_DAY_NAME = re.compile(r"((?:(?:the day|@S) (?:before|after) )*)(yesterday|today|tomorrow)")
_STEP = re.compile(r"(the day|@S) (before|after) ")
_ASKS_FIRST = re.compile("^What|, what is the date @S from now, if")


def _day_to_day(reading: TextReading) -> float:
    """Return the date of one of two named days, from the date of the other."""
    (day,), spans = reading.of("D"), iter(reading.of("S"))
    text = reading.text.replace("before now", "before today").replace("from now", "after today")
    distances = []
    for steps, name in _DAY_NAME.findall(text):
        distances.append(_DAY_NAMES[name])
        for size, side in _STEP.findall(steps):
            number = next(spans)[0] if size == "@S" else 1
            distances[-1] += -number if side == "before" else number
    known, wanted = reversed(distances) if _ASKS_FIRST.search(reading.text) else distances
    return stamp(day + timedelta(days=wanted - known))


_END_FIRST = re.compile(r"(?:ended|up) at @T(?: \(24hr\))?\.")


def _stretch(reading: TextReading) -> float:
    """Return the time between two clock times, minus the pauses."""
    start, end = reading.of("T")
    if _END_FIRST.search(reading.text):
        start, end = end, start
    seconds: float = (end - start) % DAY - sum(reading.of("L"))
    return seconds


def _share(total: float, parts: float) -> float:
    """Return an equal part; ValueError if it is not an integer."""
    share, rest = divmod(total, parts)
    if rest:
        raise ValueError("the parts are not whole")
    return share


def _pieces(reading: TextReading) -> float:
    """Return the time for pieces from the time for one, or for a number of them."""
    (time,), (*timed, number) = reading.of("L"), reading.of("N")
    return _share(time, *timed or [1]) * float(number)


def _clock(reading: TextReading) -> float:
    """Return the clock time after all lengths, in the second zone if the text has two."""
    (start,), (here, there) = reading.of("T"), reading.of("Z") or (0, 0)
    time: float = start + sum(reading.of("L")) + 60 * (there - here)
    return time


class _Rule(NamedTuple):
    """Question type and unit, patterns of all kinds and of words, and what to compute."""

    asks: str
    shape: str
    cue: str
    answer: Callable[[TextReading], float]


_RULES = (
    _Rule("add_subtract date", "DS+|SD", "", lambda reading: stamp(_walked(reading))),
    _Rule("add_subtract years", "ES+|SE", "", _era),
    _Rule("add_subtract years", "DS+|SD", "", lambda reading: _walked(reading).year),
    _Rule(
        "duration days",
        "[DS]+",
        r"[Ww]hen \w+ was @S old|exactly @S|g(?:oing|one) on",
        _running_days,
    ),
    _Rule("duration days", "[DS]+", "born|birthdate", _days),
    _Rule("duration seconds", "TTL*", "", _stretch),
    _Rule("multi_op seconds", "LNN?|NLN?", "", _pieces),
    _Rule("multi_op seconds", "TT+", "", lambda r: _share(sum(r.values), len(r.values))),
    _Rule("multi_op seconds", "TL+|L+T", "finish|reach|arrive|complete", _clock),
    _Rule("multi_op date", "SDD|DSD", "next", _next_day),
    _Rule("timezone seconds", "ZTZ|TZZ|ZZT|ZTLZ", "", _clock),
    _Rule("trick date", "S*DS*", "", _day_to_day),
)


def solve(cells: Mapping[str, str]) -> float | None:
    """Return the answer in the question's unit by the first rule that fits, or None."""
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
