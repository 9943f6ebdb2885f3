"""Reads the values in lines, sentences and objects of a response, with the help of its question."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import cached_property

from tempanswerqa.answers import languages
from tempanswerqa.answers.choice import Asked, answer_in, prepared
from tempanswerqa.answers.flexible import clock, dates, numbers, objects, quantity, sentences
from tempanswerqa.answers.flexible.text import (
    compact,
    normalize_characters,
    own_turn,
    question_text,
    shortened,
    unmarked,
    without_tags,
)
from tempanswerqa.answers.formats import MONTH_FIRST, answer_format
from tempanswerqa.answers.markers import Response, continuation
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.paper_scoring import DURATIONS
from tempanswerqa.units import UNITS

NEW = bool(os.environ.get("NEW"))
LONGEST = 500
"""The largest number of characters of a line or field that is read."""

MOST_OBJECTS = 20
"""The number of last objects that are looked at."""

_PLAIN = re.compile(r"\s{0,9}([0-9]{1,9})(?: (year|month|day)s?(?: old| ago)?)?\.?\s{0,9}")
_NUMBER_OF_YEAR = re.compile(r"[\s*]{0,9}([12]),?([0-9]{3})(?:\.0)?[\s*.]{0,9}")
"""A calendar year that is written as other numbers are."""

_CLAUSES = re.compile(r"(.*[,;.]\s)?.*", re.DOTALL)
"""The group holds a text without its last clause, which may be truncated."""

_OBJECT = re.compile(r"\{\s*[\"']")
_EDGE = re.compile(
    r"(?i)\W*(?:some\s?time\s+|shortly\s+)?"
    r"(by|until|before|after|prior to|not? (?:later|earlier) than)\b"
)
_ASKS_AGE = re.compile(r"(?i)\bhow old\b|\bage\b")
_ASKS_YEAR = re.compile(r"(?i)\b(?:what|which) year\b")
_REMARKS = re.compile(r"\s*\((?!or [0-9])[^()]{1,80}\)")
_HEDGED = re.compile(
    r"(?i)\((?:or|i\.e|about|approx\w*|slightly|just|nearly|almost|roughly|around|rounded|rounding)\b"
)
"""The beginning of a remark that gives another answer."""

_BEHIND = re.compile(
    r"(?i),? (?:excluding|(?:not )?counting|not including|although|though|having|soit"
    r"|taking|following|succeeding|replacing|becoming|who|where)\b"
    rf"| \u2013 (?!(?:or|to|and|but|maybe|perhaps|possibly|not|{numbers.WORD})\b)(?=[a-z])"
)
"""A clause behind the one with the answer."""

_OPEN_END = re.compile(
    r"(?i)[0-9](?:\s?[A-Z.]{2,6})?,?"
    r" (?:or (?:later|earlier|before|after)|at the (?:latest|earliest))\W*\Z"
    r"|\b(?:after|before) (?:that|this|then)\W*\Z"
    r"|[0-9]\s?[-\u2013]\s?present\b"
)
_ASKS = re.compile(r"\?[\s*_\"')]*\Z")
_BOUNDED = re.compile(r"\s*(?:[>≥≤]|<(?![^<>]*>))=?\s*[0-9]")
_OFFSET = re.compile(
    r"(?i)(?:\b(?:[0-9]+|[a-z]+)\s+)?\b(?:days?|weeks?|months?|years?|shortly|soon|just)\s+"
    r"(?:before|after|prior to|following)\s(?:(?!\sis\b)[^,;.()]){1,60}"
)
"""Words beside a day or year that speak of another one."""

_SUM_LEFT = re.compile(r"(?i)[0-9]\s?(?:B\.?C\.?\s?)?\+\s?[0-9]")
_INTEGER = re.compile("[0-9]")
_WORDS = re.compile(r"\b(?!(?:the|an?)\b)\w+")
"""Words without articles."""

_ECHO = 4
"""Words from which on a sentence that stands in the question repeats it."""


class Reply:
    """A response and its parts; `whole` begins with the prefill if the response goes on from it."""

    def __init__(self, response: Response, question: QuestionView) -> None:
        self.question, self.unit = question, question.unit
        self.is_tot = question.family == "tot"
        self.is_dated = question.unit in ("date", "date_years")
        answer = continuation(response, question)
        text = normalize_characters(shortened(answer.text))
        if text.lstrip().startswith(('"{\\"', '{\\"')):  # an object within a string
            text = text.replace('\\"', ' "')
        self.text = compact(own_turn(without_tags(text), question))
        self.whole = question.prefill + self.text if answer.goes_on else self.text
        self.lower = self.text.lower()
        """The text in lower case, with each character at its place."""
        if len(self.lower) != len(self.text):
            self.lower = "".join(c.lower() if c.isascii() else c for c in self.text)
        self.place: tuple[int, int] | None = None
        """The place in `whole` of the text that a rule reads; None if it is not known."""
        self.said = ""
        """The last text that was read."""

    @cached_property
    def asked(self) -> Asked:
        """Return what the question asks for."""
        by_format = answer_format(self.question.answer_format).date_order == MONTH_FIRST
        return Asked(
            UNITS[self.unit],
            compact(normalize_characters(self.question.text)),
            released=True,
            month_first=True,
            by_numbers=not by_format,
            is_calendar=self.is_tot,
            asks_year=self.asks_year,
        )

    @property
    def begun(self) -> int:
        """Return where in `whole` the text begins: behind the prefill if the text continues it."""
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
        """Return the text before a check of the answer or a remark behind it; empty without one."""
        checked = sentences.CHECK.search(self.text)
        return self.text[: checked.start()] if checked else ""

    @cached_property
    def goes_on(self) -> bool:
        """Return whether the response holds or continues an object: then prose is no answer."""
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
        """Return the words of the question, as written and with English dates, between spaces."""
        asked = self.question.user if self.is_tot else self.question.text
        text = normalize_characters(shortened(asked))
        return f" {' '.join(_WORDS.findall(f'{text} ? {dates.english(text)}'.lower()))} "

    @cached_property
    def given(self) -> set[object]:
        """Return the dates and amounts of time that the question names, in the asked unit."""
        text = dates.english(normalize_characters(shortened(self.question.text)))
        if self.is_dated:
            return {written.day_in() for written in dates.written(text)}
        if self.unit not in quantity.SINGULAR:
            return set()
        named: set[object] = {amount.to(self.unit) for amount in quantity.amounts(text)}
        named |= dates.years(text) if self.asks_year else set()
        times = clock.times(text) if self.unit in DURATIONS else ()
        return named | {clock.in_unit(time, self.unit, "").value for time in times}

    def echoes(self, sentence: str) -> bool:
        """Return whether a sentence only repeats words of the question, in their order."""
        words = _WORDS.findall(sentence.lower())
        return len(words) >= _ECHO and f" {' '.join(words)} " in self._asked

    def field(self, value: object) -> numbers.Value | None:
        """Return the value of one field of an answer object."""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, list) and len(value) == len(_CLOCK_UNITS) and not self.wants_day:
            return _parts(dict(zip("HMS", value, strict=True)), self.unit)
        if isinstance(value, str):
            text = normalize_characters(value)
            counted = self.unit in ("days", "months", "years")
            return (counted and quantity.calculated(text)) or self.line(text)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        if self.unit == "date":
            return self.line(str(value)) if isinstance(value, int) else None
        if self.unit in DURATIONS:
            return None
        number = quantity.as_float(value)
        return None if number is None else numbers.Value(number, "number")

    def line(self, text: str, cut: bool = False) -> numbers.Value | None:
        """Return the value of a text that is marked as the answer; `cut` if it may be truncated."""
        self.said = text
        if NEW:
            if found := plain_answer(text, self.unit):
                return found
            if self.wants_day:
                return self._moment(text)
            plain = prepared(text[: LONGEST + 1])
            plain = clock.spelled_out(plain) if clock.lettered(plain) else plain
            return answer_in(plain, self.asked, self.text, cut=cut, is_plain=True)
        if found := plain_answer(text, self.unit):
            return found
        text = self._cleaned(text)
        text = clock.spelled_out(text) if clock.lettered(text) else text
        after = quantity.after_equals(text)
        kept = quantity.SINGULAR.get(self.unit, "=")  # as in `32 months = 2.7 years`
        converted = kept in text and kept not in after and quantity.amounts(after)
        if after != text and not converted and (found := self._value(after, cut)):
            return found
        without = text if self.is_dated or _HEDGED.search(text) else _REMARKS.sub("", text)
        found = plain_answer(_REMARKS.sub("", text), self.unit) if "(" in text else None
        if found := found or self._value(text, cut):
            return found
        head = _BEHIND.split(text, 1)[0]
        others = dict.fromkeys(other for other in (without, head) if other != text)
        return next(filter(None, (self._value(other, cut) for other in others)), None)

    def sentence(self, text: str) -> numbers.Value | None:
        """Return the value that a sentence states in plain words."""
        self.said = text
        if NEW:
            if self.wants_day:
                return self._moment(text)
            plain = prepared(text[: LONGEST + 1])
            plain = clock.spelled_out(plain) if self.unit in DURATIONS else plain
            return answer_in(plain, self.asked, self.text, stated=True, is_plain=True)
        text = self._cleaned(text)
        if self.unit in DURATIONS and not self.wants_day:
            text = clock.spelled_out(text)
        after = quantity.after_equals(text)
        text = f"= {after}" if after != text and _INTEGER.search(after) else text
        found = self._value(text, stated=True)
        return found or ("(" in text and self._value(_REMARKS.sub("", text), stated=True)) or None

    def _moment(self, text: str) -> numbers.Value | None:
        text = self._cleaned(text)
        after = quantity.after_equals(text)
        text = after if _INTEGER.search(after) else text
        if self.beside(text):
            return None
        return clock.moment(text, self.unit) or clock.moment(_REMARKS.sub("", text), self.unit)

    def together(self, text: str) -> numbers.Value | None:
        """Return the value whose parts several sentences state together."""
        return self.sentence(text) if self.wants_day or clock.lettered(text) else None

    def _cleaned(self, text: str) -> str:
        """Return the text without markup; empty if it says that there is no answer."""
        if len(text) > LONGEST or _ASKS.search(text) or _BOUNDED.match(text):
            return ""
        text = unmarked(text)
        text = dates.english(text) if self.is_dated else quantity.spelled(languages.english(text))
        if sentences.refuses(text):
            first = sentences.first(text)
            return "" if first == text or sentences.refuses(first) else first
        return text

    def _value(self, text: str, cut: bool = False, stated: bool = False) -> numbers.Value | None:
        """Return the value of a line; with `stated`, of a sentence. `cut` is as in `line`."""
        ended = _CLAUSES.sub(r"\1", text, count=1) if cut else text
        if self.beside(text):
            return None
        if not stated and (self.is_dated or self._has_era(text)):
            if _SUM_LEFT.search(text):
                return None
            text, ended = _OFFSET.sub(" ", text), _OFFSET.sub(" ", ended)
        if self.unit == "date":
            return dates.read_day(text, self.question, self._day_first, stated)
        if self.unit == "date_years":
            found = dates.read_year(ended, self.question)
            return found if dates.years(text) <= dates.years(ended) else None
        if self.unit not in DURATIONS:
            return self._stated(text) if stated else self._amount(text, ended)
        if self.wants_day:
            return clock.moment(text, self.unit)
        if not stated and quantity.BOUND.search(text):
            return None
        found = clock.duration(text, self.unit)
        return found or clock.clock_duration(text, self.unit, stated)

    def _amount(self, text: str, ended: str) -> numbers.Value | None:
        if found := quantity.read_number(text):
            return found
        if self._has_era(text):
            return dates.read_era(text)
        if self.is_tot and self.unit == "years" and not (self.asks_age or quantity.amounts(text)):
            found = dates.read_year(text, self.question)
            if found and (self.asks_year or found.notation in ("date", "month_and_year")):
                return found
        durations = dates.ERA.sub(" ", text)
        found = quantity.read_amount(durations, self.question)
        found = found or quantity.lone_number(dates.ERA.sub(" ", ended))
        return found or (dates.read_era(text) if self.unit == "years" else None)

    def _has_era(self, text: str) -> bool:
        """Return whether the question asks for a year and the text has one with its era."""
        return self.is_tot and self.unit == "years" and bool(dates.eras(text))

    def beside(self, text: str) -> bool:
        """Return whether the text only gives a day before or after the answer, unasked."""
        timed = self.is_dated or self.wants_day
        if not timed and not (self.is_tot and dates.eras(text)):
            return False
        if _OPEN_END.search(text):
            return True
        edge = _EDGE.match(text)
        sought = edge and re.search(rf"(?i)\b{edge[1]}\s+(?:which|what)\b", self.question.text)
        return bool(edge and not sought)

    def _stated(self, text: str) -> numbers.Value | None:
        """Return the amount of a sentence; None if it has several, only adjectives, or a number
        without unit at its end.
        """
        if self._has_era(text):
            return dates.read_era(text)
        text = dates.ERA.sub(" ", text)
        found = quantity.amounts(text)
        if not found and self.asks_year:
            return dates.read_year(text, self.question)
        if not found or quantity.SEVERAL.search(text) or all(one.adjective for one in found):
            return None
        other = quantity.other_numbers(text[found[-1].end :])
        return None if other else quantity.read_amount(text, self.question)

    def _day_first(self, written: dates.Written) -> bool:
        order = answer_format(self.question.answer_format).date_order
        by_format = written.separator == "/" and order == MONTH_FIRST
        return self._order.day_first(written, by_numbers=not by_format)

    @cached_property
    def _order(self) -> dates.Order:
        return dates.Order(f"{question_text(self.question)}\n{self.text}".lower())


def plain_answer(text: str, unit: str) -> numbers.Value | None:
    """Return the number that is the whole text, alone or with its unit.

    Most answers are of this kind, and the patterns for others are slow.
    """
    if unit == "date_years" and (year := _NUMBER_OF_YEAR.fullmatch(text)):
        return numbers.Value(float(year[1] + year[2]), "year")
    match = _PLAIN.fullmatch(text)
    if match is None or (match[2] is not None and f"{match[2]}s" != unit):
        return None
    number = float(match[1])
    if unit not in ("days", "months", "years"):
        return None
    return numbers.Value(number, "number" if match[2] is None else "amount")


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

_ANSWERS_BY = re.compile(r"(?i)answer|submit|final|respon|result|return|output|report|finish|json")
"""Names of tools that give the answer."""

_NOTES = ("explanation", "reasoning", "thought", "name", "type", "confidence", "id")
"""Fields of an inner object that are no part of the answer."""

_CLOCK_UNITS = ("hour", "minute", "second")
_LETTERS = {
    letter: unit
    for letters in ("HMS", "ABC", "XYZ")
    for letter, unit in zip(letters, _CLOCK_UNITS, strict=True)
}
_UNIT_KEY = re.compile(r"(?i)(?:.*[_ ])?(year|month|week|day|hour|hr|minute|min|second|sec)s?")
_CALENDAR_UNITS = ("year", "month", "day")
_LONGEST_EXPLANATION = 10_000
_DEEPEST = 4
_LONGEST_PART = 100
"""The largest number of characters of a part of a time."""


def read_fields(fields: Mapping, reply: Reply, explanation: str) -> numbers.Value | None:
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
        return clock.in_unit(clock.DAY * offset + seconds, unit, "day_and_time")
    if unit == "date" and named.keys() >= set(_CALENDAR_UNITS):
        return reply.field("-".join(str(named[name])[:9] for name in _CALENDAR_UNITS))
    if unit in quantity.SINGULAR and not reply.wants_day and (found := _parts(fields, unit)):
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


def _innermost(fields: Mapping) -> Mapping:
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


def names_answer(fields: Mapping) -> bool:
    """Return whether an object, or its tool call, has a field for the answer."""
    return any(str(name).lower() in _ANSWERS for name in (*fields, *_innermost(fields)))


def _is_object(value: object) -> bool:
    if isinstance(value, str) and value[:9].lstrip()[:1] == "{":
        try:
            value = json.loads(value[:_LONGEST_EXPLANATION])
        except (ValueError, RecursionError):
            return False
    return isinstance(value, dict)


def _parts(fields: Mapping[str, object], unit: str) -> numbers.Value | None:
    """Return the value of hours, minutes and seconds, or years, months and days, by their names."""
    units = _units(fields)
    parts = {name: _part(fields[key], name) for key, name in units.items()}
    found = {name: number for name, number in parts.items() if number is not None}
    if not found or len(found) < len(units):
        return None
    ordered = sorted(found.items(), key=lambda pair: quantity.ORDER.index(pair[0]))
    sizes = [number for _, number in ordered]
    if any(not size.is_integer() and any(sizes[n:]) for n, size in enumerate(sizes, 1)):
        return None  # a fraction beside smaller units, as in 6.5 hours and 30 minutes
    total = quantity.Amount(tuple((number, name) for name, number in ordered), 0, 0).to(unit)
    return None if total is None else numbers.Value(total, "parts")


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
    return None if match is None else quantity.NAMES[match[1].lower()]


def _part(value: object, name: str) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return quantity.as_float(value)
    if not isinstance(value, str) or len(value) > _LONGEST_PART:
        return None
    text = normalize_characters(value)
    number = numbers.whole(text)
    if number is not None:
        return number
    if (result := quantity.calculated(text)) and isinstance(result.value, float):
        return result.value
    amounts = quantity.amounts(text)
    own = len(amounts) == 1 and len(amounts[0].parts) == 1 and amounts[0].parts[0][1] == name
    return amounts[0].parts[0][0] if own else None
