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
from tempanswerqa.answers.conversion import to_unit
from tempanswerqa.answers.markup import compact, normalize_characters
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import ANSWERS, Quantity
from tempanswerqa.paper_scoring import LARGEST
from tempanswerqa.units import DAY, SPELLINGS, TIME_UNITS

Read = Callable[[str], Choice]
"""A function that reads the text of a field."""

_SUM = re.compile(r"\s*-?[0-9]+(?:(?:\s?[*+]\s?|\s-\s)[0-9]+)+\s*")
_TERM = re.compile(r"([-+]?)\s?([0-9*\s]+)")
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
    if stated := _of_parts(named, asked):
        return read(stated)
    is_duration = asked.unit.kind == "duration"
    if is_duration and not asked.wants_day and (found := _parts(fields, asked)):
        return found
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
        return _parts(dict(zip("HMS", value, strict=True)), asked)
    if isinstance(value, str):
        counted = asked.unit.whole
        if counted and (total := calculated(value)) is not None:
            return _value(total, "sum")
        return read(normalize_characters(value))
    if value is None:
        return Choice(unread="refused")
    return Choice(unread="no answer") if _number(value) is None else read(str(value))


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
        offset = moments.day_offset(named["day"], compact(normalize_characters(explanation)))
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
    """Return the text of a date of three fields, or of a time by its ends; empty for others."""
    if asked.unit.parts == 3 and named.keys() >= set(_DATE_PARTS):
        return "-".join(str(named[name])[:9] for name in _DATE_PARTS)
    if asked.unit.kind == "period" and (ends := _ends(named)):
        return " to ".join(str(named[name])[:_LONGEST_PART] for name in ends)
    return ""


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


def _parts(fields: Mapping[str, object], asked: Target) -> Choice:
    """Return the value of hours, minutes and seconds, or years, months and days, by their names."""
    parts = []
    for key, unit in _units(fields).items():
        if (number := _part(fields[key], unit)) is None:
            return _value(None, "parts")
        parts.append((number, unit))
    parts.sort(key=lambda part: _UNIT_ORDER.index(part[1]))
    numbers = [number for number, _ in parts]
    if not parts or any(
        not number.is_integer() and any(numbers[n:]) for n, number in enumerate(numbers, 1)
    ):
        return _value(None, "parts")  # such as 6.5 hours and 30 minutes
    amount = Quantity("amount", tuple(parts), (0, 0), "parts")
    total = to_unit(amount, asked.unit, released=asked.released)
    return _value(total if isinstance(total, float) else None, "parts")


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


def _part(value: object, unit: str) -> float | None:
    if not isinstance(value, str):
        return _number(value)
    text = normalize_characters(value[:_LONGEST_PART]).strip()
    if (result := calculated(text)) is not None:
        return result
    found = quantities(text)
    if len(found) != 1 or found[0].role not in ANSWERS:
        return None
    one = found[0]
    if one.kind in ("number", "year"):
        return float(one.parts[0]) if one.span == (0, len(text)) else None
    own = one.kind == "amount" and len(one.parts) == 1 and one.parts[0][1] == unit
    return one.parts[0][0] if own else None


def _number(value: object) -> float | None:
    """Return a number as a float; None for another value, and for one too large to be scored."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if abs(value) <= LARGEST else None


def calculated(text: str) -> float | None:
    """Return the result of a sum of whole numbers, or their products, such as `365 * 2 + 8`."""
    if len(text) > _LONGEST_PART or not _SUM.fullmatch(text):
        return None
    terms = _TERM.findall(text)
    total = sum(int(f"{sign}1") * math.prod(map(int, term.split("*"))) for sign, term in terms)
    return float(total)
