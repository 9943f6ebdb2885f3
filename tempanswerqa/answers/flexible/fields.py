"""Reads the value in the fields of an answer object by their names."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TypeGuard

from tempanswerqa.answers.flexible import clock, numbers, quantity, read_amounts, read_durations
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.flexible.text import compact, normalize_characters
from tempanswerqa.answers.flexible.value import Value
from tempanswerqa.answers.quantities import DURATIONS, LARGEST

_ANSWERS = ("answer", "final_answer", "final answer", "age", "date", "result", "value")
_ARGUMENTS = ("arguments", "parameters", "input", "tool_input", "args")
_CALLS = (*_ARGUMENTS, "function", "answer", "final_answer", "output")
"""Fields that hold the answer object itself, as in tool calls."""

_CODE = {"code", "expression", "query", "command", "sql", "script"}
"""Fields that say what a tool has still to do."""

_ANSWERS_BY = re.compile(r"(?i)answer|submit|final|respon|result|return|output|report|finish|json")
"""Names of tools that give the answer."""

_NOTES = ("explanation", "reasoning", "thought", "name", "type", "confidence", "id")
"""Fields of an inner object that are no part of the answer."""

_CLOCK = ("hour", "minute", "second")
_SETS = (
    *(dict(zip(keys, _CLOCK, strict=True)) for keys in ("HMS", "ABC", "XYZ", "hms", "abc", "xyz")),
    {"days": "day", "hours": "hour", "minutes": "minute", "seconds": "second"},
    {"years": "year", "months": "month"},
)
"""Names of fields that belong together, with their units."""

_COLUMNS = {letter: unit for units in _SETS[:3] for letter, unit in units.items()}
"""The letters of all sets: some responses mix X, Y and S."""

_EXACT = {frozenset(units): units for units in _SETS}
_UNIT_KEY = re.compile(r"(?i)(?:.*[_ ])?(year|month|week|day|hour|hr|minute|min|second|sec)s?")
_CALENDAR = ("year", "month", "day")
_LONGEST_EXPLANATION = 10_000
_DEEPEST = 4
_LONGEST = 100
"""The largest number of characters of a part of a time."""


def read(fields: Mapping, reply: Reply, explanation: str) -> Value | None:
    """Return the value of the fields in the asked unit, or None.

    `explanation` is the text of the response beside them.
    """
    fields = _innermost(fields)
    if len(fields) == 1 and (key := next(iter(fields))) in _ANSWERS:
        return reply.field(fields[key])
    fields = {normalize_characters(str(key)).strip(): value for key, value in fields.items()}
    named = {key.lower(): value for key, value in fields.items()}
    unit = reply.unit
    if unit in DURATIONS and "time" in named and ("day" in named or reply.wants_day):
        return None if reply.beside(str(named["time"])) else _moment(named, unit, explanation)
    if unit == "date" and named.keys() >= set(_CALENDAR):
        return reply.field("-".join(str(named[name])[:9] for name in _CALENDAR))
    if unit in quantity.SINGULAR and not reply.wants_day and (found := _parts(fields, unit)):
        return found
    return _single(fields, named, reply)


def _single(fields: Mapping, named: Mapping, reply: Reply) -> Value | None:
    """Return the value of the field for the answer, or of the only field."""
    if reply.unit == "years" and "era" in named:
        return reply.field(f"{named.get('answer', named.get('year'))} {named['era']}"[:_LONGEST])
    if isinstance(named.get("unit"), str) and "answer" in named:
        return reply.field(f"{named['answer']} {named['unit']}"[:_LONGEST])
    for name in _ANSWERS:
        if name in named and (found := reply.field(named[name])):
            return found
    if len(fields) != 1 or named.keys() & _CODE:
        return None
    ((key, value),) = fields.items()
    amount = reply.unit == "date_years" and _unit_of(key) not in (None, "year")
    return None if amount else reply.field(value)


def _innermost(fields: Mapping) -> Mapping:
    """Return the object that holds the answer: an inner object counts in place of the outer."""
    for _ in range(_DEEPEST):
        if not any(isinstance(value, dict) or _begins(value) for value in fields.values()):
            return fields
        if _calls_another(fields):
            return {}
        inner = next((fields[name] for name in _CALLS if _is_object(fields.get(name))), None)
        if inner is None and len(fields) == 1:
            inner = next((value for value in fields.values() if isinstance(value, dict)), None)
        if inner is None:
            return fields
        inner = json.loads(inner) if isinstance(inner, str) else inner
        fields = {key: value for key, value in inner.items() if key not in _NOTES}
        if fields.keys() == {"value", "unit"}:
            return {"answer": f"{fields['value']} {fields['unit']}"[:_LONGEST]}
    return fields


def names_answer(fields: Mapping) -> bool:
    """Return whether an object, or its tool call, has a field for the answer."""
    return any(str(name).lower() in _ANSWERS for name in (*fields, *_innermost(fields)))


def _calls_another(fields: Mapping) -> bool:
    """Return whether an object calls a tool that does not give the answer."""
    name = fields.get("name") or fields.get("tool")
    calls = fields.keys() & set(_ARGUMENTS)
    return bool(calls) and isinstance(name, str) and not _ANSWERS_BY.search(name)


def _begins(value: object) -> TypeGuard[str]:
    """Return whether a value is text that may be an object."""
    return isinstance(value, str) and value[:9].lstrip()[:1] == "{"


def _is_object(value: object) -> bool:
    if _begins(value) and len(value) <= _LONGEST_EXPLANATION:
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return False
    return isinstance(value, dict)


def _moment(named: Mapping, unit: str, explanation: str) -> Value | None:
    """Return `time` on `day`, or a time in a field that also names its day."""
    text = named["time"]
    if not isinstance(text, str) or len(text) > _LONGEST:
        return None
    text = normalize_characters(text)
    if "day" not in named:
        return read_durations.moment(text, unit)
    seconds = clock.seconds_of_day(text)
    context = compact(normalize_characters(explanation[-_LONGEST_EXPLANATION:]))
    offset = clock.day_offset(named["day"], context)
    if seconds is None or offset is None:
        return None
    return read_durations.in_unit(clock.DAY * offset + seconds, unit, "day_and_time")


def _parts(fields: Mapping[str, object], unit: str) -> Value | None:
    """Return the value of hours, minutes and seconds, or years, months and days, by their names."""
    units = _EXACT.get(frozenset(fields)) or _units(fields)
    if unit in DURATIONS and (seconds := _seconds(fields, units)) is not None:
        return read_durations.in_unit(seconds, unit, "parts")
    parts = {name: _part(fields[key], name) for key, name in units.items()}
    found = {name: number for name, number in parts.items() if number is not None}
    if not found or len(found) < len(units):
        return None
    ordered = sorted(found.items(), key=lambda pair: quantity.ORDER.index(pair[0]))
    if _doubtful([number for _, number in ordered]):
        return None
    total = quantity.Amount(tuple((number, name) for name, number in ordered), 0, 0).to(unit)
    return None if total is None else Value(total, "parts")


def _seconds(fields: Mapping[str, object], units: Mapping[str, str]) -> float | None:
    """Return the seconds in parts that are whole numbers, each of another unit; else None."""
    names = set(units.values())
    if not names or len(names) < len(units) or not names <= quantity.SECONDS.keys():
        return None
    total = 0
    for key, name in units.items():
        if type(value := fields[key]) is not int:  # a truth value is no part
            return None
        total += value * quantity.SECONDS[name]
    return float(total) if abs(total) < LARGEST else None


def _units(fields: Mapping[str, object]) -> dict[str, str]:
    """Return the units of the fields that hold parts; empty if any field is no part.

    Letters stand for units only if all three are there, except for H, M and S.
    """
    letters = {key: _COLUMNS[key] for key in fields if key in _COLUMNS}
    if len(letters) == len(_CLOCK):
        return letters if len(set(letters.values())) == len(_CLOCK) else {}
    keys = fields.keys()
    for units in _SETS:
        own = keys & units.keys()
        if len(own) > 1 and ("S" in units or "s" in units or len(units) != 3 or len(own) == 3):
            return {key: units[key] for key in fields if key in own}
    found = {key: unit for key in keys if (unit := _SETS[0].get(key) or _unit_of(key))}
    return found if len(found) == len(keys) else {}


def _unit_of(key: str) -> str | None:
    match = _UNIT_KEY.fullmatch(key[:_LONGEST])
    return None if match is None else quantity.NAMES[match[1].lower()]


def _doubtful(parts: list[float]) -> bool:
    """Return whether a fraction has smaller units beside it, as in 6.5 hours and 30 minutes."""
    return any(not each.is_integer() and any(parts[n:]) for n, each in enumerate(parts, 1))


def _part(value: object, name: str) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return quantity.as_float(value)
    if not isinstance(value, str) or len(value) > _LONGEST:
        return None
    text = normalize_characters(value)
    number = numbers.whole(text)
    if number is not None:
        return number
    if (result := read_amounts.calculated(text)) and isinstance(result.value, float):
        return result.value
    amounts = quantity.amounts(text)
    own = len(amounts) == 1 and len(amounts[0].parts) == 1 and amounts[0].parts[0][1] == name
    return amounts[0].parts[0][0] if own else None
