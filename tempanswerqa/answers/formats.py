"""The answer formats that questions ask for: which are known, and how an answer in them looks."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import datetime, timedelta

from tempanswerqa.answers.markers import FINAL_ANSWER
from tempanswerqa.answers.quantities import DURATIONS, MONTHS

HOURS_MINUTES = '<num_hours>, "minutes": <num_mins>'
HOURS_SECONDS = '<num_hours>, "minutes": <num_minutes>, "seconds": <num_seconds>'
DAYS_SECONDS = 'num_days, "hours": num_hours, "minutes": num_minutes, "seconds": num_seconds'
"""The longest formats: amounts of the units from the first to the last."""

TOT_ARITHMETIC: Mapping[str, tuple[str, ...]] = {
    '"mm/dd/yyyy"': ("answer",),
    '"yyyy-mm-dd"': ("answer",),
    '"<date>"': ("answer",),
    '"<answer>"': ("answer",),
    "<your_answer>": ("answer",),
    "<year> <era>": ("answer",),
    "<num_days>": ("answer",),
    "<num_months>": ("answer",),
    'A, "B": B, "C": C': ("A", "B", "C"),
    'H, "M": M, "S": S': ("H", "M", "S"),
    'Hours, "M": Minutes, "S": Seconds': ("H", "M", "S"),
    'X, "Y": Y, "Z": Z': ("X", "Y", "Z"),
    HOURS_MINUTES: ("hours", "minutes"),
    HOURS_SECONDS: (
        "hours",
        "minutes",
        "seconds",
    ),
    DAYS_SECONDS: (
        "days",
        "hours",
        "minutes",
        "seconds",
    ),
    '"same_day/+x/-x", "time": "HH:MM:SS"': ("day", "time"),
    "'-x/same_day/+x', 'time': 'HH:MM:SS' ": ("day", "time"),
    '"date/same_day/+x/-x", "time": "HH:MM"': ("day", "time"),
}
"""Answer formats of Test of Time arithmetic, with the keys of the answer object they ask for."""

TTQA = ("<num_years>", "<num_months>", "<num_days>", "yyyy", "%B %d, %Y")
"""Answer formats of TempTabQA."""

_EPOCH = datetime(1970, 1, 1)


def write_object(number: float, unit: str, answer_format: str) -> str:
    """Return a ToT answer as the JSON object the format asks for, without an explanation.

    `number` is in `unit`; fractions are rounded to what the format can hold. Formats that are
    not known are answered under the key `answer`.
    """
    keys = TOT_ARITHMETIC.get(answer_format, ("answer",))
    if unit not in DURATIONS or keys == ("answer",):
        return json.dumps({"answer": _single(number, unit, answer_format)})
    smallest = 1 if keys[-1] in ("seconds", "S", "C", "Z") or "SS" in answer_format else 60
    duration = timedelta(seconds=smallest * round(number * DURATIONS[unit] / smallest))
    if keys == ("day", "time"):
        return json.dumps(_clock(duration, seconds=smallest == 1))
    return json.dumps(dict(zip(keys, _parts(duration, keys), strict=True)))


def write_line(number: float, unit: str) -> str:
    """Return a TTQA answer as it follows `Final Answer:`."""
    if unit == "date":
        date = _date(number)
        return f"{MONTHS[date.month - 1]} {date.day}, {date.year}"
    return f"{round(number):04}" if unit == "date_years" else str(round(number))


def write_response(number: float, family: str, unit: str, answer_format: str) -> str:
    """Return a whole response that states the number in the asked format.

    For `tot` it goes on where the prefill ends, as a response of a model does.
    """
    if family == "ttqa":
        return f"{FINAL_ANSWER} {write_line(number, unit)}"
    return f' "as asked", {write_object(number, unit, answer_format).removeprefix("{")}'


def _single(number: float, unit: str, answer_format: str) -> int | str:
    if unit == "date":
        date = _date(number)
        if "-" in answer_format:
            return f"{date.year:04}-{date.month:02}-{date.day:02}"
        return f"{date.month:02}/{date.day:02}/{date.year:04}"
    year = round(number)
    if answer_format == "<year> <era>":
        return f"{abs(year)} {'BC' if year < 0 else 'AD'}"
    return year


def _date(number: float) -> datetime:
    return _EPOCH + timedelta(days=math.floor(number / 86_400))


def _clock(duration: timedelta, seconds: bool) -> dict[str, str]:
    minutes, second = divmod(duration.seconds, 60)
    hour, minute = divmod(minutes, 60)
    day = f"{duration.days:+d}" if duration.days else "same_day"
    return {"day": day, "time": f"{hour:02}:{minute:02}" + (f":{second:02}" if seconds else "")}


def _parts(duration: timedelta, keys: tuple[str, ...]) -> list[int]:
    """Return the duration in the units of the keys, largest first, none of them but the first
    negative.
    """
    sizes = [86_400, 3_600, 60, 1][-len(keys) :] if keys[-1] != "minutes" else [3_600, 60]
    rest, parts = int(duration.total_seconds()), []
    for size in sizes:
        part, rest = divmod(rest, size)
        parts.append(part)
    return parts
