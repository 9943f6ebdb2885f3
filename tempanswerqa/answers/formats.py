"""Defines the known answer formats, and writes answers in them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tempanswerqa.answers.markers import FINAL_ANSWER
from tempanswerqa.paper_scoring import DURATIONS, EPOCH
from tempanswerqa.units import DAY, FAMILY_UNITS, UNITS, asks_clock, write_clock

MONTH_FIRST, YEAR_FIRST = "month_first", "year_first"


@dataclass(frozen=True)
class AnswerFormat:
    """The form in which a question asks for its answer, with its properties."""

    text: str
    units: tuple[str, ...] = ()
    """The units of labels in this format; a label has the first one in which it can be read."""
    keys: tuple[str, ...] = ("answer",)
    """The keys of the answer object."""
    date_order: str = ""
    """`MONTH_FIRST` or `YEAR_FIRST`; empty if the format shows no order."""
    has_day: bool = False
    """True if the format asks for a day with a time of day."""


def _of_parts(value: str, keys: tuple[str, ...]) -> str:
    """Return the text of a format with these keys; `value` is that of a value, for its key."""
    first, *rest = keys
    return ", ".join([value.format(first), *(f'"{key}": {value.format(key)}' for key in rest)])


_SECONDS, _MINUTES, _MOMENT = ("seconds",), ("minutes",), ("day", "time")
_PARTS = ("days", "hours", "minutes", "seconds")
HOURS_MINUTES = _of_parts("<num_{}>", _PARTS[1:3]).replace("_minutes", "_mins")
HOURS_SECONDS = _of_parts("<num_{}>", _PARTS[1:])
DAYS_SECONDS = _of_parts("num_{}", _PARTS)
TIME_OF_DAY = AnswerFormat('"same_day/+x/-x", "time": "HH:MM:SS"', _SECONDS, _MOMENT, has_day=True)
_TOT_ARITHMETIC = (
    # questions also use "yyyy" if the answer is a year
    AnswerFormat('"mm/dd/yyyy"', ("years", "date"), date_order=MONTH_FIRST),
    AnswerFormat('"yyyy-mm-dd"', ("date",), date_order=YEAR_FIRST),
    AnswerFormat('"<date>"', ("date",)),
    AnswerFormat('"<answer>"', ("date",)),
    AnswerFormat("<your_answer>", ("years",)),
    AnswerFormat("<year> <era>", ("years",)),
    AnswerFormat("<num_days>", ("days",)),
    AnswerFormat("<num_months>", ("months",)),
    AnswerFormat('A, "B": B, "C": C', _SECONDS, ("A", "B", "C")),
    AnswerFormat('H, "M": M, "S": S', _SECONDS, ("H", "M", "S")),
    AnswerFormat('Hours, "M": Minutes, "S": Seconds', _SECONDS, ("H", "M", "S")),
    AnswerFormat('X, "Y": Y, "Z": Z', _SECONDS, ("X", "Y", "Z")),
    AnswerFormat(HOURS_MINUTES, _MINUTES, _PARTS[1:3]),
    AnswerFormat(HOURS_SECONDS, _SECONDS, _PARTS[1:]),
    AnswerFormat(DAYS_SECONDS, _SECONDS, _PARTS),
    TIME_OF_DAY,
    AnswerFormat("'-x/same_day/+x', 'time': 'HH:MM:SS' ", _SECONDS, _MOMENT, has_day=True),
    AnswerFormat('"date/same_day/+x/-x", "time": "HH:MM"', _MINUTES, _MOMENT, has_day=True),
)
TOT_ARITHMETIC: Mapping[str, AnswerFormat] = {each.text: each for each in _TOT_ARITHMETIC}
_TTQA = {f"<num_{unit}>": unit for unit in ("years", "months", "days")}
_TTQA |= {"yyyy": "date_years", "%B %d, %Y": "date"}
TTQA: Mapping[str, AnswerFormat] = {t: AnswerFormat(t, (unit,)) for t, unit in _TTQA.items()}
"""The answer formats of the released questions, by their text."""
_BY_KEYS = {", ".join(form.keys): form.text for form in _TOT_ARITHMETIC}


def text_of(name: str) -> str:
    """Return the text of the last format with these keys, such as `H, M, S`, or the name itself."""
    return _BY_KEYS.get(name, name)


def text_of_unit(unit: str, family: str) -> str:
    """Return the format in which users' questions of a family ask for one of `UNITS`."""
    asked = UNITS[unit]
    return text_of(asked.json) if family == "tot" else asked.line


def answer_format(text: str) -> AnswerFormat:
    """Return the format of Test of Time with this text, or an unknown format with nothing else."""
    return TOT_ARITHMETIC.get(text) or AnswerFormat(text)


def write_object(number: Any, unit: str, text: str) -> str:
    """Return a ToT answer as the JSON object that a format asks for, without an explanation.

    `number` is in `unit`; fractions are rounded to the precision of the format. Answers in unknown
    formats have the key `answer`.
    """
    form = answer_format(text)
    step = 60 if form.units == _MINUTES else 1
    if asks_clock(unit, text):
        return json.dumps({"answer": write_clock(number, unit, text)})
    if unit not in FAMILY_UNITS["tot"]:
        stated = UNITS[unit].write(number)
        return f'{{"answer": {json.dumps(stated) if UNITS[unit].point else stated}}}'
    if UNITS[unit].parts == 3:
        day = EPOCH + timedelta(days=math.floor(number / DAY))
        order = "{0:04}-{1:02}-{2:02}" if form.date_order == YEAR_FIRST else "{1:02}/{2:02}/{0:04}"
        return json.dumps({"answer": order.format(day.year, day.month, day.day)})
    if unit not in DURATIONS or form.keys == ("answer",):
        year = round(number)
        era = f"{abs(year)} {'BC' if year < 0 else 'AD'}"
        return json.dumps({"answer": era if "<era>" in text else year})
    seconds = step * round(number * DURATIONS[unit] / step)
    if form.has_day:
        days, rest = divmod(seconds, DAY)
        clock = write_clock(rest, "seconds", "HH:MM:SS" if step == 1 else "HH:MM")
        return json.dumps({"day": f"{days:+d}" if days else "same_day", "time": clock})
    sizes = [size for size in (DAY, 3_600, 60, 1) if size >= step]
    parts = {}  # only the first part, the largest, may be negative
    for key, size in zip(form.keys, sizes[-len(form.keys) :], strict=True):
        parts[key], seconds = divmod(seconds, size)
    return json.dumps(parts)


def write_line(number: Any, unit: str) -> str:
    """Return the text of a TTQA answer after `Final Answer:`."""
    if UNITS[unit].parts == 1:
        return f"{round(number):04}"
    whole = unit in FAMILY_UNITS["ttqa"] and not UNITS[unit].point
    return str(round(number)) if whole else UNITS[unit].write(number)


def write_response(number: Any, family: str, unit: str, text: str) -> str:
    """Return a complete response that states a number or period in the format with this text.

    For None or NaN, the response says that the answer is not known. For `tot` it continues the
    prefill, as a model's response does.
    """
    unknown = number is None or number != number
    if family == "tot":
        stated = '{"answer": "unknown"}' if unknown else write_object(number, unit, text)
        return f' "as asked", {stated.removeprefix("{")}'
    if unknown:
        stated = "unknown"
    elif asks_clock(unit, text):
        stated = write_clock(number, unit, text)
    elif text == UNITS["date_years"].line:
        stated = UNITS[unit].write(number)
    else:
        stated = write_line(number, unit)
    return f"{FINAL_ANSWER} {stated}"
