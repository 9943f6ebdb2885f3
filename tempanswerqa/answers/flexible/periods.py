"""Reads when something was, at any precision: the first and the last day that a text names.

Dates, months and years are quantities; what stands around them, such as `the weekend before`, is
read here, from the inside out. The terms are those of ISO 8601-2 (EDTF) and TimeML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from itertools import zip_longest
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

from tempanswerqa.answers.candidates import prepared
from tempanswerqa.answers.flexible import sentences
from tempanswerqa.answers.flexible.text import normalize_characters
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


def _any(words: Iterable[str]) -> str:
    return "|".join(words)


_DAY = timedelta(days=1)
_WEEKDAYS = [names.split()[0] for names in TABLE["English"]["weekdays"]]
_COUNTS = {word: n for n, word in enumerate(TABLE["English"]["numbers"].split(), 1)}
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1}
_THIRDS = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}
_SEASON_WORDS = {
    3: "spring frühling frühjahr printemps primavera lente",
    6: "summer sommer été verano verão estate zomer",
    9: "autumn fall herbst automne otoño outono autunno herfst",
    12: "winter hiver invierno inverno",
}
_SEASONS = {word: first for first, words in _SEASON_WORDS.items() for word in words.split()}
_QUARTERS = {f"{word} quarter": 3 * n - 2 if n > 0 else 10 for word, n in _ORDINALS.items()}
_QUARTERS |= {f"q{n}": 3 * n - 2 for n in range(1, 5)}
_GRAINS = {"d": "day", "m": "month", "y": "year"}
_OF = r"(?:[- ]in)?[- ]?(?:,? (?:of|in|de|del|van|do)(?: the year)?)?,? ?\(? ?(?:the )?"
_SIDE = r"(?:(?P<before>before|prior to|preceding)|after|following|later than)"
_N = rf"(?P<n>[0-9]+|an?|{_any(_COUNTS)})"
_NO_NTH = "".join(f"(?<!{nth} )" for nth, number in _ORDINALS.items() if number > 1)
_PLACE = re.compile(r"<.([0-9]+)>")


def _at(grains: str) -> str:
    return f"(?:the |about |around )?<(?P<grain>[{grains}])(?P<at>[0-9]+)>"


def _months(first: date, months: int) -> Period:
    return Period(first, first + relativedelta(months=months) - _DAY)


def _whole(grain: str, first: date) -> Period:
    return Period(first, first) if grain == "d" else _months(first, 12 if grain == "y" else 1)


def _part_of_year(found: re.Match[str], own: Period) -> Period:
    return _months(own.first.replace(month={**_SEASONS, **_QUARTERS}[found["part"]]), 3)


def _third(found: re.Match[str], own: Period) -> Period:
    part, first = _THIRDS[found["part"]], own.first
    if found["grain"] == "y":
        return _months(first.replace(month=4 * part + 1), 4)
    last = own.last if part == 2 else first.replace(day=10 * part + 10)
    return Period(first.replace(day=10 * part + 1), last)


def _week_of_month(found: re.Match[str], own: Period) -> Period:
    number, (first, last) = _ORDINALS[found["number"]], own
    if found["what"] == "week":
        begin = last - 6 * _DAY if number < 0 else first + 7 * (number - 1) * _DAY
        return Period(begin, begin + 6 * _DAY)
    saturday = first + (5 - first.weekday()) % 7 * _DAY + 7 * (number - 1) * _DAY
    if number < 0:
        saturday = last - (last.weekday() - 5) % 7 * _DAY
    return Period(saturday, saturday + _DAY)


def _week_of(found: re.Match[str], own: Period) -> Period | None:
    if found["grain"] != "d":  # the week of 3 to 9 April
        return own if own.last - own.first < 7 * _DAY else None
    monday = own.first - own.first.weekday() * _DAY
    return Period(monday + 5 * _DAY if found["what"] == "weekend" else monday, monday + 6 * _DAY)


def _week_beside(found: re.Match[str], own: Period) -> Period:
    begin = own.first - 7 * _DAY if found["before"] else own.last + _DAY
    return Period(begin, begin + 6 * _DAY)


def _weekday_beside(found: re.Match[str], own: Period) -> Period:
    """Return the n-th weekday or weekend that lies before or after all of a period."""
    weekend = found["weekday"] == "weekend"
    number = 5 if weekend else _WEEKDAYS.index(found["weekday"])
    more = 7 * (abs(_ORDINALS.get(found["nth"], _count(found["n"]))) - 1) * _DAY
    if found["before"]:
        end = own.first - _DAY * (2 if weekend else 1)
        day = end - (end.weekday() - number) % 7 * _DAY - more
    else:
        begin = own.last + _DAY
        day = begin + (number - begin.weekday()) % 7 * _DAY + more
    return Period(day, day + _DAY * weekend)


def _count(text: str | None) -> int:
    return int(text) if text and text.isdigit() else _COUNTS.get(text or "", 1)


def _shifted(found: re.Match[str], own: Period) -> Period | None:
    """Return a day, month or year some units before or after one: `the year before 2011`."""
    unit, grain = found["unit"], found["grain"]
    finer = ("day", "week", "month").index(unit) if unit != "year" else 3
    if finer < {"d": 0, "m": 2, "y": 3}[grain] or (
        not found["n"] and (found["many"] or unit != _GRAINS[grain])
    ):
        return None  # two days before a month, the month before a day
    number = -_count(found["n"]) if found["before"] else _count(found["n"])
    return _whole(grain, own.first + relativedelta(**{f"{unit}s": number}))  # type: ignore[arg-type]


Rule = Callable[[re.Match[str], Period], "Period | None"]
_RULES: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (re.compile(rf"\b{pattern}"), rule)
    for pattern, rule in (
        (rf"(?<!/)(?P<part>{_any((*_SEASONS, *_QUARTERS))}){_OF}{_at('y')}", _part_of_year),
        (rf"(?P<part>{_any(_THIRDS)}){_OF}{_at('my')}", _third),
        (rf"(?P<number>{_any(_ORDINALS)}) (?P<what>weekend|week){_OF}{_at('m')}", _week_of_month),
        (rf"(?P<what>weekend|week) (?:of|around|containing|including|as) {_at('dp')}", _week_of),
        (
            rf"(?<!one ){_NO_NTH}(?:(?<!\ba )|(?<=on a ))week {_SIDE} {_at('dmyp')}",
            _week_beside,
        ),
        (
            rf"(?:(?:{_N}|(?P<nth>{_any(_ORDINALS)})) )?(?P<weekday>{_any(_WEEKDAYS)}|weekend)s?"
            rf" {_SIDE} {_at('dmyp')}",
            _weekday_beside,
        ),
        (
            rf"(?:{_N} |the |^)(?P<unit>day|week|month|year)(?P<many>s?) {_SIDE} {_at('dmy')}",
            _shifted,
        ),
    )
)
_TO = r"(?:to|until|till|through|-|–|and)"
_RANGE = re.compile(
    rf"(?P<between>between )?(?:from )?<.(?P<from>[0-9]+)> ?(?P<sign>{_TO})"
    r" ?<.(?P<to>[0-9]+)>"
)
_OPEN = re.compile(
    r"\b(?:before|after|since|until|till|to|through|by|prior to|following|than|past|from|between"
    r"|as of|not|never|nor|starting|turn of|eve of|h[12]|weeks?|weekends?|week [0-9]+"
    rf"|months?|days?|half|quarter|{_any(_THIRDS)}|or|either|and|{_any((*_SEASONS, *_WEEKDAYS))})"
    r"(?:,| of| in)? ?-? ?(?:(?:the|about|around|year|at|in|on) )*<"
    r"|\b(?:early|mid|middle|late) (?:to|or|and|-) (?:the )?<"
    r"|[$€£] ?<y|\b(?:christmas|easter|thanksgiving|halloween|new year'?s?)(?: [a-z]+)* <y"
    r"|n't (?:[a-z]+ )?<|(?:^|\babout |\bcost )<y[0-9]+> (?:people\b|[a-z]+[^s]s\b)"
    r"|<.[0-9]+> ?(?:or\b|and (?:later|earlier|before|after)|onwards?"
    r"|at the (?:latest|earliest)|[-/](?! ))"
)
"""A place beside words that leave it open, and a year that is a number of things."""

_BORN_OF_NOW = re.compile(
    r"\b(?:today|yesterday|tomorrow|ago|tonight|(?:last|this|next) (?:week|month|year)"
    rf"|last (?:weekend|night|summer|{_any(_WEEKDAYS)}))\b"
)
"""Words that name a day only if the day of the question is known."""

_RESTATED = re.compile(r"^[^,<]*, (?=(?:in|on) <)")
"""Words such as `last year` before the place that they mean."""

_CLAUSE = re.compile(
    r",? (?:as|which|when|while|because|based on|according to|during|since|though|although|the day"
    r" (?:she|he|they))\b|[;(]|\.(?= )"
)
"""The end of the clause that answers."""

_COMMA = re.compile(r", (?!or\b|and\b|but\b|not\b)")
_CORRECTED = re.compile(
    rf"> ?\((?:the )?(?:{_any((*_ORDINALS, *_THIRDS))})\b"
    r"|[.;,] (?:actually|correction|sorry|wait|i mean)\b.*<"
    r"|, (?:no|possibly|maybe|perhaps|probably),? (?:(?:in|on) )?<"
)
"""Words after an answer that make it finer, or another."""

_BOUND = re.compile(
    r"^[^<]*\bsince (?:[a-z]+ )*<|\bas (?:early|late) as <|\b[0-9]+(?:st|nd|rd|th)?,? <y"
    r"|\b(?:(?:less|more) than|over|under|within|at (?:least|most)|up to) [a-z0-9]+"
    rf" (?:day|week|month|year)s? (?:of|{_SIDE.replace('?P<before>', '?:')}) (?:[a-z]+ )?<"
)
"""Bounds and days without a month, which rules would take for a period or the end of a clause."""

_OF_EVENT = re.compile(
    rf"\b({_SIDE.replace('?P<before>', '?:')}) (?:[a-z'-]+ )+?(?:on|of|in) (?=<)"
)
"""An event with its date: `the day before the party on 3 May 2023`."""

_SAID = re.compile(rf"(?:{_any(_WEEKDAYS)}),? (?:the )?(?=<d)|\b(?:the )?month of (?=<m)")
"""Words before a place that say it once more."""

_NAMES = _any(name[:3].lower() for name in MONTHS)
_Rewriting = tuple[re.Pattern[str], "str | Callable[[re.Match[str]], str]"]
_REWRITTEN: tuple[_Rewriting, ...] = (
    (re.compile(r"(\d\d\d\d-[\d-]*\d\d)/(?=\d\d\d\d-)"), r"\1 to "),
    (re.compile(r"\b(winter (?:of )?\d\d\d\d)[-/](?:\d\d)?\d\d\b"), r"\1"),
    (
        re.compile(r"\b(\d\d\d\d)-2([1-4])\b(?!-)"),
        lambda m: f"{('spring', 'summer', 'autumn', 'winter')[int(m[2]) - 1]} {m[1]}",
    ),
    (re.compile(r"\b(\d\d\d\d)[- ]?(q[1-4])\b"), r"\2 \1"),
    (re.compile(r"\b(1[0-9])00'?s\b"), r"\g<1>00 to \g<1>99"),
    (re.compile(r"\b([12]\d\d)(?:0'?s\b|x\b)"), r"\g<1>0 to \g<1>9"),
    (
        re.compile(r"\b(?:the )?(1[0-9]|2[01])(?:st|th) century\b"),
        lambda m: f"{100 * int(m[1]) - 99} to {m[1]}00",
    ),
    (
        re.compile(
            rf"\b((?:{_NAMES})[a-z]*)\.? ?(to|until|through|-|–|and|or)"
            rf"(?= ?(?:{_NAMES})[a-z]*\.?,? ([12]\d\d\d)\b)"
        ),
        r"\1 \3 \2",  # between March and May 2021
    ),
)
"""Notations of periods, and how they are written for the rules."""

_NOW = re.compile(
    r"\b(?:(today|tonight|this (?:morning|afternoon|evening))|(yesterday|last night)|(tomorrow))\b"
)
_BESIDE_NOW = re.compile(
    rf"\b(?P<side>last|past|this|next) (?P<what>week|month|year|{_any(_WEEKDAYS)}|weekend)\b"
    r"|\bago\b"
)
_ANSWER = re.compile(r"(?i)\b(?:final )?answer\b(?: is)?:? ")
_CHOICE = re.compile(r" \| | or ")
_BETWEEN = re.compile(rf"\s*(?:{_TO})\s*(?:the )?")
_DAYS = re.compile(r"(?<![0-9])[0-9][0-9]?(?![0-9])")
_SIGN = re.compile(r"-|–|\b(?:to|and|or)\b")


def _beside_now(found: re.Match[str], now: date) -> str:
    """Return `last month` as the month, `last Friday` and `ago` as before the day."""
    step, what = {"last": -1, "past": -1, "next": 1}.get(found["side"], 0), found["what"]
    if what == "week":
        monday = now + (7 * step - now.weekday()) * _DAY
        return f"{monday} to {monday + 6 * _DAY}"
    if what in ("month", "year"):
        first = now + relativedelta(**{f"{what}s": step})  # type: ignore[arg-type]
        return first.isoformat()[: 7 if what == "month" else 4]
    if what and (step == 0 or (what == "weekend" and step > 0)):
        return found[0]
    return f"{what or ''} {'after' if step > 0 else 'before'} {now}"


def read_period(text: str, asked_on: date | str | None = None) -> Period | None:
    """Return the days that a text names as the answer to *when*.

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

    Parameters
    ----------
    text
        An answer or label.
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
    answer = _ANSWER.split(" ".join(prepared(normalize_characters(text)).split()))[-1]
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
    marked = _marked(_rewritten(text, asked_on), places)
    if marked is None or _BOUND.search(marked) or _CORRECTED.search(marked):
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


def _rewritten(text: str, asked_on: date | None) -> str:
    """Return the text in lower case, with words for periods as dates, months and years."""
    text = text.lower().replace("<", " ").replace("a week ago", "one week ago")
    if asked_on:
        days = (asked_on, asked_on - _DAY, asked_on + _DAY)
        text = _NOW.sub(lambda found: str(days[found.lastindex - 1]), text)  # type: ignore[operator]
        text = _BESIDE_NOW.sub(lambda found: _beside_now(found, asked_on), text)
    for pattern, written in _REWRITTEN:
        text = pattern.sub(written, text)
    return text


def _marked(text: str, places: Places) -> str | None:
    """Return the text with its dates, months and years as places; None if one is not a period."""

    def place(grain: str, first: date) -> str:
        places.append(_Place(grain, _whole(grain, first)))
        return f"<{grain}{len(places) - 1}>"

    points = [one for one in quantities(text) if one.kind in ("date", "moment", "month", "year")]
    pieces, position = [], 0
    for one, after in zip_longest(points, points[1:]):
        begin, end = one.span
        year, month, day = (*one.parts, 1, 1)[:3]
        if year is None and after and _BETWEEN.fullmatch(text, end, after.start):
            year = after.parts[0]  # 26 March to 20 April 2023
        if year is None or one.certainty == "open":
            return None
        name, stated = "", text[begin:end]
        if one.role != "denied":
            grain = {"month": "m", "year": "y"}.get(one.kind, "d")
            name = place(grain, date(year, month, day))
            both = _DAYS.findall(stated)
            if grain == "d" and one.role == "range" and len(both) == 2:
                sign = _SIGN.search(stated)
                last = place("d", date(year, month, int(both[1])))
                name = f"{name} {sign[0] if sign else 'and'} {last}"
        pieces += [text[position:begin], name]
        position = end
    return " ".join(" ".join([*pieces, text[position:]]).split())


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
            if period := rule(found, places[int(found["at"])].period):
                own = "d" if period.first == period.last else "p"
                places.append(_Place(found["grain"] if rule is _shifted else own, period))
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
