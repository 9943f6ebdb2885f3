"""Reads calendar dates and years in text, in the notations and languages that models write."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from tempanswerqa.answers import languages
from tempanswerqa.answers.flexible import numbers
from tempanswerqa.answers.flexible.text import question_text
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.paper_scoring import MONTHS

_LETTERS = re.compile(r"[^\W\d_]")
_COMPACT = re.compile(
    r"(?<![\w.,/:-])([12][0-9]{3})(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])(?![\w/:-]|[.,][0-9])"
)
_YEAR_FIRST = re.compile(
    rf"(?i)(?<![\w-])([0-9]{{4}})[- ]({'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)})"
    r"[- ]([0-9]{1,2})(?![\w-])"
)
_IS = r"\s?[=:]\s?([0-9]{1,4})"
_NINE = "first second third fourth fifth sixth seventh eighth ninth"
_TEENS = (
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth"
    " nineteenth twentieth"
)
_TWENTIES = [f"twenty-{ordinal}" for ordinal in _NINE.split()]
_ORDINALS = (*_NINE.split(), *_TEENS.split(), *_TWENTIES, "thirtieth", "thirty-first")
_DAYS = {ordinal: day for day, ordinal in enumerate(_ORDINALS, 1)}
_ORDINAL = "|".join(reversed(_ORDINALS))
_ORDINAL_AND_MONTH = re.compile(
    rf"(?i)\b(?=[efnst])({_ORDINAL})(?:\s+day)?\s+(?:of\s+)?({'|'.join(MONTHS)})\b"
)


_IN_PARTS = (
    (re.compile(rf"(?i)\bday{_IS}\W+month{_IS}\W+year{_IS}"), r"\3-\2-\1"),
    (re.compile(rf"(?i)\bmonth{_IS}\W+day{_IS}\W+year{_IS}"), r"\3-\1-\2"),
    (re.compile(rf"(?i)\byear{_IS}\W+month{_IS}\W+day{_IS}"), r"\1-\2-\3"),
)
"""Dates whose parts have labels, and the order of these parts."""

_MISSPELLED = re.compile(
    r"\b(?:([A-Z][a-z]{3,9}) (?=[0-9]{1,2}(?:st|nd|rd|th)?,? [0-9]{4}\b)"
    r"|(?<=[0-9] )([A-Z][a-z]{3,9})(?=,? [0-9]{4}\b))"
)
"""A word where a date has its month."""


def _corrected(word: re.Match) -> str:
    """Return the month that is misspelled; other words unchanged."""
    name = word[1] or word[2]
    like = difflib.get_close_matches(name, MONTHS, 1, 0.85)  # one letter differs
    misspelled = like and not name.startswith(like[0])
    return word[0].replace(name, like[0]) if misspelled else word[0]


def english(text: str) -> str:
    """Return the text with its dates as English writes them: `2001-Aug-16` as `16 Aug 2001`."""
    text = _COMPACT.sub(r"\1-\2-\3", text)
    if not _LETTERS.search(text):
        return text
    for pattern, order in _IN_PARTS:
        text = pattern.sub(order, text)
    text = _MISSPELLED.sub(_corrected, languages.english(text))
    text = _YEAR_FIRST.sub(r"\3 \2 \1", text)
    return _ORDINAL_AND_MONTH.sub(lambda found: f"{_DAYS[found[1].lower()]} {found[2]}", text)


_SHORT = [name[:3].lower() for name in MONTHS]
MONTH_NAMES = {*_SHORT, *(name.lower() for name in MONTHS), "sept"}
SHORT_MONTHS = "|".join(_SHORT)
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS).replace("Sep(?:t", "Sept?(?:")
_DAY = r"(?<![\w.,:])(?<!\w-)(?:the\s+)?[0-9]{1,2}(?![0-9:]|[.,][0-9])(?:st|nd|rd|th)?"
_RANGE = r"(?:\s?(?:[-\u2013/&]|to|and|or)\s?[0-9]{1,2}(?:st|nd|rd|th)?(?![0-9]))?"
_GAP = r"(?:,\s*|\.\s*|\s+of\s+|\s*-\s*|\s+in\s+|\s+|/)"
_DATE = re.compile(
    rf"""(?ix) (?= [0-9adfjmnost] ) (?:
    (?<![\w.,/-]) (?: (?P<iso>[0-9]{{4}})([-/.\u2013])(?P<iso_month>[0-9]{{1,2}})\2
                      (?P<iso_day>[0-9]{{1,2}})
                    | (?P<first>[0-9]{{1,2}})\s?([-/.])\s?(?P<second>[0-9]{{1,2}})\s?\6\s?
                      (?P<last>[0-9]{{4}}|[0-9]{{2}}) )
      (?: (?=T[0-9]{{2}}:) | (?![\w/]|[.,-][0-9]) )
    | (?<!\w) (?P<month>{_MONTH}) (?:\.?\s{{0,9}}(?:-\s{{0,9}})?)
      (?P<day>{_DAY}) (?P<range>{_RANGE}) (?!\w|:[0-9])
      (?: {_GAP} (?P<year>[0-9]{{4}}) (?![0-9]|[.,/][0-9]) )?
    | (?P<day_first>{_DAY}) (?P<range_first>{_RANGE}) (?:\s+day)? {_GAP} (?P<month_after>{_MONTH})
      (?!\w) \.? (?: {_GAP} (?P<year_after>[0-9]{{4}}) (?![0-9]|[.,/][0-9]) )?
    )
    """
)
_BEFORE_CHRIST = re.compile(r"(?i),?\s{0,9}[0-9]{0,4}\s{0,9}(?:B\.?C|BCE)\b")
YEAR = re.compile(
    r"(?<![\w/:$-])(?<![0-9][.,])(?<![0-9]\u2013)([12][0-9]{3})(?![\w%/]|[.,:-][0-9]|\u2013[0-9])"
)
"""A calendar year standing alone."""


class Written(NamedTuple):
    """A date as written; `year` is None if it is left out."""

    year: int | None
    month: int
    day: int
    start: int
    end: int
    turnable: bool = False
    """True if day and month are both numbers that could have either order."""
    several: bool = False
    """True if the text gives a span of days."""
    separator: str = ""
    """The separator between the numbers of a date such as 03/04/2001."""
    day_leads: bool = False

    def day_in(self, year: int | None = None) -> date | None:
        """Return the day, in `year` if the date has none; None if there is no such day."""
        year = self.year if self.year is not None else year
        try:
            return None if year is None else date(year, self.month, self.day)
        except ValueError:
            return None

    def turned(self) -> Written:
        """Return the date with day and month exchanged."""
        return self._replace(month=self.day, day=self.month)


def written(text: str) -> list[Written]:
    """Return all dates with a day in the text, read month first if both orders are possible."""
    return [found for match in _DATE.finditer(text) if (found := _written(match, text))]


def years(text: str) -> set[int]:
    """Return all calendar years in the text, also those of dates."""
    alone = {int(year) for year in YEAR.findall(text)}
    return alone | {one.year for one in written(text) if one.year}


def removed(text: str) -> str:
    """Return the text without its dates."""
    return _DATE.sub(" ", text)


class Order:
    """The order of day and month that a text shows in its dates."""

    def __init__(self, text: str) -> None:
        self._named: set[tuple[int | None, int, int]] = set()
        self._leading: set[tuple[str, bool]] = set()
        for one in written(text):
            if not one.separator:
                self._named.add((one.year, one.month, one.day))
            elif one.day > 12:
                self._leading.add((one.separator, one.day_leads))

    def day_first(self, one: Written, by_numbers: bool = True) -> bool:
        """Return whether the text shows that the date, in numbers, begins with its day.

        The text shows it by the same day with its month in words or, with `by_numbers`, by other
        dates of the same kind with a clear order.
        """
        return self.shown(one, by_numbers) == {True}

    def shown(self, one: Written, by_numbers: bool = True) -> set[bool]:
        """Return whether the day leads, for each sign of it in the text."""
        turned, straight = (one.year, one.day, one.month), (one.year, one.month, one.day)
        shown = {lead for day, lead in ((turned, True), (straight, False)) if day in self._named}
        if by_numbers:
            shown |= {lead for separator, lead in self._leading if separator == one.separator}
        return shown


def _written(match: re.Match, text: str) -> Written | None:
    start, end = match.span()
    if _BEFORE_CHRIST.match(text, end):
        return None
    if match["iso"]:
        year, month, day = (int(match[name]) for name in ("iso", "iso_month", "iso_day"))
        return Written(year, month, day, start, end)
    if match["first"]:
        first, second = int(match["first"]), int(match["second"])
        year = int(match["last"])
        year += 0 if len(match["last"]) == 4 else 2000 if year < 75 else 1900
        leads = first > 12 or (match[6] == "." and second <= 12)
        month, day = (second, first) if leads else (first, second)
        turnable = not leads and second <= 12
        return Written(year, month, day, start, end, turnable, False, match[6], leads)
    month = _SHORT.index((match["month"] or match["month_after"])[:3].lower()) + 1
    day = int(re.sub(r"\D", "", match["day"] or match["day_first"]))
    year = match["year"] or match["year_after"]
    several = bool(match["range"] or match["range_first"])
    return Written(int(year) if year else None, month, day, start, end, several=several)


_PART = re.compile(r"(?i)\b(?:mid|early|late)\s?[-\u2013]\s?(?=[12][0-9]{3})")
_SPAN = re.compile(
    r"(?i)\b(?:between|from)\s+[12][0-9]{3}\s+(?:and|to|until|till)\s+[12][0-9]{3}\b"
)
ERA = re.compile(
    rf"(?i)(?P<number>-?(?<![\w.])(?:{numbers.DIGITS}))\s*(?:years?\s*)?"
    r"(?P<era>B\.?C\.?(?:E\b\.?)?|A\.?D\b\.?|C\.?E\b\.?|a\.\s?C\.|v\.\s?Chr\.|av\. J\.-C\.)(?!\w)"
    rf"|\b(?P<before>B\.?C|A\.?D)\.?\s*(?P<after>(?:{numbers.DIGITS}))"
)
"""A year with its era, which is no part of a duration."""

_MONTH_YEAR = re.compile(r"(?<![\w/.-])[01]?[0-9]/([12][0-9]{3})(?![\w/])")
_ASIDES = re.compile(r",\s(?!or\b|and\b)[a-z][^,;.]{3,80},(?=\s)|\([^()]{1,80}\)")
_AFTER_FIRST = re.compile(r"[*_\"']{0,4}\s?(?:[,;.(\[]|\Z)(?!\s?(?:and|or|to|until)\b)")
_NOT = re.compile(r"(?i)\bnot\s+(on\s+|until\s+|before\s+)?(?:the\s)?\Z")
_TEEN = "(?:eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)"
_DIGIT = "(?:one|two|three|four|five|six|seven|eight|nine)"
_YEAR_IN_WORDS = re.compile(
    rf"(?i)\b(?:((?:one|two) thousand)(?: and)?|({_TEEN}|twenty)(?: hundred)?(?: oh(?=[- ]))?)"
    rf"(?:[- ](ten|{_TEEN}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-{_DIGIT})?"
    rf"|(?:(?<=oh.)|(?<=and.)|(?<=thousand.)){_DIGIT}))(?![\w-])"
)
"""A year such as `nineteen ninety-four` or `two thousand and four`."""

_LEADS = re.compile(
    r"\W{0,3}([12][0-9]{3})(?=\s?[,;(])(?!\s?[,;]\s?(?:(?:and|or)\s)?[12][0-9]{3}(?!\w))"
)
"""A year that begins a text, and no list of years."""

_CHOICE = re.compile(r"(?i)[0-9]\s?[-/\u2013]\s?[0-9]{1,4}\s?(?:B\.?C|A\.?D)")
_LISTED = re.compile(r"(?i)\A[^.;]{0,30}\bor\b[^.;]{0,30}\Z|\A(?:\s?(?:,|;|,?\s?\band|&)\s)\Z")
_STATED = re.compile(r"(?i)(?:\b(?:is|was|be|been|on|at|are|were|by|but)\s+(?:the\s+)?|[=:]\s*)$")


def read_year(text: str, question: QuestionView) -> numbers.Value | None:
    """Return the only calendar year that the text names.

    If there are several, the year of the only date counts. Without one, years in spans, in names
    (`the 2014 Winter Games`) and in the question do not count.
    """
    if in_words := _YEAR_IN_WORDS.search(text):
        first, century, rest = map(numbers.value, (part or "zero" for part in in_words.groups()))
        return numbers.Value(float((first or 0) + 100 * (century or 0) + (rest or 0)), "year")
    if with_era := read_era(text):
        return with_era
    if leads := _LEADS.match(text):
        return numbers.Value(float(leads[1]), "year")
    text = numbers.NOT.sub("", _SPAN.sub(" ", _PART.sub(" ", text)))
    dated = {written.year for written in written(text) if written.year}
    matches = {int(match[1]): match for match in YEAR.finditer(text)}
    found = set(matches)
    if not found and not dated:
        return numbers.only_value(map(float, _MONTH_YEAR.findall(text)), "month_and_year")
    if len(dated) == 1 and found <= dated:
        return numbers.Value(float(dated.pop()), "date")
    if len(found) > 1 and question.family == "ttqa":
        found -= {int(named) for named in YEAR.findall(question_text(question))}
    if len(found) > 1:
        found -= {
            value for value, match in matches.items() if numbers.NAME.match(text, match.end())
        }
    if len(found) > 1 and _ASIDES.search(text):
        return read_year(_ASIDES.sub(" ", text), question)
    return numbers.only_value(found, "year")


def eras(text: str) -> set[float]:
    """Return all years with an era in the text; BC years are negative."""
    found = set()
    for match in ERA.finditer(text):
        value = numbers.value(match["number"] or match["after"])
        name = (match["era"] or match["before"]).upper()
        before = name.startswith(("B", "A. C", "A.C", "V", "AV"))
        if value is not None:
            found.add(-abs(value) if before else value)
    return found


def read_era(text: str) -> numbers.Value | None:
    """Return the one year with an era in the text."""
    return None if _CHOICE.search(text) else numbers.only_value(eras(text), "era")


def read_day(
    text: str, question: QuestionView, day_first: Callable[[Written], bool], stated: bool = False
) -> numbers.Value | None:
    """Return the only date in the text.

    A missing year is the only one of the text, for TempTabQA of the text and the question.
    `day_first` returns whether a date in numbers begins with its day. If there are several dates,
    or with `stated`, the last one stated as the result counts: `60 days before 3 May 2001 is 4
    March 2001`.
    """
    found = [w.turned() if w.turnable and day_first(w) else w for w in written(text)]
    if any(w.several for w in found):
        return None
    differ = len(found) > 1 and found[-1].day_in() != found[-2].day_in()
    if differ and _LISTED.search(text[found[-2].end : found[-1].start]):
        return None
    lacking = None
    if any(w.year is None for w in found):
        known, beside = years(text), years(question_text(question))
        lacking = numbers.only(known | beside if question.family == "ttqa" else known or beside)
    found = [w for w in found if not _denied(w, text)]
    leads = found and not text[: found[0].start].strip(" *_\"'(")
    if not stated and leads and _AFTER_FIRST.match(text, found[0].end):  # else a remark
        found = found[:1]
    elif stated or len({w.day_in(lacking) for w in found}) > 1:
        results = [_STATED.search(text[max(0, w.start - 12) : w.start]) for w in found]
        words = [result[0] for result in results if result]
        found = [w for w, result in zip(found, results, strict=True) if result][-1:]
        if words.count(words[-1] if words else "") > 1:
            return None
    stated_day = numbers.only(w.day_in(lacking) for w in found)
    if stated_day is None:
        return None
    return numbers.Value(stated_day, "date" if found[0].year is not None else "date_without_year")


def _denied(written: Written, text: str) -> bool:
    """Return whether the text denies the date: `not on 3 May`, `not 3 May, but 4 May`."""
    denial = _NOT.search(text[max(0, written.start - 20) : written.start])
    alone = text[: written.start].strip().lower() == "not"
    return bool(denial and (denial[1] or alone or " but " in text[written.end :]))
