"""One value in the asked unit from a piece of text: a field, an answer line, a last sentence.

A *sentence* has to name what it states, with unit, era or a whole date; what was given as the
answer can be a number alone.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import NamedTuple

from tempanswerqa.asked import Asked
from tempanswerqa.flexible import clock, dates, numbers, quantity


class Value(NamedTuple):
    """What a piece of text states."""

    value: float | date
    notation: str
    """How it is written; docs/extraction.md lists the names."""


_N = numbers.DIGITS
_SMALL = r"[0-9]{1,3}(?:\.[0-9]{1,9})?"
_UNIT = "(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?)"
_SEVERAL = re.compile(
    r"(?i)(?<![\w.,/-])(?<!\bat )(?<!\bage )(?<!\baged )"
    rf"(?:{_SMALL}(?:\s?{_UNIT}?\s?(?:-|\u2013|\bto\b|\bor\b)|,?\s?\band\b|,(?=\s))\s?){{1,6}}"
    rf"(?:(?:{_N})\s?{_UNIT}(?:\s+old)?|{_SMALL}\W*$)"
    rf"|\bbetween\s+{_SMALL}\s?{_UNIT}?\s+and\s+(?:{_N})\s?{_UNIT}(?:\s+old)?"
)
"""A range, a choice or a list of amounts."""
_ABOUT = r"(?:about|approximately|approx\.?|around|roughly|nearly|almost|exactly|only|just|~|≈)\s*"
_RESULT = re.compile(
    rf"(?i)(?:\bresult(?:s|ing) in|\bwhich (?:is|equals)|\bgives?(?: us)?|[=≈])\s*{_ABOUT}?$"
)
_NOT = re.compile(rf"(?i),?\s(?:not|rather than|instead of)\s+(?:{_N})(?:\s{_UNIT})?")
"""What the text says that it is not."""

_SPAN = re.compile(
    r"(?i)\b(?:between|from)\s+[12][0-9]{3}\s+(?:and|to|until|till)\s+[12][0-9]{3}\b"
)
_BOUND = re.compile(
    rf"(?i)\b(?:(?:less|more|fewer|greater)\s+than|at\s+(?:least|most)|under)\s+"
    rf"(?:(?:a|an|{numbers.WORDS})\s|(?:{_N})\s?)(?:full\s+)?{_UNIT}"
    rf"|^\W*over\s+(?:{_N})\s{_UNIT}\W*$"
)
_EQUALS = re.compile(r"[=≈→]|~=|\bequals\b|\bis equal to\b")
_LEAD = re.compile(
    r"(?i)\W*(?:(?:so|thus|therefore|hence)\W+)?(?:(?:the|my)\s+)?(?:(?:final|correct)\s+)?"
    r"(?:answer|result|total|age|duration|difference|year|date)?\s*(?:(?:is|was)\b|[:=])?\W*?"
    rf"(?:{_ABOUT})?(?=[-+.]?[0-9]|[a-z])"
)
_ERA = re.compile(
    rf"(?i)(?P<number>-?(?<![\w.])(?:{_N}))\s*(?:years?\s*)?"
    r"(?P<era>B\.?C\.?(?:E\b\.?)?|A\.?D\b\.?|C\.?E\b\.?)(?!\w)"
    rf"|\b(?P<before>B\.?C|A\.?D)\.?\s*(?P<after>(?:{_N}))"
)
_OPERATOR = r"\s?[+*/^×÷]|\s-\s"
_LONE = re.compile(
    rf"(?i)(?<![+*/^×÷])(?<![+*/^×÷]\s){numbers.SIGNED}(?![\w%:/]|\s?%|[-\u2013]\w|{_OPERATOR})"
)
_MONTH_YEAR = re.compile(r"(?<![\w/.-])[01]?[0-9]/([12][0-9]{3})(?![\w/])")
_NAME = re.compile(r"\s+[A-Z][a-z]")
_STATED = re.compile(r"(?i)(?:\b(?:is|was|be|been|on|at|are|were|by)\s+(?:the\s+)?|[=:]\s*)$")
_LETTERS = tuple(
    (
        re.compile(
            rf"\b[{letters}]\s?(?:=|is)\s?([0-9]{{1,9}}(?:\.[0-9]{{1,9}})?)(?!\w)(?:\s?{unit}s?\b)?"
        ),
        rf"\1 {unit}s",
    )
    for letters, unit in (("AHX", "hour"), ("BMY", "minute"), ("CSZ", "second"))
)
_RESPECTIVELY = re.compile(
    r"\b([0-9]{1,9}), ([0-9]{1,9}),? and ([0-9]{1,9}(?:\.[0-9]{1,9})?)(?=,? respectively)"
)
_IS_CLOCK = re.compile(
    r"(?i)\b(?:is|was|be|takes?|took)\s+(?:[a-z]+ )?([0-9]{1,4}:[0-9]{2}:[0-9]{2})\W*$"
)
_SUM = re.compile(r"[-+*/(). 0-9]{3,80}")
_OPERATIONS: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def after_equals(text: str) -> str:
    """What follows the last sign of equality."""
    return _EQUALS.split(text)[-1]


def number(text: str) -> Value | None:
    """The number that the text is, but for words such as `the answer is about`."""
    text = text.strip().rstrip(".!")
    found = numbers.whole(text)
    if found is None and (lead := _LEAD.match(text)):
        found = numbers.whole(text[lead.end() :])
    if found is None:
        return None
    return Value(found, "number" if text[-1].isdigit() else "number_words")


def amount(text: str, asked: Asked) -> Value | None:
    """The one amount of time that the text states, in days, months or years.

    Of several amounts those that the question names do not count.
    """
    unit = asked.unit
    if _BOUND.search(text):
        return None
    text = _SEVERAL.sub(" ", _NOT.sub("", text))
    given = quantity.amounts(text)
    own = [a for a in given if any(name == quantity.ASKED[unit] for _, name in a.parts)] or given
    values = _values((a, a.to(unit)) for a in own)
    if len(values) > 1 and _RESULT.search(text[: own[-1].start]):
        values = _values([(own[-1], own[-1].to(unit))])
    if len(values) > 1 and asked.family == "ttqa":
        values -= {a.to(unit) for a in quantity.amounts(asked.question)}
    return Value(values.pop(), "amount") if len(values) == 1 else None


def _values(amounts: Iterable[tuple[quantity.Amount, float | None]]) -> set[float]:
    """The values of the amounts, those that only describe a thing aside."""
    known = [(amount, value) for amount, value in amounts if value is not None]
    known = [pair for pair in known if not pair[0].adjective] or known
    return {value for _, value in known}


def other_numbers(text: str) -> bool:
    """Whether the text has numbers besides its dates and years."""
    found = (match[0] for match in _LONE.finditer(dates.removed(text)))
    return any(each[-1].isdigit() and not dates.YEAR.fullmatch(each) for each in found)


def lone_number(text: str) -> Value | None:
    """The one number in the text that is no amount, no part of a name and no year."""
    if quantity.amounts(text) or _SEVERAL.search(text):
        return None
    found = set()
    for match in _LONE.finditer(text):
        value = numbers.value(match[0])
        named = _NAME.match(text, match.end()) or not match[0][-1].isdigit()
        if value is not None and not named and not dates.YEAR.fullmatch(match[0]):
            found.add(value)
    return Value(found.pop(), "lone_number") if len(found) == 1 else None


def calculated(text: str) -> Value | None:
    """A sum that was left to the reader, such as `365 * 2 + 8`, if it comes to a whole number."""
    if not _SUM.fullmatch(text.strip()):
        return None
    try:
        result = _calculate(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None
    whole = result is not None and float(result).is_integer()
    return Value(float(result), "sum") if whole else None


def _calculate(node: ast.expr) -> float:
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_calculate(node.left), _calculate(node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_calculate(node.operand)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return float(node.value)
    raise ValueError("no sum")


def year(text: str, asked: Asked) -> Value | None:
    """The one calendar year that the text names.

    Of several the one of the text's only date counts, or else what is left without spans, without
    years in names (`the 2014 Winter Games`) and without those that the question names.
    """
    if found := era(text):
        return found
    text = _SPAN.sub(" ", text)
    dated = {written.year for written in dates.written(text) if written.year}
    matches = {int(match[1]): match for match in dates.YEAR.finditer(text)}
    found = set(matches)
    if not found and not dated and (only := _MONTH_YEAR.findall(text)):
        return Value(float(only[0]), "month_and_year") if len(set(only)) == 1 else None
    if len(dated) == 1 and found <= dated:
        return Value(float(dated.pop()), "date")
    if len(found) > 1 and asked.family == "ttqa":
        found -= {int(named) for named in dates.YEAR.findall(asked.question)}
    if len(found) > 1:
        named = (value for value, match in matches.items() if _NAME.match(text, match.end()))
        found -= set(named)
    return Value(float(found.pop()), "year") if len(found) == 1 else None


def eras(text: str) -> set[float]:
    """All years with an era in the text; those before Christ are negative."""
    found = set()
    for match in _ERA.finditer(text):
        value = numbers.value(match["number"] or match["after"])
        before = (match["era"] or match["before"]).upper().startswith("B")
        if value is not None:
            found.add(-abs(value) if before else value)
    return found


def era(text: str) -> Value | None:
    """The one year with an era in the text."""
    found = eras(text)
    return Value(found.pop(), "era") if len(found) == 1 else None


def day(
    text: str, asked: Asked, day_first: Callable[[dates.Written], bool], stated: bool = False
) -> Value | None:
    """The one date in the text; one without a year takes the only year named beside or asked.

    `day_first` tells of a date in numbers whether its day stands first. Of several dates, or
    where it has to be `stated`, the last that is said to be it counts: `60 days before 3 May 2001
    is 4 March 2001`.
    """
    found = [w.turned() if w.turnable and day_first(w) else w for w in dates.written(text)]
    if any(w.several for w in found):
        return None
    lacking = None
    if any(w.year is None for w in found):
        question = asked.question if asked.family == "ttqa" else ""
        known = set(dates.YEAR.findall(f"{text}\n{question}"))
        lacking = int(known.pop()) if len(known) == 1 else None
    if stated or len({w.day_in(lacking) for w in found}) > 1:
        found = [w for w in found if _STATED.search(text[max(0, w.start - 12) : w.start])][-1:]
    days = {w.day_in(lacking) for w in found}
    if len(days) != 1 or None in days:
        return None
    return Value(days.pop(), "date" if found[0].year is not None else "date_without_year")


def several(text: str) -> bool:
    """Whether the text gives a range, a choice or a list of amounts."""
    return bool(_SEVERAL.search(text))


def lettered(text: str) -> bool:
    """Whether the text gives hours, minutes and seconds as letters: `X = 1, Y = 2, Z = 3`."""
    return all(pattern.search(text) for pattern, _ in _LETTERS)


def spelled_out(text: str) -> str:
    """The text without parentheses, with `X = 1, Y = 2, Z = 3` as `1 hour, 2 minutes, 3 seconds`.

    Nothing where some of the three are missing.
    """
    text = re.sub(r"\([^()]*\)", "", text)
    text = _RESPECTIVELY.sub(r"\1 hours, \2 minutes, \3 seconds", text)
    spelled = 0
    for pattern, replacement in _LETTERS:
        text, count = pattern.subn(replacement, text)
        spelled += count > 0
    return text if spelled in (0, len(_LETTERS)) else ""


def duration(text: str, unit: str) -> Value | None:
    """The one duration that the text writes out, in seconds or minutes."""
    values = _values((a, a.to("seconds")) for a in quantity.amounts(text))
    return in_unit(values.pop(), unit, "amount") if len(values) == 1 else None


def clock_duration(text: str, unit: str, stated: bool = False) -> Value | None:
    """The duration that the text is, or is `stated` to be, written like a clock."""
    if stated:
        said = _IS_CLOCK.search(text)
        text = said[1] if said else ""
    seconds = clock.only_clock(text)
    return None if seconds is None else in_unit(seconds, unit, "clock")


def moment(text: str, unit: str) -> Value | None:
    """The one clock time in the text, with the one day that its words name."""
    seconds = clock.seconds_of_day(text)
    told = clock.days_told(text)
    if seconds is None or len(told) != 1:
        return None
    return in_unit(clock.DAY * told.pop() + seconds, unit, "day_and_time")


def in_unit(seconds: float, unit: str, notation: str) -> Value:
    """Seconds as a value of `seconds` or `minutes`."""
    return Value(seconds / quantity.SECONDS[quantity.ASKED[unit]], notation)
