"""Reads when something was, at any precision: the first and the last day that a text names.

Dates, months and years are quantities; what stands around them, such as `the weekend before`, is
read here, from the inside out. The terms are those of ISO 8601-2 (EDTF) and TimeML.

| text | days |
|---|---|
| a day, month, year, decade, century, quarter | all of it |
| spring, summer, autumn, winter of a year | March to May, ..., December to February |
| early, mid, late in a month | days 1 to 10, 11 to 20, 21 to the end |
| early, mid, late in a year | January to April, May to August, September to December |
| the first to fourth week of a month | days 1 to 7, 8 to 14, 15 to 21, 22 to 28 |
| the last week of a month | its last seven days |
| the first to last weekend of a month | by its Saturday |
| the week of a date | Monday to Sunday around it |
| the week before or after a date | the seven days next to it |
| a weekday or weekend before or after a date | the next one strictly before or after it |
| n days, weeks, months, years before or after | that day, month or year |
| the same before or after an event with its date | as if the date stood there |
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from difflib import get_close_matches
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

from tempanswerqa.answers.flexible import sentences
from tempanswerqa.answers.flexible.text import normalize_characters, unmarked
from tempanswerqa.answers.languages import TABLE
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.result import Period
from tempanswerqa.paper_scoring import MONTHS

LONGEST = 2_000
"""The largest number of characters of a text that is read."""


class _Place(NamedTuple):
    """A period that stands in the text as `<d0>`: the grain, and the number of the place."""

    grain: str
    """`d`, `m` and `y` for a day, month and year, `p` for others."""
    period: Period


Places = list[_Place]

_DAY = timedelta(days=1)
_WEEKDAYS = [names.split()[0] for names in TABLE["English"]["weekdays"]]
_MONTHS = [name.lower() for name in MONTHS]
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_COUNTS = {"a": 1, "an": 1}
_COUNTS |= {word: n for n, word in enumerate(TABLE["English"]["numbers"].split()[:12], 1)}
_ORDINALS = ("first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "last|final")
_PARTS = ("early|beginning|start|first part", "mid|middle", "late|end|later part")
_N = rf"(?P<n>[0-9]{{1,3}}|{'|'.join(_COUNTS)})"
_SIDE = r"(?:(?P<before>before|prior to|preceding|previous to)|after|following|later than)"
_WHOLE = {"y": "year", "m": "month", "d": "day"}
_WEEKDAY = rf"(?P<weekday>{'|'.join(_WEEKDAYS)}|weekend)s?"


def _place(grains: str) -> str:
    return f"(?:the |about |around )?<(?P<grain>[{grains}])(?P<at>[0-9]{{1,3}})>"


def _number(alternatives: tuple[str, ...], text: str) -> int:
    """Return the number of the alternative that has the text, from 1 on."""
    return next(n for n, words in enumerate(alternatives, 1) if text in words.split("|"))


def _months(first: date, months: int) -> Period:
    return Period(first, first + relativedelta(months=months) - _DAY)


def _step(unit: str, number: int) -> relativedelta:
    months = {"year": 12, "month": 1}.get(unit, 0) * number
    return relativedelta(months=months, days={"week": 7, "day": 1}.get(unit, 0) * number)


def _third(found: re.Match[str], own: _Place) -> Period:
    part, first = _number(_PARTS, found["part"]), own.period.first
    if own.grain == "y":
        return _months(first.replace(month=4 * part - 3), 4)
    last = own.period.last if part == 3 else first.replace(day=10 * part)
    return Period(first.replace(day=10 * part - 9), last)


def _quarter(found: re.Match[str], own: _Place) -> Period | None:
    number = int(found["q"] or _number(_ORDINALS, found["number"]))
    number = 4 if number == len(_ORDINALS) else number
    return _months(own.period.first.replace(month=3 * number - 2), 3) if number < 5 else None


def _season(found: re.Match[str], own: _Place) -> Period:
    return _months(own.period.first.replace(month=_SEASONS[found["season"]]), 3)


def _week_of_month(found: re.Match[str], own: _Place) -> Period | None:
    number, (first, last) = _number(_ORDINALS, found["number"]), own.period
    is_last = number == len(_ORDINALS)
    if found["what"] == "week":
        begin = last - 6 * _DAY if is_last else first + 7 * (number - 1) * _DAY
        return Period(begin, begin + 6 * _DAY) if is_last or number < 5 else None
    saturday = first + (5 - first.weekday()) % 7 * _DAY + 7 * (number - 1) * _DAY
    if is_last:
        saturday = last - (last.weekday() - 5) % 7 * _DAY
    return Period(saturday, saturday + _DAY) if saturday <= last else None


def _week_of(found: re.Match[str], own: _Place) -> Period | None:
    if own.grain != "d":  # the week of 3 to 9 April
        return own.period if own.period.last - own.period.first < 7 * _DAY else None
    monday = own.period.first - own.period.first.weekday() * _DAY
    return Period(monday + 5 * _DAY if found["what"] == "weekend" else monday, monday + 6 * _DAY)


def _week_beside(found: re.Match[str], own: _Place) -> Period:
    first, last = own.period
    begin = first - 7 * _DAY if found["before"] else last + _DAY
    return Period(begin, begin + 6 * _DAY)


def _weekday_beside(found: re.Match[str], own: _Place) -> Period:
    """Return the n-th weekday or weekend that lies before or after all of a period."""
    weekend = found["weekday"] == "weekend"
    number = 5 if weekend else _WEEKDAYS.index(found["weekday"])
    more = 7 * (_count(found["n"]) - 1) * _DAY
    if found["before"]:
        end = own.period.first - _DAY * (2 if weekend else 1)
        day = end - (end.weekday() - number) % 7 * _DAY - more
    else:
        begin = own.period.last + _DAY
        day = begin + (number - begin.weekday()) % 7 * _DAY + more
    return Period(day, day + _DAY * weekend)


def _count(text: str | None) -> int:
    return int(text) if text and text.isdigit() else _COUNTS.get(text or "a", 1)


def _shifted(found: re.Match[str], own: _Place) -> Period | None:
    """Return a day, month or year that lies some units before or after one."""
    unit, number = found["unit"], _count(found["n"])
    if (own.grain != "d" and unit in ("day", "week")) or (own.grain == "y" and unit == "month"):
        return None
    step = _step(unit, -number if found["before"] else number)
    return _whole(own.grain, own.period.first + step)


def _next_to(found: re.Match[str], own: _Place) -> Period | None:
    """Return the day, month or year right before or after one: `the year before 2011`."""
    if found["unit"] != _WHOLE[own.grain]:
        return None  # the month before a day
    step = _step(found["unit"], -1 if found["before"] else 1)
    return _whole(own.grain, own.period.first + step)


def _whole(grain: str, first: date) -> Period:
    return Period(first, first) if grain == "d" else _months(first, 12 if grain == "y" else 1)


Rule = Callable[[re.Match[str], _Place], "Period | None"]
_OF = r"(?:,? (?:of|in)(?: the year)?)?,? ?\(? ?(?:the )?"
_RULES: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (re.compile(rf"\b{pattern}"), rule)
    for pattern, rule in (
        (rf"(?<!/)(?P<season>{'|'.join(_SEASONS)}){_OF}{_place('y')}", _season),
        (
            rf"(?:(?P<number>{'|'.join(_ORDINALS)}) quarter|q(?P<q>[1-4])){_OF}{_place('y')}",
            _quarter,
        ),
        (rf"(?P<part>{'|'.join(_PARTS)})(?:[- ]in)?[- ]?{_OF}{_place('my')}", _third),
        (
            rf"(?P<number>{'|'.join(_ORDINALS)}) (?P<what>weekend|week){_OF}{_place('m')}",
            _week_of_month,
        ),
        (rf"(?P<what>weekend|week) (?:of|around|containing|including|as) {_place('dp')}", _week_of),
        (rf"(?<!one )(?:(?<!\ba )|(?<=on a ))week {_SIDE} {_place('dmyp')}", _week_beside),
        (rf"(?:{_N} )?{_WEEKDAY} {_SIDE} {_place('dmyp')}", _weekday_beside),
        (rf"{_N} (?P<unit>day|week|month|year)s? {_SIDE} {_place('dmy')}", _shifted),
        (rf"(?:the |^)(?P<unit>day|month|year) {_SIDE} {_place('dmy')}", _next_to),
    )
)
_TO = r"(?:to|until|till|through|-|–|and)"
_RANGE = re.compile(
    rf"(?P<between>between )?(?:from )?<.(?P<from>[0-9]{{1,3}})> ?(?P<sign>{_TO})"
    r" ?<.(?P<to>[0-9]{1,3})>"
)
_PLACE = re.compile("<.([0-9]{1,3})>")
_OPEN = re.compile(
    r"\b(?:before|after|since|until|till|to|through|by|prior to|following|than|past|from|between"
    r"|as of|not|never|starting|turn of|eve of|h[12]|weeks?|weekends?"
    r"|months?|days?|half|quarter|early|mid|late|end|start|beginning"
    rf"|or|either|and|{'|'.join((*_SEASONS, *_WEEKDAYS))})(?:,| of| in)?"
    r" ?-? ?(?:(?:the|about|around|year|at|in|on) )*<"
    r"|\b(?:early|mid|middle|late) (?:to|or|and|-) (?:the )?<"
    r"|[$€£] ?<y|\b(?:christmas|easter|thanksgiving|halloween|new year'?s?)(?: [a-z]+)* <y"
    r"|n't (?:[a-z]+ )?<"
    r"|<.[0-9]{1,3}> ?(?:or\b|and (?:later|earlier|before|after)|onwards?"
    r"|at the (?:latest|earliest)|[-/](?! ))"
)
"""A place beside words that leave it open."""

_BORN_OF_NOW = re.compile(
    r"\b(?:today|yesterday|tomorrow|ago|tonight|last (?:week|month|year|weekend|night|summer"
    rf"|{'|'.join(_WEEKDAYS)})|this (?:week|month|year)|next (?:week|month|year))\b"
)
"""Words that name a day only if the day of the question is known."""

_RESTATED = re.compile(r"^[^,<]{0,200}, (?=(?:in|on) <)")
"""Words such as `last year` before the place that they mean."""

_CLAUSE = re.compile(
    r",? (?:as|which|when|while|because|based on|according to|during|since|though|although|the day"
    r" (?:she|he|they))\b|[;(]|\.(?= )"
)
"""The end of the clause that answers."""

_COMMA = re.compile(r", (?!or\b|and\b|but\b|not\b)")

_HUNDREDS = [f"1{digit}0" for digit in range(10)]
_WRITTEN: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Period]], ...] = (
    (
        re.compile(r"\b([12][0-9]{2})(?:0'?s\b|x\b)"),
        lambda m: _months(date(int(m[1]) * 10, 1, 1), 1200 if m[1] in _HUNDREDS else 120),
    ),
    (
        re.compile(r"\b([0-9]{4})-2([1-4])\b(?!-)"),
        lambda m: _months(date(int(m[1]), 3 * int(m[2]), 1), 3),
    ),
    (
        re.compile(r"\b(?:the )?winter (?:of )?([0-9]{4})[-/](?:[0-9]{2})?[0-9]{2}\b"),
        lambda m: _months(date(int(m[1]), 12, 1), 3),
    ),
    (
        re.compile(r"\b(?:the )?(1[0-9]|2[01])(?:st|th) century\b"),
        lambda m: Period(date(int(m[1]) * 100 - 99, 1, 1), date(int(m[1]) * 100, 12, 31)),
    ),
)
"""Periods in a notation of their own."""

_MISSPELT = re.compile(r"(?<=[0-9] )[a-z]{5,10}|(?<=[0-9])[a-z]{5,10}|\b[a-z]{5,10}(?=[ .][0-9])")
_BOUND = re.compile(
    r"^[^<]*\bsince (?:[a-z]+ ){0,2}<|\bas (?:early|late) as <"
    r"|\b(?:(?:less|more) than|over|under|within|at (?:least|most)|up to) [a-z0-9]+"
    rf" (?:day|week|month|year)s? (?:of|{_SIDE.replace('?P<before>', '?:')}) (?:[a-z]+ )?<"
)
"""Bounds, which other rules would take for a period or for the end of a clause."""

_OF_EVENT = re.compile(
    rf"\b({_SIDE.replace('?P<before>', '?:')}) (?:[a-z'-]+ ){{1,4}}?(?:on|of|in) (?=<)"
)
"""An event with its date: `the day before the party on 3 May 2023`."""

_BARE_MONTH = re.compile(
    rf"\b({'|'.join(name[:3] for name in _MONTHS)})([a-z]{{0,6}})\.? ?(to|until|through|-|–|and|or)"
    rf"(?= ?(?:{'|'.join(name[:3] for name in _MONTHS)})[a-z]{{0,6}}\.?,? ([12][0-9]{{3}})\b)"
)
"""A month whose year is that of the next one: `between March and May 2021`."""

_LOOSE_DAY = re.compile(r"\b[0-9]{1,2}(?:st|nd|rd|th)?,? <y")
_POINT = re.compile(r"(?<=[a-z])\.(?=[12][0-9]{3}\b)")
_ANSWER = re.compile(r"(?i)\b(?:final )?answer\b(?: is)?:? ")
_CHOICE = re.compile(r" \| | or ")
_ISO_RANGE = re.compile(r"([0-9]{4}(?:-[0-9]{2}){1,2})/(?=[0-9]{4}-)")
_NOW = {"today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0}
_NOW |= {"yesterday": -1, "last night": -1, "tomorrow": 1}
_SIGN = re.compile(r"-|–|\b(?:to|and|or)\b")


@lru_cache(maxsize=1 << 12)
def _month_name(word: str) -> str:
    """Return the month that a word beside a number means: `5 Januery 2024`."""
    return next(iter(get_close_matches(word, _MONTHS, 1, 0.85)), word)


def _in_calendar(found: re.Match[str], asked_on: date, add: Callable[[str, Period], str]) -> str:
    """Return the place of `last month`, `this year`, `next week`."""
    step = {"last": -1, "past": -1, "this": 0, "next": 1}[found[1]]
    if found[2] == "week":
        monday = asked_on - asked_on.weekday() * _DAY + 7 * step * _DAY
        return add("p", Period(monday, monday + 6 * _DAY))
    first = asked_on.replace(day=1) if found[2] == "month" else asked_on.replace(month=1, day=1)
    return add(found[2][0], _whole(found[2][0], first + _step(found[2], step)))


def _beside_now(found: re.Match[str], asked_on: date, add: Callable[[str, Period], str]) -> str:
    """Return `last Friday` as the Friday before a place, and `ago` as before it."""
    day = add("d", _whole("d", asked_on))
    if found[0] == "ago":
        return f"before {day}"
    return f"{found[2]} {'after' if found[1] == 'next' else 'before'} {day}"


_FROM_NOW = (
    (re.compile(r"\b(last|past|this|next) (week|month|year)\b"), _in_calendar),
    (re.compile(rf"\b(last|past|next) ({'|'.join(_WEEKDAYS)}|(?<!next )weekend)\b"), _beside_now),
    (re.compile(r"\bago\b"), _beside_now),
)
"""Words for a period beside the day of the question."""

_BETWEEN = re.compile(rf"\s*(?:{_TO})\s*(?:the )?")
_SAID = re.compile(rf"(?:{'|'.join(_WEEKDAYS)}),? (?:the )?(?=<d)|\b(?:the )?month of (?=<m)")
"""Words before a place that say it once more."""

_DAYS = re.compile(r"(?<![0-9])[0-9]{1,2}(?![0-9])")


def read_period(text: str, asked_on: date | str | None = None) -> Period | None:
    """Return the days that a text names as the answer to *when*.

    Parameters
    ----------
    text
        An answer or label. The table above has what is read.
    asked_on
        The day on which the question was asked, also as 2023-05-08: with it, `two weeks ago` is a
        day. Empty or None if it is not known.

    Returns
    -------
    Period or None
        None for an empty text, one without a date, one that is open (`since 2014`), vague (`a few
        days before`) or names several periods, and for a day that does not exist.

    Examples
    --------
    >>> read_period("the weekend before 17 July 2023").first
    datetime.date(2023, 7, 15)
    >>> read_period("last month", asked_on=date(1998, 8, 12)).last
    datetime.date(1998, 7, 31)
    """
    if len(text) > LONGEST:
        return None
    plain = " ".join(unmarked(normalize_characters(text)).split())
    answer = _ANSWER.split(plain)[-1]
    if isinstance(asked_on, str):
        asked_on = date.fromisoformat(asked_on) if asked_on else None
    try:
        return _read(answer, asked_on)
    except (OverflowError, ValueError):  # before year 1 or after 9999
        return None


def read_periods(text: str, asked_on: date | str | None = None) -> tuple[Period, ...]:
    """Return the periods that a label names as right answers: `May 3, 2012 or May 4, 2012`.

    A label with a single period gives one; empty if a part has none.
    """
    if " | " not in text and (one := read_period(text, asked_on)):
        return (one,)
    parts = [read_period(part, asked_on) for part in _CHOICE.split(text)]
    return () if None in parts else tuple(dict.fromkeys(filter(None, parts)))


def _read(text: str, asked_on: date | None) -> Period | None:
    places: Places = []
    marked = _marked(text, asked_on, places)
    if marked is None:
        return None
    if _LOOSE_DAY.search(marked) or _BOUND.search(marked):
        return None
    stated = _resolved(_OF_EVENT.sub(r"\1 ", _SAID.sub("", marked)), places)
    for clause in _CLAUSE.split(_RESTATED.sub(" ", stated)):
        read: Period | None = None
        for part in _COMMA.split(clause):
            named = list(dict.fromkeys(places[int(at)].period for at in _PLACE.findall(part)))
            if not named or (read and _OPEN.search(part)):
                continue
            own = None if _OPEN.search(part) else _finest(named)
            if read is None and (own is None or sentences.refuses(text)):
                return None
            read = (read and own and _finest([read, own])) or read or own
        if read:
            return read
        if _BORN_OF_NOW.search(clause) and "(" not in stated:
            return None
    return None


def _finest(named: list[Period]) -> Period | None:
    """Return the period that lies within all others; None if there is none."""
    least = min(named, key=lambda own: own.last - own.first)
    within = all(own.first <= least.first and least.last <= own.last for own in named)
    return least if within else None


def _marked(text: str, asked_on: date | None, places: Places) -> str | None:
    """Return the text in lower case with its dates, months and years as places; None if one of
    them is no single period.
    """
    text = text.lower().replace("<", " ").replace("a week ago", "one week ago")
    text = _ISO_RANGE.sub(r"\1 to ", text)
    text = _MISSPELT.sub(lambda found: _month_name(found[0]), _POINT.sub(" ", text))
    text = _BARE_MONTH.sub(r"\1\2 \4 \3", text)
    spans: list[tuple[int, int, str]] = []

    def add(grain: str, period: Period) -> str:
        places.append(_Place(grain, period))
        return f"<{grain}{len(places) - 1}>"

    for pattern, period in _WRITTEN:
        spans += [(*found.span(), add("p", period(found))) for found in pattern.finditer(text)]
    if asked_on:
        for word, days in _NOW.items():
            for found in re.finditer(rf"\b{word}\b", text):
                spans.append((*found.span(), add("d", _whole("d", asked_on + days * _DAY))))
        for pattern, shape in _FROM_NOW:
            for found in pattern.finditer(text):
                spans.append((*found.span(), shape(found, asked_on, add)))
    given = quantities(text)
    for one, after in zip_longest(given, given[1:]):
        begin, end = one.span
        if one.kind not in ("date", "moment", "month", "year") or any(
            begin < other[1] and other[0] < end for other in spans
        ):
            continue
        year, month, day = (*one.parts[:3], 1, 1)[:3] if one.kind != "moment" else one.parts[:3]
        if year is None and after and _BETWEEN.fullmatch(text, end, after.span[0]):
            year = after.parts[0]  # 26 March to 20 April 2023
        if year is None or one.certainty == "open":
            return None
        if one.role == "denied":
            spans.append((begin, end, ""))
            continue
        grain = {"month": "m", "year": "y"}.get(one.kind, "d")
        name = add(grain, _whole(grain, date(year, month, day)))
        stated = text[begin:end]
        both = [int(each) for each in _DAYS.findall(stated)]
        if grain == "d" and one.role == "range" and len(both) == 2:
            last = add("d", _whole("d", date(year, month, both[1])))
            sign = _SIGN.search(stated)
            name = f"{name} {sign[0] if sign else 'and'} {last}"
        spans.append((begin, end, name))
    for begin, end, name in sorted(spans, reverse=True):
        text = f"{text[:begin]} {name} {text[end:]}"
    return " ".join(text.split())


def _resolved(text: str, places: Places) -> str:
    """Return the text with what is said of places as places of their own, from the inside out."""
    text = _ranges(text, places)
    while found := _first(text, places):
        text = f"{text[: found.start()]}<{places[-1].grain}{len(places) - 1}>{text[found.end() :]}"
    return _ranges(text, places)


def _first(text: str, places: Places) -> re.Match[str] | None:
    """Return where the first rule that gives a period applies, and add the period to the places."""
    for pattern, rule in _RULES:
        for found in pattern.finditer(text):
            own = places[int(found["at"])]
            if period := rule(found, own):
                same = rule in (_shifted, _next_to)
                grain = own.grain if same else "d" if period.first == period.last else "p"
                places.append(_Place(grain, period))
                return found
    return None


def _ranges(text: str, places: Places) -> str:
    """Return the text with `from A to B` and `between A and B` as places."""
    while found := _RANGE.search(text):
        first, last = (places[int(found[name])].period for name in ("from", "to"))
        if (found["sign"] == "and" and not found["between"]) or first.first > last.last:
            break
        places.append(_Place("p", Period(first.first, last.last)))
        text = f"{text[: found.start()]}<p{len(places) - 1}>{text[found.end() :]}"
    return text
