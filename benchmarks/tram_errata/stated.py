"""Reads the values of released arithmetic answers, in the notations of the archive."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

from tempanswerqa.answers.quantities import MONTHS

Value = tuple
"""A kind with its numbers: `clock` has minutes, `number`, `seconds` and `months` a number, `name` a
month from 0, `month` year and month, `date` year, month and day, `moment` also the hour, and
`spoiled` the year's last two digits and the month."""

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SECONDS = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400}
CLOSE = Fraction(6, 10**9)
"""The tolerance of decimals, which were rounded to ten digits."""

_NAMES = "|".join(MONTHS)
_SHORT = "|".join(name[:3] for name in MONTHS)
_CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})(?: ([AP])M)?")
_MOMENT = re.compile(rf"([0-9]{{1,2}}) ([AP])M on ({_NAMES}) ([0-9]{{1,2}}), ([0-9]{{4}})")
_NUMBERED = re.compile(r"([0-9]{1,2})[-/]([0-9]{1,2})[-/]([0-9]{4})")
_NAMED = re.compile(rf"([A-Z][a-z]+day), ([0-9]{{2}}) ({_NAMES}) ([0-9]{{4}})")
_MONTH = re.compile(rf"({_NAMES}) ([0-9]{{1,4}})")
_SPOILED = re.compile(rf"(?:({_SHORT})-([0-9]{{2}})|([0-9]{{1,2}})-({_SHORT}))")
_AGE = re.compile(r"([0-9]+) years? ([0-9]+) months?")
_LENGTH = re.compile(r"([0-9.]+) (second|minute|hour|day)s?")
_NUMBER = re.compile(r"(?:Week )?([0-9]+(?:\.[0-9]+)?)")


def day_minutes(hour: int, minute: int, half: str | None) -> int:
    """Return the minutes after midnight; `half` is `A` or `P`, or nothing on a 24-hour clock."""
    return (hour if half is None else hour % 12 + 12 * (half == "P")) * 60 + minute


def value(text: str) -> Value | None:
    """Return the value of an answer; None if its notation is not known."""
    if found := _CLOCK.fullmatch(text):
        return ("clock", day_minutes(int(found[1]), int(found[2]), found[3]))
    if found := _SPOILED.fullmatch(text):
        month = next(n for n, name in enumerate(MONTHS, 1) if name[:3] == (found[1] or found[4]))
        return ("spoiled", int(found[2] or found[3]), month)
    if text in MONTHS:
        return ("name", MONTHS.index(text))
    if found := _MONTH.fullmatch(text):
        return ("month", int(found[2]), MONTHS.index(found[1]) + 1)
    if found := _NUMBER.fullmatch(text):
        return ("number", Fraction(found[1]))
    return _dated(text) or _lasting(text)


def agrees(stated: Value | None, computed: Value) -> bool:
    """Return whether both are the same; of a spoiled month the century is not compared."""
    if stated is None:
        return False
    if stated[0] == "spoiled" and computed[0] == "month":
        return stated[1:] == (computed[1] % 100, computed[2])
    if stated[0] == computed[0] and isinstance(stated[1], Fraction):
        return abs(stated[1] - computed[1]) < CLOSE
    return stated == computed


def _dated(text: str) -> Value | None:
    if found := _MOMENT.fullmatch(text):
        hour = day_minutes(int(found[1]), 0, found[2]) // 60
        month = MONTHS.index(found[3]) + 1
        return ("moment", int(found[5]), month, int(found[4]), hour)
    if found := _NUMBERED.fullmatch(text):
        return ("date", int(found[3]), int(found[1]), int(found[2]))
    if found := _NAMED.fullmatch(text):
        day = date(int(found[4]), MONTHS.index(found[3]) + 1, int(found[2]))
        named = WEEKDAYS[day.weekday()] == found[1]
        return ("date", day.year, day.month, day.day) if named else None
    return None


def _lasting(text: str) -> Value | None:
    if found := _AGE.fullmatch(text):
        return ("months", Fraction(12 * int(found[1]) + int(found[2])))
    parts = _LENGTH.findall(text)
    if not parts or _LENGTH.sub("", text).strip():
        return None
    return ("seconds", sum(Fraction(count) * SECONDS[unit] for count, unit in parts))
