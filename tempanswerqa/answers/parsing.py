"""Reads the quantities in a text: amounts, numbers, dates and times of day.

A notation is a row of `_NOTATIONS`: the classes of its first token, a pattern over the classes of
tokens, and the function that turns a match into a quantity. The first row that does so is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from tempanswerqa.answers.languages import TABLE
from tempanswerqa.answers.quantity import Kind, Quantity
from tempanswerqa.answers.roles import set_roles
from tempanswerqa.answers.tokens import NUMBERS, Match, Sentence, Token, any_of, pattern, words
from tempanswerqa.units import TIME_UNITS

Part = tuple[float, str, int, bool]
"""A number, its unit, the token after them, and whether they describe something else."""
Found = TypeVar("Found", Quantity, Part)
Row = tuple[re.Pattern[str], Callable[..., Found | None]]
Table = Mapping[str, Sequence[Row[Found]]]
"""The rows that may apply to a token, by its character."""

_ENGLISH = words(" ".join(TABLE["English"][key] for key in ("numbers", "tens", "article")))
_ENGLISH |= {*TABLE["English"]["scales"], "zero", "half"}
_ORDER = tuple(TIME_UNITS)
_ISO = re.compile(r"([0-9]*\.?[0-9]+)\.?([A-Z])")
_ISO_DAYS = {"Y": "year", "M": "month", "W": "week", "D": "day"}
_ISO_TIMES = {"H": "hour", "M": "minute", "S": "second"}
_THOUSANDS = re.compile("[0-9]{1,3}[.,][0-9]{3}")
_AMOUNTS_OF = ("%", "°", "$", "€", "£")
_HALVES = ("pm", "am", "night", "noon", "midnight")
_NOON = 12 * 3600
_BRIDGE = any_of("bridge", "about", "weekdays", "of") | {*",@-–("}
_UNIT, _PLURAL, _PLAIN = any_of("unit"), any_of("plural"), any_of("plain")
_NAMED, _DEFINITE, _ADJUNCT = any_of("named"), any_of("definite"), any_of("adjunct")
_DECADES, _AT_HOUR, _CERTAINTY = any_of("decades"), any_of("at_hour"), any_of("certainty")
_UNCOUNTED = any_of("money", "mark", "rate", "measure")
_COUNTED = any_of("num", "unit", "year_first", "calendar_year")
_JOINED_NAME, _JOINS = any_of("part_of_year", "months"), any_of("or", "to", "and")


@lru_cache(maxsize=8192)  # rules, and many responses, read the same line
def quantities(text: str, weekdays: bool = False) -> list[Quantity]:
    """Return the quantities in a text, in order.

    Numbers in dates, ordinals, list numbers, names and parts of amounts are not separate
    quantities. Days of the week are quantities only with `weekdays`.

    >>> [quantity.parts for quantity in quantities("from 3 May 2012 on, for 2 h 15 min")]
    [(2012, 5, 3), ((2.0, 'hour'), (15.0, 'minute'))]
    """
    return Reader(text, weekdays).read()


def _quantity(
    m: Match, kind: Kind, parts: tuple[object, ...], notation: str = "", *marks: str
) -> Quantity:
    return Quantity(
        kind, parts, (0, 0), notation or kind, marks={*marks}, first=m.first, after=m.after
    )


class Reader(Sentence):
    """A text in tokens, from which the quantities are read."""

    def __init__(self, text: str, weekdays: bool = False) -> None:
        super().__init__(text)
        self.weekdays = weekdays

    def read(self) -> list[Quantity]:
        """Return the quantities in order."""
        stated = self.found()
        for quantity in stated:
            quantity.span = self.t[quantity.first].start, self.t[quantity.after - 1].end
        set_roles(self, stated)
        return stated

    def found(self) -> list[Quantity]:
        """Return the quantities in order, without their roles and spans."""
        stated: list[Quantity] = []
        i = depth = 0
        while i < self.n:
            char = self.t[i].char
            if char in "()[]":
                depth = max(0, depth + (1 if char in "([" else -1))
            quantity = self.first(_NOTATIONS, i)
            if quantity is None:
                i += 1
                continue
            if depth:
                quantity.marks.add("aside")
            stated.append(quantity)
            i = quantity.after
        stated = [quantity for quantity in stated if quantity.kind != "junk"]
        unlisted = [quantity for quantity in stated if "item" not in quantity.marks]
        return self.with_moments(unlisted or stated)

    def first(self, table: Table[Found], i: int) -> Found | None:
        """Return the quantity from the first row of a table that applies to a token."""
        for row, read in table.get(self.t[i].char, ()) if i < self.n else ():
            if (m := self.match(row, i)) and (made := read(self, m)):
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
        cited = i > 1 and self.word(i - 1) == "[" and self.word(i + 1) == "]"
        return cited and (self.t[i - 2].text in ".,;!?])" or self.is_a(i - 2, _COUNTED))

    def noun(self, i: int) -> str:
        return self.t[i].text if i < self.n and self.t[i].kind == "word" else ""

    def is_capital(self, i: int) -> bool:
        return self.text[self.t[i].start].isupper()

    def negative(self, m: Match) -> Quantity | None:
        summed = m.first and self.t[m.first - 1].kind in (*NUMBERS, "clock")
        quantity = None if summed else self.first(_NOTATIONS, m.first + 1)
        if quantity is None or quantity.kind not in ("amount", "number", "year", "clock"):
            return None
        quantity.first = m.first
        if quantity.kind == "amount":  # in -1 day, 23:00:00 only the day is negative
            signed = 1 if quantity.notation == "timedelta" else len(quantity.parts)
            negated = [(-number, unit) for number, unit in quantity.parts[:signed]]
            quantity.parts = (*negated, *quantity.parts[signed:])
            return quantity
        quantity.parts = (-abs(quantity.parts[0]),)
        if quantity.kind == "year" and quantity.notation != "era":
            quantity.kind, quantity.notation, quantity.marks = "number", "number", set()
        return quantity

    # dates

    def in_digits(self, m: Match) -> Quantity:
        token = self.t[m.first]
        if token.kind == "year_first":
            _, month, day = token.value
            return _quantity(m, "date" if month <= 12 and day <= 31 else "junk", token.value)
        if token.kind != "year_last":
            year, month = token.value
            quantity = _quantity(m, "month", token.value)
            is_open = token.text[4:5] == "-" and month > year % 100
        else:
            first, second, year, sign = token.value
            leads = first > 12 or (sign == "." and second <= 12)
            month, day = (second, first) if leads else (first, second)
            quantity = _quantity(m, "date", (year, month, day), "", sign)
            is_open = sign != "." and first <= 12 and second <= 12 and first != second
        quantity.certainty = "open" if is_open else "sure"
        return quantity

    def marked_date(self, m: Match) -> Quantity | None:
        """Read a date such as 2001年8月16日, or its month or year."""
        parts = tuple(int(m[name].value) for name in ("year", "month", "day") if m[name])
        kinds: tuple[Kind, ...] = "year", "month", "date"
        return _quantity(m, kinds[len(parts) - 1], parts) if 1000 <= parts[0] < 3000 else None

    def date(self, m: Match) -> Quantity | None:
        """Read a date or month with its month in words."""
        day = m["day"].means.get("ordinals") or m["day"].value
        if self.is_no_month(m, alone=not (day or m["year"] or m["dated"])):
            return None
        year = int(m["year"].value) if m["year"] else None
        month = m["month"].means["months"]
        if not day:
            return _quantity(m, "month", (year, month))
        notation = "date_without_year" if year is None else "date"
        quantity = _quantity(m, "date", (year, month, int(day)), notation)
        quantity.role = "range" if m["more"] else "exact"
        return quantity

    def is_no_month(self, m: Match, alone: bool) -> bool:
        """Return whether the month is a word, or the number before it an age: 18 in May 2008."""
        place = m.place("month")
        if place == m.first:
            return alone and (not self.is_capital(place) or "not_alone" in m["month"].classes)
        aged = m["day"].kind == "number" and self.word(place - 1) in ("in", "en", "im")
        return aged or self.is_name(m.first)

    def era(self, m: Match) -> Quantity:
        """Read a year with its era: 44 BC, AD 79."""
        year = int(m["year"].value) * (-1 if "BC" in m["era"].means else 1)
        return _quantity(m, "year", (year,), "era")

    def year(self, m: Match) -> Quantity | None:
        """Read a calendar year without an era."""
        token = self.t[m.first]
        quantity = _quantity(m, "year", (int(token.value),))
        if token.kind in NUMBERS and not m["named"]:
            if self.is_name(m.first) or not 1000 <= token.value < 3000:
                return None
            quantity.marks, quantity.noun = {"number"}, self.noun(m.after)
        return quantity

    def weekday(self, m: Match) -> Quantity | None:
        token = self.t[m.first]
        is_word = "also_a_word" in token.classes and not self.is_capital(m.first)  # sat, sun
        if is_word or not self.weekdays:
            return None
        return _quantity(m, "weekday", (token.means["weekdays"],))

    # times of day

    def timed(self, m: Match, hour: float, minute: float, second: float = 0) -> Quantity | None:
        if hour > 24 or minute > 59:
            return None
        quantity = _quantity(m, "clock", (3600 * int(hour) + 60 * round(minute) + second,))
        return self.halved(quantity, m["half"].means)

    def halved(self, quantity: Quantity, means: Mapping[str, object]) -> Quantity:
        """Return a time of day in the half of the day that the words beside it name."""
        half, (seconds,) = next((key for key in _HALVES if key in means), ""), quantity.parts
        late = half == "pm" or (half == "night" and seconds >= _NOON / 2)
        if late and seconds < _NOON:
            seconds += _NOON
        elif half in ("am", "night", "midnight") and _NOON <= seconds < _NOON + 3600:
            seconds -= _NOON
        quantity.parts = (seconds,)
        quantity.marks |= {half} if half else set()
        return quantity

    def clock(self, m: Match) -> Quantity | None:
        hour, minute, second = self.t[m.first].value
        if hour > 24:
            seconds = 3600 * hour + 60 * minute + (second or 0)
            return _quantity(m, "clock", (seconds,), "", "minutes")
        quantity = self.timed(m, hour, minute, second or 0)
        if quantity and m.after == m.first + 1 and self.word(m.first - 1) != "at":
            quantity.marks.add("minutes" if second is None else "seconds")
        return quantity

    def noon(self, m: Match) -> Quantity:
        key, hour = ("noon", 12) if "noon" in self.t[m.first].means else ("midnight", 0)
        share = m["part"].means.get("parts", 0)
        seconds = 3600 * ((hour or 24) - share if m["less"] else hour + share)
        return _quantity(m, "clock", (int(seconds),), "", key)

    def half_leads(self, m: Match) -> Quantity | None:
        """Read a time that follows the half of its day, as in 下午2点."""
        quantity = self.first(_NOTATIONS, m.after)
        if quantity is None or quantity.kind != "clock" or not quantity.marks.isdisjoint(_HALVES):
            return None
        quantity.first = m.first
        return self.halved(quantity, self.t[m.first].means)

    def hours(self, m: Match) -> Quantity | None:
        """Read a time such as `2 pm`, `2.30 pm`, `8 o'clock`, `14 Uhr 30`."""
        hour, minute = self.t[m.first].value, m["minute"].value
        if minute is None:
            minute = 30 if m["minute"] else 100 * (hour % 1)
        return self.timed(m, hour, minute)

    def past(self, m: Match) -> Quantity | None:
        """Read a time such as `half past two`, `quarter to midnight` or `halb drei`."""
        hour, minute, after = m["hour"].value, 30, "half_past" in self.t[m.first].means
        named = m["half"] or m["oclock"] or hour is None
        if hour is None:
            hour = 12 if "noon" in m["hour"].means else 24
        if side := m["side"]:
            minutes = m["minutes"]
            after, minute = "past_hour" in side.classes, minutes.value if minutes else 15
            if minutes and not m["unit"]:
                spelled = minutes.kind not in NUMBERS
                shown = (named or spelled) if after else (named and spelled and minute > hour)
                if not shown or minute > 29 or side.text in ("after", "before"):
                    return None
            minute = minute if after else 60 - minute
        return self.timed(m, hour % 24 if after else hour - 1 or 12, minute)

    # amounts

    def amount(self, m: Match) -> Quantity | None:
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
        quantity = _quantity(m, "amount", tuple(parts), notation)
        quantity.certainty = "open" if is_open else "sure"
        return quantity

    def share(self, m: Match) -> Quantity | None:
        """Read a share of an amount: `20% of 100 days`."""
        quantity = self.first(_NOTATIONS, m.after)
        if quantity is None or quantity.kind != "amount":
            return None
        quantity.first = m.first
        share = m["share"].value / 100
        quantity.parts = tuple((number * share, unit) for number, unit in quantity.parts)
        return quantity

    def next_part(self, end: int, above: str) -> Part | None:
        """Return the next smaller part of an amount."""
        i = self.match(_BESIDE, end).after  # type: ignore[union-attr]  # it also matches nothing
        if part := self.first(_PARTS, i):
            value, unit, after, describes = part
            if unit == "minute" and above == "year" and self.word(after - 1) == "m":
                unit = "month"
            smaller = _ORDER.index(unit) > _ORDER.index(above)
            return (value, unit, after, False) if smaller and not describes else None
        bare = above == "hour" and i == end and self.match(_MINUTES, i)
        return (self.t[i].value, "minute", i + 1, False) if bare else None

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
        """Return a number with its unit's decimal sign, and whether it is ambiguous."""
        text = self.word(i)
        if not _THOUSANDS.fullmatch(text):
            return value, False
        if "comma" in self.t[unit].means:
            return float(text.replace(".", "").replace(",", ".")), False
        return value, self.t[i].kind == "number"

    def part_word(self, m: Match) -> Part:
        number, unit = m["whole"].means["parts_of"].split()
        return float(number), unit, m.after, False

    def part_clock(self, m: Match) -> Part:
        """Read a duration such as `1:57:40 hours`."""
        first, second, third = self.t[m.first].value
        in_hours = m["hours"] or third is not None
        seconds = 3600.0 * first + 60 * second + (third or 0) if in_hours else 60.0 * first + second
        return seconds, "second", m.after, False

    def part_share(self, m: Match) -> Part | None:
        """Read `half an hour`, `three quarters of a year`, `a year`, but not `$20 a week`."""
        before = self.t[m.first - 1]
        counted = m.first and (before.kind in NUMBERS or before.char in _UNCOUNTED)
        if counted and "article" in self.t[m.first].means:
            return None
        share = m["part"].means.get("parts", 1) * (m["count"].value or 1)
        return share, m["unit"].means["unit"], m.after, False

    def part_number(self, m: Match) -> Part | None:
        """Read a number with its unit."""
        token, unit, value = self.t[m.first], m["unit"], self.t[m.first].value
        if self.is_name(m.first) or self.is_no_unit(m, unit):
            return None
        if m["of"] and value >= 1 and token.kind != "scaled":
            return None
        hyphen = m["hyphen"] and unit.char not in _PLURAL and len(unit.text) > 1
        single = unit.text == unit.means["unit"] and abs(value) != 1 and self.is_a(m.after, _PLAIN)
        return value, unit.means["unit"], m.after, not m["old"] and bool(hyphen or single)

    def is_no_unit(self, m: Match, unit: Token) -> bool:
        """Return whether an apparent unit is a name, a decade or a length: a 100 m race."""
        if m["proper"] and not self.is_capital(m.place("proper")):
            return True
        if unit.text == "s" and self.glued(m.after - 1) and self.is_a(m.first - 1, _DECADES):
            return True
        return len(unit.text) == 1 and unit.text.isascii() and self.is_a(m.after, _PLAIN)

    def iso(self, m: Match) -> Quantity:
        days, _, times = self.t[m.first].value.partition("T")
        parts = [(float(number), _ISO_DAYS[letter]) for number, letter in _ISO.findall(days)]
        parts += [(float(number), _ISO_TIMES[letter]) for number, letter in _ISO.findall(times)]
        return _quantity(m, "amount", tuple(parts))

    # numbers

    def times(self, m: Match) -> Quantity:
        return _quantity(m, "number", (float(self.t[m.first].means["times"]),), "times")

    def number(self, m: Match) -> Quantity:
        """Read a number without a unit."""
        token, before = self.t[m.first], self.word(m.first - 1)
        notation = "words" if token.kind == "word" else token.kind
        quantity = _quantity(m, "number", (token.value,), notation)
        quantity.noun = self.noun(m.after)
        if self.counts_nothing(m, quantity.noun):
            quantity.kind = "junk"
        if notation == "words" and token.text not in _ENGLISH:
            quantity.marks.add("foreign")
        if notation == "number" and "." in token.text and _THOUSANDS.fullmatch(token.text):
            quantity.certainty = "open"
        if self.is_a(m.first - 1 - self.is_a(m.first - 1, _DEFINITE), _ADJUNCT):
            quantity.marks.add("adjunct")
        listed = m["item"] and before in ("", "\n") and not self.is_a(m.after + 1, _JOINS)
        if listed and token.text.isdigit():
            quantity.marks.add("item")  # the number of a list
        return quantity

    def counts_nothing(self, m: Match, noun: str) -> bool:
        """Return whether a number is a pronoun, money, a percentage or part of a name or date."""
        i, j = m.first, m.after
        if noun and self.glued(j) and noun.isascii() and noun not in ("x", "ish"):
            return True
        if self.word(j)[:1] in _AMOUNTS_OF or self.word(i - 1)[:1] in _AMOUNTS_OF[2:]:
            return True
        if self.word(j) in ("-", "–") and self.word(j + 2)[:1] in _AMOUNTS_OF:
            return True  # 3-5 %
        led = self.is_a(i - 1, _DEFINITE) or self.word(i - 1).endswith("est")
        pronoun = self.word(i) == "one" and led
        return pronoun or self.is_name(i) or self.is_a(j, _UNCOUNTED)

    # days with times

    def with_moments(self, stated: list[Quantity]) -> list[Quantity]:
        merged: list[Quantity] = []
        for quantity in stated:
            last = merged[-1] if merged else quantity
            if {last.kind, quantity.kind} != {"date", "clock"} or not self.bridged(last, quantity):
                merged.append(quantity)
                continue
            day, time = (last, quantity) if last.kind == "date" else (quantity, last)
            day.kind, day.notation, day.parts = "moment", "moment", (*day.parts, *time.parts)
            day.first, day.after = last.first, quantity.after
            day.marks |= time.marks
            merged[-1] = day
        return merged

    def bridged(self, last: Quantity, quantity: Quantity) -> bool:
        between = self.t[last.after : quantity.first]
        return len(between) <= 4 and all(token.char in _BRIDGE for token in between)


_FRAGMENTS = {  # each may contain the ones below it
    "DAY": r"(?P<day>{day_number|ordinals})"
    r"(?P<more>\.?(?: [-–/&]| {to|or|and})(?: {the})? {day_number|ordinals-months})?",
    "MAYBE_YEAR": r"(?:{GAP} {YEAR}|(?!{GAP} (?:{long}|{figure} {BC})))",
    "GAP": r"(?: [,./-]|–| {of|gap}){0,4}",
    "YEAR": r"(?P<year>{calendar_year}(?!{plural_s}|[/:])(?! {unit-mark}))(?: {year_mark})?",
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


def _table(*rows: tuple[str, str, Callable[[Reader, Match], Found | None]]) -> Table[Found]:
    """Return rows by the characters of their first tokens, given as classes or signs."""
    table: dict[str, list[Row[Found]]] = {}
    for starts, text, read in rows:
        row = _row(text), read
        for char in any_of(*starts.split()) | {*"-–"}.intersection(starts):
            table.setdefault(char, []).append(row)
    return table


_AND_HALF = _row(
    r" (?:{and_half}|{and}(?: (?P<count>{numbers|article}))? (?P<part>{parts|fraction})"
    r"(?! {of|unit}))"
)
_BESIDE = _row(r"(?:(?<={abbreviated})\.)?(?: [,&+\n]| {and})* ")
_REST_OF_DAYS = _row(r"(?: ,)? (?P<clock>{clock})(?! \(?{hour|minute|hh|mm|oclock}|{HALF})")
_MINUTES = _row(r"{two}(?!{plain|unit}|[/:])(?! [-–]| {months})")
_PARTS: Table[Part] = _table(
    ("article parts_of", r"(?:{article} )?(?P<whole>{parts_of})", Reader.part_word),
    (
        "clock",
        r"{clock} \(?(?:(?P<hours>{hour|hh})|{minute|mm})(?::? {hh|mm|unit})*(?: \))?",
        Reader.part_clock,
    ),
    (
        "article num parts",
        r"(?:{article} )?(?:(?P<count>{num})(?: -)? )?"
        r"(?P<part>{parts-ordinals}|{parts}(?= {of}))(?: {of}| -)?"
        r"(?: {article|one})? (?P<unit>{unit-letter})",
        Reader.part_share,
    ),
    (
        "article",
        r"{article} (?:{between} )?(?P<unit>{unit-letter|plural})(?!(?<={second}) {plain})",
        Reader.part_share,
    ),
    (
        "num",
        r"{num}(?P<hyphen> -)?(?: \( {figure} \))?(?P<of> {of}(?: {article})?| {article})?"
        r"(?P<proper> {plain-between})?(?: {between})?"
        r" (?P<unit>{unit-letter}|(?<!{spelled})(?<!{spelled}\x20){letter}(?! [:=]))"
        r"(?P<old>(?: -)? {old})?",
        Reader.part_number,
    ),
)
_NOTATIONS: Table[Quantity] = _table(
    ("- – minus", r"(?<![^\x20])[-–](?=[^\x20])|{minus}", Reader.negative),
    (
        "year_first year_last year_month month_year",
        r"{year_first|year_last|year_month|month_year}",
        Reader.in_digits,
    ),
    ("iso", r"{iso}", Reader.iso),
    (
        "figure",
        r"(?P<year>{figure}) {year_mark}"
        r"(?: (?P<month>{figure}) {month_mark}(?: (?P<day>{figure}) {day_mark})?)?",
        Reader.marked_date,
    ),
    (
        "day_number ordinals",
        r"{DAY}{GAP} (?P<month>{months}){MAYBE_YEAR}",
        Reader.date,
    ),
    (
        "months",
        r"(?P<month>{months})(?: [,./-]| {the})* (?!{unit-ordinals}){DAY}(?! {unit}|:)"
        r"{MAYBE_YEAR}",
        Reader.date,
    ),
    (
        "months",
        r"(?P<month>{months})(?:{GAP} {YEAR}|(?P<dated>(?= {day_number})))?",
        Reader.date,
    ),
    (
        "four",
        r"(?P<year>{four})(?: [-/])? (?P<month>{months})"
        r"(?:(?: [-/.])? (?P<day>{day_number})(?!{GAP} {calendar_year}))?",
        Reader.date,
    ),
    ("figure", r"(?P<year>{figure})(?: {year_mark})?{ERA}", Reader.era),
    ("BC AD", r"(?P<era>{BC|AD})\.? (?P<year>{figure})(?: {year_mark})?", Reader.era),
    (
        "clock",
        r"(?<!{letter|x-iso_t}){clock}(?! \(?{hour|minute|hh|mm})"
        r"(?:\+{clock|four}|(?<={iso_t}{clock})-{clock|four})?{CLOCK}",
        Reader.clock,
    ),
    (
        "noon midnight",
        r"{noon|midnight}"
        r"(?: (?:{and}|(?P<less>{minus})(?: {at_hour|beside})?) (?P<part>{parts}))?",
        Reader.noon,
    ),
    ("pm am night", r"{pm|am|night}(?: {at_hour|beside})? (?={num|clock})", Reader.half_leads),
    (
        "hour_number pointed",
        r"{hour_number|pointed} {oclock}(?: (?P<minute>{two|and_half})(?: {minute})?)?{CLOCK}",
        Reader.hours,
    ),
    (
        "hour_number pointed",
        r"(?:{hour_number}(?: {oh})? (?P<minute>{two|one_to_nine|teen})|{hour_number|pointed})"
        r"{HALF}",
        Reader.hours,
    ),
    (
        "half_past half_to",
        r"{half_past|half_to} (?P<hour>{hour_number|noon|midnight})(?! {unit}){CLOCK}",
        Reader.past,
    ),
    (
        "article quarter num",
        r"(?:{article} )?(?:{quarter}|(?P<minutes>{num})(?P<unit> {minute})?)"
        r" (?P<side>{past_hour|to_hour}) (?P<hour>{hour_number|noon|midnight})"
        r"(?! {unit}){CLOCK}",
        Reader.past,
    ),
    (
        "figure",
        r"(?P<share>{figure}) % {of}(?: {the})? (?={num|article})(?!{num} %)",
        Reader.share,
    ),
    ("num article parts parts_of clock", r"{num|article|parts|parts_of|clock}", Reader.amount),
    (
        "named_year calendar_year",
        r"(?:(?<={year_word})|(?<={year_word}\x20))(?P<named>{named_year})(?! {unit})"
        r"|{calendar_year}(?!{plural_s})(?! {scales})(?! %)",
        Reader.year,
    ),
    ("times", r"{times}(?! {unit})", Reader.times),
    ("num", r"{num}(?=(?P<item>[.)]\x20)?)", Reader.number),
    ("weekdays", r"{weekdays}", Reader.weekday),
)
