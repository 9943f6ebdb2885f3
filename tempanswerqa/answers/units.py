"""The units that questions ask for, and how answers in those look that no released question has."""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta
from typing import NamedTuple

from tempanswerqa.answers.question_view import QuestionView

FAMILY_UNITS = {
    "tot": ("seconds", "minutes", "days", "months", "years", "date"),
    "ttqa": ("days", "months", "years", "date", "date_years"),
}
"""The units of released questions by family."""


class Unit(NamedTuple):
    """A unit that questions of users may ask for."""

    column: str
    """Its name in a file of questions."""
    asked: str
    """How a question asks for it."""
    line: str
    """The answer format of a line."""
    json: str
    """The answer format of a JSON object, or its keys, as `formats.text_of` takes them."""


def _amount(name: str, json: str = "", example: str = "12") -> Unit:
    line = f"<num_{name}>"
    return Unit(name, f"a number of {name}, such as {example}", line, json or line)


OWN_UNITS = {
    "seconds": _amount("seconds", "hours, minutes, seconds"),
    "minutes": _amount("minutes", "hours, minutes"),
    "hours": _amount("hours", example="1.5"),
    "days": _amount("days"),
    "weeks": _amount("weeks", example="1.5"),
    "months": _amount("months"),
    "years": _amount("years", "<your_answer>"),
    "date_years": Unit("calendar year", "a year, such as 1998 or 44 BC", "<year>", "<year>"),
    "date": Unit("date", "a date, such as May 23, 1998", "%B %d, %Y", '"yyyy-mm-dd"'),
    "clock": Unit("time", "a time of day, such as 14:30", "HH:MM", '"HH:MM"'),
    "moment": Unit(
        "datetime", "a day and time, such as 1998-05-23 14:30", "yyyy-mm-dd HH:MM",
        '"yyyy-mm-dd HH:MM"',
    ),
}  # fmt: skip
"""Those of users' questions, whatever the family."""
AMOUNTS = ("seconds", "minutes", "hours", "weeks")
_NUMBER = r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?"
_FORMS = {
    **{unit: re.compile(rf"\s*({_NUMBER})(?:\s?{unit[:-1]}s?)?\s*\.?\s*") for unit in AMOUNTS},
    "date_years": re.compile(r"\s*([0-9]{1,4})(?:\s?(BC|AD))?\s*\.?\s*"),
    "clock": re.compile(r"\s*([0-9]{1,2}):([0-5][0-9])(?::([0-5][0-9]))?\s*\.?\s*"),
    "moment": re.compile(
        r"\s*([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)\s*\.?\s*"
    ),
}
_EPOCH = datetime(1970, 1, 1)


def is_native(question: QuestionView) -> bool:
    """Return whether responses are read as those to released questions of the family."""
    known = FAMILY_UNITS[question.family]
    return question.unit in known and question.answer_format != OWN_UNITS["date_years"].line


def strict_number(text: str, unit: str) -> float | None:
    """Return the number of a text that has just the form that was asked for; None for any other."""
    found = _FORMS[unit].fullmatch(text) if unit in _FORMS else None
    if found is None:
        return None
    if unit == "date_years":
        return float(found[1]) * (-1 if found[2] == "BC" else 1)
    if unit == "clock":
        hour, minute, second = (int(part or 0) for part in found.groups())
        return 60 * hour + minute + second / 60 if hour < 24 else None
    if unit == "moment":
        try:
            return (datetime.fromisoformat(f"{found[1]} {found[2]}") - _EPOCH).total_seconds()
        except ValueError:
            return None
    return float(found[1])


def written(number: float, unit: str) -> str:
    """Return an answer in the form that was asked for, seconds of a day left out where 0."""
    if unit == "date_years":
        year = round(number)
        return f"{-year} BC" if year < 0 else f"{year} AD" if year < 1000 else str(year)
    if unit == "clock":
        whole = round(60 * number) % 86_400
        clock = f"{whole // 3600:02}:{whole // 60 % 60:02}"
        return clock + (f":{whole % 60:02}" if whole % 60 else "")
    if unit == "moment":
        text = (_EPOCH + timedelta(seconds=math.floor(number))).isoformat(" ")
        return text.removesuffix(":00")
    return str(int(number)) if float(number).is_integer() else repr(round(number, 12))
