"""Finds arithmetic that a response states, such as `1864 - 865 = 999`, and whether it is right.

An equation here has numbers on both sides of `=` or `≈`, and at least one operator on the left:
`+ - * / // %`, `x`, `÷`, `mod` or their LaTeX, with parentheses, with words after numbers
(`7 hours * 3600`) and remarks in parentheses (`31 (Oct) + 30 (Nov)`). In a chain, each side with
an operator forms one with the next: `3 * 4 + 2 = 12 + 2 = 14` are two.

An equation is right if the right side states the value of the left one, rounded or truncated:
`100 / 3 = 33.33`, `200 / 3 = 66.66` and `59 / 60 = 0` are right, `100 / 3 = 33.4` is not. A
calculation that runs on from its result is right too: both equations of `2 + 3 = 5 + 1 = 6` are.

Equations that plain arithmetic cannot judge are left out: those with dates, times of day, eras and
percentages; sums with several units of time (`2 hours + 30 minutes = 150 minutes`) or a unit that
is not their result's; values in several units (`1 hour 30 minutes`); spans (`1990-1995 = 5 years`);
and any with a name, a power or a function (`x + 1 = 3`).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from tempanswerqa.answers.markup import normalize_characters
from tempanswerqa.paper_scoring import MONTHS

Number = int | Fraction

READ_LENGTH = 100_000
"""Maximum number of characters read; the rest of a text is ignored."""

_DEEPEST = 20
"""Maximum nesting of parentheses that is read."""

_BITS = 1_000
"""Maximum number of bits of a result; equations with larger ones are left out."""

_SLACK = Fraction(1, 10**13)
"""The relative error allowed in results of floating-point arithmetic."""

_UNITS = {
    name: rank
    for rank, names in {
        0: "s sec secs second seconds",
        2: "m min mins minute minutes",
        4: "h hr hrs hour hours",
        6: "d day days",
        7: "week weeks",
        8: "month months",
        10: "y yr yrs year years",
    }.items()
    for name in names.split()
}
"""The ranks of units of time; those of one value, as in `1 hour 30 minutes`, differ by up to 4."""

_UNIT = rf"(?:{'|'.join(sorted(_UNITS, key=len, reverse=True))})(?!\w)"
_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})(?:\.[0-9]{1,20})?(?![0-9]|[.,][0-9])"
_NEXT = rf",? (?:and )?{_NUMBER} ?"
_IN_PARTS = re.compile(rf"{_NUMBER} ?({_UNIT}){_NEXT}({_UNIT})(?:{_NEXT}{_UNIT})?(?! ?=)")
"""A value in several units; a part before `=` does not belong to it, as it begins an equation."""

_WORD = (
    r"(?!(?:and|or|to|is|was|are|by|plus|minus|times|then|so|equals)(?!\w))"
    r"[^\W\d_]{1,30}(?:[-'][^\W\d_]{1,30}){0,3}"
)
_ON = r"(?=[ *]{0,3}[-+*/%×÷·–)=≈])"
"""The position before an operator or `=`, with which the calculation continues."""

_REMARK = rf"(?: ?\((?=[^()]{{0,79}}[^\W\d_]|[12][0-9]{{3}}\))[^()*/×÷+=≈]{{1,80}}\){_ON})"
_LABEL = re.compile(
    rf"(?:(?:-| {{0,2}})(?P<unit>{_UNIT})(?:\(s\))?(?P<rate> ?(?:/|per ) ?{_WORD})?)?"
    rf"(?:(?: {{1,2}}{_WORD}){{1,5}}(?:/{_WORD})?(?:{_ON}|(?={_REMARK})))?{_REMARK}?"
)
"""The text after a number: a unit of time, other words, a remark."""

_MONTH = f"(?:{'|'.join(rf'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|Sept)(?!\\w)\\.?"
_DAY = "[0-9]{1,2}(?:st|nd|rd|th)?"
_OPAQUE = re.compile(
    rf"""(?x)(?<![\w.,])(?:
    {_MONTH}[ ]?{_DAY}(?:,?[ ]?[0-9]{{4}})? | {_MONTH},?[ ]?[0-9]{{4}}
    | {_DAY}[ -](?:of[ ])?{_MONTH}(?:,?[ -]?[0-9]{{4}})?
    | [0-9]{{4}}-(?:[0-9]{{1,2}}|{_MONTH})-[0-9]{{1,2}} | [0-9]{{4}}-0[1-9]
    | 0[0-9]/[0-9]{{1,2}} | [0-9]{{1,2}}/0[0-9] | [0-9]{{1,2}}([-/.])[0-9]{{1,2}}\1[0-9]{{4}}
    | [0-9]{{1,4}}(?::[0-9]{{1,2}}){{1,3}} | [0-9]{{1,2}}[ ]?[AaPp]\.?[Mm]
    | [0-9]{{1,6}}[ ]?(?:BCE?|AD|CE) | [0-9]{{3}}0s | {_NUMBER}[ ]?%(?![ ]?[0-9(])
    )(?!\w)"""
)
"""Dates, times of day, eras, decades and percentages."""

_RANGE = re.compile(rf"{_NUMBER}[-–]{_NUMBER}")
_DECIMALS = re.compile(r"[-–+0-9,]*\.([0-9]+)")
_YEARS = re.compile(r"[12][0-9]{3}[/–-][0-9]{2}(?![0-9])")
"""Years such as `1992/93` and `1891-94`."""

_REWRITTEN = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\\[nrt](?![a-z])", "\n"),
        (r"(?m)^[^=≈\\\n]*(?<![-+*/×÷])\n(?!\s{0,60}[=≈])", ""),  # removes most lines, for speed
        (r"\\[dt]?frac\s?\{([^{}]{1,80})\}\s?\{([^{}]{1,80})\}", r"((\1)/(\2))"),
        (r"\\(?:times|cdot)(?![a-z])", "×"),
        (r"\\div(?![a-z])", "÷"),
        (r"\\(?:approx|simeq)(?![a-z])", "≈"),
        (r"\\(?:text|textbf|mathrm|mathbf|boxed|mbox)\s?\{([^{}]{0,80})\}", r"\1"),
        (r"\{,\}", ","),
        (r"\\(?:left|right|quad|[,;:! ()\[\]])|\$", " "),
        (r"\*\*+(?! ?[0-9(])|(?<![0-9)])(?<![0-9)] )\*\*+", ""),
        (r"(?:(?<=[0-9)])[xX]|(?<= )[xX](?= )) ?(?=[0-9(])", "× "),
        (r"(?<!\w)mod(?= )", "%"),
        (r"(?<=[^*][-+*/×÷=≈])[^\S\n]{0,9}\n|\n(?=\s{0,60}[=≈])", " "),
        (r"(?m)^[^\S\n]{0,40}[-*•] +", ""),
    )
)
"""Patterns of LaTeX, emphasis, operators in letters, line ends within an equation and list marks,
with their replacements."""

_TOKEN = re.compile(
    rf"""(?x)
    (?P<number> (?P<sign>(?<![^\s(=])[-–+](?=[0-9]))?
        (?<![\w.,])(?P<digits>{_NUMBER})(?:(?!\w)|(?={_UNIT})) )
    | (?P<operator> \*\* | // | [-+*/%×÷·–^] )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<equals> (?:(?<![<>!:+=/*-])=(?![=>]) | ≈) (?:[ ]?(?:approximately|about|roughly|~))? )
    | (?P<opaque> §+ )
    | (?P<space> \s+ )
    | (?P<rest> [0-9][0-9.,]* | [^0-9()=≈+*/%×÷·–^§-]+ | . )
    """
)
_TERMS = "+-–"
_OPERATORS: dict[str, Callable[[Any, Any], Number]] = {
    "+": operator.add,
    **dict.fromkeys("-–", operator.sub),
    **dict.fromkeys("*×·", operator.mul),
    **dict.fromkeys("/÷", Fraction),
    "//": operator.floordiv,
    "%": operator.mod,
}


class Equation(NamedTuple):
    """An equation that a text states."""

    text: str
    """The equation as text, without LaTeX, operators in letters or look-alikes."""
    left: Number
    right: Number
    """The value of the right side, calculated if it has an operator."""
    holds: bool
    """True if the equation is right."""


class _Amount(NamedTuple):
    """A number, or the result of a calculation."""

    value: Number
    unit: int | None = None
    """The rank of its unit; None without one or for products, which may change the unit."""
    calculated: bool = False
    span: bool = False
    """True if a later year is subtracted from a year, a common notation of spans of years."""

    def joined(self, sign: str, other: _Amount) -> _Amount:
        """Return the result.

        Raises ArithmeticError if units differ or if the result is undefined or too large, KeyError
        for an unknown sign.
        """
        units = {self.unit, other.unit} - {None} if sign in _TERMS else set()
        value = _OPERATORS[sign](self.value, other.value)
        if len(units) > 1 or (value.numerator * value.denominator).bit_length() > _BITS:
            raise ArithmeticError
        return _Amount(value, next(iter(units), None), True, self.span or other.span)


class _Side:
    """One side of an equation, or the content of parentheses."""

    def __init__(self) -> None:
        self.start = self.end = 0
        self.operands: list[_Amount | None] = []
        """The operands; None for one that is not arithmetic."""
        self.operators: list[str] = []

    @property
    def ready(self) -> bool:
        """Return whether the side may end here."""
        return len(self.operands) > len(self.operators)

    def take(self, operand: _Amount | None, end: int) -> None:
        """Add an operand that ends at the position `end`."""
        self.operators += ["?"] * self.ready
        self.operands.append(operand)
        self.end = end

    def operate(self, sign: str) -> None:
        """Add an operator."""
        self.operands += [None] * (not self.ready)
        self.operators.append(sign)

    def amount(self) -> _Amount | None:
        """Return the value of the side; None if it is not arithmetic."""
        operands = [operand for operand in self.operands if operand]
        if not self.ready or len(operands) < len(self.operands):
            return None
        terms, firsts, signs = operands[:1], operands[:1], []
        try:
            for sign, operand in zip(self.operators, operands[1:], strict=True):
                if sign in _TERMS:
                    signs.append(sign)
                    terms.append(operand)
                    firsts.append(operand)
                else:
                    terms[-1] = terms[-1].joined(sign, operand)
            total = terms[0]
            for sign, before, first, term in zip(signs, terms, firsts[1:], terms[1:], strict=False):
                stated = not (before.calculated or first.calculated)
                years = stated and sign != "+" and 1000 <= before.value < first.value < 3000
                total = total.joined(sign, term._replace(span=term.span or years))
        except (ArithmeticError, KeyError):
            return None
        return total


class _Reader:
    """Reads a line token by token and keeps the equations that it finds."""

    def __init__(self, line: str) -> None:
        self.stated: list[Equation] = []
        self._line = line
        self._left: _Side | None = None
        self._sides = [_Side()]
        """The side being read, then its open parentheses, the innermost last."""

    def read(self) -> list[Equation]:
        """Return the equations of the line."""
        masked = _OPAQUE.sub(lambda match: "§" * len(match[0]), self._line)
        position = 0
        while token := _TOKEN.match(masked, position):
            position = token.end()
            kind, side = token.lastgroup, self._sides[-1]
            if not side.operands:
                side.start = token.start()
            if kind == "number":
                position = self._number(token)
            elif kind == "opaque":
                side.take(None, position)
            elif kind == "operator":
                side.operate(token[0])
            elif kind == "open":
                self._open(position)
            elif kind == "close" and len(self._sides) > 1:
                position = self._take(self._sides.pop().amount(), position)
            elif kind == "equals":
                self._end()
                self._left = side
            elif kind != "space":
                self._end()
        self._end()
        return self.stated

    def _number(self, token: re.Match[str]) -> int:
        """Read a number with its label; return where they end."""
        sign, digits = token["sign"], token["digits"].replace(",", "")
        if self._sides[-1].ready and sign:
            self._sides[-1].operate(sign)
            sign = ""
        if self._sides[-1].ready and self._line[self._sides[-1].end - 1].isalpha():
            self._end()  # `2 hours 30 - 10 = 20`
            self._sides[-1].start = token.start()
        value = Fraction(digits) if "." in digits else int(digits)
        amount = _Amount(-value if sign in ("-", "–") else value)
        parts = _IN_PARTS.match(self._line, token.start("digits"))
        if parts and 0 < _UNITS[parts[1]] - _UNITS[parts[2]] <= 4:
            self._sides[-1].take(None, parts.end())
            return parts.end()
        return self._take(amount, token.end())

    def _open(self, end: int) -> None:
        ready = self._sides[-1].ready
        if ready or len(self._sides) > _DEEPEST:
            self._end()
        if ready or self._line[max(end - 2, 0) : end - 1].isalnum():
            self._sides[-1].take(None, end)
        self._sides.append(_Side())

    def _take(self, amount: _Amount | None, end: int) -> int:
        """Read an operand with its label; return where they end."""
        if label := _LABEL.match(self._line, end):
            end = label.end()
            if amount and label["unit"] and not label["rate"]:
                amount = amount._replace(unit=_UNITS[label["unit"]])
        self._sides[-1].take(None if amount and amount.span else amount, end)
        return end

    def _end(self) -> None:
        """End the equation, if there is one."""
        if self._left and len(self._sides) == 1:
            self.stated += _equation(self._line, self._left, self._sides[0])
        self._left = None
        self._sides = [_Side()]


def _equation(line: str, left: _Side, right: _Side) -> list[Equation]:
    """Return the equation of two sides; none if plain arithmetic cannot judge it."""
    value, result = left.amount(), right.amount()
    if not (value and result and value.calculated and (first := right.operands[0])):
        return []
    text = line[left.start : right.end]
    digits = _DECIMALS.match(line, right.start)
    decimals = len(digits[1]) if digits else 0
    if (
        (value.unit is not None and result.unit is not None and value.unit != result.unit)
        or result.span
        or (value.span and result.value >= 0)
        or (value.value < 0 <= result.value and _is_range(line, left))
        or (result.value < 0 and _is_range(line, right))
        or _YEARS.match(text)
        or (decimals and "//" in line[left.start : left.end])  # plain division is meant
    ):
        return []
    exact, stated = Fraction(value.value), Fraction(first.value)
    holds = value.value == result.value or _agrees(exact, stated, decimals)
    return [Equation(" ".join(text.split()), value.value, result.value, holds)]


def _is_range(line: str, side: _Side) -> bool:
    """Return whether a side is two numbers as in `3-4`."""
    return len(side.operands) == 2 and bool(_RANGE.match(line, side.start))


def _agrees(exact: Fraction, stated: Fraction, decimals: int) -> bool:
    """Return whether `stated` is `exact`, rounded or truncated to that many decimals."""
    step, slack = Fraction(1, 10**decimals), _SLACK * max(abs(exact), Fraction(1))
    if abs(exact - stated) <= step / 2 + slack:
        return True
    return exact * stated >= 0 and -slack <= abs(exact) - abs(stated) < step - slack


def equations(text: str) -> list[Equation]:
    """Return the equations that a text states, in order; none for an empty text.

    Only the first `READ_LENGTH` characters are read, in linear time.
    """
    text = normalize_characters(text[:READ_LENGTH])
    if "=" not in text and "≈" not in text:
        return []
    for pattern, replacement in _REWRITTEN:
        text = pattern.sub(replacement, text)
    lines = (line for line in text.split("\n") if "=" in line or "≈" in line)
    return [equation for line in lines for equation in _Reader(line).read()]
