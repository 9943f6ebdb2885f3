"""Reads when something was, at any precision: the first and the last day that a text names.

Dates, months and years are the points that `parsing` finds. A notation is a row of `_NOTATIONS`: a
pattern over the classes of tokens and points, and the function that makes a point of what it finds.
The rows are applied in turn until none applies, so that `the weekend before` stands around a date,
and the date around its month. The terms are those of ISO 8601-2 (EDTF) and TimeML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from tempanswerqa.answers.parsing import Reader
from tempanswerqa.answers.quantity import Quantity, Role
from tempanswerqa.answers.result import Period
from tempanswerqa.answers.tokens import POINTS, Match, Sentence, Token, any_of, pattern

_PASSES = 4
_DAY = timedelta(days=1)
_GRAINS = {"date": "day", "moment": "day", "month": "month", "year": "year"}
_BEFORE, _AFTER = ("before", "prior to", "preceding"), ("after", "following", "later than")
_THIRDS = ("early", "mid", "late")
_SEASONS = ("spring", "summer", "autumn", "winter")
_UNITS = ("day", "week", "month", "year")
_JOINS = any_of("to", "or", "and", "not") | {*"-–/&"}
_BRIDGE = _JOINS | any_of("early", "mid", "late", "both", "beside", "weekdays") | {","}
_LEADS = any_of("beside", "adjunct", "edge", "of", "months", "day_number", "unit")
_MORE, _LISTS, _BOTH = any_of("day_number", "ordinals"), any_of("and", "or"), any_of("both")
_RESTATES = any_of("restates")
_ISO_RANGE = re.compile(r"\b([0-9]{4}([-/])[0-9]{2}(?:\2[0-9]{2})?)[-/](?=[0-9]{4}\2[0-9]{2})")
Made = tuple[str, "Period | None"]
"""The grain of a point, and its days; None if they are not known."""


class _Timeline(Sentence):
    """A text in tokens, where what names a time is one token, a point."""

    def __init__(self, text: str, asked_on: date | None, month_first: bool | None) -> None:
        reader = Reader(text)
        self.text, self.asked_on, self.month_first = text, asked_on, month_first
        points = [one for one in reader.found() if one.kind in _GRAINS]
        points = [one for one in points if one.kind != "year" or not _is_no_time(reader, one)]
        given: list[Token] = []
        i = 0
        for one, year in zip(points, _years_of(reader, points), strict=True):
            first, last = reader.t[one.first], reader.t[one.after - 1]
            try:
                made = self._point(reader, one, year)
            except (OverflowError, ValueError):  # no such day, or before year 1 or after 9999
                made = None
            given += [*reader.t[i : one.first], self._token(first, last, made)]
            i = one.after
        self._set([*given, *reader.t[i:]])

    def _point(self, reader: Reader, one: Quantity, year: int | None) -> Made | None:
        if year is None or (one.certainty == "open" and self.month_first is None):
            return None
        _, month, day = (*one.parts[:3], 1, 1)[:3]
        if one.certainty == "open" and one.kind != "month" and not self.month_first:
            month, day = day, month
        grain, first = _GRAINS[one.kind], date(year, month, day)
        if grain == "day" and one.role == "range":
            own = reader.t[one.first : one.after]
            named = [t for t in own if t.char in _MORE]
            last = first.replace(day=int(named[-1].means.get("ordinals") or named[-1].value))
            listed = any(t.char in _LISTS for t in own) and not reader.is_a(one.first - 1, _BOTH)
            known = last - first == _DAY or (last > first and not listed)
            return ("period", Period(first, last)) if known else None
        return grain, _whole(grain, first)

    def _token(self, first: Token, last: Token, made: Made | None) -> Token:
        grain, period = made if made and made[1] else ("open", None)
        return Token("point", "", first.start, last.end, POINTS[grain], period)

    def reduce(self) -> None:
        """Make a point of each notation of several tokens, from the inside out."""
        for _ in range(_PASSES):
            size = self.n
            for row, make in _NOTATIONS:
                self._apply(row, make)
            if self.n == size:
                return

    def _apply(self, row: re.Pattern[str], make: Rule) -> None:
        given: list[Token] = []
        i = 0
        for found in row.finditer(self.signs):
            m = Match(self, found)
            try:
                made = make(self, m)
            except (OverflowError, ValueError):
                made = "open", None
            if made:
                given += [
                    *self.t[i : m.first],
                    self._token(self.t[m.first], self.t[m.after - 1], made),
                ]
                i = m.after
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
        if (
            before["mark"] and (_grain(self.t[i]) != "period" or before["mark"].char not in _BOTH)
        ) or after:
            return "bound"
        return "about" if before["about"] else "exact"


Rule = Callable[[_Timeline, Match], "Made | None"]


def _years_of(reader: Reader, points: Sequence[Quantity]) -> list[int | None]:
    """Return the year of each point, as in `26 March to 20 April 2023`."""
    years: list[int | None] = [one.parts[0] for one in points]
    for k in range(len(points) - 2, -1, -1):
        one, after, year = points[k], points[k + 1], years[k + 1]
        between = reader.t[one.after : after.first]
        joined = len(between) < 6 and any(t.char in _JOINS for t in between)
        if years[k] is None and year and joined and all(t.char in _BRIDGE for t in between):
            years[k] = year - (after.kind != "year" and one.parts[1] > after.parts[1])
    return years


def _is_no_time(reader: Reader, one: Quantity) -> bool:
    """Return whether a year is a number of things or part of a name: `Cyberpunk 2077`."""
    k, noun = one.first - 1, one.noun
    led = reader.is_a(k, _LEADS) or (k >= 0 and reader.t[k].text in ",(")
    if (noun == "people" or (len(noun) > 3 and noun[-1] == "s")) and not led:
        return True
    name = k >= 0 and reader.t[k].classes == {"plain"} and reader.is_capital(k)
    return name and not reader.t[k].text.endswith("ed")


# what the notations name


def _months(first: date, months: int) -> Period:
    return Period(first, first + relativedelta(months=months) - _DAY)


def _whole(grain: str, first: date) -> Period:
    return Period(first, first) if grain == "day" else _months(first, 12 if grain == "year" else 1)


def _class_of(token: Token, classes: Sequence[str]) -> int:
    return next(k for k, name in enumerate(classes) if name in token.classes)


def _grain(token: Token) -> str:
    return next(name for name, char in POINTS.items() if char == token.char)


def _nth(token: Token) -> int:
    """Return the number of an ordinal; -1 for the last, 0 if it is none."""
    return -1 if "last" in token.classes else int(token.means.get("ordinals") or token.value or 0)


def _count(token: Token) -> int:
    return int(token.value or 1)


def _now(line: _Timeline, m: Match) -> Made:
    by = _class_of(line.t[m.first], ("yesterday", "today", "tomorrow")) - 1
    return "day", _whole("day", line.asked_on + by * _DAY) if line.asked_on else None


def _beside_now(line: _Timeline, m: Match) -> Made:
    """Return `last month` as the month, `last Friday` as the one before the day."""
    now, unit = line.asked_on, m["unit"].means.get("unit")
    step = {"next": 1, "this": 0}.get(m["side"].text, -1)
    if now is None or (not unit and (step == 0 or (m["weekend"] and step > 0))):
        return "open", None
    if unit == "week":
        monday = now + (7 * step - now.weekday()) * _DAY
        return "period", Period(monday, monday + 6 * _DAY)
    if unit:
        start = now.replace(day=1) if unit == "month" else now.replace(month=1, day=1)
        return unit, _whole(
            unit, start + relativedelta(months=step * (1 if unit == "month" else 12))
        )
    return _weekday(m, Period(now, now), 1, step < 0)


def _ago(line: _Timeline, m: Match) -> Made:
    unit, now = m["unit"].means["unit"], line.asked_on
    if now is None or (m["count"].value or 1) % 1:
        return "open", None
    return "day", _whole("day", now - relativedelta(**{f"{unit}s": _count(m["count"])}))  # type: ignore[arg-type]


def _decade(line: _Timeline, m: Match) -> Made | None:
    """Return the years of 1990s, 1990er, 199X, les années 1990, or the '90s; a century of 1800s."""
    if m["short"]:
        year = int(m["short"].value)
        year += 1900 if year > 20 else 2000
    elif m["tens"]:
        year = 10 * int(m["tens"].value)
    else:
        year = m["point"].value.first.year if m["point"] else int(m["year"].value)
        if m["year"].kind == "ordinal" and not m["year"].text.endswith("er"):
            return None
    century = year % 100 == 0 and year < 2000 and not m["tens"]
    years = 100 if century else 10
    return None if year % 10 else ("period", _months(date(year, 1, 1), 12 * years))


def _century(line: _Timeline, m: Match) -> Made | None:
    if m["unit"].means["unit"] != "century" or _nth(m["nth"]) < 1:
        return None
    return "period", _months(date(100 * _nth(m["nth"]) - 99, 1, 1), 1200)


def _season(line: _Timeline, m: Match) -> Made | None:
    season = int(m["number"].value) - 21 if m["number"] else _class_of(m["season"], _SEASONS)
    if season not in range(4):
        return None
    return "period", _months(m["point"].value.first.replace(month=3 * season + 3), 3)


def _quarter(line: _Timeline, m: Match) -> Made | None:
    number, first = _nth(m["nth"]), m["point"].value.first
    number = 4 if number < 0 else number
    known = number in range(1, 5)
    return ("period", _months(first.replace(month=3 * number - 2), 3)) if known else None


def _half(line: _Timeline, m: Match) -> Made | None:
    """Return half of a month, year or decade."""
    number, (first, last) = _nth(m["nth"]), m["point"].value
    if last - first < 31 * _DAY:
        middle = first.replace(day=16)
    else:
        middle = first + relativedelta(months=6 * (last.year - first.year + 1))
    halves = {1: Period(first, middle - _DAY), 2: Period(middle, last), -1: Period(middle, last)}
    known = (first.day, (last + _DAY).day) == (1, 1) and number in halves
    return ("period", halves[number]) if known else None


def _third(line: _Timeline, m: Match) -> Made:
    part, (first, last) = _class_of(m["part"], _THIRDS), m["point"].value
    if _grain(m["point"]) == "year":
        return "period", _months(first.replace(month=4 * part + 1), 4)
    last = last if part == 2 else first.replace(day=10 * part + 10)
    return "period", Period(first.replace(day=10 * part + 1), last)


def _week_of_month(line: _Timeline, m: Match) -> Made | None:
    number, (first, last) = _nth(m["nth"]), m["point"].value
    if number not in (-1, 1, 2, 3, 4):
        return None
    if not m["weekend"]:
        begin = last - 6 * _DAY if number < 0 else first + 7 * (number - 1) * _DAY
        return "period", Period(begin, begin + 6 * _DAY)
    saturday = first + (5 - first.weekday()) % 7 * _DAY + 7 * (number - 1) * _DAY
    if number < 0:
        saturday = last - (last.weekday() - 5) % 7 * _DAY
    return "period", Period(saturday, saturday + _DAY)


def _week_of(line: _Timeline, m: Match) -> Made | None:
    first, last = m["point"].value
    if first < last:  # the week of 3 to 9 April
        return ("period", Period(first, last)) if last - first < 7 * _DAY else None
    monday = first - first.weekday() * _DAY
    return "period", Period(monday + 5 * _DAY if m["weekend"] else monday, monday + 6 * _DAY)


def _is_before(m: Match) -> bool | None:
    """Return whether the word beside a point means before it; None if it means neither."""
    side = m["side"].text
    return True if side in _BEFORE else False if side in _AFTER else None


def _week_beside(line: _Timeline, m: Match) -> Made | None:
    (first, last), before = m["point"].value, _is_before(m)
    begin = first - 7 * _DAY if before else last + _DAY
    return None if before is None else ("period", Period(begin, begin + 6 * _DAY))


def _weekday_beside(line: _Timeline, m: Match) -> Made | None:
    before, number = _is_before(m), abs(_nth(m["nth"])) if m["nth"] else _count(m["count"])
    return None if before is None else _weekday(m, m["point"].value, number, before)


def _weekday(m: Match, own: Period, number: int, before: bool) -> Made:
    """Return the n-th weekday or weekend that lies before or after all of a period."""
    weekend, more = bool(m["weekend"]), 7 * (number - 1) * _DAY
    weekday = 5 if weekend else m["weekday"].means["weekdays"] - 1
    if before:
        end = own.first - _DAY * (2 if weekend else 1)
        day = end - (end.weekday() - weekday) % 7 * _DAY - more
    else:
        begin = own.last + _DAY
        day = begin + (weekday - begin.weekday()) % 7 * _DAY + more
    return "period" if weekend else "day", Period(day, day + _DAY * weekend)


def _shifted(line: _Timeline, m: Match) -> Made | None:
    """Return a day, month or year some units before or after one: `the year before 2011`."""
    unit, before, grain = m["unit"].means["unit"], _is_before(m), _grain(m["point"])
    if before is None or grain not in _UNITS or _UNITS.index(unit) < _UNITS.index(grain):
        return None  # two days before a month
    if not m["count"] and ("plural" in m["unit"].classes or unit != grain):
        return None  # the month before a day
    number = _count(m["count"]) * (-1 if before else 1)
    shift = relativedelta(**{f"{unit}s": number})  # type: ignore[arg-type]
    return grain, _whole(grain, m["point"].value.first + shift)


def _range(line: _Timeline, m: Match) -> Made | None:
    first, last = m["first"].value, m["last"].value
    listed = m["and"] and not m["between"]
    return None if listed or first.first > last.last else ("period", Period(first.first, last.last))


def _same(line: _Timeline, m: Match) -> Made:
    point = line.t[m.after - 1]
    return _grain(point), point.value


def _restated(line: _Timeline, m: Match) -> Made | None:
    """Return the point that says what an open one stands for: `last year, in 2003`."""
    between = line.t[m.first + 1 : m.after - 1]
    known = between[0].text in ",(" and all(
        t.text in ",(" or t.means or t.char in _LEADS for t in between
    )
    return _same(line, m) if known or any(t.char in _RESTATES for t in between) else None


_FRAGMENTS = {
    "OF": r"(?: [-,(]| {of|beside}){0,4} ",
    "POINT": r"(?P<point>{point-open_point})",
    "NTH": r"(?P<nth>{ordinals|last|day_number|ordinal})\.?",
    "COUNT": r"(?P<count>{num|article})",
    "WEEKEND": r"(?P<weekend>{weekend})",
    "SIDE": (
        r"(?P<side>{edge})(?: {beside|about})* "
        r"(?:(?:[\ue000-\uf8ff] ){1,6}(?:{upon|adjunct}) (?:{the} )?)?(?P<point>{point-open_point})"
    ),
    "RANGE": (
        r"(?:(?P<between>{both}) )?(?:{from} )?(?P<first>{point-open_point})"
        r" (?:{to}|[-–/]|(?P<and>{and})) (?:{the} )?(?P<last>{point-open_point})"
    ),
}


def _row(text: str) -> re.Pattern[str]:
    return pattern(text, **_FRAGMENTS)


_NOTATIONS: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (_row(text), make)
    for text, make in (
        (r"{today|yesterday|tomorrow}", _now),
        (
            r"(?P<side>{now_side}) (?:(?P<unit>{week|month|year})|{WEEKEND}"
            r"|(?P<weekday>{weekdays}))(?!{OF}{point}| {edge} )",
            _beside_now,
        ),
        (r"{COUNT} (?P<unit>{day|week|month|year}) {time_ago}", _ago),
        (
            r"(?P<year>{four}(?='?{plural_s})|{ordinal})(?:'?{plural_s}| {decade_word})?"
            r"|{decade_word} (?P<point>{year_point})|'(?P<short>{two})'?{plural_s}"
            r"|(?P<tens>{three}){x}",
            _decade,
        ),
        (r"{NTH} (?P<unit>{unit})", _century),
        (r"(?P<point>{year_point})-(?P<number>{two})(?!-|/|{num})", _season),
        (r"(?P<point>{year_point})(?: -)? {q}(?P<nth>{two})", _quarter),
        (r"(?:{q}(?P<nth>{two})){OF}(?P<point>{year_point})", _quarter),
        (r"{NTH}(?: -)? {quarter_of_year}{OF}(?P<point>{year_point})", _quarter),
        (r"(?P<point>{year_point})(?: -)? {h}(?P<nth>{two})", _half),
        (r"{h}(?P<nth>{two}){OF}(?P<point>{year_point})", _half),
        (r"{NTH}(?: -)? {half}{OF}{POINT}", _half),
        (
            r"(?<!/)(?P<season>{spring|summer|autumn|winter}){OF}(?P<point>{year_point})(?:/{two})?",
            _season,
        ),
        (r"(?P<part>{early|mid|late}){OF}(?P<point>{month_point|year_point})", _third),
        (r"{NTH} (?:{week}|{WEEKEND}){OF}(?P<point>{month_point})", _week_of_month),
        (
            r"(?P<point>{month_point}) \( (?:{the} )?{NTH} (?:{week}|{WEEKEND}) \)",
            _week_of_month,
        ),
        (r"{weekdays}(?: [,(]| {the}){0,2} {day_point}", _same),
        (r"{month} {of} {month_point}", _same),
        (r"{RANGE}", _range),
        (
            r"(?<!{article}\x20)(?:{week}|{WEEKEND}) {week_of}(?: {the|about})*"
            r" (?P<point>{day_point|period_point})",
            _week_of,
        ),
        (
            r"(?<!{ordinals})(?<!{ordinals}\x20)(?:(?<!{article|numbers}\x20)|(?<={upon}\x20{article}\x20))"
            r"(?<!{article|numbers}){week-plural} {SIDE}",
            _week_beside,
        ),
        (r"(?:(?:{COUNT}|{NTH}) )?(?:(?P<weekday>{weekdays})|{WEEKEND}) {SIDE}", _weekday_beside),
        (r"(?:{COUNT} |{the} |\A)(?P<unit>{day|week|month|year}) {SIDE}", _shifted),
        (r"{RANGE}", _range),
        (r"{open_point}(?: [,(]| [\ue000-\uf8ff]){1,6} {point-open_point}", _restated),
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


def periods(
    text: str, asked_on: date | str | None = None, month_first: bool | None = None
) -> list[Quantity]:
    """Return what a text names as times, as quantities of the kind `period`.

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
    | the same before or after an event with its date | as if the date stood there |

    Parameters
    ----------
    text
        A text.
    asked_on
        The day on which the question was asked, also as 2023-05-08: with it, `two weeks ago` is a
        day. Empty or None if it is not known.
    month_first
        Whether 3/4/2012 is 4 March; None if that is not known.

    Returns
    -------
    list of Quantity
        In their order; `parts` are the first and the last day, or None twice if they are not known.

    Examples
    --------
    >>> [(str(one.parts[0]), one.role) for one in periods("the day before 9 May 2012")]
    [('2012-05-08', 'exact')]
    """
    if isinstance(asked_on, str):
        asked_on = date.fromisoformat(asked_on) if asked_on else None
    line = _Timeline(_ISO_RANGE.sub(r"\1–", text), asked_on, month_first)
    line.reduce()
    return [
        Quantity(
            "period",
            t.value or (None, None),
            (t.start, t.end),
            {"day": "date"}.get(_grain(t), _grain(t)),
            line.role(i),
        )
        for i, t in enumerate(line.t)
        if t.kind == "point"
    ]
