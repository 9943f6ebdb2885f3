"""Reads the fields of answer objects."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from tempanswerqa.answers import languages, moments, objects
from tempanswerqa.answers.candidates import Target
from tempanswerqa.answers.choice import ALONE, Choice
from tempanswerqa.answers.markup import normalize_characters
from tempanswerqa.units import DAY, SPELLINGS, TIME_UNITS

Read = Callable[[str], Choice]
"""A function that reads the text of a field."""

_SUM = re.compile(r"\s*-?[0-9]+(?:(?:\s?[*+]\s?|\s-\s)[0-9]+)+\s*")
_FRACTION = re.compile(r"\.[0-9]*[1-9].*, [^,]*[1-9]")
"""A fraction before another part of an amount, as in 6.5 hours, 30 minutes."""

_ANSWERS = (
    *("answer", "final_answer", "final answer", "final", "age", "date", "result", "value"),
    *("num_years", "num_months", "num_days", *languages.ANSWERS),
)
_ARGUMENTS = {"arguments", "parameters", "input", "tool_input"}
_INNER = (*sorted(_ARGUMENTS), "function", "properties", "answer", "final_answer", "output")
"""Fields that hold the answer object itself, as in tool calls."""

_ANSWERS_BY = re.compile(r"(?i)answer|submit|respon")
"""Names of tools that give the answer."""

_DATE_PARTS = ("year", "month", "day")
_ENDS = (
    ("start", "end"),
    ("start_date", "end_date"),
    ("from", "to"),
    ("first", "last"),
    ("begin", "end"),
)
_DEEPEST = 4
_LONGEST_PART = 100
"""Maximum length of a part of a time."""

_NOTHING = Choice(unread="no answer")


def read_fields(
    fields: Mapping[str, Any], asked: Target, read: Read, explanation: str = ""
) -> Choice:
    """Return the value of an object's fields in the unit of the question, or why there is none.

    Parameters
    ----------
    fields
        The fields, without an explanation.
    asked
        What the question asks for.
    read
        A function that reads the text of a field.
    explanation
        The text beside the fields, which may name the day of a time.
    """
    fields = _innermost(fields)
    named = {normalize_characters(str(key)).strip().lower(): fields[key] for key in fields}
    if "time" in named and asked.wants_day:
        return _moment(named, asked.unit.name, explanation)
    if (stated := _of_parts(named, asked)) and (choice := read(stated)):
        return choice._replace(notation="parts") if choice.notation == "amount" else choice
    number = named.get("answer", named.get("value", named.get("year")))
    beside = named.get("era", named.get("unit"))
    if number is not None and beside is not None:
        return read(f"{number} {beside}"[:_LONGEST_PART])
    names = [name for name in _ANSWERS if name in named] or [*named][: len(named) == 1]
    choices = [_field(named[name], asked, read) for name in names]
    return next(filter(None, choices), choices[-1] if choices else _NOTHING)


def _field(value: object, asked: Target, read: Read) -> Choice:
    """Return the value of one field of an answer object."""
    if isinstance(value, list) and len(value) == 1:
        (value,) = value
    if isinstance(value, str):
        text = normalize_characters(value)
        return read(_result(text) if asked.unit.whole else text)
    if value is None:
        return Choice(unread="refused")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return read(str(value)) if is_number else _NOTHING


def _moment(named: Mapping[str, Any], unit: str, explanation: str) -> Choice:
    """Return the time in a field, with the day in the same or another field."""
    text = named["time"]
    if not isinstance(text, str) or len(text) > _LONGEST_PART:
        return _NOTHING
    text = normalize_characters(text)
    if "day" not in named:
        number = moments.moment(text, unit)
    else:
        seconds = moments.seconds_of_day(text)
        offset = moments.day_offset(named["day"], explanation)
        if seconds is None or offset is None:
            return _NOTHING
        number = moments.in_unit(DAY * offset + seconds, unit)
    return _NOTHING if number is None else Choice(number, "day_and_time", (0, 0), ALONE)


def _innermost(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the object that holds the answer: an inner object takes the place of the outer."""
    for _ in range(_DEEPEST):
        tool = fields.get("name") or fields.get("tool")
        calls = isinstance(tool, str) and fields.keys() & _ARGUMENTS
        if calls and not _ANSWERS_BY.search(str(tool)):  # the tool does not give the answer
            return {}
        held = [fields[name] for name in _INNER if name in fields]
        held += fields.values() if len(fields) == 1 and not held else ()
        inner = next(filter(None, map(_object, held)), None)
        if inner is None:
            return fields
        fields = {key: value for key, value in inner.items() if key != objects.EXPLANATION}
    return fields


def _object(value: object) -> dict[str, Any] | None:
    """Return an object, which may be encoded in a string."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None


def _of_parts(named: Mapping[str, Any], asked: Target) -> str:
    """Return the text of a date or amount from its parts, or of a period from its ends, if any."""
    if asked.unit.parts == 3 and named.keys() >= {*_DATE_PARTS}:
        return "-".join(str(named[name])[:9] for name in _DATE_PARTS)
    if asked.unit.kind == "period":
        return " to ".join(str(named[name])[:_LONGEST_PART] for name in _ends(named))
    if asked.unit.kind != "duration" or asked.wants_day:
        return ""
    units = sorted(_units(named).items(), key=lambda pair: [*TIME_UNITS].index(pair[1]))
    parts = [_part(named[key], unit) for key, unit in units]
    text = ", ".join(parts)
    return text if all(parts) and not _FRACTION.search(text) else ""


def _ends(named: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the fields with the first and the last day; empty if there are none."""
    return next((pair for pair in _ENDS if named.keys() >= {*pair}), ())


def names_answer(fields: Mapping[str, Any], own: bool) -> bool:
    """Return whether an object, or its tool call, has a field for the answer or its parts."""
    inner = _innermost(fields)
    if own and (_units(inner) or _ends(inner)):
        return True
    named = {*fields, *inner} if inner else ()
    return any(str(name).lower() in _ANSWERS for name in named)


def _units(fields: Mapping[str, object]) -> dict[str, str]:
    """Return the units of the fields that hold parts; empty if any field is not a part.

    Letters are units only if all three are present. Full names may have other fields beside them.
    """
    units = {key: moments.LETTERS[key.upper()] for key in fields if key.upper() in moments.LETTERS}
    whole = len(units) == 3
    if not units:
        units = {key: unit for key in fields if (unit := _unit_of(key))}
        whole = len(units) == len(fields) or len(units) > 1
    return units if whole and len(set(units.values())) == len(units) else {}


def _unit_of(key: str) -> str | None:
    """Return the unit that is the last word of a key, such as `num_days`."""
    word = re.split("[_ ]", key[:_LONGEST_PART].lower())[-1]
    return SPELLINGS.get(word) if len(word) > 1 else None


def _part(value: object, unit: str) -> str:
    """Return the text of a part of an amount; empty if it is not a number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = normalize_characters(str(value)[:_LONGEST_PART]).strip()
    return text if text[-1:].isalpha() and any(map(str.isdecimal, text)) else f"{text} {unit}s"


def _result(text: str) -> str:
    """Return the result of a sum of whole numbers or products, such as `365 * 2 + 8`."""
    if not _SUM.fullmatch(text):
        return text
    terms = re.sub(r"\s", "", text).replace("-", "+-").split("+")
    return str(sum(math.prod(map(int, term.split("*"))) for term in terms if term))
