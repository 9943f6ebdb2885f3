"""Reads the values in lines and sentences of a response, with the help of its question."""

from __future__ import annotations

import re
from functools import cached_property

from tempanswerqa.answers.flexible import (
    dates,
    months,
    objects,
    quantity,
    read_amounts,
    read_calendar,
    read_durations,
    sentences,
)
from tempanswerqa.answers.flexible.text import (
    compact,
    normalize_characters,
    own_turn,
    question_text,
    unmarked,
)
from tempanswerqa.answers.flexible.value import Value
from tempanswerqa.answers.formats import MONTH_FIRST, answer_format
from tempanswerqa.answers.markers import Response, continuation
from tempanswerqa.answers.quantities import DURATIONS
from tempanswerqa.answers.question_view import QuestionView

LONGEST = 500
"""The largest number of characters of a line or field that is read."""

_PLAIN = re.compile(
    r"\s{0,9}(?:The final answer is )?([0-9]{1,9})(?: (year|month|day)s?(?: old| ago)?)?\.?\s{0,9}"
)
_CLAUSES = re.compile(r"(.*[,;.]\s)?.*", re.DOTALL)
"""The group holds a text without its last clause, which may be truncated."""

_OBJECT = re.compile(r"\{\s*[\"']")
_EDGE = re.compile(
    r"(?i)\W*(?:some\s?time\s+|shortly\s+)?"
    r"(by|until|before|after|prior to|not? (?:later|earlier) than)\b"
)
_ASKS_AGE = re.compile(r"(?i)\bhow old\b|\bage\b")
_ASIDE = re.compile(r"([^()]{1,40}?)\s*\([^()]{1,80}\)\W*")
"""A remark in parentheses behind a value."""

_OPEN_END = re.compile(
    r"(?i)[0-9](?:\s?[A-Z.]{2,6})?,?"
    r" (?:or (?:later|earlier|before|after)|at the (?:latest|earliest))\W*\Z"
    r"|[0-9]\s?[-\u2013]\s?present\b"
)
_ASKS = re.compile(r"\?[\s*_\"')]*\Z")
_BOUNDED = re.compile(r"\s*(?:[>≥≤]|<(?![^<>]*>))=?\s*[0-9]")
_OFFSET = re.compile(
    r"(?i)(?:\b(?:[0-9]+|[a-z]+)\s+)?\b(?:days?|weeks?|months?|years?|shortly|soon|just)\s+"
    r"(?:before|after|prior to|following)\s(?:(?!\sis\b)[^,;.()]){1,60}"
)
"""Words beside a day or year that speak of another one."""

_SUM_LEFT = re.compile(
    r"(?i)[0-9]\s?(?:B\.?C\.?\s?)?\+\s?[0-9]|[-+]\s?[0-9]+\s(?:days?|weeks?|months?|years?)"
)
_CALENDAR = ("date", "month_and_year")
_FRESH = re.compile(r"\s*(?:```|\{|JSON\b|json\b)")
_INTEGER = re.compile("[0-9]")


class Reply:
    """A response and its parts; `whole` begins with the prefill if the response goes on from it."""

    def __init__(self, response: Response, question: QuestionView) -> None:
        self.question, self.unit = question, question.unit
        self.is_tot = question.family == "tot"
        self.is_dated = question.unit in ("date", "date_years")
        answer = continuation(response, question)
        self.text = own_turn(compact(normalize_characters(answer.text)), question)
        goes_on = answer.goes_on and not _FRESH.match(self.text)
        self.whole = question.prefill + self.text if goes_on else self.text
        self.place: tuple[int, int] | None = None
        """The place in `whole` of the text that a rule reads; None if it is not known."""
        self.said = ""
        """The last text that was read."""

    @property
    def begun(self) -> int:
        """Return where in `whole` the text begins: behind the prefill if the text continues it."""
        return len(self.whole) - len(self.text)

    def reads_at(self, start: int, end: int) -> None:
        """Note the place in the text of the part that is read next."""
        self.place = self.begun + start, self.begun + end

    @cached_property
    def lower(self) -> str:
        """Return the text in lower case, with each character at its place."""
        lower = self.text.lower()
        if len(lower) == len(self.text):
            return lower
        return "".join(c.lower() if c.isascii() else c for c in self.text)

    @property
    def wants_day(self) -> bool:
        """Return whether the question asks for a time of day with its day."""
        return answer_format(self.question.answer_format).has_day

    @property
    def asks_age(self) -> bool:
        """Return whether the question asks for an age in years."""
        return self.unit == "years" and bool(_ASKS_AGE.search(self.question.text))

    @cached_property
    def goes_on(self) -> bool:
        """Return whether the response holds or continues an object: then prose is no answer."""
        if not self.is_tot:
            return False
        begun = self.text.lstrip()[:1] == '"' or bool(_OBJECT.search(self.text))
        empty = all(found.whole and not found.fields for found in self.objects)
        return begun and not (self.objects and empty and self.behind)

    @property
    def behind(self) -> str:
        """Return the text behind the last object."""
        return self.whole[self.objects[-1].end :].strip(" \n`") if self.objects else ""

    @cached_property
    def objects(self) -> list[objects.Found]:
        """Return the JSON objects in the response, for TempTabQA only valid ones."""
        if self.is_tot:
            return objects.objects(self.whole.replace("**", "  "))
        return objects.valid(self.text) if "{" in self.text else []

    def field(self, value: object) -> Value | None:
        """Return the value of one field of an answer object."""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, str):
            text = normalize_characters(value)
            counted = self.unit in ("days", "months", "years")
            return (counted and read_amounts.calculated(text)) or self.line(text)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        if self.unit in ("date", *DURATIONS):
            return None
        number = quantity.as_float(value)
        return None if number is None else Value(number, "number")

    def line(self, text: str, cut: bool = False) -> Value | None:
        """Return the value of a text that is marked as the answer; `cut` if it may be truncated."""
        self.said = text
        if found := plain_answer(text, 0, self.unit):
            return found
        text = self._cleaned(text)
        if not text:
            return None
        after = read_amounts.after_equals(text)
        if after != text and (found := self._value(after, cut)):
            return found
        aside = _ASIDE.fullmatch(text) if "(" in text else None
        found = aside and plain_answer(aside[1], 0, self.unit)
        return found or self._value(text, cut)

    def sentence(self, text: str) -> Value | None:
        """Return the value that a sentence states in plain words."""
        self.said = text
        text = self._cleaned(text)
        if not text:
            return None
        if self.unit in DURATIONS and not self.wants_day:
            text = read_durations.spelled_out(text)
        after = read_amounts.after_equals(text)
        text = f"= {after}" if after != text and _INTEGER.search(after) else text
        return self._value(text, stated=True)

    def together(self, text: str) -> Value | None:
        """Return the value whose parts several sentences state together."""
        return self.sentence(text) if self.wants_day or read_durations.lettered(text) else None

    def _cleaned(self, text: str) -> str:
        """Return the text without markup; empty if it says that there is no answer."""
        if len(text) > LONGEST or _ASKS.search(text) or _BOUNDED.match(text):
            return ""
        text = (months.english if self.is_dated else quantity.spelled)(unmarked(text))
        if sentences.refuses(text):
            first = sentences.first(text)
            return "" if first == text or sentences.refuses(first) else first
        return text

    def _value(self, text: str, cut: bool = False, stated: bool = False) -> Value | None:
        """Return the value of a line; with `stated`, of a sentence. `cut` is as in `line`."""
        ended = _CLAUSES.sub(r"\1", text, count=1) if cut else text
        if self.beside(text):
            return None
        if not stated and (self.is_dated or self._has_era(text)):
            if _SUM_LEFT.search(text):
                return None
            text, ended = _OFFSET.sub(" ", text), _OFFSET.sub(" ", ended)
        if self.unit == "date":
            return read_calendar.day(text, self.question, self._day_first, stated)
        if self.unit == "date_years":
            return read_calendar.year(ended, self.question)
        if self.unit in DURATIONS:
            return self._duration(text, stated)
        return self._stated(text) if stated else self._amount(text, ended)

    def _duration(self, text: str, stated: bool) -> Value | None:
        if self.wants_day:
            return read_durations.moment(text, self.unit)
        if not stated and read_amounts.BOUND.search(text):
            return None
        if not stated and read_durations.lettered(text):
            text = read_durations.spelled_out(text)
        found = read_durations.duration(text, self.unit)
        return found or read_durations.clock_duration(text, self.unit, stated)

    def _amount(self, text: str, ended: str) -> Value | None:
        if found := read_amounts.number(text):
            return found
        if self._has_era(text):
            return read_calendar.era(text)
        if self.is_tot and self.unit == "years":
            found = read_calendar.year(text, self.question)
            if found and found.notation in _CALENDAR:
                return found
        return read_amounts.amount(text, self.question) or read_amounts.lone_number(ended)

    def _has_era(self, text: str) -> bool:
        """Return whether the question asks for a year and the text has one with its era."""
        return self.is_tot and self.unit == "years" and bool(read_calendar.eras(text))

    def beside(self, text: str) -> bool:
        """Return whether the text only gives a day before or after the answer, unasked."""
        timed = self.is_dated or self.wants_day
        if not timed and not (self.is_tot and read_calendar.eras(text)):
            return False
        if _OPEN_END.search(text):
            return True
        edge = _EDGE.match(text)
        sought = edge and re.search(rf"(?i)\b{edge[1]}\s+(?:which|what)\b", self.question.text)
        return bool(edge and not sought)

    def _stated(self, text: str) -> Value | None:
        """Return the amount of a sentence; None if it has several, only adjectives, or a number
        without unit at its end.
        """
        if self._has_era(text):
            return read_calendar.era(text)
        found = quantity.amounts(text)
        if not found or read_amounts.SEVERAL.search(text) or all(one.adjective for one in found):
            return None
        other = read_amounts.other_numbers(text[found[-1].end :])
        return None if other else read_amounts.amount(text, self.question)

    def _day_first(self, written: dates.Written) -> bool:
        order = answer_format(self.question.answer_format).date_order
        by_format = written.separator == "/" and order == MONTH_FIRST
        if not dates.may_turn(written, self._context):  # all dates need not be read
            return False
        return self._order.day_first(written, by_numbers=not by_format)

    @cached_property
    def _context(self) -> str:
        return f"{question_text(self.question)}\n{self.text}".lower()

    @cached_property
    def _order(self) -> dates.Order:
        return dates.Order(self._context)


def plain_answer(text: str, start: int, unit: str) -> Value | None:
    """Return the number that is the whole text from `start` on, alone or with its unit.

    Most answers are of this kind, and the patterns for others are slow.
    """
    match = _PLAIN.fullmatch(text, start)
    if match is None or (match[2] is not None and f"{match[2]}s" != unit):
        return None
    number = float(match[1])
    if unit == "date_years":
        return Value(number, "year") if 1000 <= number < 3000 else None
    if unit not in ("days", "months", "years"):
        return None
    return Value(number, "number" if match[2] is None else "amount")
