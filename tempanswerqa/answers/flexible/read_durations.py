"""Reads the durations, and times of day with their day, that a piece of text states."""

from __future__ import annotations

import re

from tempanswerqa.answers.flexible import clock, quantity
from tempanswerqa.answers.flexible.read_amounts import distinct
from tempanswerqa.answers.flexible.value import Value, only

_LETTERS = tuple(
    (
        re.compile(
            rf"\b[{letters}]\s?(?:=|is)\s?([0-9]{{1,9}}(?:\.[0-9]{{1,9}})?)(?!\w)(?:\s?{unit}s?\b)?"
        ),
        rf"\1 {unit}s",
    )
    for letters, unit in (("AHX", "hour"), ("BMY", "minute"), ("CSZ", "second"))
)
_STOPS = re.compile(r"((?:hour|minute)s)[.;]")
_RESPECTIVELY = re.compile(
    r"\b([0-9]{1,9}), ([0-9]{1,9}),? and ([0-9]{1,9}(?:\.[0-9]{1,9})?)(?=,? respectively)"
)
_IS_CLOCK = re.compile(
    r"(?i)\b(?:is|was|be|takes?|took)\s+(?:(?:about|approximately|roughly|exactly)\s)?([0-9]{1,4}:[0-9]{2}:[0-9]{2})\W*$"
)


def lettered(text: str) -> bool:
    """Return whether the text gives all parts by letter, as in `X = 1, Y = 2, Z = 3`."""
    return all(pattern.search(text) for pattern, _ in _LETTERS)


def spelled_out(text: str) -> str:
    """Return the text without parentheses, with `X = 1` as `1 hours`, and Y and Z likewise.

    Empty if only some of the three are there.
    """
    text = re.sub(r"\([^()]*\)", "", text)
    text = _RESPECTIVELY.sub(r"\1 hours, \2 minutes, \3 seconds", text)
    spelled = 0
    for pattern, replacement in _LETTERS:
        text, count = pattern.subn(replacement, text)
        spelled += count > 0
    if spelled:
        text = _STOPS.sub(r"\1,", text)
    return text if spelled in (0, len(_LETTERS)) else ""


def duration(text: str, unit: str) -> Value | None:
    """Return the only duration that the text gives in units, in seconds or minutes."""
    seconds = only(distinct((a, a.to("seconds")) for a in quantity.amounts(text)))
    return None if seconds is None else in_unit(seconds, unit, "amount")


def clock_duration(text: str, unit: str, stated: bool = False) -> Value | None:
    """Return the duration of a text that is a clock time, or with `stated` ends with one."""
    if stated:
        said = _IS_CLOCK.search(text)
        text = said[1] if said else ""
    seconds = clock.only_clock(text)
    return None if seconds is None else in_unit(seconds, unit, "clock")


def moment(text: str, unit: str) -> Value | None:
    """Return the only clock time in the text, with the only day that its words name."""
    seconds, day = clock.seconds_of_day(text), only(clock.days_told(text))
    if seconds is None or day is None:
        return None
    return in_unit(clock.DAY * day + seconds, unit, "day_and_time")


def in_unit(seconds: float, unit: str, notation: str) -> Value:
    """Return seconds as a value of `seconds` or `minutes`."""
    size = quantity.SECONDS[quantity.SINGULAR[unit]]
    return Value(float(quantity.exact(seconds) / size), notation)
