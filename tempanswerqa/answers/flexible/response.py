"""Reads the values in lines, sentences and objects of a response, with the help of its question."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from tempanswerqa.answers import languages
from tempanswerqa.answers.conversion import to_unit
from tempanswerqa.answers.flexible import clock, objects, sentences
from tempanswerqa.answers.flexible.choice import (
    LONGEST,
    Target,
    answer_in,
    number_of,
    prepared,
)
from tempanswerqa.answers.flexible.periods import read_period
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
from tempanswerqa.answers.quantity import Quantity
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Reading
from tempanswerqa.paper_scoring import DURATIONS
from tempanswerqa.units import DAY, SPELLINGS, TIME_UNITS, UNITS

MOST_OBJECTS = 20
"""The number of last objects that are looked at."""

_OBJECT = re.compile(r"\{\s*[\"']")
_EDGE = re.compile(
    r"(?i)\W*(?:some\s?time\s+)?(by|until|before|after|prior to|not? (?:later|earlier) than)\b"
)
_ASKS_AGE = re.compile(r"(?i)\bhow old\b|\bage\b")
_ASKS_YEAR = re.compile(r"(?i)\b(?:what|which) year\b")
_REMARKS = re.compile(r"\s*\([^()]{1,80}\)")
_EQUALS = re.compile(r"=|, so (?=(?:it|he|she|they|the)\b)")
_SUM = re.compile(r"\s*-?[0-9]{1,9}(?:(?:\s?[*+]\s?|\s-\s)[0-9]{1,9}){1,20}\s*")
_TERM = re.compile(r"([-+]?)\s?([0-9]+(?:\s?\*\s?[0-9]+){0,20})")
_INTEGER = re.compile("[0-9]")
_WORDS = re.compile(r"\b(?!(?:the|an?)\b)\w+")
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
        if len(self.lower) != len(self.text):
            self.lower = "".join(c.lower() if c.isascii() else c for c in self.text)
        self.place: tuple[int, int] | None = None
        """The place in `whole` of the text that a rule reads; None if it is not known."""
        self.said = ""
        """The last text that was read."""

    @cached_property
    def asked(self) -> Target:
        """Return what the question asks for."""
        unit, by_format = UNITS[self.unit], answer_format(self.question.answer_format).date_order
        released = self.question.is_released
        return Target(
            unit,
            question_text(self.question) if released else self.question.user,
            released=released,
            month_first=released or self.month_first or by_format == MONTH_FIRST,
            by_numbers=by_format != MONTH_FIRST,
            is_calendar=self.is_tot and released,
            asks_year=self.asks_year,
        )

    @property
    def begun(self) -> int:
        """Return where in `whole` the text begins: after the prefill if the text continues it."""
        return len(self.whole) - len(self.text)

    def reads_at(self, start: int, end: int) -> None:
        """Note the place in the text of the part that is read next."""
        self.place = self.begun + start, self.begun + end

    @property
    def wants_day(self) -> bool:
        """Return whether the question asks for a time of day with its day."""
        return answer_format(self.question.answer_format).has_day

    @property
    def asks_age(self) -> bool:
        """Return whether the question asks for an age in years."""
        return self.unit == "years" and bool(_ASKS_AGE.search(self.question.text))

    @property
    def asks_year(self) -> bool:
        """Return whether a question in years asks for a calendar year."""
        dated = answer_format(self.question.answer_format).date_order
        named = dated or _ASKS_YEAR.search(self.question.text)
        return self.is_tot and self.unit == "years" and bool(named)

    @cached_property
    def unchecked(self) -> str:
        """Return the text before a check of the answer or a remark after it; empty without one."""
        checked = sentences.CHECK.search(self.text)
        return self.text[: checked.start()] if checked else ""

    @cached_property
    def goes_on(self) -> bool:
        """Return whether the response holds or continues an object: then prose is not an answer."""
        if not self.is_tot:
            return False
        begun = self.text.lstrip()[:1] == '"' or bool(_OBJECT.search(self.text))
        empty = all(found.whole and not found.fields for found in self.objects)
        behind = self.objects and self.whole[self.objects[-1].end :].strip(" \n`")
        return begun and not (empty and behind)

    @cached_property
    def closed(self) -> list[objects.Found]:
        """Return the last objects that are closed."""
        return [found for found in self.objects if found.closed][-MOST_OBJECTS:]

    @cached_property
    def objects(self) -> list[objects.Found]:
        """Return the JSON objects in the response, for TempTabQA only valid ones."""
        if self.is_tot:
            return objects.objects(self.whole.replace("**", "  "))
        return objects.valid(self.text) if "{" in self.text else []

    @cached_property
    def _asked(self) -> str:
        """Return the words of the question between spaces."""
        text = normalize_characters(self.question.user if self.is_tot else self.question.text)
        return f" {' '.join(_WORDS.findall(text.lower()))} "

    @cached_property
    def given(self) -> set[object]:
        """Return the values that the question names, in the asked unit."""
        text = normalize_characters(self.question.text)[-LONGEST:]
        named = quantities(text)
        numbers = (number_of(one, self.asked, text) for one in named)
        values: set[object] = {number for number in numbers if number is not None}
        if self.unit in DURATIONS:
            clocks = (one.parts[0] for one in named if one.kind == "clock")
            values |= {clock.in_unit(seconds, self.unit).number for seconds in clocks}
        return values

    def echoes(self, sentence: str) -> bool:
        """Return whether a sentence only repeats words of the question, in their order."""
        words = _WORDS.findall(sentence.lower())
        return len(words) >= _ECHO and f" {' '.join(words)} " in self._asked

    def field(self, value: object) -> Reading | None:
        """Return the value of one field of an answer object."""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, list) and len(value) == len(_CLOCK_UNITS) and not self.wants_day:
            return _parts(dict(zip("HMS", value, strict=True)), self)
        if isinstance(value, str):
            text = normalize_characters(value)
            counted = self.unit in ("days", "months", "years")
            return (counted and calculated(text)) or self.line(text)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        if self.unit == "date" or not self.question.is_released:
            return self.line(str(value))
        number = None if self.unit in DURATIONS else _finite(value)
        return None if number is None else Reading(number, "number")

    def line(self, text: str, cut: bool = False) -> Reading | None:
        """Return the value of a text that is marked as the answer; `cut` if it may be truncated."""
        self.said = text
        if self.asked.unit.kind == "period":
            period = None if cut else read_period(text, self.question.asked_on)
            return period and Reading(period, "period")
        plain = prepared(text[: LONGEST + 1])
        if self.wants_day:
            return self._moment(plain)
        plain = clock.spelled_out(plain) if clock.lettered(plain) else plain
        return answer_in(plain, self.asked, self.text, cut=cut)

    def sentence(self, text: str) -> Reading | None:
        """Return the value that a sentence states in plain words."""
        if self.asked.unit.kind == "period":
            return self.line(text)
        self.said = text
        plain = prepared(text[: LONGEST + 1])
        if self.wants_day:
            return self._moment(plain)
        plain = clock.spelled_out(plain) if self.unit in DURATIONS else plain
        return answer_in(plain, self.asked, self.text, stated=self.question.is_released)

    def together(self, text: str) -> Reading | None:
        """Return the value whose parts several sentences state together."""
        return self.sentence(text) if self.wants_day or clock.lettered(text) else None

    def _moment(self, text: str) -> Reading | None:
        """Return the time of day with its day in a text."""
        if len(text) > LONGEST or text.endswith("?") or sentences.refuses(text):
            return None
        after = _EQUALS.split(text)[-1]
        text = after if _INTEGER.search(after) else text
        if self.beside(text):
            return None
        return clock.moment(text, self.unit) or clock.moment(_REMARKS.sub("", text), self.unit)

    def beside(self, text: str) -> bool:
        """Return whether the text only gives a time before or after the answer, unasked."""
        edge = _EDGE.match(text)
        sought = edge and re.search(rf"(?i)\b{edge[1]}\s+(?:which|what)\b", self.question.text)
        return bool(edge and not sought)


_COUNTS = ("num_years", "num_months", "num_days")
_ANSWERS = (
    "answer",
    "final_answer",
    "final answer",
    "final",
    "age",
    "date",
    "result",
    "value",
    *_COUNTS,
    *languages.ANSWERS,
)
_ARGUMENTS = ("arguments", "parameters", "input", "tool_input", "args")
_CALLS = (*_ARGUMENTS, "function", "properties", "answer", "final_answer", "output")
"""Fields that hold the answer object itself, as in tool calls."""

_CODE = {"code", "expression", "query", "command", "sql", "script"}
"""Fields that say what a tool has still to do."""

_ANSWERS_BY = re.compile(r"(?i)answer|submit|final|respon|json")
"""Names of tools that give the answer."""

_NOTES = ("explanation", "reasoning", "thought", "name", "type", "confidence", "id")
"""Fields of an inner object that are not part of the answer."""

_CLOCK_UNITS = ("hour", "minute", "second")
_LETTERS = {
    letter: unit
    for letters in ("HMS", "ABC", "XYZ")
    for letter, unit in zip(letters, _CLOCK_UNITS, strict=True)
}
_UNIT_KEY = re.compile(r"(?i)(?:.*[_ ])?(year|month|week|day|hour|hr|minute|min|second|sec)s?")
_ORDER = tuple(TIME_UNITS)
_CALENDAR_UNITS = ("year", "month", "day")
_LONGEST_EXPLANATION = 10_000
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
    if unit in DURATIONS and "time" in named and ("day" in named or reply.wants_day):
        text = named["time"]
        if not isinstance(text, str) or len(text) > _LONGEST_PART or reply.beside(text):
            return None
        text = clock.POINTED.sub(r"\1:\2", normalize_characters(text))
        if "day" not in named:
            return clock.moment(text, unit)
        seconds = clock.seconds_of_day(text)
        context = compact(normalize_characters(explanation[-_LONGEST_EXPLANATION:]))
        offset = clock.day_offset(named["day"], context)
        if seconds is None or offset is None:
            return None
        return clock.in_unit(DAY * offset + seconds, unit)
    if unit == "date" and named.keys() >= set(_CALENDAR_UNITS):
        return reply.field("-".join(str(named[name])[:9] for name in _CALENDAR_UNITS))
    is_duration = reply.asked.unit.kind == "duration"
    if is_duration and not reply.wants_day and (found := _parts(fields, reply)):
        return found
    if unit == "years" and "era" in named:
        year = named.get("answer", named.get("year"))
        return reply.field(f"{year} {named['era']}"[:_LONGEST_PART])
    number = named.get("answer", named.get("value"))
    if isinstance(named.get("unit"), str) and number is not None:
        return reply.field(f"{number} {named['unit']}"[:_LONGEST_PART])
    for name in _ANSWERS:
        if name in named and (found := reply.field(named[name])):
            return found
    if len(fields) != 1 or named.keys() & _CODE:
        return None
    ((key, value),) = fields.items()
    amount = unit == "date_years" and _unit_of(key) not in (None, "year")
    return None if amount else reply.field(value)


def _innermost(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the object that holds the answer: an inner object counts in place of the outer."""
    for _ in range(_DEEPEST):
        tool = fields.get("name") or fields.get("tool")
        calls = isinstance(tool, str) and fields.keys() & set(_ARGUMENTS)
        if calls and not _ANSWERS_BY.search(str(tool)):  # the tool does not give the answer
            return {}
        inner = next((fields[name] for name in _CALLS if _is_object(fields.get(name))), None)
        if inner is None and len(fields) == 1:
            inner = next((value for value in fields.values() if isinstance(value, dict)), None)
        if inner is None:
            return fields
        inner = json.loads(inner) if isinstance(inner, str) else inner
        fields = {key: value for key, value in inner.items() if key not in _NOTES}
    return fields


def names_answer(fields: Mapping[str, Any]) -> bool:
    """Return whether an object, or its tool call, has a field for the answer."""
    return any(str(name).lower() in _ANSWERS for name in (*fields, *_innermost(fields)))


def _is_object(value: object) -> bool:
    if isinstance(value, str) and value[:9].lstrip()[:1] == "{":
        try:
            value = json.loads(value[:_LONGEST_EXPLANATION])
        except (ValueError, RecursionError):
            return False
    return isinstance(value, dict)


def _parts(fields: Mapping[str, object], reply: Reply) -> Reading | None:
    """Return the value of hours, minutes and seconds, or years, months and days, by their names."""
    units = _units(fields)
    parts = [(_part(fields[key], name), name) for key, name in units.items()]
    if not parts or any(number is None for number, _ in parts):
        return None
    ordered = sorted(parts, key=lambda part: _ORDER.index(part[1]))
    numbers = [number or 0.0 for number, _ in ordered]
    if any(not number.is_integer() and any(numbers[n:]) for n, number in enumerate(numbers, 1)):
        return None  # a fraction beside smaller units, as in 6.5 hours and 30 minutes
    amount = Quantity("amount", tuple(ordered), (0, 0), "parts")
    total = to_unit(amount, reply.asked.unit, released=reply.asked.released)
    return Reading(total, "parts") if isinstance(total, float) else None


def _units(fields: Mapping[str, object]) -> dict[str, str]:
    """Return the units of the fields that hold parts; empty if any field is no part.

    Letters stand for units only if all three are there, except for H, M and S. Other fields may
    stand beside several parts.
    """
    units = {key: _LETTERS[key.upper()] for key in fields if key.upper() in _LETTERS}
    if units:
        whole = len(units) == len(_CLOCK_UNITS) or (
            len(units) > 1 and {*"".join(units).upper()} < {*"HMS"}
        )
    else:
        units = {key: unit for key in fields if (unit := _unit_of(key))}
        if len(units) > len(set(units.values())):  # the parts, and not their sum beside them
            units = {key: unit for key, unit in units.items() if "total" not in key.lower()}
        whole = len(units) == len(fields) or len(units) > 1
    return units if whole and len(set(units.values())) == len(units) else {}


def _unit_of(key: str) -> str | None:
    match = _UNIT_KEY.fullmatch(key[:_LONGEST_PART])
    return None if match is None else SPELLINGS[match[1].lower()]


def _part(value: object, name: str) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return _finite(value)
    if not isinstance(value, str) or len(value) > _LONGEST_PART:
        return None
    text = normalize_characters(value).strip()
    if result := calculated(text):
        return result.number  # type: ignore[return-value]
    found = quantities(text)
    if len(found) != 1 or found[0].role not in ("exact", "about"):
        return None
    one = found[0]
    if one.kind in ("number", "year"):
        return float(one.parts[0]) if one.span == (0, len(text)) else None
    own = one.kind == "amount" and len(one.parts) == 1 and one.parts[0][1] == name
    return one.parts[0][0] if own else None


def _finite(number: float) -> float | None:
    try:
        value = float(number)
    except OverflowError:
        return None
    return value if math.isfinite(value) else None


def calculated(text: str) -> Reading | None:
    """Return the result of a sum of whole numbers, or their products, such as `365 * 2 + 8`."""
    if not _SUM.fullmatch(text):
        return None
    terms = _TERM.findall(text)
    total = sum(int(f"{sign}1") * math.prod(map(int, term.split("*"))) for sign, term in terms)
    return Reading(float(total), "sum")
