"""Reads when something happened, at any precision: the first and last day that a text names.

Dates, months and years are the points that `parsing` finds. A notation is a row of `_NOTATIONS`: a
pattern over the classes of tokens and points, and the function that turns a match into a point.
The rows are applied in turn, so that `the weekend before` encloses a date, which encloses its
month. The terms are those of ISO 8601-2 (EDTF) and TimeML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import Any

from dateutil.relativedelta import MO, SA, relativedelta, weekday

from tempanswerqa.answers.parsing import Reader
from tempanswerqa.answers.quantity import Quantity, Role
from tempanswerqa.answers.result import Period
from tempanswerqa.answers.tokens import POINTS, Match, Token, any_of, pattern

_DAY = timedelta(days=1)
_GRAINS = {"date": "day", "moment": "day", "month": "month", "year": "year"}
_WHOLE: dict[str, tuple[relativedelta, relativedelta]] = {
    "week": (relativedelta(weekday=MO(-1)), relativedelta(days=6)),
    "month": (relativedelta(day=1), relativedelta(months=1, days=-1)),
    "year": (relativedelta(day=1, month=1), relativedelta(years=1, days=-1)),
}
"""The offsets from any day to the first of its unit, and from there to the last."""
_UNITS = ("day", *_WHOLE)
_NOW = {"today": 0, "tonight": 0, "tomorrow": 1, "this": 0, "next": 1}
_SIDES = dict.fromkeys(("before", "prior to", "preceding"), -1)
_SIDES |= dict.fromkeys(("after", "following", "later than"), 1)
_SHARES = {
    **{"early": (1, 3), "mid": (2, 3), "late": (3, 3)},
    **{"spring": (1, 4), "summer": (2, 4), "autumn": (3, 4), "winter": (4, 4)},
    **{"q": (0, 4), "quarter_of_year": (0, 4), "h": (0, 2), "half": (0, 2)},
}
"""The part of a year or month that a word names, and of how many; 0 if a number says which."""
_JOINS = any_of("to", "or", "and", "not") | {*"-–/&"}
_BRIDGE = _JOINS | any_of("early", "mid", "late", "both", "beside", "weekdays") | {","}
_LEADS = any_of("beside", "adjunct", "edge", "of", "months", "day_number", "unit") | {*",("}
_MORE, _LISTS, _BOTH = any_of("day_number", "ordinals"), any_of("and", "or"), any_of("both")
_ISO_RANGE = re.compile(r"\b([0-9]{4}([-/])[0-9]{2}(?:\2[0-9]{2})?)[-/](?=[0-9]{4}\2[0-9]{2})")
Made = tuple[str, "Period | None"]
"""The granularity of a point, and its days; None if they are not known."""

_OPEN: Made = ("open", None)


class _Timeline(Reader):
    """A text in tokens, in which each name of a time becomes one token, a point."""

    def __init__(self, text: str, asked_on: date | None, month_first: bool | None) -> None:
        super().__init__(text)
        self.asked_on = asked_on
        points = [one for one in self.found() if one.kind in _GRAINS]
        points = [one for one in points if one.kind != "year" or not _is_no_time(self, one)]
        years = _years_of(self, points)
        self._replace(
            (one.first, one.after, _tried(_point, self, one, year, month_first))
            for one, year in zip(points, years, strict=True)
        )
        if self._reduce():
            self._reduce()  # notations around a time that was found late

    def _reduce(self) -> bool:
        """Turn notations of several tokens into points, and return whether there were any."""
        before = self.t
        for row, make in _NOTATIONS:
            if matches := [Match(self, match) for match in row.finditer(self.signs)]:
                self._replace((m.first, m.after, _tried(make, self, m)) for m in matches)
        return self.t is not before

    def _replace(self, points: Iterable[tuple[int, int, Made | None]]) -> None:
        """Replace the tokens from one up to another by one token, if they name a time."""
        given: list[Token] = []
        i = 0
        for first, after, made in points:
            if made:
                start, end = self.t[first].start, self.t[after - 1].end
                point = Token("point", made[0], start, end, POINTS[made[0]], made[1])
                given += [*self.t[i:first], point]
                i = after
        if given:
            self._set([*given, *self.t[i:]])

    def role(self, i: int) -> Role:
        """Return how the text states a point."""
        if self.t[i].value is None:
            return "relative"
        start, end = self.at[max(0, i - 10)], self.at[i]
        before = Match(self, _STANDS_BEFORE.search(self.signs, start, end))  # type: ignore[arg-type]
        after = self.match(_STANDS_AFTER, i + 1)
        if before["denied"]:
            return "denied"
        if before["several"] or (after and after["several"]):
            return "one of several"
        between = before["mark"].char in _BOTH and self.t[i].text == "period"
        if after or (before["mark"] and not between):
            return "bound"
        return "about" if before["about"] else "exact"


def _tried(make: Callable[..., Made | None], *given: Any) -> Made | None:
    """Return the result of a function; an open point for a day that does not exist."""
    try:
        return make(*given)
    except (OverflowError, ValueError):
        return _OPEN


def _point(reader: Reader, one: Quantity, year: int | None, month_first: bool | None) -> Made:
    if year is None or (one.certainty == "open" and month_first is None):
        return _OPEN
    _, month, day = (*one.parts[:3], 1, 1)[:3]
    if one.certainty == "open" and one.kind != "month" and not month_first:
        month, day = day, month
    grain, first = _GRAINS[one.kind], date(year, month, day)
    if grain != "day" or one.role != "range":
        return grain, _whole(grain, first)
    own = reader.t[one.first : one.after]
    last = first.replace(day=_nth(next(t for t in own[::-1] if t.char in _MORE)))
    listed = any(t.char in _LISTS for t in own) and not reader.is_a(one.first - 1, _BOTH)
    known = last - first == _DAY or (last > first and not listed)
    return ("period", Period(first, last)) if known else _OPEN


def _years_of(reader: Reader, points: Sequence[Quantity]) -> list[int | None]:
    """Return the year of each point, as in `26 March to 20 April 2023`."""
    years: list[int | None] = [one.parts[0] for one in points]
    for k in range(len(points) - 2, -1, -1):
        one, after, year = points[k], points[k + 1], years[k + 1]
        between = {t.char for t in reader.t[one.after : after.first]}
        if years[k] is None and year and between <= _BRIDGE and between & _JOINS:
            years[k] = year - (after.kind != "year" and one.parts[1] > after.parts[1])
    return years


def _is_no_time(reader: Reader, one: Quantity) -> bool:
    """Return whether a year counts things or is part of a name: `Cyberpunk 2077`."""
    k, noun = one.first - 1, one.noun
    if (noun == "people" or (len(noun) > 3 and noun[-1] == "s")) and not reader.is_a(k, _LEADS):
        return True
    name = k >= 0 and reader.t[k].classes == {"plain"} and reader.is_capital(k)
    return name and not reader.t[k].text.endswith("ed")


# functions of the notations


def _whole(unit: str, day: date) -> Period:
    """Return the day, week, month or year around a day."""
    if unit == "day":
        return Period(day, day)
    to_first, to_last = _WHOLE[unit]
    first = day + to_first
    return Period(first, first + to_last)


def _months(first: date, months: int) -> Made:
    return "period", Period(first, first + relativedelta(months=months, days=-1))


def _nth(token: Token) -> int:
    """Return the number of an ordinal; -1 for the last, 0 if it is not an ordinal."""
    return -1 if "last" in token.classes else int(token.means.get("ordinals") or token.value or 0)


def _moved(day: date, unit: str, number: float) -> date:
    return day + relativedelta(**{f"{unit}s": number})  # type: ignore[arg-type]


def _days(first: date, days: int) -> Made:
    return "period", Period(first, first + (days - 1) * _DAY)


def _weekday(m: Match, own: Period, number: int) -> Made:
    """Return the n-th weekday or weekend after the whole of a period, or before it."""
    place = 5 if m["weekend"] else m["weekday"].means["weekdays"] - 1
    day = own.last + _DAY if number > 0 else own.first - _DAY * (2 if m["weekend"] else 1)
    day += relativedelta(weekday=weekday(place)(number))
    return _days(day, 2) if m["weekend"] else ("day", Period(day, day))


def _from_now(line: _Timeline, m: Match) -> Made:
    """Return `last month` as the month, `last Friday` as the one before the day."""
    now, unit = line.asked_on, m["unit"].means.get("unit", "day")
    if now is None:
        return _OPEN
    if m["ago"]:
        return "day", _whole("day", _moved(now, unit, -(m["count"].value or 1)))
    number = _NOW.get(m["side"].text, -1)
    if m["weekday"] or m["weekend"]:
        return _weekday(m, Period(now, now), number) if number else _OPEN
    return "period" if unit == "week" else unit, _whole(unit, _moved(now, unit, number))


def _decade(line: _Timeline, m: Match) -> Made | None:
    """Return the years of 1990s, 1990er, 199X, les années 1990, or the '90s; a century of 1800s."""
    if m["nth"]:
        return _months(date(100 * _nth(m["nth"]) - 99, 1, 1), 1200)
    if m["tens"]:
        return _months(date(10 * int(m["tens"].value), 1, 1), 120)
    year = m["point"].value.first.year if m["point"] else int(m["year"].value)
    if year < 100:
        year += 1900 if year > 20 else 2000
    if year % 10 or (m["year"].kind == "ordinal" and not m["year"].text.endswith("er")):
        return None
    return _months(date(year, 1, 1), 1200 if year % 100 == 0 and year < 2000 else 120)


def _part(line: _Timeline, m: Match) -> Made | None:
    """Return a third, quarter, half or season of a year, or part of a month or decade."""
    first, last = m["point"].value
    months = 12 * (last.year - first.year) + last.month - first.month + 1
    number, of = int(m["edtf"].value or 0) - 20, 4
    if m["share"]:
        number, of = next(share for name, share in _SHARES.items() if name in m["share"].classes)
        number = number or _nth(m["nth"])
        number = of if number < 0 else number
    whole = first.day == (last + _DAY).day == 1
    if not whole or not 1 <= number <= of or (months == 1 and of == 4):
        return None
    if months == 1:
        days = 30 // of
        begin = first + days * (number - 1) * _DAY
        return ("period", Period(begin, last)) if number == of else _days(begin, days)
    size, later = months // of, 0 if m["nth"] or of < 4 else 2  # spring begins in March
    return _months(first + relativedelta(months=size * (number - 1) + later), size)


def _week(line: _Timeline, m: Match) -> Made | None:
    """Return a week or weekend of a month, or the one around a date."""
    (first, last), number = m["point"].value, _nth(m["nth"])
    monday, sunday = _whole("week", first)
    if not m["nth"]:
        days = _days(sunday - _DAY, 2) if m["weekend"] else _days(monday, 7)
        return days if last <= sunday else None
    if number not in (-1, 1, 2, 3, 4):
        return None
    if m["weekend"]:
        return _days((last if number < 0 else first) + relativedelta(weekday=SA(number)), 2)
    return _days(last - 6 * _DAY if number < 0 else first + 7 * (number - 1) * _DAY, 7)


def _beside(line: _Timeline, m: Match) -> Made | None:
    """Return the time some days, weekdays, months and so on before or after a point."""
    side, unit, (first, last) = _SIDES.get(m["side"].text), m["unit"], m["point"].value
    grain, bare = m["point"].text, not m["count"]
    if side is None:
        return None
    number = side * (abs(_nth(m["nth"])) if m["nth"] else int(m["count"].value or 1))
    if not unit:
        return _weekday(m, m["point"].value, number)
    name = unit.means["unit"]
    if m["nth"] or (bare and "plural" in unit.classes):
        return None
    if bare and name == "week":
        return _days(last + _DAY if side > 0 else first - 7 * _DAY, 7)
    coarser = grain in _UNITS and name in _UNITS[_UNITS.index(grain) :]
    if not coarser or (bare and name != grain):
        return None  # two days before a month, the month before a day
    return grain, _whole(grain, _moved(first, name, number))


def _range(line: _Timeline, m: Match) -> Made | None:
    first, last = m["first"].value, m["last"].value
    listed = m["and"] and not m["between"]
    return None if listed or first.first > last.last else ("period", Period(first.first, last.last))


_FRAGMENTS = {  # one may contain those below it
    "WEEK": r"(?:{week}|{WEEKEND})",
    "OF": r"(?: [-,(]| {of|beside}){0,4} ",
    "POINT": r"(?P<point>{point-open_point})",
    "NTH": r"(?P<nth>{ordinals|last|day_number|ordinal})\.?",
    "COUNT": r"(?P<count>{num|article})",
    "WEEKEND": r"(?P<weekend>{weekend})",
    "WEEKDAY": r"(?P<weekday>{weekdays})",
    "UNIT": r"(?P<unit>{day|week|month|year})",
}


def _row(text: str) -> re.Pattern[str]:
    return pattern(text, **_FRAGMENTS)


_NOTATIONS: tuple[tuple[re.Pattern[str], Callable[[_Timeline, Match], Made | None]], ...] = tuple(
    (_row(text), make)
    for text, make in (
        (r"(?P<side>{today|yesterday|tomorrow})", _from_now),
        (
            r"(?P<side>{now_side}) (?:(?P<unit>{week|month|year})|{WEEKEND}|{WEEKDAY})"
            r"(?!{OF}{point}| {edge} )",
            _from_now,
        ),
        (r"{COUNT} {UNIT} (?P<ago>{time_ago})", _from_now),
        (
            r"(?P<year>{four}(?='?{plural_s})|(?<='){two}(?='?{plural_s})|{ordinal})"
            r"(?:'?{plural_s}| {decade_word})?|{decade_word} (?P<point>{year_point})"
            r"|(?P<tens>{three}){x}|{NTH} {century-num}",
            _decade,
        ),
        (r"(?P<point>{year_point})-(?P<edtf>{two})(?!-|/|{num})", _part),
        (r"(?P<point>{year_point})(?: -)? (?P<share>{q|h})(?P<nth>{two})", _part),
        (r"(?P<share>{q|h})(?P<nth>{two}){OF}(?P<point>{year_point})", _part),
        (r"{NTH}(?: -)? (?P<share>{quarter_of_year|half}){OF}{POINT}", _part),
        (
            r"(?<!/)(?P<share>{early|mid|late|spring|summer|autumn|winter}){OF}"
            r"(?P<point>{month_point|year_point})(?:/{two})?",
            _part,
        ),
        (r"{NTH} {WEEK}{OF}(?P<point>{month_point})", _week),
        (r"(?P<point>{month_point}) \( (?:{the} )?{NTH} {WEEK} \)", _week),
        (
            r"{weekdays}(?: [,(]| {the}){0,2} (?P<point>{day_point})",
            lambda _, m: ("day", m["point"].value),
        ),
        (
            r"(?:(?P<between>{both}) )?(?:{from} )?(?P<first>{point-open_point})"
            r" (?:{to}|[-–/]|(?P<and>{and})) (?:{the} )?(?P<last>{point-open_point})",
            _range,
        ),
        (r"{WEEK} {week_of}(?: {the|about})* (?P<point>{day_point|period_point})", _week),
        (
            r"(?:(?:{COUNT}|{NTH}|{the}(?= {day|month|year})) )?(?:{UNIT}|{WEEKEND}|{WEEKDAY})"
            r" (?P<side>{edge})(?: {beside|about})*"
            r" (?:(?:[\ue000-\uf8ff] ){1,6}(?:{upon|adjunct}) (?:{the} )?)?{POINT}",
            _beside,
        ),
    )
)
_STANDS_BEFORE = _row(
    r"(?:(?P<denied>{denial})(?: {beside|plain}){0,3}|(?P<several>{point}(?: ,)? {or}"
    r"|{early|mid|late|spring|summer|autumn|winter} (?:{to|or|and}|[-/]))"
    r"|(?P<mark>(?:{edge|both|from|starts|bound-over}|{near} {of}"
    r"|{as} (?:{of}|{early} {as})|[<>≤≥±$€£])"
    r"|{edge}(?: [\ue000-\uf8ff]){1,6} {upon|adjunct}"
    r"|(?:{name_of_time|weekend|half|quarter_of_year|spring|summer|autumn|winter|early|mid|late"
    r"|weekdays|plural|week}|{unit} {num})(?: [,-]| {of|beside}){0,2}"
    r"|{plain} {day_number|ordinal}(?: ,)?(?= \Z)))?"
    r"(?: (?P<about>{about}|[~≈])| {exactly|weekdays|beside}| [\"'*)])* \Z"
)
_STANDS_AFTER = _row(
    r" (?:[\"'*)] )*(?:{edge_after|bound_after|onwards}|(?:[-–~]|{to})(?= (?:{now}|\Z))"
    r"|\+|{and} {later|edge}|{upon}(?= \.?\Z)|(?P<several>(?:, )?{or}|/))"
)


def periods(text: str, asked_on: str = "", month_first: bool | None = None) -> list[Quantity]:
    """Return the times that a text names, as quantities of the kind `period`, in order.

    | text | days |
    |---|---|
    | a day, month, year, decade, century, quarter, half | all of it |
    | spring, summer, autumn, winter of a year | March to May, ..., December to February |
    | early, mid, late in a month | days 1 to 10, 11 to 20, 21 to the end |
    | early, mid, late in a year | January to April, May to August, September to December |
    | the first and second half of a month | days 1 to 15, 16 to the end |
    | the first to fourth week of a month | days 1 to 7, 8 to 14, 15 to 21, 22 to 28 |
    | the last week of a month | its last seven days |
    | the first to last weekend of a month | by its Saturday |
    | the week of a date | Monday to Sunday around it |
    | the week before or after a date | the seven days next to it |
    | a weekday or weekend before or after a date | the next one strictly before or after it |
    | n days, weeks, months, years before or after | that day, month or year |
    | the same before or after an event with its date | the same for the date alone |

    Given the day of the question, such as 2023-05-08, `two weeks ago` is a day. `month_first` says
    whether 3/4/2012 is 4 March; None if that is not known.

    >>> [(str(one.parts[0]), one.role) for one in periods("the day before 9 May 2012")]
    [('2012-05-08', 'exact')]
    """
    now = date.fromisoformat(asked_on) if asked_on else None
    line = _Timeline(_ISO_RANGE.sub(r"\1–", text), now, month_first)
    notations = {"day": "date"}
    return [
        Quantity(
            "period",
            t.value or (None, None),
            (t.start, t.end),
            notations.get(t.text, t.text),
            line.role(i),
        )
        for i, t in enumerate(line.t)
        if t.kind == "point"
    ]
