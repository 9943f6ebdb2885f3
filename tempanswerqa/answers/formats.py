"""Defines the known answer formats of questions, and writes answers in them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tempanswerqa.answers.markers import FINAL_ANSWER
from tempanswerqa.paper_scoring import DURATIONS, EPOCH
from tempanswerqa.units import DAY, FAMILY_UNITS, UNITS, asks_clock, write_clock

_AMOUNTS = ("days", "hours", "minutes", "seconds")
MONTH_FIRST, YEAR_FIRST = "month_first", "year_first"


@dataclass(frozen=True)
class AnswerFormat:
    """The form in which a question asks for its answer, with its properties."""

    text: str
    """The format as the question writes it."""
    units: tuple[str, ...] = ()
    """The units of labels in this format; the first one counts in which a label can be read."""
    keys: tuple[str, ...] = ("answer",)
    """The keys of the answer object."""
    smallest: int = 1
    """The step of its durations, in seconds."""
    date_order: str = ""
    """`MONTH_FIRST` or `YEAR_FIRST`; empty if the format shows no order."""
    has_day: bool = False
    """True if the format asks for a day with a time of day."""
    has_era: bool = False


def _of_amounts(value: str, keys: Sequence[str]) -> str:
    """Return the text of a format with these keys; `value` is that of a value, for its key."""
    first, *rest = keys
    return ", ".join([value.format(first), *(f'"{key}": {value.format(key)}' for key in rest)])


def _of_letters(text: str, keys: str) -> AnswerFormat:
    """Return the format of hours, minutes and seconds under letters."""
    return AnswerFormat(text, _SECONDS, tuple(keys))


HOURS_MINUTES = _of_amounts("<num_{}>", _AMOUNTS[1:3]).replace("_minutes", "_mins")
HOURS_SECONDS = _of_amounts("<num_{}>", _AMOUNTS[1:])
DAYS_SECONDS = _of_amounts("num_{}", _AMOUNTS)
_SECONDS, _MINUTES, _MOMENT = ("seconds",), ("minutes",), ("day", "time")
TIME_OF_DAY = AnswerFormat('"same_day/+x/-x", "time": "HH:MM:SS"', _SECONDS, _MOMENT, has_day=True)
_TOT_ARITHMETIC = (
    # questions also use "yyyy" if the answer is a year
    AnswerFormat('"mm/dd/yyyy"', ("years", "date"), date_order=MONTH_FIRST),
    AnswerFormat('"yyyy-mm-dd"', ("date",), date_order=YEAR_FIRST),
    AnswerFormat('"<date>"', ("date",)),
    AnswerFormat('"<answer>"', ("date",)),
    AnswerFormat("<your_answer>", ("years",)),
    AnswerFormat("<year> <era>", ("years",), has_era=True),
    AnswerFormat("<num_days>", ("days",)),
    AnswerFormat("<num_months>", ("months",)),
    _of_letters('A, "B": B, "C": C', "ABC"),
    _of_letters('H, "M": M, "S": S', "HMS"),
    _of_letters('Hours, "M": Minutes, "S": Seconds', "HMS"),
    _of_letters('X, "Y": Y, "Z": Z', "XYZ"),
    AnswerFormat(HOURS_MINUTES, _MINUTES, _AMOUNTS[1:3], smallest=60),
    AnswerFormat(HOURS_SECONDS, _SECONDS, _AMOUNTS[1:]),
    AnswerFormat(DAYS_SECONDS, _SECONDS, _AMOUNTS),
    TIME_OF_DAY,
    AnswerFormat("'-x/same_day/+x', 'time': 'HH:MM:SS' ", _SECONDS, _MOMENT, has_day=True),
    AnswerFormat(
        '"date/same_day/+x/-x", "time": "HH:MM"', _MINUTES, _MOMENT, smallest=60, has_day=True
    ),
)
_TTQA = (
    AnswerFormat("<num_years>", ("years",)),
    AnswerFormat("<num_months>", ("months",)),
    AnswerFormat("<num_days>", ("days",)),
    AnswerFormat("yyyy", ("date_years",)),
    AnswerFormat("%B %d, %Y", ("date",)),
)
TOT_ARITHMETIC: Mapping[str, AnswerFormat] = {each.text: each for each in _TOT_ARITHMETIC}
TTQA: Mapping[str, AnswerFormat] = {each.text: each for each in _TTQA}
"""The answer formats of the released questions, by their text."""
_BY_KEYS = {", ".join(form.keys): form.text for form in _TOT_ARITHMETIC}


def text_of(name: str) -> str:
    """Return the text of the last format with these keys, such as `H, M, S`, or else the name."""
    return _BY_KEYS.get(name, name)


def text_of_unit(unit: str, family: str) -> str:
    """Return the format in which users' questions of a family ask for one of `UNITS`."""
    asked = UNITS[unit]
    return text_of(asked.json) if family == "tot" else asked.line


def answer_format(text: str) -> AnswerFormat:
    """Return the format of Test of Time with this text, or an unknown format that has only it."""
    return TOT_ARITHMETIC.get(text) or AnswerFormat(text)


def write_object(number: Any, unit: str, text: str) -> str:
    """Return a ToT answer as the JSON object a format asks for, without an explanation.

    `number` is in `unit`; fractions are rounded to the precision of the format. Answers in unknown
    formats have the key `answer`.
    """
    form = answer_format(text)
    if asks_clock(unit, text):
        return json.dumps({"answer": write_clock(number, unit, text)})
    if unit not in FAMILY_UNITS["tot"]:
        stated = UNITS[unit].write(number)
        return f'{{"answer": {json.dumps(stated) if UNITS[unit].point else stated}}}'
    if unit not in DURATIONS or form.keys == ("answer",):
        year = round(number)
        answer: str | int = year
        if UNITS[unit].parts == 3:
            date = EPOCH + timedelta(days=math.floor(number / DAY))
            answer = f"{date.month:02}/{date.day:02}/{date.year:04}"
            if form.date_order == YEAR_FIRST:
                answer = f"{date.year:04}-{date.month:02}-{date.day:02}"
        elif form.has_era:
            answer = f"{abs(year)} {'BC' if year < 0 else 'AD'}"
        return json.dumps({"answer": answer})
    seconds = form.smallest * round(number * DURATIONS[unit] / form.smallest)
    if form.has_day:
        days, rest = divmod(seconds, DAY)
        clock = f"{rest // 3_600:02}:{rest // 60 % 60:02}"
        clock += f":{rest % 60:02}" if form.smallest == 1 else ""
        return json.dumps({"day": f"{days:+d}" if days else "same_day", "time": clock})
    sizes = [size for size in (DAY, 3_600, 60, 1) if size >= form.smallest]
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
    """Return a whole response that states a number, or a period, in the format with this text.

    For None or NaN, the response says that the answer is not known.

    For `tot` it continues the prefill, as a response of a model does.
    """
    if number is None or number != number:
        is_line = family == "ttqa"
        return f"{FINAL_ANSWER} unknown" if is_line else ' "as asked", "answer": "unknown"}'
    if family == "ttqa":
        own = text == UNITS["date_years"].line
        if asks_clock(unit, text):
            return f"{FINAL_ANSWER} {write_clock(number, unit, text)}"
        stated = UNITS[unit].write(number) if own else write_line(number, unit)
        return f"{FINAL_ANSWER} {stated}"
    return f' "as asked", {write_object(number, unit, text).removeprefix("{")}'
