"""Finds the quantities in a text that may be its answer, with their numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tempanswerqa.answers.formats import MONTH_FIRST, answer_format
from tempanswerqa.answers.markup import compact, normalize_characters
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import Quantity, to_unit
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Period
from tempanswerqa.paper_scoring import DURATIONS
from tempanswerqa.units import UNITS, Unit, asks_clock

LONGEST_QUESTION = 2_000
AROUND = 3_000
"""Maximum length of a text that is searched for the order of day and month."""

_DURATION = re.compile(
    r"(?i)\b(?:how (?:long|much time|many)|duration|last|take|took|lasted|takes|running time)\b"
)
_CLOCK_ASKED = re.compile(r"(?i)\bh?h:mm\b")
"""A request for a duration in hours and minutes."""

_WHICH_YEAR = re.compile(r"(?i)\b(?:what|which) year\b")
_YEARS = re.compile(r"(?<!\d)[12]\d\d\d(?!\d)")
_ORDER_ASKED = re.compile(r"(?i)(?:(\bmm?)|\bdd?)([/.-])(?(1)dd?|mm?)\2yy")
"""A format of dates in a question."""


class Target(NamedTuple):
    """The unit and the question for which an answer is chosen."""

    unit: Unit
    question: str = ""
    released: bool = False
    """True if amounts are read as in the paper."""
    date_order: str = ""
    """`day` or `month`, the first part of dates that the question asks for; empty for none."""
    else_first: str = ""
    """The first part of dates whose order nothing shows; empty if these are not read."""
    by_numbers: bool = True
    """True if other numeric dates show the order of day and month."""
    is_calendar: bool = False
    """True if years in Test of Time may be calendar years."""
    asks_year: bool = False
    asked_on: str = ""
    wants_day: bool = False
    """True if a time of day is asked for with its day."""


@lru_cache(maxsize=4096)  # many responses answer the same question
def target(question: QuestionView) -> Target:
    """Return what a question asks for."""
    released, is_tot = question.is_released, question.family == "tot"
    by_format = answer_format(question.answer_format).date_order
    unit = UNITS[question.unit]
    is_year = is_tot and unit.singular == "year" and bool(_WHICH_YEAR.search(question.text))
    # our own form has a year in its example
    text = question.user.replace(unit.asked, "")
    if released:
        text = compact(normalize_characters(question.text)[-LONGEST_QUESTION:])
    if asks_clock(question.unit, question.answer_format):
        text += f"\n{question.answer_format}"
    order = _ORDER_ASKED.search(text)
    return Target(
        unit,
        text,
        released=released,
        date_order=("month" if order[1] else "day") if order else "",
        else_first=question.date_order or "month" * (released or by_format == MONTH_FIRST),
        by_numbers=by_format != MONTH_FIRST,
        is_calendar=is_tot and released,
        asks_year=is_year,
        asked_on=question.asked_on,
        wants_day=question.unit in DURATIONS and answer_format(question.answer_format).has_day,
    )


class Value(NamedTuple):
    """A quantity with its number in the unit of the question."""

    quantity: Quantity
    number: float


def candidates(found: list[Quantity], asked: Target, text: str, context: str = "") -> list[Value]:
    """Return the quantities of a text that have a number in the unit of the question.

    Of `0.27 days (6.5 hours)`, only the amount in that unit counts.
    """
    numbers = (number_of(one, asked, text, context) for one in found)
    values = [Value(one, n) for one, n in zip(found, numbers, strict=True) if n is not None]
    for (one, number), (beside, other) in [*pairwise(values)]:
        closed = number != other and text.startswith(")", beside.end)
        in_brackets = closed and text[one.end : beside.start].strip() == "("
        if in_brackets and _has_unit(beside, asked) > _has_unit(one, asked):
            values.remove(Value(one, number))
    return values


def _has_unit(one: Quantity, asked: Target) -> bool:
    return one.kind == "amount" and [unit for _, unit in one.parts] == [asked.unit.singular]


def number_of_period(period: Period) -> float:
    """Return a number that is equal for equal days, and larger for later ones."""
    return period.first.toordinal() + (period.last - period.first).days / 1e5


def number_of(one: Quantity, asked: Target, text: str, context: str = "") -> float | None:
    """Return the number of a quantity in the unit of the question, or None."""
    unit, year = asked.unit, None
    if one.kind == "period":
        return number_of_period(Period(*one.parts)) if one.parts[0] else None
    is_year = one.kind == "year" and one.notation != "era"
    if unit.kind == "duration" and is_year and not (asked.is_calendar and unit.singular == "year"):
        return None
    if one.parts[0] is None:
        year = _only_year(asked, text)
    if one.certainty == "open" and one.kind in ("date", "moment") and unit.parts != 1:
        one = _ordered(one, asked, f"{text}\n{context}")
    if asked.is_calendar and unit.singular == "year" and one.kind in ("year", "month", "date"):
        unit = UNITS["date_years"]
    is_duration = one.kind == "clock" and _lasts(asked)
    return to_unit(one, unit, released=asked.released, year=year, is_duration=is_duration)


def _lasts(asked: Target) -> bool:
    """Return whether `7:30` is an amount."""
    if asked.unit.singular == "hour" and _DURATION.search(asked.question):
        return True
    return (asked.released and asked.unit.singular == "minute") or bool(
        _CLOCK_ASKED.search(asked.question)
    )


def _only_year(asked: Target, text: str) -> int | None:
    """Return the only year in text and question, or for Test of Time in the text alone."""
    own, beside = ({*_YEARS.findall(shown)} for shown in (text, asked.question))
    years = own | beside if not asked.is_calendar else own or beside
    return int(years.pop()) if len(years) == 1 else None


def _ordered(one: Quantity, asked: Target, text: str) -> Quantity:
    """Return a numeric date in the order that the texts around it show."""
    year, month, day, *rest = one.parts
    straight = replace(one, certainty="sure")
    turned = replace(straight, parts=(year, day, month, *rest))
    if asked.date_order:
        return straight if asked.date_order == "month" else turned
    around = normalize_characters(f"{asked.question}\n{text}")[-1_000:]
    shown = set()
    for other in quantities(around):
        if other.kind != "date" or other.certainty == "open":
            continue
        if not other.marks.isdisjoint("-/."):  # a numeric date
            counts = asked.by_numbers or "/" not in one.marks
            if counts and other.marks == one.marks and other.parts[2] > 12:
                shown.add(other.parts[2] == int(around[other.start :][:2].strip("-/. ")))
        elif other.parts[0] in (year, None):
            order = {(month, day): {False}, (day, month): {True}}
            shown |= order.get(other.parts[1:], set())
    if len(shown) != 1:
        return {"day": turned, "month": straight}.get(asked.else_first, one)
    return turned if shown.pop() else straight
