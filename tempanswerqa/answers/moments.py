"""Reads times of day with the day offset that is named for them."""

from __future__ import annotations

import re
from fractions import Fraction

from tempanswerqa.answers.languages import LEXICON
from tempanswerqa.answers.markup import compact, normalize_characters
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import ANSWERS
from tempanswerqa.answers.tokens import tokens
from tempanswerqa.paper_scoring import DURATIONS
from tempanswerqa.units import DAY

_MOST_DAYS = 1_000_000
_LONGEST_DAY = 100
_OFFSET = "[0-9]{1,3}"
LETTERS = dict(zip("AHXBMYCSZ", 3 * ["hour"] + 3 * ["minute"] + 3 * ["second"], strict=True))
"""The letters by which questions name hours, minutes and seconds."""

_PART_OF_DAY = r"[\s_]+(?:day|morning|night|afternoon|evening)"
_DAYS_TOLD = re.compile(
    rf"""(?ix) \b(?:
      (?P<next> (?:next|following|additional|extra){_PART_OF_DAY} | tomorrow
        | day\s+after(?!\s+tomorrow) )
    | (?P<previous> (?:prev|previous|prior|preceding){_PART_OF_DAY} | yesterday | day\s+before )
    | (?<!not\s)(?<!not\son\s)(?<!not\sthe\s)(?<!not\son\sthe\s) (?:same[_\s-]*day|today)
    | (?P<days>(?<![\w.])[-+]?[0-9]{{1,6}}|one|two|three|four|five|six|seven|eight|nine|ten)\s*
      days?\s*(?:later|after|ahead|(?P<earlier>earlier|before))
    | days?\s*(?: (?:is|=|:)\s*["']?(?=[-+]?[0-9]) | ["']?(?=[-+]) )
      (?P<signed>[-+]?{_OFFSET})\b
    ) | (?<![\w:.]) (?:
        (?P<offset>[-+]{_OFFSET}) (?:\s?days?)? (?=["'\s,;at]+[0-9]+:)
      | (?:(?<=[0-9][\s(])|(?<=[0-9]\s\()) (?P<last>[+]{_OFFSET}) (?:\s?days?)? (?=\W*$)
    ) """
)
_TEMPLATE = re.compile(rf"(?i)\s*([-+]?\s*{_OFFSET})\s*(?:days?)?\s*")


def seconds_of_day(text: str) -> float | None:
    """Return the only clock time in the text, in seconds after midnight; None if not exactly one.

    Times in parentheses count only if there is no other time.
    """
    clocks = [one for one in quantities(text) if one.kind == "clock" and one.parts[0] >= 0]
    if any(one.role not in ANSWERS for one in clocks):
        return None
    main = [one for one in clocks if "aside" not in one.marks] or clocks
    times = {float(one.parts[0]) for one in main}
    return times.pop() if len(times) == 1 else None


def days_told(text: str) -> set[int]:
    """Return the day offsets that a text names in words: `the next day` is 1."""
    days = {"next": 1, "previous": -1}
    told = {days[key] for token in tokens(text) for key in token.means if key in days}
    for match in _DAYS_TOLD.finditer(text):
        if word := (match["days"] or "").lower():
            number = LEXICON.get(word, {}).get("numbers") or int(word)
            told.add(-number if match["earlier"] else number)
        elif signed := match["signed"] or match["offset"] or match["last"]:
            told.add(int(signed))
        else:
            told.add(1 if match["next"] else -1 if match["previous"] else 0)
    return told


def day_offset(field: object, context: str) -> int | None:
    """Return the day offset in a field such as `+1`, `same_day` or `1 day later`.

    A field with several choices, such as `+1/same_day`, counts if the words of `context` name one
    of them. None if the field names no day or several.
    """
    if isinstance(field, (int, float)) and not isinstance(field, bool):
        return int(field) if abs(field) < _MOST_DAYS and field == int(field) else None
    if not isinstance(field, str) or len(field) > _LONGEST_DAY:
        return None
    choices: set[int | None] = set()
    for part in filter(str.strip, normalize_characters(field).split("/")):
        match = _TEMPLATE.fullmatch(part)
        choices.add(int("".join(match[1].split())) if match else _only(days_told(part)))
    if len(choices) == 1:
        return choices.pop()
    meant = days_told(compact(normalize_characters(context))) & choices
    return _only(meant - {0} if len(meant) > 1 else meant)


def _only(days: set[int]) -> int | None:
    return days.pop() if len(days) == 1 else None


def moment(text: str, unit: str) -> float | None:
    """Return the only clock time in the text, with the only day offset that its words name."""
    seconds, day = seconds_of_day(text), _only(days_told(text))
    return None if seconds is None or day is None else in_unit(DAY * day + seconds, unit)


def in_unit(seconds: float, unit: str) -> float:
    """Return seconds as a number in `seconds` or `minutes`."""
    return float(Fraction(repr(seconds)) / DURATIONS[unit])
