"""Arithmetic that a response states, such as `1864 - 865 = 999`, and whether it is right.

An equation here is numbers on both sides of `=` or `≈`, and at least one operator on the left:
`+ - * / // %`, `x`, `÷`, `mod` or their LaTeX, with parentheses, with words behind numbers
(`7 hours * 3600`) and remarks in parentheses (`31 (Oct) + 30 (Nov)`). In a chain every side with
an operator makes one with the next: `3 * 4 + 2 = 12 + 2 = 14` are two.

Right is what equals the other side to the digits that it states, rounded or cut off:
`100 / 3 = 33.33`, `200 / 3 = 66.66` and `59 / 60 = 0` are right, `100 / 3 = 33.4` is not. Right is
also a calculation that runs on from its result: of `2 + 3 = 5 + 1 = 6` both are.

Left out is what plain arithmetic cannot judge: dates, times of day, eras and percentages; sums of
several units of time (`2 hours + 30 minutes = 150 minutes`) or of another unit than their result;
values in several units (`1 hour 30 minutes`); spans (`1990-1995 = 5 years`); anything with a name,
a power or a function in it (`x + 1 = 3`).
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tempanswerqa.answers.flexible.text import normalize_characters

_FIRST_YEAR, _LAST_YEAR = 1000, 3000
"""Whole numbers between them may be calendar years."""

LONGEST = 1_000_000
"""Characters of a text that are read; the rest of a longer one is not."""

_SLACK = 1e-13
"""Relative error of the calculation itself."""

_DEEPEST = 20
"""Parentheses nested deeper are not read."""

_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})(?:\.[0-9]{1,20})?(?![0-9]|[.,][0-9])"
_UNITS = {
    name: unit
    for unit, names in {
        "second": "s sec secs second seconds",
        "minute": "m min mins minute minutes",
        "hour": "h hr hrs hour hours",
        "day": "d day days",
        "week": "week weeks",
        "month": "month months",
        "year": "y yr yrs year years",
    }.items()
    for name in names.split()
}
_UNIT = rf"(?:{'|'.join(sorted(_UNITS, key=len, reverse=True))})(?!\w)"
_WORD = (
    r"(?!(?:[xX]|mod|and|or|to|is|was|are|by|plus|minus|times|then|so|equals)(?!\w))"
    r"[^\W\d_]{1,30}(?:[-'][^\W\d_]{1,30}){0,3}"
)
_ON = r"(?=[ *]{0,3}(?:[-+*/%×÷·–)=≈]|[xX][ ]?[0-9(]|mod[ ])|\s{1,3}[=≈])"
"""Where the calculation goes on."""

_REMARK = rf"(?:[ ]?\((?=[^()]{{0,79}}[^\W\d_]|[12][0-9]{{3}}\))[^()*/×÷+=≈\n]{{1,80}}\){_ON})"


def _label(name: str) -> str:
    """Return what stands behind a number: a unit of time (group `name`), other words, a remark."""
    rate = rf"(?P<{name}_rate>[ ]?(?:/|per[ ])[ ]?{_WORD})?"
    return (
        rf"(?:(?:-|[ ]{{0,2}})(?P<{name}>{_UNIT})(?:\(s\))?{rate})?"
        rf"(?:(?:[ ]{{1,2}}{_WORD}){{1,5}}(?:/{_WORD})?(?:{_ON}|(?={_REMARK})))?{_REMARK}?"
    )


_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?!\w)\.?"
)
_DAY = r"[0-9]{1,2}(?:st|nd|rd|th)?"
_NEXT = rf"(?!\w),?[ ](?:and[ ])?{_NUMBER}[ ]?"
_SECOND, _MINUTE, _HOUR = "s(?:ec(?:ond)?s?)?", "m(?:in(?:ute)?s?)?", "h(?:(?:ou)?rs?)?"
_IN_PARTS = rf"""
    {_NUMBER}[ ]?(?:
        years?{_NEXT}(?:month|week|day)s? | months?{_NEXT}(?:week|day)s?
        | weeks?{_NEXT}(?:day|hour)s? | d(?:ays?)?{_NEXT}(?:{_HOUR}|minutes?)
        | {_HOUR}{_NEXT}(?:{_MINUTE}|{_SECOND}) | {_MINUTE}{_NEXT}{_SECOND}
    )(?!\w)(?:{_NEXT}{_UNIT})?(?![ ]?=)
"""
"""One value in several units, the larger first; what begins another equation is another value."""

_OPAQUE = rf"""
    {_MONTH}[ ]?{_DAY}(?![0-9])(?:,?[ ]?[0-9]{{4}})? | {_MONTH},?[ ]?[0-9]{{4}}
    | {_DAY}[ -](?:of[ ])?{_MONTH}(?:,?[ -]?[0-9]{{4}})?
    | [0-9]{{4}}-(?:[0-9]{{1,2}}|{_MONTH})-[0-9]{{1,2}} | [0-9]{{4}}-0[1-9]
    | 0[0-9]/[0-9]{{1,2}} | [0-9]{{1,2}}/0[0-9]
    | [0-9]{{1,2}}(?P<mark>[-/.])[0-9]{{1,2}}(?P=mark)[0-9]{{4}}
    | [0-9]{{1,4}}(?::[0-9]{{1,2}}){{1,3}} | [0-9]{{1,2}}[ ]?[AaPp]\.?[Mm]
    | [0-9]{{1,6}}[ ]?(?:BCE?|AD|CE) | [0-9]{{3}}0s
    | {_IN_PARTS}
"""
"""Dates, times of day, eras, decades and values in several units."""

_TOKEN = re.compile(
    rf"""(?x)
    (?P<space> [^\S\n]+ | \*{{2,}}(?![ ]?[0-9(]) | (?<![0-9)])(?<![0-9)][ ])\*{{2,}} )
    | (?P<word> (?!{_MONTH},?[ ]?[0-9]|[xX][ ]?[0-9(]|mod[ ])
        [^\W\d]\w*(?:[^0-9()=≈\nJFMASOND]*[^\W0-9](?!\w))?[^\S\n]* )
    | (?P<opaque> (?<![\w.,]) (?:(?:{_OPAQUE})(?!\w) | {_NUMBER}[ ]?%(?![ ]?[0-9(])) )
    | (?P<number> (?:(?<![\w.,])|(?<=[0-9)][xX]))
        (?P<value>{_NUMBER}) {_label("unit")} (?:(?!\w)|(?=[xX][0-9(])) )
    | (?P<operator> \*\* | // | [-+*/%×÷·–^] | [xX](?=[ ]?[0-9(]) | mod(?=[ ]) )
    | (?P<open> \( )
    | (?P<close> \) {_label("unit_of_all")} )
    | (?P<equals> (?:(?<![<>!:+=/*-])=(?![=>]) | ≈) (?:[ ]?(?:approximately|about|roughly|~))? )
    | (?P<line> \n\s*(?:[-*•][ ]+)? )
    | (?P<rest> [0-9][0-9.,]* | .[^\w\s()=≈+*/%×÷·–^-]*[^\S\n]* )
    """
)
_IDLE = ("word", "rest", "line")
"""What ends a side."""

_IDLE_LINE = re.compile(r"(?m)^[^=≈\n]*(?<![-+*/×÷])\n(?!\s{0,20}[=≈])")
"""One that has no equation and is no part of one, as most are."""

_LATEX = (
    (re.compile(r"\\[nrt](?![a-z])"), "\n"),
    (re.compile(r"\\[dt]?frac\s?\{([^{}]{1,80})\}\s?\{([^{}]{1,80})\}"), r"((\1)/(\2))"),
    (re.compile(r"\\(?:times|cdot)(?![a-z])"), "×"),
    (re.compile(r"\\div(?![a-z])"), "÷"),
    (re.compile(r"\\(?:approx|simeq)(?![a-z])"), "≈"),
    (re.compile(r"\\(?:text|textbf|mathrm|mathbf|boxed|mbox)\s?\{([^{}]{0,80})\}"), r"\1"),
    (re.compile(r"\{,\}"), ","),
    (re.compile(r"\\(?:left|right|quad|[,;:! ()\[\]])"), " "),
)
_RANGE = re.compile(rf"{_NUMBER}[-–]{_NUMBER}{_label('unit')}")
_SPAN = re.compile(r"[12][0-9]{3}[/–-][0-9]{2}(?![0-9])")
"""Years such as `1992/93` and `1891-94`."""
_FACTORS: Mapping[str, Callable[[float, float], float]] = {
    **dict.fromkeys("*×·xX", operator.mul),
    **dict.fromkeys("/÷", operator.truediv),
    "//": operator.floordiv,
    **dict.fromkeys(("%", "mod"), operator.mod),
}
_TERMS = {"+": 1, "-": -1, "–": -1}


class Equation(NamedTuple):
    """An equation that a text states."""

    text: str
    """As it stands there, but for LaTeX commands, look-alike characters and white space."""
    left: float
    right: float
    """What its sides come to."""
    holds: bool
    """Whether it is right."""


class _Side:
    """One side of an equation, or what stands in parentheses; calculated as it is read."""

    def __init__(self) -> None:
        self.start: int | None = None
        self.end = 0
        self.operators = 0
        self.units: list[str] = []
        """Of its terms; empty for products, as they may turn one unit into another."""
        self.first = math.nan
        """Its first operand, with so many decimals."""
        self.decimals = 0
        self.ready = False
        """Whether it could end here."""
        self.broken = False
        """Whether it has something that is no arithmetic."""
        self.backwards = False
        """Whether it subtracts a later year: many write spans of years like that."""
        self._sum = self._term = 0.0
        self._sign = self._minus = 1
        self._operator = "+"

    @property
    def value(self) -> float:
        """Return what it comes to so far."""
        return self._sum + self._sign * self._term

    @property
    def unit(self) -> str | None:
        """Return the unit of its terms, empty where they have none; None where they have
        several.
        """
        units = {*self.units} - {""}
        return None if len(units) > 1 else "".join(units)

    @property
    def usable(self) -> bool:
        """Return whether it can be compared with another."""
        return self.ready and not self.broken and self.unit is not None

    def take(self, value: float, end: int, unit: str = "", decimals: int = 0) -> None:
        """Go on with an operand that ends at `end`."""
        self.broken |= self.ready
        self.ready, self.end = True, end
        if self.broken:
            return
        value, self._minus = self._minus * value, 1
        if not self.units:
            self.first, self.decimals = value, decimals
        if self._operator in _TERMS:
            later = _FIRST_YEAR <= self._term < value < _LAST_YEAR
            self.backwards |= later and _TERMS[self._operator] < 0
            self._sum = self.value
            self._sign, self._term = _TERMS[self._operator], value
            self.units.append(unit)
            return
        self.units[-1] = ""
        try:
            self._term = _FACTORS[self._operator](self._term, value)
        except (ArithmeticError, KeyError):
            self.broken = True

    def spoil(self) -> None:
        """Go on with something that is no arithmetic."""
        self.broken = self.ready = True

    def operate(self, sign: str, tight: bool) -> None:
        """Go on with an operator; a `tight` one stands right before its operand."""
        if self.ready:
            self._operator, self.ready = sign, False
            self.operators += 1
        elif sign in _TERMS and tight and self._minus == 1:
            self._minus = _TERMS[sign]
        else:
            self.broken = True


class _Reader:
    """Reads a text token by token and keeps the equations that it comes across."""

    def __init__(self, text: str) -> None:
        self.found: list[Equation] = []
        self._text = text
        self._left: _Side | None = None
        self._sides = [_Side()]
        """The side that is being read, and what is open in it."""

    def read(self) -> None:
        """Read the text to its end."""
        before = ""
        for token in _TOKEN.finditer(self._text):
            kind = token.lastgroup
            if kind == "space" or (kind == "line" and self._goes_on(before, token.end())):
                continue
            if kind not in _IDLE:
                self._read(kind, token)
            elif before not in _IDLE:
                self._end()
            before = kind
        self._end()

    def _read(self, kind: str, token: re.Match) -> None:
        side = self._sides[-1]
        if side.start is None:
            side.start = token.start()
        if kind == "number":
            self._number(token)
        elif kind == "opaque":
            side.spoil()
        elif kind == "operator":
            side.operate(token[0], self._tight(token))
        elif kind == "open":
            self._open(token)
        elif kind == "equals":
            self._equals()
        elif len(self._sides) > 1:
            self._close(token)
        else:
            self._end()

    def _goes_on(self, before: str, end: int) -> bool:
        """Return whether the side goes on behind the end of a line."""
        return before in ("operator", "equals") or self._text[end : end + 1] in ("=", "≈")

    def _tight(self, token: re.Match) -> bool:
        """Return whether a sign stands right before what it belongs to, and behind nothing."""
        start, end = token.span()
        return self._text[max(start - 1, 0) : start] in ("", " ", "\n", "(", "=") and (
            self._text[end : end + 1] not in ("", " ", "\n")
        )

    def _number(self, token: re.Match) -> None:
        side = self._sides[-1]
        if side.ready and self._text[side.end - 1].isalpha():  # `2 hours 30 - 10 = 20`
            self._end()
            side = self._sides[-1]
            side.start = token.start()
        digits = token["value"].replace(",", "")
        unit = "" if token["unit_rate"] else _UNITS.get(token["unit"], "")
        side.take(float(digits), token.end(), unit, len(digits.partition(".")[2]))

    def _open(self, token: re.Match) -> None:
        start = token.start()
        if self._sides[-1].ready:
            self._end()
            self._sides[-1].spoil()
        elif self._text[start - 1 : start].isalnum():
            self._sides[-1].spoil()
        if len(self._sides) > _DEEPEST:
            self._end()
        else:
            self._sides.append(_Side())

    def _close(self, token: re.Match) -> None:
        inner = self._sides.pop()
        if inner.usable and not inner.backwards:
            unit = _UNITS.get(token["unit_of_all"], inner.unit)
            self._sides[-1].take(inner.value, token.end(), unit)
            self._sides[-1].operators += inner.operators
        else:
            self._sides[-1].spoil()

    def _equals(self) -> None:
        side = self._sides[-1]
        self._end()
        self._left = side if side.usable and side.operators else None

    def _end(self) -> None:
        """End the equation, if this is one."""
        if self._left and len(self._sides) == 1:
            equation = _equation(self._text, self._left, self._sides[0])
            self.found += [equation] if equation else []
        self._left = None
        self._sides = [_Side()]


def _equation(text: str, left: _Side, right: _Side) -> Equation | None:
    """Return the equation of two sides; None where plain arithmetic cannot judge it."""
    if not right.usable or (left.unit and right.unit and left.unit != right.unit):
        return None
    if not (math.isfinite(left.value) and math.isfinite(right.value)):
        return None
    if (left.backwards and right.value >= 0) or right.backwards or _is_range(text, right):
        return None
    if _SPAN.match(text, left.start) or (right.value >= 0 and _is_range(text, left)):
        return None
    if right.decimals and "//" in text[left.start : left.end]:  # meant as a plain division
        return None
    stated = " ".join(text[left.start : right.end].split())
    return Equation(stated, left.value, right.value, _holds(left.value, right))


def _is_range(text: str, side: _Side) -> bool:
    """Return whether it is a range such as `3-4`."""
    return side.value < 0 and bool(_RANGE.fullmatch(text[side.start : side.end]))


def _holds(left: float, right: _Side) -> bool:
    agrees = _agrees(left, right.first, right.decimals)
    return agrees or (right.operators > 0 and math.isclose(left, right.value, rel_tol=1e-9))


def _agrees(exact: float, stated: float, decimals: int) -> bool:
    """Return whether `stated` is `exact`, rounded or cut off at so many decimals."""
    step, slack = 10.0**-decimals, _SLACK * max(abs(exact), 1)
    if abs(exact - stated) <= step / 2 + slack:
        return True
    return exact * stated >= 0 and -slack <= abs(exact) - abs(stated) < step - slack


def equations(text: str) -> list[Equation]:
    """Return the equations that a text states, in their order; none for an empty text.

    The first `LONGEST` characters are read, in time linear in their number.
    """
    text = normalize_characters(text[:LONGEST])
    if "=" not in text and "≈" not in text:
        return []
    if "\\" in text:
        for pattern, replacement in _LATEX:
            text = pattern.sub(replacement, text)
    reader = _Reader("\n" + _IDLE_LINE.sub("", text.replace("$", " ")))
    reader.read()
    return reader.found


def share_right(text: str) -> tuple[int, int]:
    """Return how many of the equations that a text states are right, and how many it states.

    Both are 0 for a text without equations, which has no share.
    """
    found = equations(text)
    return sum(equation.holds for equation in found), len(found)
