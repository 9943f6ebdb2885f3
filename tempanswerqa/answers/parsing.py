"""Reads the quantities in a text: amounts, numbers, dates and times of day."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from tempanswerqa.answers.languages import TABLE
from tempanswerqa.answers.quantity import Candidate, Quantity
from tempanswerqa.answers.roles import set_roles
from tempanswerqa.answers.tokens import NUMBERS, Sentence, words
from tempanswerqa.units import TIME_UNITS

_WHOLE = re.compile("[0-9]{1,9}")
_ORDER = tuple(TIME_UNITS)
_ISO = re.compile(r"([0-9.]+)([A-Z])|(T)")
_ISO_UNITS = {"Y": "year", "W": "week", "D": "day", "H": "hour", "S": "second"}
_BETWEEN = words(
    "full whole complete completed entire total more additional extra calendar consecutive"
    " further earth solar julian gregorian standard straight solid business working long single"
    " good"
)
_BRIDGE = words("on at t the um à a le la las el in , @ - – ( o um - from of z utc às om в")
_DECADES = words("the early mid late - of")
_IN = words("in of out from over across during within per for at through among after")
_NAMED = words(
    "room page chapter step row line day week phase no number nr figure table section volume grade"
    " gate platform version episode apollo psalm"
)
_AMBIGUOUS = words("may march mar sat sun mon dec jan set")
_DEFINITE = frozenset(
    [
        "the",
        "this",
        "that",
        "which",
        "first",
        "last",
        "next",
        "each",
        "every",
        "no",
        "another",
        "other",
    ]
)
_LARGEST = 1e100
ENGLISH_NUMBERS = words(" ".join(TABLE["English"][key] for key in ("zero", "numbers", "tens")))
ENGLISH_NUMBERS |= {*TABLE["English"]["scales"]}


def quantities(text: str) -> list[Quantity]:
    """Return the quantities in a text, in their order.

    Numbers within dates, ordinals, list numbers, names and parts of amounts are not quantities of
    their own.

    >>> [one.parts for one in quantities("from 3 May 2012 on, for 2 h 15 min")]
    [(2012, 5, 3), ((2.0, 'hour'), (15.0, 'minute'))]
    """
    return [*_read(text)]


@lru_cache(maxsize=2048)  # rules read the same line
def _read(text: str) -> tuple[Quantity, ...]:
    return tuple(Reader(text).read())


class Reader(Sentence):
    """The quantities of a text, found from its first token to its last."""

    def read(self) -> list[Quantity]:
        found: list[Candidate] = []
        i = depth = 0
        while i < self.n:
            token = self.t[i]
            if token.kind == "sign":
                depth = max(0, depth + (token.text in "([") - (token.text in ")]"))
            one = self._at(i)
            if one is None:
                i += 1
                continue
            if depth:
                one.marks.add("aside")
            found.append(one)
            i = max(one.after, i + 1)
        found = [one for one in found if one.kind != "junk"]
        found = self._with_moments([one for one in found if "item" not in one.marks] or found)
        set_roles(self, found)
        return [
            Quantity(
                one.kind,  # type: ignore[arg-type]  # junk is dropped above
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

    def _at(self, i: int) -> Candidate | None:
        token = self.t[i]
        kind, means = token.kind, token.means
        if kind == "sign":
            if token.text == "-" and i + 1 < self.n and self.glued(i + 1):
                return self._negative(i)
            if token.text == "'" and self.glued(i + 1) and not self.glued(i):
                year = self._year_at(i)
                return Candidate("year", (year[0],), i, year[1], "year") if year else None
            return None
        if kind == "word" and not means:
            return self._negative(i) if token.text in ("minus", "negative") else None
        if kind in ("year_first", "year_last"):
            return self._numeric_date(i)
        if kind in ("year_month", "month_year"):
            year, month = token.value
            one = Candidate("month", (year, month), i, i + 1, "month_and_year")
            one.open = kind == "year_month" and month > year % 100 and "-" in token.text
            return one
        if kind == "iso":
            return self._iso(i)
        following = self.t[i + 1].means if i + 1 < self.n else {}
        counts = following.get("unit", "hour") != "hour" and "mark" not in following
        if kind in NUMBERS and counts and (found := self._amount(i)):
            return found
        dated = kind == "ordinal" or kind in NUMBERS
        dated = dated or not means.keys().isdisjoint(("ordinals", "months", "tens"))
        if dated and (found := self._date(i)):
            return found
        if kind in NUMBERS and (era := self._bare_era(i)) and not self._is_name(i):
            return Candidate("year", (era[0],), i, era[1], "era")
        return self._clock(i) or self._amount(i) or self._year(i) or self._plain(i)

    def _negative(self, i: int) -> Candidate | None:
        if i + 1 == self.n or (i and (self.glued(i) or self.t[i - 1].kind in NUMBERS)):
            return None
        era = self._bare_era(i + 1)
        if era:
            return Candidate("year", (-abs(era[0]),), i, era[1], "era")
        one = self._amount(i + 1) or self._plain(i + 1)
        if one is None:
            return None
        one.first = i
        if one.kind == "amount":
            one.parts = tuple((-number, unit) for number, unit in one.parts)
        elif one.kind == "number":
            one.parts = (-one.parts[0],)
        return one

    # numbers

    def _number(self, i: int) -> tuple[float, int, str] | None:
        """Return the number at a token, where it ends, and its notation."""
        if i >= self.n:
            return None
        token = self.t[i]
        if token.kind in NUMBERS:
            value, j, notation = token.value, i + 1, token.kind
            whole = token.text.isdigit()
            if whole and (part := self._slashed(i)):
                value, j, notation = part[0], part[1], "fraction"
            elif whole and (part := self._slashed(i + 1)) and part[0] < 1:
                value, j, notation = value + part[0], part[1], "fraction"
            elif self.word(j) == "k" and self.glued(j):
                value, j, notation = 1000 * value, j + 1, "scaled"
            while (scale := self.means(j, "scales")) and not self.means(i, "large"):
                value, j, notation = value * scale, j + 1, "scaled"
        else:
            spelled = self._spelled(i)
            if spelled is None:
                return None
            value, j, notation = spelled
        if (part := self._and_part(j)) and (notation != "commas"):
            value, j, notation = value + part[0], part[1], "fraction"
        return (value, j, notation) if abs(value) <= _LARGEST else None

    def _slashed(self, i: int) -> tuple[float, int] | None:
        """Return a fraction such as 1/2."""
        if self.word(i + 1) != "/" or i + 2 >= self.n or not self.glued(i + 1):
            return None
        above, below = self.t[i].text, self.t[i + 2].text
        if not (_WHOLE.fullmatch(above) and _WHOLE.fullmatch(below) and self.glued(i + 2)):
            return None
        if int(below) == int(above) + 1 > 4 and not self.means(i + 3, "of"):
            return None
        if not 2 <= int(below) <= 100 or len(above) > 2 or self.word(i + 3) == "/":
            return None
        return int(above) / int(below), i + 3

    def _and_part(self, i: int) -> tuple[float, int] | None:
        """Return the part of `and a half`."""
        if not self.means(i, "and"):
            return None
        i += 1
        count = 1.0
        if self.means(i, "article"):
            i += 1
        elif small := self.means(i, "numbers"):
            count, i = float(small), i + 1
        if slashed := self._slashed(i):
            return slashed if slashed[0] < 1 else None
        part = self.means(i, "parts")
        return (count * part, i + 1) if part and not self.means(i + 1, "of") else None

    def _spelled(self, i: int) -> tuple[float, int, str] | None:
        """Return a number in words; None if they are none, or not one number."""
        total = part = 0.0
        last, j, size = 0.0, i, 0
        article = bool(self.means(i, "article"))
        if article:
            j += 1
            if not self.means(j, "scales"):
                return None
            part, last, size = 1, 1, 1
        if whole := self.means(i, "wholes"):
            return whole, i + 1, "words"
        if (half := self.means(i, "parts")) and self.word(i) == "half":
            k = i + 1 + bool(self.means(i + 1, "article"))
            scale = self.means(k, "scales")
            return (half * scale, k + 1, "words") if scale else None
        while j < self.n:
            means = self.t[j].means
            if size and (self.word(j) == "-" or "and" in means):
                k = j + 1
                if k < self.n and not (self.t[k].means.keys() & {"numbers", "tens", "scales"}):
                    break
                if "and" in means and last < 100 and not (self.means(k, "numbers") or 99) < 10:
                    break
                if "and" in means and self.means(k, "scales"):
                    break
                j = k
                continue
            if "zero" in means and not size:
                return 0.0, j + 1, "words"
            if "large" in means:
                return None
            if scale := means.get("scales"):
                if not size and not article:
                    break
                if scale <= last < 1000 and last >= 100:
                    return None
                if scale < 1000:
                    part = (part or 1) * scale
                else:
                    total, part = total + (part or 1) * scale, 0
                last = scale
            elif (value := means.get("numbers") or means.get("tens")) is not None:
                if size and not (
                    last >= 100 or (20 <= last < 100 and last % 10 == 0 and value < 10)
                ):
                    return None
                if last >= 100 and value >= last:
                    return None
                part += value
                last = value
            else:
                break
            size, j = size + 1, j + 1
        if not size:
            return None
        if i and (self.word(i - 1) == "-" and self.glued(i) and self.means(i - 2, "numbers")):
            return None
        return total + part, j, "words"

    def _plain(self, i: int) -> Candidate | None:
        """Return a number without a unit."""
        if (times := self.means(i, "times")) and not self.means(i + 1, "unit"):
            return Candidate("number", (float(times),), i, i + 1, "times")
        read = self._number(i)
        if read is None:
            end = self._past_number_words(i)
            return Candidate("junk", (), i, end, "") if end > i else None
        value, j, notation = read
        one = Candidate("number", (value,), i, j, notation)
        token = self.t[i]
        pronoun = token.text == "one" and self.t[i - 1].kind == "word" and i
        if pronoun and self.word(i - 1) in _DEFINITE:
            one.kind = "junk"
        if self._is_name(i) or self.word(j) in ("%", "°") or self.word(i - 1) in ("$", "€", "£"):
            one.kind = "junk"
        if notation == "words" and token.text not in {*ENGLISH_NUMBERS, "half", "a", "an"}:
            one.marks.add("foreign")
        following = self.t[j] if j < self.n else None
        if following and following.kind == "word":
            if self.glued(j) and following.text.isascii() and following.text not in ("x", "ish"):
                one.kind = "junk"
            one.noun = following.text
            if notation == "fraction" and "unit" in following.means:
                one.kind = "junk"  # 5/6 days
        if token.kind == "number" and re.fullmatch("[0-9]{1,3}[.][0-9]{3}", token.text):
            counts = following and following.kind == "word" and not following.means
            one.open = not counts
            if counts and len(one.noun) > 2:  # things are counted in whole numbers
                one.parts = (1000 * value,)
        if self.word(i - 1) in _IN:
            one.marks.add("adjunct")
        if self.word(j) in (".", ")") and self.glued(j) and token.text.isdigit():
            begins = i == 0 or self.word(i - 1) == "\n"
            joined = any(self.means(j + 1, key) for key in ("or", "to", "and"))
            if (
                begins
                and not joined
                and j + 1 < self.n
                and not self.glued(j + 1)
                and len(token.text) < 3
            ):
                one.marks.add("item")  # the number of a list
        return one

    def _past_number_words(self, i: int) -> int:
        keys = {"numbers", "tens", "scales", "large"}
        if not self.t[i].means.keys() & (keys - {"scales"}):
            return i
        j = i
        while j < self.n and (
            self.t[j].means.keys() & keys
            or (self.word(j) == "-" and j + 1 < self.n and self.t[j + 1].means.keys() & keys)
        ):
            j += 1
        return j

    def _is_name(self, i: int) -> bool:
        """Return whether a number is part of a name or of a sum: `F-9`, `Room 12`, `No. 5`."""
        before = i - 1
        if before < 0:
            return False
        if self.word(before) in "#§":
            return True
        if self.glued(i) and self.t[before].kind == "word" and self.word(before).isascii():
            return not self.means(before, "unit")
        if self.word(before) == "-" and self.glued(i) and self.glued(before):
            if self.word(before - 1) in ("mid", "early", "late"):
                return False
            return self.t[before - 1].kind == "word" and not self.means(before - 1, "months")
        if self.word(before) == ".":
            before -= 1
        return self.word(before) in _NAMED

    # amounts

    def _unit(self, i: int, in_digits: bool) -> tuple[str, int] | None:
        """Return the unit at a token and where it ends."""
        name = self.means(i, "unit")
        if name is None:
            return None
        if len(self.word(i)) == 1 and self.word(i).isascii() and not in_digits:
            return None
        if len(self.word(i)) == 1 and self.word(i + 1) in (":", "="):
            return None
        if self.word(i) == "second" and not in_digits:
            follows = i + 1 < self.n and self.t[i + 1].kind == "word"
            if follows and not self.t[i + 1].means:
                return None
        return name, i + 1

    def _amount(self, i: int) -> Candidate | None:
        read = self._first_part(i)
        if read is None:
            return None
        value, name, j, marks, notation, is_open = read
        parts = [(value, name)]
        if not marks and (half := self._half_of_unit(j)):
            parts[0] = (value + half[0], name)
            j = half[1]
        while True:
            k = j
            if self.word(k) == "." and name not in ("century", "decade", "year"):
                k += 1
            while (k < self.n and self.word(k) in ",\n&+") or self.means(k, "and"):
                k += 1
            more = self._next_part(k, parts[-1][1], j)
            if more is None:
                break
            parts.append(more[:2])
            j = more[2]
        if name == "hour" and self._tells_time(i, j, parts):
            notation = "hour"
        one = Candidate("amount", tuple(parts), i, j, notation, *marks)
        one.open = is_open
        return one

    def _tells_time(self, i: int, j: int, parts: list[Any]) -> bool:
        """Return whether hours may be a time of day: `14h`, `14h30`, `14 h 30`, `1430 hours`."""
        written = self.t[i].text
        if len(written) == 4 and written.isdigit() and len(parts) == 1:
            return True
        short = self.word(i + 1) in ("h", "heures") and written.isdigit() and len(written) <= 2
        return short and (self.glued(i + 1) or self.t[j - 1].kind == "number")

    def _half_of_unit(self, j: int) -> tuple[float, int] | None:
        if self.means(j, "and_half"):
            return 0.5, j + 1
        part = self._and_part(j)
        return part if part and not self.means(part[1], "unit") else None

    def _first_part(self, i: int) -> tuple[Any, ...] | None:
        token = self.t[i]
        if whole := token.means.get("parts_of"):
            number, name = whole.split()
            return float(number), name, i + 1, (), "amount", False
        if token.kind == "clock":
            return self._clock_with_unit(i)
        j = i
        article = bool(token.means.get("article"))
        if article:
            whole = self.means(i + 1, "parts_of")
            if whole:
                number, name = whole.split()
                return float(number), name, i + 2, (), "amount", False
            j += 1
        count = 1.0
        if small := self.means(j, "numbers"):
            k = j + 1 + (self.word(j + 1) == "-")
            count, j = (float(small), k) if self.means(k, "parts") else (count, j)
        if (part := self.means(j, "parts")) and (found := self._part_of_unit(j + 1)):
            return count * part, found[0], found[1], found[2], "amount", False
        if article and (unit := self._after_article(i + 1)):
            return 1.0, unit[0], unit[1], unit[2], "amount", False
        read = self._number(i)
        if read is None:
            return None
        value, j, notation = read
        if self._is_name(i):
            return None
        if self.word(j) == "s" and self.glued(j) and self.word(i - 1) in _DECADES:
            return None
        in_digits = token.kind in NUMBERS and notation != "words"
        primes = self._primes(i, j, value) if in_digits else None
        if primes:
            return primes
        hyphen = self.word(j) == "-"
        if hyphen:
            j += 1
        if self.word(j) == "(" and self.word(j + 2) == ")" and self.t[j + 1].kind in NUMBERS:
            j += 3
        if (value < 1 or notation == "scaled") and self.means(j, "of"):
            j += 1
        if value < 1 and self.means(j, "article"):
            j += 1
        if self._is_capital(j) and (self.means(j + 1, "unit") or self.word(j + 1) in _BETWEEN):
            j += 1
        if self.word(j) in _BETWEEN:
            j += 1
        unit = self._unit(j, in_digits)
        if unit is None or self._is_year_mark(i, j):
            return None
        name, j = unit
        if name == "second" and self.word(j - 1) == "second" and token.means.get("tens"):
            return None
        if self._is_choice(i, j):
            return None
        value, is_open = self._by_language(i, j - 1, value)
        marks: tuple[str, ...] = ()
        plural = self.word(j - 1) not in TIME_UNITS
        old = self.word(j) in ("old", "-") and self.word(j + (self.word(j) == "-")) == "old"
        follows = j < self.n and self.t[j].kind == "word" and not self.t[j].means
        if not old and ((hyphen and not plural) or (not plural and abs(value) != 1 and follows)):
            marks = ("adjective",) if len(self.word(j - 1)) > 3 else ()
        if old:
            j += 1 + (self.word(j) == "-")
        return value, name, j, marks, "amount", is_open

    def _is_choice(self, i: int, j: int) -> bool:
        """Return whether `3/4 days` means 3 or 4."""
        if self.word(i + 1) != "/" or self.word(j - 1)[-1:] != "s" or self.means(j - 2, "of"):
            return False
        above, below = int(self.word(i)), int(self.word(i + 2))
        return below == above + 1 and above > 1

    def _is_capital(self, i: int) -> bool:
        return i < self.n and self.t[i].kind == "word" and self.text[self.t[i].start].isupper()

    def _is_year_mark(self, i: int, j: int) -> bool:
        """Return whether a number before 年 and the like is a calendar year."""
        return self.means(j, "mark") == "year" and 1000 <= (self.t[i].value or 0) < 3000

    def _by_language(self, i: int, unit: int, value: float) -> tuple[float, bool]:
        """Return a number by the decimal sign of its unit's language, and whether it is open."""
        token = self.t[i]
        if not re.fullmatch("[0-9]{1,3}[.,][0-9]{3}", token.text):
            return value, False
        if self.means(unit, "comma"):
            swapped = token.text.replace(".", "") if "." in token.text else token.text
            return float(swapped.replace(",", ".")), False
        return value, token.kind == "number"

    def _part_of_unit(self, j: int) -> tuple[Any, ...] | None:
        """Return the unit, its end and marks after `half` or `quarter`."""
        if self.means(j, "of") or self.word(j) == "-":
            j += 1
        if self.means(j, "article") or self.means(j, "numbers") == 1:
            j += 1
        name = self.means(j, "unit")
        if name is None or (len(self.word(j)) == 1 and self.word(j).isascii()):
            return None
        return name, j + 1, ()

    def _after_article(self, j: int) -> tuple[Any, ...] | None:
        if self.word(j) in _BETWEEN:
            j += 1
        name = self.means(j, "unit")
        if (
            name is None
            or len(self.word(j)) == 1
            or (self.word(j).endswith("s") and name != "century")
        ):
            return None
        follows = j + 1 < self.n and self.t[j + 1].kind == "word" and not self.t[j + 1].means
        if name == "second" and follows:
            return None
        return name, j + 1, ()

    def _primes(self, i: int, j: int, value: float) -> tuple[Any, ...] | None:
        """Return minutes of 45', or seconds of 30''."""
        if self.word(j) not in ("'", '"') or not self.glued(j):
            return None
        if any(self.word(k) == self.word(j) and not self._is_prime(k) for k in range(i)):
            return None  # the end of what is quoted
        if self.word(j) == '"':
            return (
                None
                if any(t.text == '"' for t in self.t[:i])
                else (value, "second", j + 1, (), "primes", False)
            )
        if self.word(j + 1) == "'" and self.glued(j + 1):
            return value, "second", j + 2, (), "primes", False
        if self.t[-1].text == "'" and self.n - 1 > j and self.word(0) == "'":
            return None
        return value, "minute", j + 1, (), "primes", False

    def _is_prime(self, k: int) -> bool:
        return self.glued(k) and self.t[k - 1].kind in NUMBERS

    def _next_part(self, k: int, above: str, end: int) -> tuple[float, str, int] | None:
        """Return the next smaller part of an amount."""
        if k >= self.n:
            return None
        token = self.t[k]
        if token.kind not in NUMBERS and not token.means.keys() & {
            "numbers",
            "tens",
            "article",
            "parts",
        }:
            return None
        if self._date(k) or self.means(k + 1, "oclock"):
            return None
        read = self._first_part_after(k)
        if read is not None:
            value, name, j, marks, _, _ = read
            if name == "minute" and above == "year" and self.word(j - 1) == "m":
                name = "month"
            smaller = _ORDER.index(name) > _ORDER.index(above)
            return (value, name, j) if smaller and not marks and value >= 0 else None
        bare = token.text.isdigit() and len(token.text) == 2 and int(token.text) < 60
        beside = k == end and (
            k + 1 >= self.n or self.t[k + 1].kind != "word" or not self.glued(k + 1)
        )
        if above == "hour" and bare and beside and self.word(k + 1) not in ("/", ":", "-", "–"):
            return float(token.text), "minute", k + 1
        return None

    def _first_part_after(self, k: int) -> tuple[Any, ...] | None:
        """Return a further part, whose number may touch the unit before: 1h22m05s."""
        token = self.t[k]
        if token.kind in NUMBERS and self.glued(k) and self.t[k - 1].means.get("unit"):
            unit = self._unit(k + 1, True)
            primes = self._primes(k, k + 1, token.value)
            return primes or (unit and (token.value, unit[0], unit[1], (), "amount", False))
        return self._first_part(k)

    def _clock_with_unit(self, i: int) -> tuple[Any, ...] | None:
        """Return a duration such as `1:57:40 hours`, in seconds."""
        if self.t[i].value[2] is not None and self.means(i + 1, "unit") == "minute":
            return None
        j = i + 1
        if self.word(j) == "(":
            j += 1
        unit = self.means(j, "unit")
        if unit is None and self.word(j) in ("hh", "h", "mm"):
            unit = "minute" if self.word(j) == "mm" else "hour"
        if unit not in ("hour", "minute"):
            return None
        while self.word(j + 1) in (":", "mm", "ss", ")", "m", "s") or self.means(j + 1, "unit"):
            if self.word(j + 1) not in (":", ")") and self.word(j) not in (":",):
                break
            j += 1
        first, second, third = self.t[i].value
        if unit == "minute":
            seconds = 60 * first + second
        else:
            seconds = 3600 * first + 60 * second + (third or 0)
        return float(seconds), "second", j + 1, (), "clock", False

    def _iso(self, i: int) -> Candidate | None:
        parts, in_time = [], False
        for number, letter, time in _ISO.findall(self.t[i].text.upper()):
            if time:
                in_time = True
                continue
            name = "minute" if letter == "M" and in_time else _ISO_UNITS.get(letter, "month")
            try:
                parts.append((float(number), name))
            except ValueError:
                return None
        return Candidate("amount", tuple(parts), i, i + 1, "iso") if parts else None

    # dates

    def _numeric_date(self, i: int) -> Candidate | None:
        token = self.t[i]
        if token.kind == "year_first":
            return Candidate("date", token.value, i, i + 1, "date")
        first, second, year, sign, digits = token.value
        if digits == 2:
            year += 2000 if year < 75 else 1900
        by_form = sign == "."
        leads = first > 12 or (by_form and second <= 12)
        month, day = (second, first) if leads else (first, second)
        one = Candidate("date", (year, month, day), i, i + 1, "date", sign)
        one.open = not by_form and first <= 12 and second <= 12 and first != second
        return one

    def _day(self, i: int) -> tuple[int, int] | None:
        """Return the day of a month at a token, and where it ends."""
        if i >= self.n:
            return None
        token = self.t[i]
        if token.kind == "number" and token.text.isdigit() and len(token.text) <= 2:
            return (int(token.text), i + 1) if int(token.text) <= 31 else None
        if token.kind == "ordinal":
            return (token.value, i + 1) if token.value <= 31 else None
        if ordinal := token.means.get("ordinals"):
            return ordinal, i + 1
        if tens := token.means.get("tens"):
            j = i + 1 + (self.word(i + 1) == "-")
            if tens in (20, 30) and (ordinal := self.means(j, "ordinals")) and ordinal < 10:
                return tens + ordinal, j + 1
        return None

    def _year_at(self, i: int, loose: bool = False) -> tuple[int, int] | None:
        """Return the calendar year at a token, and where it ends."""
        if i >= self.n:
            return None
        token = self.t[i]
        if token.kind == "number" and token.text.isdigit() and len(token.text) == 4:
            if self.word(i + 1) == "s" and self.glued(i + 1):
                return None
            return int(token.text), i + 1
        if token.text == "'" and self.glued(i + 1) and re.fullmatch("[0-9]{2}", self.word(i + 1)):
            if self.word(i + 2) in ("s", "'"):
                return None
            year = int(self.word(i + 1))
            return year + (2000 if year < 50 else 1900), i + 2
        return self._year_in_words(i)

    def _year_in_words(self, i: int) -> tuple[int, int] | None:
        means = self.t[i].means
        century = means.get("numbers") or means.get("tens") or 0
        if not 10 <= century <= 20:
            return self._two_thousand(i)
        j = i + 1 + (self.word(i + 1) == "-")
        rest = self._spelled(j) if j < self.n else None
        if rest and 10 <= rest[0] < 100 and not self.means(rest[1], "unit"):
            return int(100 * century + rest[0]), rest[1]
        if self.word(j) in ("oh", "o") and (
            small := self.means(j + 1 + (self.word(j + 1) == "-"), "numbers")
        ):
            return 100 * century + small, j + 2 + (self.word(j + 1) == "-")
        return self._two_thousand(i)

    def _two_thousand(self, i: int) -> tuple[int, int] | None:
        if self.word(i + 1) not in ("thousand", "hundred") or not self.means(i, "numbers"):
            return None
        read = self._spelled(i)
        year = read is not None and 1000 <= read[0] < 2100 and not self.means(read[1], "unit")
        return (int(read[0]), read[1]) if read and year else None

    def _era(self, i: int) -> tuple[int, int] | None:
        """Return -1 or 1 for an era at a token, and where it ends."""
        if self.word(i) == ",":
            i += 1
        sign = -1 if self.means(i, "BC") else 1 if self.means(i, "AD") else 0
        return (sign, i + 1 + (self.word(i + 1) == "." and "." in self.word(i))) if sign else None

    def _gap(self, i: int) -> int:
        """Return where the next part of a date begins, after `,`, `of`, `-` and the like."""
        for _ in range(3):
            word = self.word(i)
            if word in (",", ".", "-", "/") or self.means(i, "of") or word in ("in", "the", "day"):
                i += 1
            else:
                break
        return i

    def _date(self, i: int) -> Candidate | None:
        """Return a date or month with its month in words."""
        if self.t[i].kind in NUMBERS or self.t[i].kind == "ordinal" or self.t[i].means:
            found = self._marked_date(i) or self._day_first(i) or self._month_first(i)
            return found or self._year_leads(i)
        return None

    def _marked_date(self, i: int) -> Candidate | None:
        """Return a date such as 2001年8月16日, or its month or year."""
        if self.means(i + 1, "mark") != "year" or self.t[i].kind != "number":
            return None
        year = int(self.t[i].value)
        if not 1000 <= year < 3000:
            return None
        if self.means(i + 3, "mark") != "month" or self.t[i + 2].kind != "number":
            return Candidate("year", (year,), i, i + 2, "year")
        month = int(self.t[i + 2].value)
        if self.means(i + 5, "mark") != "day" or self.t[i + 4].kind != "number":
            return Candidate("month", (year, month), i, i + 4, "month")
        return Candidate("date", (year, month, int(self.t[i + 4].value)), i, i + 6, "date")

    def _day_first(self, i: int) -> Candidate | None:
        read = self._day(i)
        if read is None or self._is_name(i):
            return None
        day, j = read
        several = self._more_days(j)
        j = several or j
        j = self._gap(j)
        month = self.means(j, "months")
        if not month or (self.word(j) in _AMBIGUOUS and self._modal(j)):
            return None
        return self._with_year(i, j + 1, month, day, several)

    def _modal(self, j: int) -> bool:
        """Return whether `may` or `march` is no month: in lower case before a word."""
        follows = j + 1 < self.n and self.t[j + 1].kind == "word" and not self.t[j + 1].means
        return follows and not self._is_capital(j)

    def _more_days(self, j: int) -> int:
        """Return where a further day ends, as in `3-5 May`; 0 if there is none."""
        j += self.word(j) == "."
        if self.word(j) in ("-", "–", "/", "&") or any(
            self.means(j, key) for key in ("to", "or", "and")
        ):
            k = j + 1 + (self.word(j + 1) == "the")
            if (more := self._day(k)) and not self.means(k, "months"):
                return more[1]
        return 0

    def _month_first(self, i: int) -> Candidate | None:
        month = self.means(i, "months")
        if not month:
            return None
        j = i + 1
        while self.word(j) in (".", ",", "-", "/", "the"):
            j += 1
        if year := self._year_after(self._gap(j), bare=False):
            return Candidate("month", (year[0], month), i, year[1], "month")
        read = self._day(j)
        if read is None or (
            self.t[j].kind == "word" and self.means(j, "unit") and self.word(j) != "second"
        ):
            if self._is_capital(i) and self.word(i) not in ("mon", "sat", "sun", "set", "mar"):
                return Candidate("month", (None, month), i, i + 1, "month")
            return None
        day, j = read
        if self.means(j, "unit") or (self.word(j) == ":" and self.glued(j)):
            return Candidate("month", (None, month), i, i + 1, "month")
        several = self._more_days(j)
        return self._with_year(i, several or j, month, day, several)

    def _year_after(self, j: int, bare: bool = True) -> tuple[int, int] | None:
        year = self._year_at(j)
        if year is None:
            return None
        if self.t[j].kind == "number" and self.word(year[1]) in ("/", ":") and self.glued(year[1]):
            return None
        if self.means(year[1], "unit") and not self.means(year[1], "mark"):
            return None if self.word(year[1]) not in ("года", "год") else (year[0], year[1] + 1)
        if era := self._era(year[1]):
            return year[0] * era[0], era[1]
        return year

    def _with_year(self, i: int, j: int, month: int, day: int, several: int) -> Candidate:
        k = j + (self.word(j) == ".")
        year = self._year_after(self._gap(k)) or None
        if year is None and (era := self._bare_era(self._gap(k))):
            one = Candidate("year", (era[0],), i, era[1], "era")
        elif year and year[0] < 0:
            one = Candidate("year", (year[0],), i, year[1], "era")
        else:
            one = Candidate(
                "date",
                (year[0] if year else None, month, day),
                i,
                year[1] if year else j,
                "date" if year else "date_without_year",
            )
        if several:
            one.role = "range"
        after = self._gap(k)
        if not year and after < self.n and re.fullmatch("[0-9]{5,}", self.t[after].text):
            one.kind = "junk"  # 1 January 10000
        return one

    def _bare_era(self, i: int) -> tuple[int, int] | None:
        """Return a year of one to three digits with its era."""
        token = self.t[i] if i < self.n else None
        if (
            token is None
            or token.kind not in ("number", "commas")
            or not re.fullmatch("[0-9,]{1,7}", token.text)
        ):
            return None
        j = i + 1
        if self.means(j, "unit") == "year":
            j += 1
        era = self._era(j)
        if era and self.word(j) != ",":
            return int(token.value) * era[0], era[1]
        return None

    def _year_leads(self, i: int) -> Candidate | None:
        """Return a date such as 2012 May 3."""
        year = self._year_at(i) if self.t[i].kind == "number" else None
        if year is None:
            return None
        j = year[1] + (self.word(year[1]) in ("-", "/", ","))
        month = self.means(j, "months")
        if not month or self._is_name(i):
            return None
        k = j + 1 + (self.word(j + 1) in ("-", "/", "."))
        day = self._day(k)
        if day is None or self.t[k].kind != "number":
            return (
                None
                if self.word(year[1]) == ","
                else Candidate("month", (year[0], month), i, j + 1, "month")
            )
        if self._year_at(self._gap(day[1])):
            return None  # 2011, March 5, 2012
        return Candidate("date", (year[0], month, day[0]), i, day[1], "date")

    def _year(self, i: int) -> Candidate | None:
        """Return a calendar year that its era or the words before it show."""
        if sign := -1 if self.means(i, "BC") else 1 if self.means(i, "AD") else 0:
            j = i + 1 + (self.word(i + 1) == ".")
            token = self.t[j] if j < self.n else None
            if token and token.kind in ("number", "commas") and token.value.is_integer():
                if not 0 < token.value < 1e7 or (
                    self.t[i].text in ("ce", "a d", "bce", "ad")
                    and not self.text[self.t[i].start].isupper()
                ):
                    return None
                j += 1
                if self.means(j, "mark") == "year":
                    j += 1
                return Candidate("year", (sign * int(token.value),), i, j, "era")
            return None
        if bare := self._bare_era(i):
            if self._is_name(i):
                return None
            return Candidate("year", (bare[0],), i, bare[1], "era")
        before = self.word(i - 1)
        if (
            before == "year"
            and re.fullmatch("[0-9]{3,4}", self.word(i))
            and not self.means(i + 1, "unit")
        ):
            return Candidate("year", (int(self.word(i)),), i, i + 1, "year")
        year = self._year_at(i)
        if year is None or self._is_name(i):
            return None
        if self.t[i].kind != "number":
            return Candidate("year", (year[0],), i, year[1], "year_in_words")
        if not 1000 <= year[0] < 3000 or self.word(i + 1) in ("%",) or self.word(i - 1) == "$":
            return None
        if self.means(year[1], "scales"):
            return None
        if self.glued(year[1]) and self.t[year[1]].kind == "word":
            return Candidate("junk", (), i, year[1] + 1, "")
        one = Candidate("year", (year[0],), i, year[1], "year", "number")
        following = self.t[year[1]] if year[1] < self.n else None
        one.noun = following.text if following and following.kind == "word" else ""
        return one

    # times of day

    def _hour(self, i: int) -> tuple[int, int] | None:
        token = self.t[i] if i < self.n else None
        if token is None:
            return None
        if token.kind == "number" and token.text.isdigit() and len(token.text) <= 2:
            return int(token.text), i + 1
        value = token.means.get("numbers")
        if value is not None and value <= 12:
            return value, i + 1
        return (10, i + 1) if token.means.get("tens") == 10 else None

    def _half(self, i: int) -> tuple[str, int] | None:
        """Return which half of the day a token names, and where it ends."""
        if self.word(i) in ("(", ","):
            i += 1
        for key in ("pm", "am", "night", "noon", "midnight"):
            if self.means(i, key) and self.word(i) not in ("morning", "afternoon", "evening"):
                end = i + 1
                if self.word(end) == "." and "." in self.word(i):
                    end += 1
                return key, end
        return None

    def _timed(
        self, i: int, j: int, hour: int, minute: int, second: float, half: str, notation: str
    ) -> Candidate | None:
        if hour > 24 or minute > 59:
            return None
        if (half == "pm" and hour < 12) or (half == "night" and 6 <= hour < 12):
            hour += 12
        elif half in ("am", "night", "midnight") and hour == 12:
            hour = 0
        return Candidate(
            "clock",
            (3600 * hour + 60 * minute + second,),
            i,
            j,
            notation,
            *([half] if half else []),
        )

    def _clock(self, i: int) -> Candidate | None:
        token = self.t[i]
        means = token.means
        if token.kind == "clock":
            named = self.glued(i) and self.t[i - 1].kind == "word" and self.word(i - 1) != "t"
            too_long = token.value[2] is not None and self.means(i + 1, "unit") == "minute"
            if too_long or (named and self.word(i - 1).isascii()) or self._clock_with_unit(i):
                return None
            hour, minute, second = token.value
            j = i + 1
            j += bool(self.means(j, "oclock"))
            half, j = self._half(j) or ("", j)
            if hour > 24:
                return Candidate(
                    "clock", (3600 * hour + 60 * minute + (second or 0),), i, j, "clock"
                )
            one = self._timed(i, j, hour, minute, second or 0, half, "clock")
            if one and j == i + 1:
                one.marks.add("seconds" if second is not None else "minutes")
            return one
        for key, time in (("noon", 12), ("midnight", 0)):
            if key in means:
                return Candidate("clock", (3600 * time,), i, i + 1, key, key)
        if ("pm" in means or "am" in means) and (found := self._half_leads(i)):
            return found
        return self._hours(i) or self._past(i)

    def _half_leads(self, i: int) -> Candidate | None:
        """Return a time after the half of its day, as in 下午2点."""
        key = "pm" if self.means(i, "pm") else "am"
        if self.t[i].text.isascii() or i + 1 >= self.n:
            return None
        one = self._hours(i + 1)
        if one is None and self.t[i + 1].kind == "clock":
            one = self._clock(i + 1)
        if one is None:
            return None
        seconds = one.parts[0]
        if key == "pm" and seconds < 12 * 3600:
            seconds += 12 * 3600
        elif key == "am" and seconds >= 12 * 3600 and seconds < 13 * 3600:
            seconds -= 12 * 3600
        one.parts, one.first = (seconds,), i
        one.marks.add(key)
        return one

    def _hours(self, i: int) -> Candidate | None:
        """Return a time such as `2 pm`, `2.30 pm`, `8 o'clock` or `14 Uhr 30`."""
        token = self.t[i]
        if token.kind == "number" and re.fullmatch(r"[0-9]{1,2}\.[0-5][0-9]", token.text):
            half = self._half(i + 1)
            oclock = self.means(i + 1, "oclock")
            if half or oclock:
                hour, minute = map(int, token.text.split("."))
                half = half or self._half(i + 2) or ("", i + 2)
                return self._timed(i, half[1], hour, minute, 0, half[0], "clock")
            return None
        read = self._hour(i)
        if read is None or self._is_name(i):
            return None
        hour, j = read
        minute, part = 0, ""
        if self.means(j, "oclock"):
            j += 1
            following = self.t[j] if j < self.n else None
            if self.means(j, "and_half"):
                minute, j = 30, j + 1
            elif (
                following
                and following.kind == "number"
                and following.text.isdigit()
                and len(following.text) <= 2
            ):
                minute, j = int(following.text), j + 1
                if self.means(j, "unit") == "minute":
                    j += 1
            part, j = self._half(j) or ("", j)
        elif self.means(j, "unit") == "hour" and len(self.word(j)) <= 6:
            k = j + 1
            following = self.t[k] if k < self.n else None
            if (
                following
                and following.kind == "number"
                and re.fullmatch("[0-5][0-9]", following.text)
            ):
                minute, k = int(following.text), k + 1
            found = self._half(k)
            if found is None or self.word(k) == ",":
                return None
            part, j = found
        elif quarter := self._and_part(j):
            minute, j = round(60 * quarter[0]), quarter[1]
            found = self._half(j)
            if found is None and self.word(i - 1) not in ("las", "alle", "le", "às", "les"):
                return None
            part, j = found or ("", j)
        else:
            found = self._half(j)
            if (
                found is None
                or self.word(j) in (",", "(")
                or (found[0] in ("noon", "midnight") and hour != 12)
            ):
                return None
            part, j = found
            if part == "am" and self.word(j - 1) == "am" and self._day(j) and hour > 12:
                return None
        if hour == 12 and part == "noon":
            part = ""
        return self._timed(i, j, hour, minute, 0, part, "clock")

    def _past(self, i: int) -> Candidate | None:
        """Return a time such as `half past two`, `quarter to six` or `halb drei`."""
        if self.means(i, "half_past"):
            hour = self._hour(i + 1)
            return self._completed(i, hour, 30) if hour else None
        if self.means(i, "half_to") and (hour := self._hour(i + 1)):
            if self.means(hour[1], "unit"):
                return None
            return self._completed(i, (hour[0] - 1 or 12, hour[1]), 30)
        j = i + bool(self.means(i, "article"))
        spoken = self.word(j) in ("quarter", "viertel")
        minutes = 15 if spoken else None
        if minutes is None:
            read = self._hour(i) or (self._spelled(i) or (None, 0))[:2]
            if not read or not read[0] or read[0] > 29:
                return None
            minutes, j = int(read[0]), read[1] - 1
            if self.means(j + 1, "unit") == "minute":
                j, spoken = j + 1, True
        sign = self.word(j + 1)
        after = sign in ("past", "after", "nach")
        if not after and sign not in ("to", "before", "till", "vor"):
            return None
        hour = self._hour(j + 2)
        if hour is None or hour[0] > 12 or self.means(hour[1], "unit"):
            return None
        if not after and not spoken and not (self._half(hour[1]) or self.means(hour[1], "oclock")):
            return None
        doubtful = sign in ("after", "before") or self.t[i].kind == "number"
        if not spoken and (doubtful or (not after and minutes <= hour[0])):
            return None
        return self._completed(
            i, hour if after else (hour[0] - 1 or 12, hour[1]), minutes if after else 60 - minutes
        )

    def _completed(self, i: int, hour: tuple[int, int], minute: int) -> Candidate | None:
        j = hour[1]
        if self.means(j, "oclock"):
            j += 1
        half, j = self._half(j) or ("", j)
        return self._timed(i, j, hour[0], minute, 0, half, "clock")

    # what a quantity is said to be

    def _with_moments(self, found: list[Candidate]) -> list[Candidate]:
        merged: list[Candidate] = []
        for one in found:
            last = merged[-1] if merged else None
            if last and last.kind == "date" and one.notation == "hour" and self._bridged(last, one):
                hour, *rest = (number for number, _ in one.parts)
                one = (
                    self._timed(one.first, one.after, int(hour), int(sum(rest)), 0, "", "clock")
                    or one
                )
            if last and {last.kind, one.kind} == {"date", "clock"} and self._bridged(last, one):
                day, time = (last, one) if last.kind == "date" else (one, last)
                if day.role == "range" or time.role == "range":
                    merged.append(one)
                    continue
                moment = Candidate(
                    "moment", (*day.parts, *time.parts), last.first, one.after, "moment"
                )
                moment.open, moment.marks = day.open, day.marks | time.marks
                merged[-1] = moment
            else:
                merged.append(one)
        return merged

    def _bridged(self, last: Candidate, one: Candidate) -> bool:
        words = [self.word(i) for i in range(last.after, one.first)]
        return len(words) <= 4 and all(
            word in _BRIDGE
            or self.means(i, "about")
            or self.means(i, "weekdays")
            or self.means(i, "of")
            for i, word in zip(range(last.after, one.first), words, strict=True)
        )
