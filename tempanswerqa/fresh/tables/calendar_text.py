"""Dates and years as tables and questions write them."""

from __future__ import annotations

from datetime import date

from tempanswerqa.fresh.item import ordinal
from tempanswerqa.fresh.solving import ORDINALS
from tempanswerqa.paper_scoring import MONTHS


def day_first(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def month_first(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def month_year(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.year}"


_IN_WORDS = 8
"""The largest ordinal that is written in words."""


def spelled_ordinal(number: int) -> str:
    """Return the number as first, second, ...; in digits from the ninth on."""
    return ORDINALS[number - 1] if number <= _IN_WORDS else ordinal(number)


def full_years(start: date, end: date) -> int:
    return end.year - start.year - ((end.month, end.day) < (start.month, start.day))
