"""Reads durations, times of day with their day, and durations written like times of day."""

from __future__ import annotations

import re
from fractions import Fraction

from tempanswerqa.answers.flexible import numbers, quantity
from tempanswerqa.answers.flexible.text import normalize_characters

DAY = 86_400.0
_MOST_DAYS = 1_000_000
_LONGEST_DAY = 100
_CLOCK = re.compile(
    r"(?i)(?<![\w:.,/])(?P<sign>-)?(?P<hour>[0-9]{1,4}):(?P<minute>[0-5][0-9])"
    r"(?::(?P<second>[0-5]?[0-9](?:\.[0-9]{1,9})?))?(?![0-9:])"
    r"(?:[ ]?(?P<half>[ap])\.?[ ]?m\b)?"
)
_FULL_HOUR = re.compile(r"(?i)(?<![:.0-9])\b([0-9]{1,2}) ?([ap])\.? ?m\b")
_NOON = re.compile(
    r"(?i)(?<!before )(?<!after )(?<!past )(?<!from )(?<!since )(?<!until )(?<!by )\b(?:12 )?noon\b"
)
POINTED = re.compile(r"\A\s*([0-9]{1,2})[.h]([0-5][0-9])\s*\Z")
"""A time of day that is a whole text with a point or `h`."""
_NEXT = (
    r"(?:the\s+)?(?:next|following|additional|extra)[\s_]+(?:day|morning|night|afternoon|evening)"
    r"|tomorrow|(?:the\s+)?day\s+after(?!\s+tomorrow)"
)
_PREVIOUS = (
    r"(?:the\s+)?(?:prev|previous|prior|preceding)[\s_]+(?:day|night|morning|evening|afternoon)"
    r"|yesterday"
)
_SAME = (
    r"(?<!not\s)(?<!not\son\s)(?<!not\sthe\s)(?<!not\son\sthe\s)(?:(?:the\s+)?same[_\s-]*day|today)"
)
_ORDINALS = {"second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "fifth": 4}
_WORDS = re.compile(
    rf"""(?ix) \b(?:
      (?P<next>{_NEXT}) | (?P<previous>{_PREVIOUS}|(?:the\s+)?day\s+before) | (?P<same>{_SAME})
    | (?P<days>{numbers.SIGNED})\s*days?\s*(?P<side>later|after|earlier|before|ahead)
    | (?:the\s+)?(?P<ordinal>{"|".join(_ORDINALS)})\s+day
    | days?\s*(?:is|=|:)\s*["']?(?P<signed>[-+]?[0-9]{{1,3}})\b
    | days?\s*["']?(?P<signed_day>[-+][0-9]{{1,3}})\b
    ) | (?<![\w:.]) (?:
        (?P<offset>[-+][0-9]{{1,3}}) (?:\s?days?)? (?=["'\s,;at]{{1,5}}[0-9]{{1,2}}:)
      | (?:(?<=[0-9][\s(])|(?<=[0-9]\s\()) (?P<behind>[+][0-9]{{1,3}}) (?:\s?days?)? (?=\W*$)
    ) """
)
_TEMPLATE = re.compile(r"(?i)\s*([-+]?\s*[0-9]{1,3})\s*(?:days?)?\s*")


def full_hours(text: str) -> str:
    """Return the text with `8 PM` as `8:00 PM`."""
    return _FULL_HOUR.sub(r"\1:00 \2m", text)


def seconds_of_day(text: str) -> float | None:
    """Return the only clock time in the text, as seconds from midnight; None for none or several.

    Times in parentheses count only if there is no other, and so do `8 PM` and `noon`.
    """
    hours = _NOON.sub("12:00", full_hours(text))
    return numbers.only(times(re.sub(r"\([^()]*\)", "", text)) or times(text) or times(hours))


def times(text: str) -> set[float]:
    """Return all clock times in the text, as seconds from midnight."""
    return {_seconds(match) for match in _CLOCK.finditer(text)}


def only_clock(text: str) -> float | None:
    """Return the seconds of a text that is only a clock time; None for other text."""
    match = _CLOCK.fullmatch(text.strip().rstrip("."))
    return _seconds(match) if match else None


def days_told(text: str) -> set[int]:
    """Return the day offsets that a text names in words: `the next day` is 1."""
    told = set()
    for match in _WORDS.finditer(text):
        if match["days"]:
            number = numbers.value(match["days"])
            sign = -1 if match["side"].lower() in ("earlier", "before") else 1
            if number is not None and number.is_integer() and abs(number) < _MOST_DAYS:
                told.add(sign * int(number))
        elif match["ordinal"]:
            told.add(_ORDINALS[match["ordinal"].lower()])
        elif signed := match["signed"] or match["signed_day"] or match["offset"] or match["behind"]:
            told.add(int(signed))
        else:
            told.add(1 if match["next"] else -1 if match["previous"] else 0)
    return told


def day_offset(field: object, context: str) -> int | None:
    """Return the day offset in a field such as `+1`, `same_day` or `1 day later`.

    A field of several choices, such as `+1/same_day`, counts if the words of `context` name one of
    them. None if the field names no day or several.
    """
    if isinstance(field, bool) or field is None:
        return None
    if isinstance(field, (int, float)):
        return int(field) if abs(field) < _MOST_DAYS and field == int(field) else None
    if not isinstance(field, str) or len(field) > _LONGEST_DAY:
        return None
    choices: set[int | None] = set()
    for part in filter(str.strip, normalize_characters(field).split("/")):
        if match := _TEMPLATE.fullmatch(part):
            choices.add(int("".join(match[1].split())))
        else:
            choices.add(numbers.only(days_told(part)))
    if len(choices) == 1:
        return choices.pop()
    choices.discard(None)
    meant = days_told(context) & choices
    return numbers.only(meant - {0} if len(meant) > 1 else meant)


def _seconds(match: re.Match) -> float:
    hour = int(match["hour"])
    if match["half"]:
        afternoon = match["half"].lower() == "p"
        hour = hour + 12 if afternoon and hour < 12 else 0 if hour == 12 and not afternoon else hour
    second = Fraction(match["second"] or 0)
    total = float(3_600 * hour + 60 * int(match["minute"]) + second)
    return -total if match["sign"] else total


_LETTERS = tuple(
    (
        re.compile(
            rf"(?:\b[{letters}]\s?(?:\((?i:{unit}s?)\)\s?)?(?:[=:|]|is)"
            rf"|(?:\A|\n|, )[-| ]*(?i:{unit}s?)\s?[:|])"
            rf"\s?([0-9]{{1,9}}(?:\.[0-9]{{1,9}})?)(?!\w)(?:\s?{unit}s?\b)?"
        ),
        rf"{'= ' * (unit == 'hour')}\1 {unit}s",
    )
    for letters, unit in (("AHX", "hour"), ("BMY", "minute"), ("CSZ", "second"))
)
_STOPS = re.compile(r"((?:hour|minute)s)[.;]")
_RESPECTIVELY = re.compile(
    r"\b([0-9]{1,9}), ([0-9]{1,9}),? and ([0-9]{1,9}(?:\.[0-9]{1,9})?)(?=,? respectively)"
)
_WITH_UNIT = re.compile(
    r"(?i)(?<![\w:.,/])(?P<first>[0-9]{1,4}):(?P<second>[0-5][0-9])(?::(?P<third>[0-5][0-9]))?(?![0-9:])"
    r"(?:\s?\(?(?:hours?:min(?:ute)?s?(?::sec(?:ond)?s?)?|hh?:mm?(?::ss?)?|hours?|hrs?|h)"
    r"|(?<!:[0-9]{2}:[0-9]{2})\s?\(?(?P<short>minutes?(?::seconds?)?|mins?|mm:ss))(?![\w:])\)?"
)
"""A clock time that is a duration, as it has a unit: `1:57:40 hours`, `25:10 minutes`."""

_IS_CLOCK = re.compile(
    r"(?i)\b(?:is|was|be|takes?|took)\s+(?:(?:about|approximately|roughly|exactly)\s)?([0-9]{1,4}:[0-9]{2}:[0-9]{2})\W*$"
)


def lettered(text: str) -> bool:
    """Return whether the text gives all parts by letter, as in `X = 1, Y = 2, Z = 3`."""
    return all(pattern.search(text) for pattern, _ in _LETTERS)


def spelled_out(text: str) -> str:
    """Return the text without parentheses, with `X = 1` as `1 hours`, and Y and Z likewise.

    Empty if only some of the three are there.
    """
    text = re.sub(r"\([^()]*\)", "", text)
    text = _RESPECTIVELY.sub(r"\1 hours, \2 minutes, \3 seconds", text)
    spelled = 0
    for pattern, replacement in _LETTERS:
        text, count = pattern.subn(replacement, text)
        spelled += count > 0
    if spelled:
        text = _STOPS.sub(r"\1,", text)
    return text if spelled in (0, len(_LETTERS)) else ""


_RANGE = re.compile(r"[0-9]\s?[-\u2013]\s?[0-9]{1,9}\s?(?:hour|minute|second)s?\b")


def duration(text: str, unit: str) -> numbers.Value | None:
    """Return the only duration that the text gives in units, in seconds or minutes."""
    if _RANGE.search(text):
        return None
    text = _WITH_UNIT.sub(_parts_of_clock, text) if ":" in text else text
    seconds = numbers.only(quantity.distinct((a, a.to("seconds")) for a in quantity.amounts(text)))
    return None if seconds is None else in_unit(seconds, unit, "amount")


def _parts_of_clock(clock: re.Match) -> str:
    """Return `1:57:40 hours` as `1 hours, 57 minutes, 40 seconds`."""
    if clock["short"]:
        return f"{clock['first']} minutes, {clock['second']} seconds"
    return f"{clock['first']} hours, {clock['second']} minutes, {clock['third'] or 0} seconds"


def clock_duration(text: str, unit: str, stated: bool = False) -> numbers.Value | None:
    """Return the duration of a text that is a clock time, or with `stated` ends with one."""
    if stated:
        said = _IS_CLOCK.search(text)
        text = said[1] if said else ""
    short = unit == "seconds" and text.count(":") == 1  # minutes and seconds, or hours and minutes
    seconds = None if short else only_clock(text)
    return None if seconds is None else in_unit(seconds, unit, "clock")


def moment(text: str, unit: str) -> numbers.Value | None:
    """Return the only clock time in the text, with the only day that its words name."""
    seconds, day = seconds_of_day(text), numbers.only(days_told(text))
    if seconds is None or day is None:
        return None
    return in_unit(DAY * day + seconds, unit, "day_and_time")


def in_unit(seconds: float, unit: str, notation: str) -> numbers.Value:
    """Return seconds as a value of `seconds` or `minutes`."""
    size = quantity.SECONDS[quantity.SINGULAR[unit]]
    return numbers.Value(float(quantity.exact(seconds) / size), notation)
