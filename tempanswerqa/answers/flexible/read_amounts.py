"""Reads the days, months and years that a piece of text states, with or without a unit."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterable

from tempanswerqa.answers.flexible import dates, numbers, quantity
from tempanswerqa.answers.flexible.text import question_text
from tempanswerqa.answers.flexible.value import Value, only_value
from tempanswerqa.answers.question_view import QuestionView

_N = numbers.DIGITS
_SMALL = r"[0-9]{1,3}(?:\.[0-9]{1,9})?"
_UNIT = "(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?)"
SEVERAL = re.compile(
    r"(?i)(?<![\w.,/-])(?<!\bat )(?<!\bage )(?<!\baged )"
    rf"(?:{_SMALL}(?:\s?{_UNIT}?\s?(?:-|\u2013|\bto\b|\bor\b)|,?\s?\band\b|,(?=\s))\s?){{1,6}}"
    rf"(?:(?:{_N})\s?{_UNIT}(?:\s+old)?|{_SMALL}\W*$)"
    rf"|\b{numbers.WORD}\s(?:to|or)\s{numbers.WORD}(?:-[a-z]+)?\s{_UNIT}"
    rf"|\bbetween\s+{_SMALL}\s?{_UNIT}?\s+and\s+(?:{_N})\s?{_UNIT}(?:\s+old)?"
)
"""Marks a range, a choice or a list of amounts."""

_ABOUT = r"(?:about|approximately|approx\.?|around|roughly|nearly|almost|exactly|only|just|~|≈)\s*"
_RESULT = re.compile(
    rf"(?i)(?:\bresult(?:s|ing) in|\bwhich (?:is|equals)|\bgives?(?: us)?|[=≈])\s*(?:{_ABOUT})?$"
)
_COMPARED = re.compile(
    r"(?i)\s+(younger|older|shorter|longer|taller|before|after)(?=\s+(?:than\b|[12][0-9]{3}\b))"
)
_LESS = re.compile(rf"(?i){_UNIT}\s+(?:minus|short of)\s|(?<![=\w])[0-9]\s?\+\s?[0-9]+\s{_UNIT}")
NOT = re.compile(
    r"(?i)(?:^|,?\s)(?:not|rather than|instead of|never)\s+(?:yet\s+|in\s+|on\s+|before\s+)?"
    rf"(?:{_N})(?!\w)(?:\s{_UNIT})?"
)
"""An amount of which the text says that it is not the answer."""

BOUND = re.compile(
    rf"(?i)\b(?=[aefglmosuy])(?:(?:less|more|fewer|greater|longer|shorter|older|younger|later|earlier)\s+than"
    rf"|at\s+(?:least|most)|under|(?:min|max)imum(?:\s+of)?)\s+"
    rf"(?:(?:[a-z]+(?:-[a-z]+)?\s|(?:{_N})\s?)(?:full\s+)?{_UNIT}|(?:{_N})\W*$)"
    rf"|^\W*(?:a little over|over|above|below|beyond|up to|within|until|by|not yet)\s+(?:{_N})"
    rf"(?:\s{_UNIT})?(?:\s+old)?\W*$|\bmust (?:be|have been) over\b"
    rf"|(?<![\w.])(?:{_N})(?:\s{_UNIT})?\s(?:at (?:most|least)|minimum|maximum|max)\W*$"
    rf"|(?<![\w/'-])[>≥≤]=?\s*[0-9]|^\s*<(?![^<>]*>)=?\s*[0-9]"
    rf"|\bcould\s+be\s+(?:less|more|longer|shorter)\b"
    rf"|(?<![\w.])(?:{_N})\s?(?:{_UNIT}\s)?or\s+(?:more|less|fewer|older|younger|longer)\b"
)
"""Marks a text that gives only a bound, such as `at most 2 hours`."""

_EQUALS = re.compile(r"[=≈→]|~=|\bequals\b|\bis equal to\b")
_LEAD = re.compile(
    r"(?i)\W{0,20}(?:(?:so|thus|therefore|hence)\W{1,9})?(?:(?:the|my)\s)?(?:(?:final|correct)\s)?"
    r"(?:answer|result|total|age|duration|difference|year|date)?\s?(?:(?:is|was)\b|[:=])?\W{0,20}?"
    rf"(?:{_ABOUT})?(?=[-+.]?[0-9]|[a-z])"
)
_OPERATOR = r"\s?[+*/^×÷]|\s-\s"
_LONE = re.compile(
    rf"(?i)(?<![+*/^×÷])(?<![+*/^×÷]\s)(?<![0-9]:){numbers.SIGNED}(?![\w%:/]|\s?%|[-\u2013]\w|{_OPERATOR})"
)
NAME = re.compile(r"\s+[A-Z][a-z]")
"""The next word of a name behind a number."""

_OPERATES = re.compile("[-+*/]")
_DATE_LIKE = re.compile(r"[0-9][-/][0-9]")
_MANY = re.compile(r"[0-9][^0-9]+[0-9]|\b(?:not|than|of|to|or) ")
"""Marks a text with several numbers, or with a denial, a comparison or a choice."""

_SUM = re.compile(r"[-+*/(). 0-9]{3,80}")
_OPERATIONS = {
    **{ast.Add: operator.add, ast.Sub: operator.sub},
    **{ast.Mult: operator.mul, ast.Div: operator.truediv},
}


def after_equals(text: str) -> str:
    """Return the text behind the last sign of equality."""
    return _EQUALS.split(text)[-1]


def number(text: str) -> Value | None:
    """Return the number of a text that has only it and words such as `the answer is about`."""
    text = text.strip().rstrip(".!")
    found = numbers.whole(text)
    if found is None and (lead := _LEAD.match(text)):
        found = numbers.whole(text[lead.end() :])
    if found is None or BOUND.search(text):
        return None
    return Value(found, "number" if text[-1].isdigit() else "number_words")


def amount(text: str, question: QuestionView) -> Value | None:
    """Return the one amount of time that the text states, in days, months or years.

    If there are several, amounts that the question names do not count.
    """
    unit = question.unit
    if BOUND.search(text):
        return None
    if _MANY.search(text):
        text = SEVERAL.sub(" ", NOT.sub("", text))
    if ("+" in text or "minus" in text or "short of" in text) and _LESS.search(text):
        return None
    given = [a for a in quantity.amounts(text) if not _compared(a, text, question)]
    own = [a for a in given if any(name == quantity.SINGULAR[unit] for _, name in a.parts)] or given
    values = distinct((a, a.to(unit)) for a in own)
    if len(values) > 1 and _RESULT.search(text[: own[-1].start]):
        values = distinct([(own[-1], own[-1].to(unit))])
    if len(values) > 1 and question.family == "ttqa":
        values -= {a.to(unit) for a in quantity.amounts(question_text(question))}
    return only_value(values, "amount")


def _compared(amount: quantity.Amount, text: str, question: QuestionView) -> bool:
    """Return whether an amount only compares two things, as in `3 years younger`."""
    more = _COMPARED.match(text, amount.end)
    return more is not None and more[1].lower() not in question.text.lower()


def distinct(amounts: Iterable[tuple[quantity.Amount, float | None]]) -> set[float]:
    """Return the values of the amounts, except for those that only describe a thing."""
    known = [(amount, value) for amount, value in amounts if value is not None]
    known = [pair for pair in known if not pair[0].adjective] or known
    return {value for _, value in known}


def other_numbers(text: str) -> bool:
    """Return whether the text has numbers other than its dates and years."""
    found = (match[0] for match in _LONE.finditer(dates.removed(text)))
    return any(each[-1].isdigit() and not dates.YEAR.fullmatch(each) for each in found)


_THINGS = re.compile(r"\s+(?!was\b|is\b|has\b|as\b|this\b|plus\b|times\b(?!\W*$))[a-z]{3,}s\b")
_NAMED = re.compile(
    r"(?:(?<=[a-z,] )[A-Z][a-z]+|\A\W*(?!Week|Day|Month|Year|Age|Total|Answer)[A-Z][a-z]+"
    r"|\bNo\.|\b(?:step|row|phase)|\$)\s?\Z"
)
"""Words beside a number that counts something else or is part of a name."""


def lone_number(text: str) -> Value | None:
    """Return the only number in the text that is no amount, no part of a name and no year."""
    text = NOT.sub("", dates.removed(text))
    if quantity.amounts(text) or SEVERAL.search(text) or BOUND.search(text):
        return None
    found = set()
    for match in _LONE.finditer(text):
        value = numbers.value(match[0])
        other = NAME.match(text, match.end()) or not match[0][-1].isdigit()
        named = other or _THINGS.match(text, match.end()) or _NAMED.search(text[: match.start()])
        if value is not None and not named and not dates.YEAR.fullmatch(match[0]):
            found.add(value)
    return only_value(found, "lone_number")


def calculated(text: str) -> Value | None:
    """Return the result of a sum such as `365 * 2 + 8`, if it is a whole number."""
    text = text.strip()
    if not _OPERATES.search(text, 1) or not _SUM.fullmatch(text) or _DATE_LIKE.search(text):
        return None
    try:
        expression = ast.parse(text, mode="eval").body
        result = _calculated(expression)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError):
        return None
    is_sum = isinstance(expression, ast.BinOp) and result.is_integer()
    return Value(result, "sum") if is_sum else None


def _calculated(node: ast.expr) -> float:
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_calculated(node.left), _calculated(node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_calculated(node.operand)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return float(node.value)
    raise ValueError("no sum")
