"""The value in the fields of an answer object, read by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tempanswerqa.flexible import clock, numbers, quantity, read_amounts, read_durations
from tempanswerqa.flexible.reply import Reply, as_float
from tempanswerqa.flexible.text import plain
from tempanswerqa.flexible.value import Value

_ANSWERS = ("answer", "final_answer", "final answer", "age", "date", "result", "value")
_LETTERS = {
    **{"A": "hour", "B": "minute", "C": "second"},
    **{"X": "hour", "Y": "minute", "Z": "second"},
    **{"H": "hour", "M": "minute", "S": "second"},
}
_UNIT_KEY = re.compile(r"(?i)(?:.*[_ ])?(year|month|week|day|hour|hr|minute|min|second|sec)s?")
_SHORT = {"hr": "hour", "min": "minute", "sec": "second"}
_NAMES = ("H M S", "A B C", "X Y Z", "days hours minutes seconds", "years months")
_CALENDAR = ("year", "month", "day")


def read(fields: Mapping, reply: Reply, explanation: str) -> Value | None:
    """The value of the fields in the asked unit, or None.

    `explanation` is what the response says beside them.
    """
    fields = {str(key).strip(): value for key, value in fields.items()}
    if len(fields) == 1 and isinstance(only := next(iter(fields.values())), dict):
        return read(only, reply, explanation)
    named = {key.lower(): value for key, value in fields.items()}
    if "time" in named:
        return _moment(named, reply.asked.unit, explanation)
    if reply.asked.unit == "date":
        if set(_CALENDAR) <= set(named):
            return reply.field("-".join(str(named[name]) for name in _CALENDAR))
    elif found := _parts(fields, reply.asked.unit):
        return found
    for name in _ANSWERS:
        if name in named and (found := reply.field(named[name])):
            return found
    return reply.field(next(iter(fields.values()))) if len(fields) == 1 else None


def _moment(named: Mapping, unit: str, explanation: str) -> Value | None:
    """`time` on `day`, or a time that names its day itself."""
    text = named["time"]
    if not isinstance(text, str) or len(text) > 100:
        return None
    text = plain(text)
    if "day" not in named:
        return read_durations.moment(text, unit)
    seconds = clock.seconds_of_day(text)
    offset = clock.day_offset(named["day"], explanation)
    if seconds is None or offset is None:
        return None
    return read_durations.in_unit(clock.DAY * offset + seconds, unit, "day_and_time")


def _parts(fields: Mapping[str, object], unit: str) -> Value | None:
    """Hours, minutes and seconds, or years, months and days, each under its name."""
    fields = next((own for names in _NAMES if len(own := _some(fields, names)) > 1), fields)
    found: dict[str, float] = {}
    for key, value in fields.items():
        name = _LETTERS.get(key.upper()) or _unit_of(key)
        part = None if name is None else _part(value, name)
        if name is None or part is None:
            return None
        found[name] = part
    letters = {key.upper() for key in fields} & (set(_LETTERS) - set("HMS"))
    if len(found) < len(fields) or (letters and len(fields) < 3):
        return None
    largest_first = sorted(found, key=lambda name: -(quantity.MONTHS | quantity.SECONDS)[name])
    parts = tuple((found[name], name) for name in largest_first)
    if _doubtful(parts):
        return None
    total = quantity.Amount(parts, 0, 0).to(unit)
    return None if total is None else Value(total, "parts")


def _doubtful(parts: tuple[tuple[float, str], ...]) -> bool:
    """Whether a fraction stands beside smaller units, as in 6.5 hours and 30 minutes."""
    numbers_only = [number for number, _ in parts]
    return any(
        not number.is_integer() and any(numbers_only[position + 1 :])
        for position, number in enumerate(numbers_only)
    )


def _some(fields: Mapping[str, object], names: str) -> dict[str, object]:
    return {key: value for key, value in fields.items() if key in names.split()}


def _unit_of(key: str) -> str | None:
    match = _UNIT_KEY.fullmatch(key)
    return None if match is None else _SHORT.get(match[1].lower(), match[1].lower())


def _part(value: object, name: str) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return as_float(value)
    if not isinstance(value, str) or len(value) > 100:
        return None
    text = plain(value)
    number = numbers.whole(text)
    if number is not None:
        return number
    if result := read_amounts.calculated(text):
        return result.value
    amounts = quantity.amounts(text)
    own = len(amounts) == 1 and len(amounts[0].parts) == 1 and amounts[0].parts[0][1] == name
    return amounts[0].parts[0][0] if own else None
