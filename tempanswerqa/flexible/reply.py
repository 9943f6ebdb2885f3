"""A response beside what was asked, and what its lines and sentences state."""

from __future__ import annotations

import re
from functools import cached_property

from tempanswerqa.asked import Asked
from tempanswerqa.flexible import dates, objects, quantity, values
from tempanswerqa.flexible.text import after_thinking, first_sentence, plain, refuses, unmarked
from tempanswerqa.flexible.values import Value

LONGEST = 2_000
"""A longer line or field states nothing plainly."""

_FRESH = re.compile(r"\s*(?:```|\{|JSON\b|json\b)")
_INTEGER = re.compile("[0-9]")


class Reply:
    """A response and its parts; `whole` begins with the prefill if the response goes on from it."""

    def __init__(self, response: str, asked: Asked) -> None:
        self.asked = asked
        self.text = after_thinking(plain(response))
        fresh = len(self.text) < len(response) or _FRESH.match(self.text)
        self.whole = self.text if fresh else asked.prefill + self.text

    @property
    def day_asked(self) -> bool:
        """Whether a time of day on some day was asked for."""
        return "time" in self.asked.answer_format

    @cached_property
    def objects(self) -> list[objects.Found]:
        """The JSON objects in the response."""
        return objects.objects(self.whole)

    def field(self, value: object) -> Value | None:
        """What one field of an answer object states."""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, str):
            text = plain(value)
            return self.line(text) or self._calculated(text)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        if self.asked.unit in ("date", "seconds", "minutes"):
            return None
        number = as_float(value)
        return None if number is None else Value(number, "number")

    def _calculated(self, text: str) -> Value | None:
        return values.calculated(text) if self.asked.unit in ("days", "months", "years") else None

    def line(self, text: str, cut: bool = False) -> Value | None:
        """What a text that was given as the answer states; `cut` where it may lack its end."""
        text = self._cleaned(text)
        if not text:
            return None
        after = values.after_equals(text)
        if after != text and (found := self._line(after, cut)):
            return found
        return self._line(text, cut)

    def sentence(self, text: str) -> Value | None:
        """What a sentence states in plain words."""
        text = self._cleaned(text)
        if not text:
            return None
        if self.asked.unit in ("seconds", "minutes") and not self.day_asked:
            text = values.spelled_out(text)
        after = values.after_equals(text)
        if after != text and _INTEGER.search(after):
            return self._stated(f"= {after}")
        return self._stated(text)

    def together(self, text: str) -> Value | None:
        """What several sentences state of a value whose parts they share."""
        if self.day_asked or values.lettered(text):
            return self.sentence(text)
        return None

    def _cleaned(self, text: str) -> str:
        """The text without markup; nothing where it says that there is no answer."""
        if len(text) > LONGEST:
            return ""
        text = unmarked(text)
        if refuses(text):
            first = first_sentence(text)
            return "" if first == text or refuses(first) else first
        return text

    def _line(self, text: str, cut: bool) -> Value | None:
        unit, question = self.asked.unit, self._question
        if unit == "date":
            return values.day(text, self._years, self._day_first)
        if unit in ("seconds", "minutes"):
            if self.day_asked:
                return values.moment(text, unit)
            return values.duration(text, unit) or values.clock_duration(text, unit)
        if unit == "date_years":
            return None if cut else values.year(text, question)
        if found := values.number(text):
            return found
        if self.asked.family == "tot" and unit == "years":
            if values.eras(text):
                return values.era(text)
            if (found := values.year(text)) and found.notation == "date":
                return found
        if found := values.amount(text, unit, question):
            return found
        return None if cut else values.lone_number(text)

    def _stated(self, text: str) -> Value | None:
        unit, question = self.asked.unit, self._question
        if unit == "date":
            return values.day(text, self._years, self._day_first, stated=True)
        if unit == "date_years":
            return values.year(text, question)
        if unit in ("seconds", "minutes"):
            if self.day_asked:
                return values.moment(text, unit)
            return values.duration(text, unit) or values.clock_duration(text, unit, stated=True)
        if self.asked.family == "tot" and unit == "years" and values.eras(text):
            return values.era(text)
        return None if self._contradicted(text) else values.amount(text, unit, question)

    def _contradicted(self, text: str) -> bool:
        """Whether it names several, only adjectives, or ends with a number without unit."""
        found = quantity.amounts(text)
        if not found or values.several(text) or all(amount.adjective for amount in found):
            return True
        return values.lone_number(text[found[-1].end :]) is not None

    @property
    def _question(self) -> str:
        return self.asked.question if self.asked.family == "ttqa" else ""

    @property
    def _years(self) -> list[int]:
        return [int(year) for year in dates.YEAR.findall(self._question)]

    def _day_first(self, written: dates.Written) -> bool:
        text = f"{self.asked.question}\n{self.text}"
        as_asked = written.separator == "/" and "mm/dd" in self.asked.answer_format
        return dates.day_first(written, text, by_numbers=not as_asked)


def as_float(value: float) -> float | None:
    """A finite float, or None."""
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if abs(number) < float("inf") else None
