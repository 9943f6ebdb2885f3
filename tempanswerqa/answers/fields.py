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

_UNIT_ORDER = tuple(TIME_UNITS)
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
"""The largest number of characters of a part of a time."""


def read_fields(
    fields: Mapping[str, Any], asked: Target, read: Read, explanation: str = ""
) -> Choice:
    """Return the value of the fields of an object in the unit asked, or why there is none.

    Parameters
    ----------
    fields
        The fields, without an explanation.
    asked
        What the question asks for.
    read
        What reads the text of a field.
    explanation
        The text beside the fields, for the day of a time.
    """
    fields = _innermost(fields)
    fields = {normalize_characters(str(key)).strip(): value for key, value in fields.items()}
    named = {key.lower(): value for key, value in fields.items()}
    unit = asked.unit.name
    if "time" in named and asked.wants_day:
        return _moment(named, unit, explanation)
    if (stated := _of_parts(named, asked)) and (found := read(stated)):
        return found._replace(notation=found.notation if found.notation != "amount" else "parts")
    number = named.get("answer", named.get("value", named.get("year")))
    beside = named.get("era") if asked.unit.singular == "year" else None
    beside = beside or (named.get("unit") if named.keys() & {"answer", "value"} else None)
    if beside is not None and number is not None:
        return read(f"{number} {beside}"[:_LONGEST_PART])
    found = Choice(unread="no answer")
    for name in _ANSWERS:
        if name in named and (found := _field(named[name], asked, read)):
            return found
    if len(fields) != 1:
        return found
    ((key, value),) = fields.items()
    amount = asked.unit.parts == 1 and _unit_of(key) not in (None, "year")
    return found if amount else _field(value, asked, read)


def _field(value: object, asked: Target, read: Read) -> Choice:
    """Return the value of one field of an answer object."""
    if isinstance(value, list) and len(value) == 1:
        (value,) = value
    if isinstance(value, list) and len(value) == 3:
        return read(_of_parts(dict(zip("hms", value, strict=True)), asked))
    if isinstance(value, str):
        text = normalize_characters(value)
        return read(str(_result(text)) if asked.unit.whole else text)
    if value is None:
        return Choice(unread="refused")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return read(str(value)) if is_number else Choice(unread="no answer")


def _moment(named: Mapping[str, Any], unit: str, explanation: str) -> Choice:
    """Return the time in a field, with the day in another or its own."""
    text = named["time"]
    if not isinstance(text, str) or len(text) > _LONGEST_PART:
        return Choice(unread="no answer")
    text = normalize_characters(text)
    if "day" not in named:
        found = moments.moment(text, unit)
    else:
        seconds = moments.seconds_of_day(text)
        offset = moments.day_offset(named["day"], explanation)
        if seconds is None or offset is None:
            return Choice(unread="no answer")
        found = moments.in_unit(DAY * offset + seconds, unit)
    return _value(found, "day_and_time")


def _value(number: float | None, notation: str) -> Choice:
    if number is None:
        return Choice(unread="no answer")
    return Choice(number, notation, (0, 0), ALONE)


def _innermost(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the object that holds the answer: an inner object counts in place of the outer."""
    for _ in range(_DEEPEST):
        tool = fields.get("name") or fields.get("tool")
        calls = isinstance(tool, str) and fields.keys() & _ARGUMENTS
        if calls and not _ANSWERS_BY.search(str(tool)):  # the tool does not give the answer
            return {}
        held = (_object(fields[name]) for name in _INNER if name in fields)
        inner = next((one for one in held if one is not None), None)
        if inner is None and len(fields) == 1:
            inner = next((value for value in fields.values() if isinstance(value, dict)), None)
        if inner is None:
            return fields
        fields = {key: value for key, value in inner.items() if key != objects.EXPLANATION}
    return fields


def _of_parts(named: Mapping[str, Any], asked: Target) -> str:
    """Return the text of a date or amount by its parts, or of a time by its ends; or empty."""
    if asked.unit.parts == 3 and named.keys() >= set(_DATE_PARTS):
        return "-".join(str(named[name])[:9] for name in _DATE_PARTS)
    if asked.unit.kind == "period" and (ends := _ends(named)):
        return " to ".join(str(named[name])[:_LONGEST_PART] for name in ends)
    if asked.unit.kind != "duration" or asked.wants_day:
        return ""
    units = sorted(_units(named).items(), key=lambda pair: _UNIT_ORDER.index(pair[1]))
    parts = [_part(named[key], unit) for key, unit in units]
    text = ", ".join(parts)
    return text if all(parts) and not _FRACTION.search(text) else ""


def _ends(named: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the names of the fields that hold the first and the last day, if there are two."""
    return next((pair for pair in _ENDS if named.keys() >= set(pair)), None)


def names_answer(fields: Mapping[str, Any], own: bool) -> bool:
    """Return whether an object, or its tool call, has a field for the answer, or its parts."""
    if own and (_units(fields) or _ends(_innermost(fields))):
        return True
    return any(str(name).lower() in _ANSWERS for name in (*fields, *_innermost(fields)))


def _object(value: object) -> dict[str, Any] | None:
    """Return an object, also one that stands in a string."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None


def _units(fields: Mapping[str, object]) -> dict[str, str]:
    """Return the units of the fields that hold parts; empty if any field is no part.

    Letters stand for units only if all three are there, except for H, M and S. Other fields may
    stand beside several parts.
    """
    units = {key: moments.LETTERS[key.upper()] for key in fields if key.upper() in moments.LETTERS}
    if units:
        whole = len(units) == 3 or (len(units) > 1 and {*"".join(units).upper()} < {*"HMS"})
    else:
        units = {key: unit for key in fields if (unit := _unit_of(key))}
        if len(units) > len(set(units.values())):  # the parts, and not their sum beside them
            units = {key: unit for key, unit in units.items() if "total" not in key.lower()}
        whole = len(units) == len(fields) or len(units) > 1
    return units if whole and len(set(units.values())) == len(units) else {}


def _unit_of(key: str) -> str | None:
    """Return the unit that is the last word of a key, such as `num_days`."""
    word = re.split("[_ ]", key[:_LONGEST_PART].lower())[-1]
    return SPELLINGS.get(word) if len(word) > 1 else None


def _part(value: object, unit: str) -> str:
    """Return the text of a part of an amount; empty for what is no number."""
    text = str(_result(normalize_characters(str(value)[:_LONGEST_PART]))).strip()
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return text if text[-1:].isalpha() and any(map(str.isdecimal, text)) else f"{text} {unit}s"


def _result(text: str) -> str | int:
    """Return the result of a sum of whole numbers, or their products, such as `365 * 2 + 8`."""
    if not _SUM.fullmatch(text):
        return text
    terms = re.sub(r"\s", "", text).replace("-", "+-").split("+")
    return sum(math.prod(map(int, term.split("*"))) for term in terms if term)
