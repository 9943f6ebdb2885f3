"""Reads the quantities in a text: amounts, numbers, dates and times of day.

A notation is a row of `_NOTATIONS`: a pattern over the classes of tokens, and the function that
makes a quantity of what it finds. The first row that gives one is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TypeVar

from tempanswerqa.answers.languages import TABLE
from tempanswerqa.answers.quantity import Candidate, Quantity
from tempanswerqa.answers.roles import set_roles
from tempanswerqa.answers.tokens import NUMBERS, Match, Sentence, Token, any_of, pattern, words
from tempanswerqa.units import TIME_UNITS

ENGLISH_NUMBERS = words(" ".join(TABLE["English"][key] for key in ("zero", "numbers", "tens")))
ENGLISH_NUMBERS |= {*TABLE["English"]["scales"]}
_ENGLISH = ENGLISH_NUMBERS | {"half", "a", "an"}
Found = TypeVar("Found", Candidate, "Part")
Table = list[tuple[re.Pattern[str], Callable[["Reader", Match], "Found | None"]]]
_ORDER = tuple(TIME_UNITS)
_ISO = re.compile(r"([0-9]*\.?[0-9]+)\.?([A-Z])|(T)")
_ISO_UNITS = {"Y": "year", "W": "week", "D": "day", "H": "hour", "S": "second"}
_THOUSANDS = re.compile("[0-9]{1,3}[.,][0-9]{3}")
_AMOUNTS_OF = ("%", "°", "$", "€", "£")
_HALVES = ("pm", "am", "night", "noon", "midnight")
_BRIDGE = any_of("bridge", "about", "weekdays", "of") | {*",@-–("}
_UNIT, _PLURAL, _PLAIN = any_of("unit"), any_of("plural"), any_of("plain")
_NAMED, _DEFINITE, _ADJUNCT = any_of("named"), any_of("definite"), any_of("adjunct")
_DECADES, _UNCOUNTED, _AT_HOUR = (
    any_of("decades"),
    any_of("money", "mark", "rate", "measure"),
    any_of("at_hour"),
)
_CERTAINTY, _COUNTED = any_of("certainty"), any_of("num", "unit", "year_first", "calendar_year")
_JOINED_NAME = any_of("part_of_year", "months")


def quantities(text: str, weekdays: bool = False) -> list[Quantity]:
    """Return the quantities in a text, in their order.

    Numbers within dates, ordinals, list numbers, names and parts of amounts are not quantities of
    their own. Days of the week are quantities only with `weekdays`.

    >>> [one.parts for one in quantities("from 3 May 2012 on, for 2 h 15 min")]
    [(2012, 5, 3), ((2.0, 'hour'), (15.0, 'minute'))]
    """
    return [*_read(text, weekdays)]


@lru_cache(maxsize=8192)  # rules, and many responses, read the same line
def _read(text: str, weekdays: bool) -> tuple[Quantity, ...]:
    return tuple(Reader(text).read(weekdays))


Part = tuple[float, str, int, bool]
"""A number, its unit, the token after them, and whether they describe another thing."""


class Reader(Sentence):
    """The quantities of a text, found from its first token to its last."""

    def read(self, weekdays: bool = False) -> list[Quantity]:
        """Return the quantities in their order."""
        found = self.found(weekdays)
        set_roles(self, found)
        return [
            Quantity(
                one.kind,  # type: ignore[arg-type]  # it is no junk
                one.parts,
                (self.t[one.first].start, self.t[one.after - 1].end),
                one.notation,
                one.role,
                "open" if one.open else "sure",
                frozenset(one.marks),
                one.noun,
            )
            for one in found
        ]

    def found(self, weekdays: bool = False) -> list[Candidate]:
        """Return the quantities in their order, without their roles."""
        found: list[Candidate] = []
        i = depth = 0
        while i < self.n:
            char = self.t[i].char
            if char in "()[]":
                depth = max(0, depth + (1 if char in "([" else -1))
            one = self.first(_NOTATIONS, i) if char in _STARTS else None
            if weekdays and one is None and char in _WEEKDAYS:
                one = self.first(_WEEKDAY, i)
            if one is None:
                i += 1
                continue
            if depth:
                one.marks.add("aside")
            found.append(one)
            i = one.after
        found = [one for one in found if one.kind != "junk"]
        return self.with_moments([one for one in found if "item" not in one.marks] or found)

    def first(self, table: Table[Found], i: int) -> Found | None:
        """Return what the first row of a table that applies at a token makes of it."""
        signs, start = self.signs, self.at[i]
        for row, read in table:
            if (found := row.match(signs, start)) and (made := read(self, Match(self, found))):
                return made
        return None

    def is_name(self, i: int) -> bool:
        """Return whether a number is part of a name or of a sum: `F-9`, `Room 12`, `No. 5`."""
        if i == 0:
            return False
        before = self.t[i - 1]
        if before.text in "#§【" or self.is_beside_answer(i):
            return True
        if self.glued(i) and before.kind == "word" and before.text.isascii():
            return before.char not in _UNIT
        if before.text == "-" and self.glued(i) and self.glued(i - 1):
            return self.t[i - 2].kind == "word" and self.t[i - 2].char not in _JOINED_NAME
        place = i - 1 - (before.text == ".")
        counted = place > 0 and self.t[place - 1].kind in NUMBERS and self.t[place].char in _UNIT
        return self.is_a(place, _NAMED) and not counted  # in `1 day 6 hours` it is a unit

    def is_beside_answer(self, i: int) -> bool:
        """Return whether a number is a reference or a certainty: `46 [1]`, `Confidence: 0.9`."""
        if self.word(i - 1) == ":":
            return self.is_a(i - 2, _CERTAINTY)
        cited = self.word(i - 1) == "[" and self.word(i + 1) == "]" and self.glued(i)
        return cited and i > 1 and (self.t[i - 2].text in ".,;!?])" or self.is_a(i - 2, _COUNTED))

    def share(self, m: Match) -> Candidate | None:
        """Read a share of an amount: `20% of 100 days`."""
        one = self.first(_NOTATIONS, m.after)
        if one is None or one.kind != "amount":
            return None
        one.first = m.first
        one.parts = tuple((number * m["share"].value / 100, unit) for number, unit in one.parts)
        return one

    def noun(self, i: int) -> str:
        return self.t[i].text if i < self.n and self.t[i].kind == "word" else ""

    def negative(self, m: Match) -> Candidate | None:
        summed = m.first and self.t[m.first - 1].kind in (*NUMBERS, "clock")
        one = None if summed else self.first(_NOTATIONS, m.first + 1)
        if one is None or one.kind not in ("amount", "number", "year", "clock"):
            return None
        one.first = m.first
        if one.kind == "amount":  # of -1 day, 23:00:00 only the day is negative
            parts = enumerate(one.parts)
            signed = 1 if one.notation == "timedelta" else len(one.parts)
            one.parts = tuple(
                (-number if k < signed else number, unit) for k, (number, unit) in parts
            )
        elif one.kind == "clock":
            one.kind = "clock" if one.marks & {"minutes", "seconds"} else "junk"
            one.parts = (-one.parts[0],)
        else:
            one.parts = (-abs(one.parts[0]),)
            if one.kind == "year" and one.notation != "era":
                one.kind, one.notation, one.marks = "number", "number", set()
        return one

    # dates

    def in_digits(self, m: Match) -> Candidate:
        token = self.t[m.first]
        if token.kind == "year_first":
            _, month, day = token.value
            return Candidate("date" if month <= 12 and day <= 31 else "junk", token.value, m)
        if token.kind != "year_last":
            year, month = token.value
            one = Candidate("month", (year, month), m)
            one.open = token.text[4:5] == "-" and month > year % 100
            return one
        first, second, year, sign = token.value
        leads = first > 12 or (sign == "." and second <= 12)
        month, day = (second, first) if leads else (first, second)
        one = Candidate("date", (year, month, day), m, "date", sign)
        one.open = sign != "." and first <= 12 and second <= 12 and first != second
        return one

    def marked_date(self, m: Match) -> Candidate | None:
        """Read a date such as 2001年8月16日, or its month or year."""
        parts = tuple(int(m[name].value) for name in ("year", "month", "day") if m[name])
        kind = ("year", "month", "date")[len(parts) - 1]
        return Candidate(kind, parts, m) if 1000 <= parts[0] < 3000 else None  # type: ignore[arg-type]

    def date(self, m: Match) -> Candidate | None:
        """Read a date or month with its month in words."""
        day = m["day"].means.get("ordinals") or m["day"].value
        if self.is_no_month(m, alone=not (day or m["year"] or m["dated"])):
            return None
        year = int(m["year"].value) * (-1 if "BC" in m["era"].means else 1) if m["year"] else None
        if year is not None and year < 0:
            return Candidate("year", (year,), m, "era")
        month = m["month"].means["months"]
        if not day:
            return Candidate("month", (year, month), m)
        notation = "date_without_year" if year is None else "date"
        one = Candidate("date", (year, month, int(day)), m, notation)
        one.role = "range" if m["more"] else "exact"
        one.kind = "junk" if m["long"] else "date"  # 1 January 10000
        return one

    def is_no_month(self, m: Match, alone: bool) -> bool:
        """Return whether the month is a word, or the number before it an age: 18 in May 2008."""
        place = m.place("month")
        lower = not self.is_capital(place)
        if place == m.first:
            return alone and (lower or "not_alone" in m["month"].classes)
        modal = lower and "also_a_word" in m["month"].classes and self.is_a(place + 1, _PLAIN)
        aged = m["day"].kind == "number" and self.word(place - 1) in ("in", "en", "im")
        return modal or aged or self.is_name(m.first)

    def is_capital(self, i: int) -> bool:
        return self.text[self.t[i].start].isupper()

    def era(self, m: Match) -> Candidate | None:
        """Read a year with its era: 44 BC, AD 79."""
        number, leads = m["year"].value, m.place("era") == m.first
        if number <= 0 or number % 1 or self.is_name(m.first):
            return None
        if leads and m["era"].text.isascii() and not self.is_capital(m.first):
            return None
        year = int(-number if "BC" in m["era"].means else number)
        return Candidate("year", (year,), m, "era")

    def year(self, m: Match) -> Candidate | None:
        """Read a calendar year without an era."""
        token, one = self.t[m.first], Candidate("year", (int(self.t[m.first].value),), m)
        if token.kind not in NUMBERS:
            return one
        if self.is_name(m.first) or not 1000 <= token.value < 3000 or self.word(m.first - 1) == "$":
            return None
        one.marks, one.noun = {"number"}, self.noun(m.after)
        if one.noun and self.glued(m.after):
            one.kind = "junk"
        return one

    def named_year(self, m: Match) -> Candidate | None:
        """Read a year after the word."""
        return Candidate("year", (int(self.t[m.first].value),), m)

    def weekday(self, m: Match) -> Candidate | None:
        token = self.t[m.first]
        known = "also_a_word" not in token.classes or self.is_capital(m.first)  # sat, sun
        return Candidate("weekday", (token.means["weekdays"],), m) if known else None

    # times of day

    def timed(self, m: Match, hour: float, minute: float, second: float = 0) -> Candidate | None:
        half = next((key for key in _HALVES if key in m["half"].means), "")
        if hour > 24 or minute > 59:
            return None
        if (half == "pm" and hour < 12) or (half == "night" and 6 <= hour < 12):
            hour += 12
        elif half in ("am", "night", "midnight") and hour == 12:
            hour = 0
        seconds = 3600 * int(hour) + 60 * round(minute) + second
        return Candidate("clock", (seconds,), m, "clock", *([half] if half else ()))

    def clock(self, m: Match) -> Candidate | None:
        hour, minute, second = self.t[m.first].value
        before = self.t[m.first - 1]
        marks = "minutes" if second is None else "seconds"
        latin = before.kind == "word" and before.text.isascii() and before.text != "t"
        if latin and self.glued(m.first):
            return None
        if hour > 24:
            seconds = 3600 * hour + 60 * minute + (second or 0)
            return Candidate("clock", (seconds,), m, "clock", "minutes")
        one = self.timed(m, hour, minute, second or 0)
        if one and m.after == m.first + 1:
            one.marks.add(marks)
        return one

    def noon(self, m: Match) -> Candidate:
        key, hour = ("noon", 12) if "noon" in self.t[m.first].means else ("midnight", 0)
        share = m["part"].means.get("parts", 0)
        seconds = 3600 * (hour + share) if not m["less"] else 3600 * ((hour or 24) - share)
        return Candidate("clock", (int(seconds),), m, "clock", key)

    def half_leads(self, m: Match) -> Candidate | None:
        """Read a time after the half of its day, as in 下午2点."""
        half, place = self.t[m.first], m.after
        latin = half.text.isascii()
        one = self.first(_NOTATIONS, place)
        if one is None or one.kind != "clock" or (latin and not one.marks.isdisjoint(_HALVES)):
            return None
        late, seconds = not {"pm", "night"}.isdisjoint(half.means), one.parts[0]
        late = late and ("pm" in half.means or seconds >= 6 * 3600)
        if late and seconds < 12 * 3600:
            seconds += 12 * 3600
        elif not late and 12 * 3600 <= seconds < 13 * 3600:
            seconds -= 12 * 3600
        one.parts, one.first = (seconds,), m.first
        one.marks.add("pm" if late else "am")
        return one

    def pointed(self, m: Match) -> Candidate | None:
        """Read a time such as 2.30 pm."""
        hour, minute = map(int, self.t[m.first].text.split("."))
        return self.timed(m, hour, minute) if m["half"] or m["oclock"] else None

    def hours(self, m: Match) -> Candidate | None:
        """Read a time such as `2 pm`, `8 o'clock`, `14 Uhr 30` or `las dos y media`."""
        hour, half = self.t[m.first].value, m["half"]
        if half.means.keys() & {"noon", "midnight"} and hour != 12:
            return None
        if hour > 12 and m.after == m.first + 2 and half.text in ("am", "pm", "a.m", "p.m"):
            return None
        minute = 60 * (hour % 1)
        if m["minute"]:
            minute = 30 if m["minute"].value is None else m["minute"].value
        return None if self.is_name(m.first) else self.timed(m, hour, minute)

    def past(self, m: Match) -> Candidate | None:
        """Read a time such as `half past two`, `quarter to midnight` or `halb drei`."""
        hour, minute, after = m["hour"].value, 30, "half_past" in self.t[m.first].means
        if hour is None:
            hour = 12 if "noon" in m["hour"].means else 24
        if side := m["side"]:
            minutes = m["minutes"]
            after, minute = "past_hour" in side.classes, minutes.value if minutes else 15
            named = m["half"] or m["oclock"] or not m["hour"].value
            if minutes and not m["unit"]:
                vague = side.text in ("after", "before")
                vague = vague or (minutes.kind in NUMBERS and not (after and named))
                shown = after or (minute > hour and named)
                if vague or minute > 29 or not shown:
                    return None
            minute = minute if after else 60 - minute
        return self.timed(m, hour % 24 if after else hour - 1 or 12, minute)

    # amounts

    def amount(self, m: Match) -> Candidate | None:
        """Read an amount with its parts: `2 h 15 min`, `three years, six months and a half`."""
        part = self.first(_PARTS, m.first)
        if part is None:
            return None
        value, unit, m.after, describes = part
        value, is_open = self.by_language(m.first, m.after - 1, value)
        if not describes and (half := self.match(_AND_HALF, m.after)):
            share = half["part"].means.get("parts") or half["part"].value or 0.5
            value += share * (half["count"].value or 1)
            m.after = half.after
        parts = [(value, unit)]
        while more := self.next_part(m.after, parts[-1][1]):
            parts.append(more[:2])
            m.after = more[2]
        notation = "clock" if self.t[m.first].kind == "clock" else "amount"
        if parts[-1][1] == "day" and (clock := self.match(_REST_OF_DAYS, m.after)):
            hour, minute, second = clock["clock"].value
            parts += [(float(hour), "hour"), (float(minute), "minute"), (second or 0.0, "second")]
            m.after, notation = clock.after, "timedelta"
        if unit == "hour" and self.tells_time(m):
            notation = "hour"
        one = Candidate("amount", tuple(parts), m, notation, *(["adjective"] if describes else ()))
        one.open = is_open
        return one

    def next_part(self, end: int, above: str) -> Part | None:
        """Return the next smaller part of an amount."""
        i = self.match(_BESIDE, end).after  # type: ignore[union-attr]  # it matches nothing, too
        part = self.first(_PARTS, i) if self.is_a(i, _STARTS) else None
        if part:
            value, unit, after, describes = part
            if unit == "minute" and above == "year" and self.word(after - 1) == "m":
                unit = "month"
            smaller = _ORDER.index(unit) > _ORDER.index(above)
            return (value, unit, after, False) if smaller and not describes else None
        joined = i == end or (self.word(i - 1) == "and" and not self.noun(i + 1))
        bare = above == "hour" and joined and self.match(_MINUTES, i)
        if bare and len(self.word(i)) == 2 and self.t[i].value < 60:
            return self.t[i].value, "minute", i + 1, False
        return None

    def tells_time(self, m: Match) -> bool:
        """Return whether hours may be a time of day: `14h`, `14h30`, `14 h 30`, `1430 hours`."""
        i = m.first
        digits = len(self.word(i)) if self.word(i).isdigit() else 0
        if digits == 4 and m.after == i + 2:
            return True
        short = self.word(i + 1) in ("h", "heures") and 0 < digits < 3
        told = self.is_a(i - 1, _AT_HOUR) or self.t[m.after - 1].kind == "number"
        return short and (self.glued(i + 1) or told)

    def by_language(self, i: int, unit: int, value: float) -> tuple[float, bool]:
        """Return a number by the decimal sign of its unit's language, and whether it is open."""
        text = self.word(i)
        if not _THOUSANDS.fullmatch(text):
            return value, False
        if self.means(unit, "comma"):
            swapped = text.replace(".", "") if "." in text else text.replace(",", ".")
            return float(swapped), False
        return value, self.t[i].kind == "number"

    def part_word(self, m: Match) -> Part:
        number, unit = m["whole"].means["parts_of"].split()
        return float(number), unit, m.after, False

    def part_clock(self, m: Match) -> Part | None:
        """Read a duration such as `1:57:40 hours`."""
        first, second, third = self.t[m.first].value
        if m["hours"]:
            return 3600.0 * first + 60 * second + (third or 0), "second", m.after, False
        return None if third else (60.0 * first + second, "second", m.after, False)

    def part_share(self, m: Match) -> Part | None:
        """Read `half an hour`, `three quarters of a year`, `a year`, but not `$20 a week`."""
        before = self.t[m.first - 1]
        if (
            m.first
            and "article" in self.t[m.first].means
            and (before.kind in NUMBERS or before.char in _UNCOUNTED)
        ):
            return None
        share = m["part"].means.get("parts", 1) * (m["count"].value or 1)
        return share, m["unit"].means["unit"], m.after, False

    @cached_property
    def opening(self) -> dict[str, int]:
        """The first place of each quotation mark that may open one."""
        places: dict[str, int] = {}
        for k, token in enumerate(self.t):
            stands = k == 0 or self.t[k - 1].kind not in NUMBERS
            if token.text == '"' or (token.text == "'" and stands):
                places.setdefault(token.text, k)
        return places

    def part_prime(self, m: Match) -> Part | None:
        """Read minutes of 45', or seconds of 30''."""
        prime, i = self.word(m.first + 1), m.first
        closes = self.opening.get(prime, i) < i
        unit = "minute" if prime == "'" and m.after == i + 2 else "second"
        return None if closes or self.is_name(i) else (self.t[i].value, unit, m.after, False)

    def part_number(self, m: Match) -> Part | None:
        """Read a number with its unit."""
        token, unit, value = self.t[m.first], m["unit"], self.t[m.first].value
        plural = unit.char in _PLURAL
        if self.is_name(m.first) or self.is_no_unit(m, unit):
            return None
        if m["of"] and value >= 1 and token.kind != "scaled":
            return None
        if token.text in ("2/3", "3/4") and plural and not m["of"]:
            return None  # 2 or 3
        hyphen = m["hyphen"] and not plural and len(unit.text) > 1
        single = unit.text == unit.means["unit"] and abs(value) != 1 and self.is_a(m.after, _PLAIN)
        return value, unit.means["unit"], m.after, not m["old"] and bool(hyphen or single)

    def is_no_unit(self, m: Match, unit: Token) -> bool:
        """Return whether what looks like a unit is a name, a decade or a length: a 100 m race."""
        if m["proper"] and not self.is_capital(m.place("proper")):
            return True
        if unit.text == "s" and self.glued(m.after - 1) and self.is_a(m.first - 1, _DECADES):
            return True
        return len(unit.text) == 1 and unit.text.isascii() and self.is_a(m.after, _PLAIN)

    def iso(self, m: Match) -> Candidate | None:
        parts, in_time = [], False
        for number, letter, time in _ISO.findall(self.t[m.first].value):
            if time:
                in_time = True
            else:
                name = "minute" if letter == "M" and in_time else _ISO_UNITS.get(letter, "month")
                parts.append((float(number), name))
        return Candidate("amount", tuple(parts), m) if parts else None

    # numbers

    def times(self, m: Match) -> Candidate:
        return Candidate("number", (float(self.t[m.first].means["times"]),), m, "times")

    def number(self, m: Match) -> Candidate | None:
        """Read a number without a unit."""
        token, before = self.t[m.first], self.word(m.first - 1)
        notation = "words" if token.kind == "word" else token.kind
        one = Candidate("number", (token.value,), m, notation)
        one.noun = self.noun(m.after)
        if self.counts_nothing(m, one):
            one.kind = "junk"
        if notation == "words" and token.text not in _ENGLISH:
            one.marks.add("foreign")
        if notation == "number" and "." in token.text and _THOUSANDS.fullmatch(token.text):
            one.open = not (one.noun and not self.t[m.after].means)
            if not one.open and len(one.noun) > 2:  # things are counted in whole numbers
                one.parts = (1000 * token.value,)
        if self.is_a(m.first - 1 - self.is_a(m.first - 1, _DEFINITE), _ADJUNCT):
            one.marks.add("adjunct")
        joined = any(self.means(m.after + 1, key) for key in ("or", "to", "and"))
        if m["item"] and token.text.isdigit() and before in ("", "\n") and not joined:
            one.marks.add("item")  # the number of a list
        return one

    def counts_nothing(self, m: Match, one: Candidate) -> bool:
        """Return whether a number is a pronoun, money, a percentage or part of a name or date."""
        i, j = m.first, m.after
        if one.noun and self.glued(j) and one.noun.isascii() and one.noun not in ("x", "ish"):
            return True
        if one.notation == "fraction" and self.is_a(j, _UNIT):
            return True
        if self.word(j)[:1] in _AMOUNTS_OF or self.word(i - 1)[:1] in _AMOUNTS_OF[2:]:
            return True
        if self.word(j) in ("-", "–") and self.word(j + 2)[:1] in _AMOUNTS_OF:
            return True  # 3-5 %
        before = self.word(i - 1)
        pronoun = self.word(i) == "one" and (self.is_a(i - 1, _DEFINITE) or before.endswith("est"))
        return pronoun or self.is_name(i) or self.is_a(j, _UNCOUNTED)

    # days with times

    def with_moments(self, found: list[Candidate]) -> list[Candidate]:
        merged: list[Candidate] = []
        for one in found:
            last = merged[-1] if merged else None
            if last is None or not self.bridged(last, one):
                merged.append(one)
                continue
            if last.kind == "date" and one.notation == "hour" and one.parts[0][0] <= 24:
                hour, *rest = (number for number, _ in one.parts)
                one.kind, one.parts = "clock", (3600 * hour + 60 * sum(rest),)
            if {last.kind, one.kind} != {"date", "clock"} or "range" in (last.role, one.role):
                merged.append(one)
                continue
            day, time = (last, one) if last.kind == "date" else (one, last)
            day.kind, day.notation, day.parts = "moment", "moment", (*day.parts, *time.parts)
            day.first, day.after = last.first, one.after
            day.marks |= time.marks
            merged[-1] = day
        return merged

    def bridged(self, last: Candidate, one: Candidate) -> bool:
        between = self.t[last.after : one.first]
        return len(between) <= 4 and all(token.char in _BRIDGE for token in between)


_FRAGMENTS = {  # one may contain those below it
    "DAY": r"(?P<day>{day_number|ordinals})"
    r"(?P<more>\.?(?: [-–/&]| {to|or|and})(?: {the})? {day_number|ordinals-months})?",
    "GAP": r"(?: [,./-]|–| {of|gap}){0,4}",
    "YEAR": r"(?P<year>{calendar_year}(?!{plural_s}|[/:])(?! {unit-mark})|{figure}(?= {BC|AD}))"
    r"(?: {year_mark})?(?: ,?{ERA})?",
    "ERA": r" (?P<era>{BC|AD})(?:(?<={dotted})\.)?",
    "CLOCK": r"(?P<oclock> {oclock})?(?:(?: [(,])?{HALF})?",
    "HALF": (
        r"(?: {yesterday|tomorrow|weekdays}(?= {daytime}))?"
        r" (?P<half>{pm|am|night|noon|midnight-daytime}"
        r"|(?<={yesterday|tomorrow|weekdays}\x20){daytime})(?:(?<={dotted})\.)?"
    ),
}


def _row(text: str) -> re.Pattern[str]:
    return pattern(text, **_FRAGMENTS)


_AND_HALF = _row(
    r" (?:{and_half}|{and}(?: (?P<count>{numbers|article}))? (?P<part>{parts|fraction})"
    r"(?! {of|unit}))"
)
_BESIDE = _row(r"(?:(?<={abbreviated})\.)?(?: [,&+\n]| {and})* ")
_REST_OF_DAYS = _row(r"(?: ,)? (?P<clock>{clock})(?! \(?{hour|minute|hh|mm|oclock}|{HALF})")
_MINUTES = _row(r"{two}(?!{plain|unit}|[/:])(?! [-–]| {months})")
_PARTS: Table[Part] = [
    (_row(r"(?:{article} )?(?P<whole>{parts_of})"), Reader.part_word),
    (
        _row(r"{clock} \(?(?:(?P<hours>{hour|hh})|{minute|mm})(?::? {hh|mm|unit})*(?: \))?"),
        Reader.part_clock,
    ),
    (
        _row(
            r"(?:{article} )?(?:(?P<count>{numbers})(?: -)? )?"
            r"(?P<part>{parts-ordinals}|{parts}(?= {of}))(?: {of}| -)?"
            r"(?: {article|one})? (?P<unit>{unit-letter})"
        ),
        Reader.part_share,
    ),
    (
        _row(r"{article} (?:{between} )?(?P<unit>{unit-letter|plural})(?!(?<={second}) {plain})"),
        Reader.part_share,
    ),
    (_row(r"{figure}(?:''|['\"])"), Reader.part_prime),
    (
        _row(
            r"{num}(?P<hyphen> -)?(?: \( {figure} \))?(?P<of> {of}(?: {article})?| {article})?"
            r"(?P<proper> {plain-between})?(?: {between})?"
            r" (?P<unit>{unit-letter}|(?<!{spelled})(?<!{spelled}\x20){letter}(?! [:=]))"
            r"(?P<old>(?: -)? {old})?"
        ),
        Reader.part_number,
    ),
]
_NOTATIONS: Table[Candidate] = [
    (_row(text), read)
    for text, read in (
        (r"(?<![^\x20])[-–](?=[^\x20])|{minus}", Reader.negative),
        (r"{year_first|year_last|year_month|month_year}", Reader.in_digits),
        (r"{iso}", Reader.iso),
        (
            r"(?P<year>{figure}) {year_mark}"
            r"(?: (?P<month>{figure}) {month_mark}(?: (?P<day>{figure}) {day_mark})?)?",
            Reader.marked_date,
        ),
        (r"{DAY}{GAP} (?P<month>{months})(?:{GAP} {YEAR}|(?P<long>{GAP} {long}))?", Reader.date),
        (
            r"(?P<month>{months})(?: [,./-]| {the})* (?!{unit-ordinals}){DAY}(?! {unit}|:)"
            r"(?:{GAP} {YEAR}|(?P<long>{GAP} {long}))?",
            Reader.date,
        ),
        (r"(?P<month>{months}) (?P<day>{spelled})(?: ,)? (?P<year>{calendar_year})", Reader.date),
        (r"(?P<month>{months}){GAP} {YEAR}", Reader.date),
        (r"(?P<month>{months})(?P<dated>(?= {day_number}))?", Reader.date),
        (
            r"(?P<year>{four})(?: [-,/])? (?P<month>{months})(?: [-/.])? (?P<day>{day_number})"
            r"(?!{GAP} {calendar_year})",
            Reader.date,
        ),
        (r"(?P<year>{four})(?: [-/])? (?P<month>{months})", Reader.date),
        (r"(?P<year>{figure})(?: {year_mark})?{ERA}", Reader.era),
        (r"(?P<era>{BC|AD})\.? (?P<year>{figure})(?: {year_mark})?", Reader.era),
        (
            r"{clock}(?! \(?{hour|minute|hh|mm})"
            r"(?:\+{clock|four}|(?<={iso_t}{clock})-{clock|four})?{CLOCK}",
            Reader.clock,
        ),
        (
            r"{noon|midnight}"
            r"(?: (?:{and}|(?P<less>{minus})(?: {at_hour|beside})?) (?P<part>{parts}))?",
            Reader.noon,
        ),
        (r"{pm|am|night}(?: {at_hour|beside})? (?={num|clock})", Reader.half_leads),
        (r"{pointed}{CLOCK}", Reader.pointed),
        (
            r"{hour_number} {oclock}(?: (?P<minute>{two|and_half})(?: {minute})?)?{CLOCK}",
            Reader.hours,
        ),
        (r"{hour_number} {hour}(?: (?P<minute>{two}))?{HALF}", Reader.hours),
        (r"{fraction}{HALF}|(?:(?<={at_hour})|(?<={at_hour}\x20)){fraction}", Reader.hours),
        (r"{hour_number}{HALF}", Reader.hours),
        (r"{hour_number}(?: {oh})? (?P<minute>{two|one_to_nine|teen}){HALF}", Reader.hours),
        (
            r"{half_past|half_to} (?P<hour>{hour_number|noon|midnight})(?! {unit}){CLOCK}",
            Reader.past,
        ),
        (
            r"(?:{article} )?(?:{quarter}|(?P<minutes>{num})(?P<unit> {minute})?)"
            r" (?P<side>{past_hour|to_hour}) (?P<hour>{hour_number|noon|midnight})"
            r"(?! {unit}){CLOCK}",
            Reader.past,
        ),
        (r"(?P<share>{figure}) % {of}(?: {the})? (?={num|article})(?!{num} %)", Reader.share),
        (r"{num|article|parts|parts_of|clock}", Reader.amount),
        (r"(?:(?<={year_word})|(?<={year_word}\x20)){named_year}(?! {unit})", Reader.named_year),
        (r"{calendar_year}(?!{plural_s})(?! {scales})(?! %)", Reader.year),
        (r"{times}(?! {unit})", Reader.times),
        (r"{num}(?=(?P<item>[.)]\x20)?)", Reader.number),
    )
]
_WEEKDAY: Table[Candidate] = [(_row(r"{weekdays}"), Reader.weekday)]
_WEEKDAYS = any_of("weekdays")
_STARTS = any_of(
    *("num", "months", "ordinals", "day_number", "article", "parts", "parts_of", "clock", "noon"),
    *("midnight", "am", "pm", "half_past", "half_to", "quarter", "BC", "AD", "times", "minus"),
    *("iso", "night", "year_first", "year_last", "year_month", "month_year", "calendar_year"),
) | {*"-–"}
