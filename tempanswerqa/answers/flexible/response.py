"""Reads the values in lines, sentences and objects of a response, with the help of its question."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from tempanswerqa.answers import languages
from tempanswerqa.answers.conversion import to_unit
from tempanswerqa.answers.flexible import clock, objects, sentences
from tempanswerqa.answers.flexible.choice import (
    LONGEST_LINE,
    Target,
    answer_in,
    number_of,
    prepared,
)
from tempanswerqa.answers.periods import read_period
from tempanswerqa.answers.flexible.text import (
    compact,
    normalize_characters,
    own_turn,
    question_text,
    shortened,
    without_tags,
)
from tempanswerqa.answers.formats import MONTH_FIRST, answer_format
from tempanswerqa.answers.markers import Continuation
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import ANSWERS, Quantity
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Reading
from tempanswerqa.paper_scoring import DURATIONS, LARGEST
from tempanswerqa.units import DAY, SPELLINGS, TIME_UNITS, UNITS

MOST_OBJECTS = 20
"""The number of last objects that are looked at."""

_OBJECT = re.compile(r"\{\s*[\"']")
_EDGE = re.compile(
    r"(?i)\W*(?:some\s?time\s+)?(by|until|before|after|prior to|not? (?:later|earlier) than)\b"
)
_ASKS_AGE = re.compile(r"(?i)\bhow old\b|\bage\b")
_ASKS_YEAR = re.compile(r"(?i)\b(?:what|which) year\b")
_REMARKS = re.compile(r"\s*\([^()]+\)")
_EQUALS = re.compile(r"=|, so (?=(?:it|he|she|they|the)\b)")
_SUM = re.compile(r"\s*-?[0-9]+(?:(?:\s?[*+]\s?|\s-\s)[0-9]+)+\s*")
_TERM = re.compile(r"([-+]?)\s?([0-9*\s]+)")
_DIGIT = re.compile("[0-9]")
_ECHOED = re.compile(r"\b(?!(?:the|an?)\b)\w+")
"""Words without articles."""

_ECHO = 4
"""Minimum words of an echo of the question."""


class Reply:
    """A response and its parts; `whole` begins with the prefill if the response goes on from it."""

    def __init__(
        self, said: Continuation, question: QuestionView, month_first: bool = False
    ) -> None:
        self.question, self.unit, self.month_first = question, question.unit, month_first
        self.is_tot = question.family == "tot"
        self.is_dated = UNITS[question.unit].kind in ("calendar", "period")
        text = normalize_characters(shortened(said.text))
        if text.lstrip().startswith(('"{\\"', '{\\"')):  # an object within a string
            text = text.replace('\\"', ' "')
        self.text = compact(own_turn(without_tags(text), question))
        self.whole = question.prefill + self.text if said.goes_on else self.text
        self.lower = self.text.lower()
        """The text in lower case, with each character at its place."""
        self.place: tuple[int, int] | None = None
        """The place in `whole` of the text that a rule reads; None if it is not known."""
        self.said = ""
        """The last text that was read."""

    @cached_property
    def asked(self) -> Target:
        """Return what the question asks for."""
        return _target(self.question, self.month_first, self.asks_year)

    @property
    def begun(self) -> int:
        """Return where in `whole` the text begins: after the prefill if the text continues it."""
        return len(self.whole) - len(self.text)

    def reads_at(self, start: int, end: int) -> None:
        """Note the place in the text of the part that is read next."""
        self.place = self.begun + start, self.begun + end

    @cached_property
    def wants_day(self) -> bool:
        """Return whether the question asks for a time of day with its day."""
        return self.unit in DURATIONS and answer_format(self.question.answer_format).has_day

    @cached_property
    def asks_age(self) -> bool:
        """Return whether the question asks for an age in years."""
        return self.unit == "years" and bool(_ASKS_AGE.search(self.question.text))

    @cached_property
    def asks_year(self) -> bool:
        """Return whether a question in years asks for a calendar year."""
        return self.is_tot and self.unit == "years" and bool(_ASKS_YEAR.search(self.question.text))

    @cached_property
    def unchecked(self) -> str:
        """Return the text before a check of the answer or a remark after it; empty without one."""
        checked = sentences.CHECK.search(self.text)
        return self.text[: checked.start()] if checked else ""

    @cached_property
    def goes_on(self) -> bool:
        """Return whether the response holds or continues an object: then prose is not an answer."""
        return self.is_tot and bool(self.text.lstrip()[:1] == '"' or _OBJECT.search(self.text))

    @cached_property
    def closed(self) -> list[objects.Found]:
        """Return the last objects that are closed."""
        return [found for found in self.objects if found.closed][-MOST_OBJECTS:]

    @cached_property
    def objects(self) -> list[objects.Found]:
        """Return the JSON objects in the response, for TempTabQA only valid ones."""
        if self.is_tot:
            return objects.objects(self.whole.replace("**", "  "))
        return objects.valid(self.text) or objects.valid(self.text.replace("'", '"'))

    @cached_property
    def given(self) -> set[object]:
        """Return the numbers in the asked unit that the question names."""
        text = normalize_characters(self.question.text)[-LONGEST_LINE:]
        named = quantities(text)
        values: set[object] = {number_of(one, self.asked, text) for one in named}
        if self.unit in DURATIONS:
            clocks = (one.parts[0] for one in named if one.kind == "clock")
            values |= {clock.in_unit(seconds, self.unit).number for seconds in clocks}
        return values

    @cached_property
    def _asked_words(self) -> str:
        """Return the words of the question between spaces."""
        text = normalize_characters(self.question.user if self.is_tot else self.question.text)
        return f" {' '.join(_ECHOED.findall(text.lower()))} "

    def echoes(self, sentence: str) -> bool:
        """Return whether a sentence only repeats words of the question, in their order."""
        words = _ECHOED.findall(sentence.lower())
        return len(words) >= _ECHO and f" {' '.join(words)} " in self._asked_words

    def field(self, value: object) -> Reading | None:
        """Return the value of one field of an answer object."""
        if isinstance(value, list) and len(value) == 1:
            (value,) = value
        if isinstance(value, list) and len(value) == 3:
            return _parts(dict(zip("HMS", value, strict=True)), self)
        if isinstance(value, str):
            text = normalize_characters(value)
            counted = self.unit in ("days", "months", "years")
            return (counted and calculated(text)) or self.line(text)
        return None if _number(value) is None else self.line(str(value))

    def line(self, text: str, cut: bool = False) -> Reading | None:
        """Return the value of a text that is marked as the answer; `cut` if it may be truncated."""
        return self._read(text, cut, prose=False)

    def sentence(self, text: str) -> Reading | None:
        """Return the value that a sentence states in plain words."""
        return self._read(text, False, prose=True)

    def _read(self, text: str, cut: bool, prose: bool) -> Reading | None:
        self.said = text
        if self.asked.unit.kind == "period":
            period = None if cut else read_period(text, self.question.asked_on)
            return period and Reading(period, "period")
        if len(text) > LONGEST_LINE:
            return None
        plain = prepared(text)
        if self.wants_day:
            return self._moment(plain)
        if self.unit in DURATIONS if prose else clock.lettered(plain):
            plain = clock.spelled_out(plain)
        stated = prose and self.question.is_released
        if _MAY_BE_OPEN.search(plain):
            return answer_in(plain, self.asked, self.text, stated, cut)
        return _answer_in(plain, self.asked, "", stated, cut)

    def together(self, text: str) -> Reading | None:
        """Return the value whose parts several sentences state together."""
        return self.sentence(text) if self.wants_day or clock.lettered(text) else None

    def _moment(self, text: str) -> Reading | None:
        """Return the time of day with its day in a text."""
        if text.endswith("?") or sentences.refuses(text):
            return None
        result = _EQUALS.split(text)[-1]
        text = result if _DIGIT.search(result) else text
        if self.beside(text):
            return None
        return clock.moment(text, self.unit) or clock.moment(_REMARKS.sub("", text), self.unit)

    def beside(self, text: str) -> bool:
        """Return whether the text only gives a time before or after the answer, unasked."""
        edge = _EDGE.match(text)
        sought = edge and re.search(rf"(?i)\b{edge[1]}\s+(?:which|what)\b", self.question.text)
        return bool(edge and not sought)


_MAY_BE_OPEN = re.compile(r"(?<![0-9])[0-9][0-9]?\s?[-/]\s?[0-9][0-9]?\s?[-/]")
"""A date in numbers, of which the rest of the response may show the order of day and month."""
_answer_in = lru_cache(maxsize=1 << 14)(answer_in)  # many responses give the same answer
reply_to = lru_cache(maxsize=1)(Reply)  # the reason of an unread response needs it again


@lru_cache(maxsize=4096)  # many responses answer the same question
def _target(question: QuestionView, month_first: bool, asks_year: bool) -> Target:
    released = question.is_released
    by_format = answer_format(question.answer_format).date_order
    return Target(
        UNITS[question.unit],
        question_text(question) if released else question.user,
        released=released,
        month_first=released or month_first or by_format == MONTH_FIRST,
        by_numbers=by_format != MONTH_FIRST,
        is_calendar=question.family == "tot" and released,
        asks_year=asks_year,
    )


_ANSWERS = (
    *("answer", "final_answer", "final answer", "final", "age", "date", "result", "value"),
    *("num_years", "num_months", "num_days", *languages.ANSWERS),
)
_ARGUMENTS = {"arguments", "parameters", "input", "tool_input"}
_INNER = (*sorted(_ARGUMENTS), "function", "properties", "answer", "final_answer", "output")
"""Fields that hold the answer object itself, as in tool calls."""

_ANSWERS_BY = re.compile(r"(?i)answer|submit|respon")
"""Names of tools that give the answer."""

_UNIT_ORDER = tuple(TIME_UNITS)
_DATE_PARTS = ("year", "month", "day")
_DEEPEST = 4
_LONGEST_PART = 100
"""The largest number of characters of a part of a time."""


def read_fields(fields: Mapping[str, Any], reply: Reply, explanation: str) -> Reading | None:
    """Return the value of the fields in the asked unit, or None.

    `explanation` is the text of the response beside them.
    """
    fields = _innermost(fields)
    fields = {normalize_characters(str(key)).strip(): value for key, value in fields.items()}
    named = {key.lower(): value for key, value in fields.items()}
    unit = reply.unit
    if "time" in named and reply.wants_day:
        return _moment(named, reply, explanation)
    if unit == "date" and named.keys() >= set(_DATE_PARTS):
        return reply.field("-".join(str(named[name])[:9] for name in _DATE_PARTS))
    is_duration = reply.asked.unit.kind == "duration"
    if is_duration and not reply.wants_day and (found := _parts(fields, reply)):
        return found
    number = named.get("answer", named.get("value", named.get("year")))
    beside = named.get("era") if unit == "years" else None
    beside = beside or (named.get("unit") if named.keys() & {"answer", "value"} else None)
    if beside is not None and number is not None:
        return reply.field(f"{number} {beside}"[:_LONGEST_PART])
    for name in _ANSWERS:
        if name in named and (found := reply.field(named[name])):
            return found
    if len(fields) != 1:
        return None
    ((key, value),) = fields.items()
    amount = unit == "date_years" and _unit_of(key) not in (None, "year")
    return None if amount else reply.field(value)


def _moment(named: Mapping[str, Any], reply: Reply, explanation: str) -> Reading | None:
    """Return the time in a field, with the day in another or its own."""
    text = named["time"]
    if not isinstance(text, str) or len(text) > _LONGEST_PART or reply.beside(text):
        return None
    text = clock.POINTED.sub(r"\1:\2", normalize_characters(text))
    if "day" not in named:
        return clock.moment(text, reply.unit)
    seconds = clock.seconds_of_day(text)
    context = compact(normalize_characters(explanation))
    offset = clock.day_offset(named["day"], context)
    if seconds is None or offset is None:
        return None
    return clock.in_unit(DAY * offset + seconds, reply.unit)


def _innermost(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the object that holds the answer: an inner object counts in place of the outer."""
    for _ in range(_DEEPEST):
        tool = fields.get("name") or fields.get("tool")
        calls = isinstance(tool, str) and fields.keys() & _ARGUMENTS
        if calls and not _ANSWERS_BY.search(str(tool)):  # the tool does not give the answer
            return {}
        held = (_object(fields[name]) for name in _INNER if name in fields)
        inner = next((one for one in held if one is not None), None)
        if inner is None and len(fields) == 1:
            inner = next((value for value in fields.values() if isinstance(value, dict)), None)
        if inner is None:
            return fields
        fields = {key: value for key, value in inner.items() if key != objects.EXPLANATION}
    return fields


def names_answer(fields: Mapping[str, Any], reply: Reply) -> bool:
    """Return whether an object, or its tool call, has a field for the answer, or its parts."""
    if reply.question.own and _units(fields):
        return True
    return any(str(name).lower() in _ANSWERS for name in (*fields, *_innermost(fields)))


def _object(value: object) -> dict[str, Any] | None:
    """Return an object, also one that stands in a string."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None


def _parts(fields: Mapping[str, object], reply: Reply) -> Reading | None:
    """Return the value of hours, minutes and seconds, or years, months and days, by their names."""
    parts = []
    for key, unit in _units(fields).items():
        if (number := _part(fields[key], unit)) is None:
            return None
        parts.append((number, unit))
    parts.sort(key=lambda part: _UNIT_ORDER.index(part[1]))
    numbers = [number for number, _ in parts]
    if not parts or any(
        not number.is_integer() and any(numbers[n:]) for n, number in enumerate(numbers, 1)
    ):
        return None  # a fraction beside smaller units, as in 6.5 hours and 30 minutes
    amount = Quantity("amount", tuple(parts), (0, 0), "parts")
    total = to_unit(amount, reply.asked.unit, released=reply.asked.released)
    return Reading(total, "parts") if isinstance(total, float) else None


def _units(fields: Mapping[str, object]) -> dict[str, str]:
    """Return the units of the fields that hold parts; empty if any field is no part.

    Letters stand for units only if all three are there, except for H, M and S. Other fields may
    stand beside several parts.
    """
    units = {key: clock.LETTERS[key.upper()] for key in fields if key.upper() in clock.LETTERS}
    if units:
        whole = len(units) == 3 or (len(units) > 1 and {*"".join(units).upper()} < {*"HMS"})
    else:
        units = {key: unit for key in fields if (unit := _unit_of(key))}
        if len(units) > len(set(units.values())):  # the parts, and not their sum beside them
            units = {key: unit for key, unit in units.items() if "total" not in key.lower()}
        whole = len(units) == len(fields) or len(units) > 1
    return units if whole and len(set(units.values())) == len(units) else {}


def _unit_of(key: str) -> str | None:
    """Return the unit that is the last word of a key, such as `num_days`."""
    word = re.split("[_ ]", key[:_LONGEST_PART].lower())[-1]
    return SPELLINGS.get(word) if len(word) > 1 else None


def _part(value: object, unit: str) -> float | None:
    if not isinstance(value, str):
        return _number(value)
    text = normalize_characters(value[:_LONGEST_PART]).strip()
    if result := calculated(text):
        return result.number  # type: ignore[return-value]  # a sum is no period
    found = quantities(text)
    if len(found) != 1 or found[0].role not in ANSWERS:
        return None
    one = found[0]
    if one.kind in ("number", "year"):
        return float(one.parts[0]) if one.span == (0, len(text)) else None
    own = one.kind == "amount" and len(one.parts) == 1 and one.parts[0][1] == unit
    return one.parts[0][0] if own else None


def _number(value: object) -> float | None:
    """Return a number as a float; None for another value, and for one too large to be scored."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if abs(value) <= LARGEST else None


def calculated(text: str) -> Reading | None:
    """Return the result of a sum of whole numbers, or their products, such as `365 * 2 + 8`."""
    if len(text) > _LONGEST_PART or not _SUM.fullmatch(text):
        return None
    terms = _TERM.findall(text)
    total = sum(int(f"{sign}1") * math.prod(map(int, term.split("*"))) for sign, term in terms)
    return Reading(float(total), "sum")
