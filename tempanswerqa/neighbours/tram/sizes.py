"""Orders options by their meaning, such as dates from the earliest to the latest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tempanswerqa.answers.flexible import clock, dates, numbers, quantity

_YEAR = 31_556_952.0
_SECONDS = quantity.SECONDS | {
    name: months * _YEAR / 12 for name, months in quantity.MONTHS.items()
}
_MONTH = f"(?i:{dates.SHORT_MONTHS})"
_MONTH_YEAR = re.compile(rf"({_MONTH})[a-z]*\s([0-9]{{1,4}})")
SPREADSHEET = re.compile(rf"(?:({_MONTH})-([0-9]{{2}})|([0-9]{{1,2}})-({_MONTH}))")
"""The form in which a spreadsheet writes month and year, such as `18-Jun`; the century is lost."""

_NUMBERED = re.compile(r"(?<![0-9])([0-9]+)/([0-9]+)/([0-9]+)(?![0-9])")
_NUMBER = re.compile(rf"(?i){numbers.SIGNED}")


class Size(NamedTuple):
    """Hold the position of a text among others of its kind."""

    kind: str
    order: tuple[float, ...]


@lru_cache(maxsize=64)  # several rules need the same options
def size(text: str) -> Size | None:
    """Return the size of a text that states a date, a time, a duration or a number; None for
    others.
    """
    text = clock.full_hours(text)
    if found := SPREADSHEET.fullmatch(text):
        return Size("month", (int(found[2] or found[3]), dates.month_number(found[1] or found[4])))
    seconds = clock.seconds_of_day(text)
    if day := _day(text):
        return Size("date", (*day, seconds or 0.0))
    if found := _MONTH_YEAR.fullmatch(text):
        return Size("month", (int(found[2]), dates.month_number(found[1])))
    if seconds is not None:
        return Size("time", (seconds,))
    if amounts := quantity.amounts(text):
        parts = [part for amount in amounts for part in amount.parts]
        return Size("duration", (sum(number * _SECONDS[name] for number, name in parts),))
    found = _NUMBER.search(text)
    number = numbers.value(found[0]) if found else None
    return None if number is None else Size("number", (number,))


def sizes(texts: Sequence[str]) -> list[Size] | None:
    """Return the sizes of texts that can be put in one order; None if they cannot."""
    found = [size(text) for text in texts]
    known = [each for each in found if each is not None]
    return known if len(known) == len(texts) and len({each.kind for each in known}) == 1 else None


def _day(text: str) -> tuple[int, int, int] | None:
    written = dates.written(text)
    if len(written) == 1:
        return written[0].year or 0, written[0].month, written[0].day
    found = _NUMBERED.search(text)  # dates of other calendars, which have other years and months
    return (int(found[3]), int(found[1]), int(found[2])) if found else None
