"""Finds calendar dates in text, in the notations that models write."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from tempanswerqa.answers.quantities import MONTHS

_SHORT = [name[:3].lower() for name in MONTHS]
SHORT_MONTHS = "|".join(_SHORT)
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS).replace("Sep(?:t", "Sept?(?:")
_DAY_LEADS = {
    mark: re.compile(rf"(?:1[3-9]|2[0-9]|3[01])\s?{re.escape(mark)}\s?[0-9]") for mark in "-/."
}
_DAY = r"(?<![\w.,:])(?<!\w-)(?:the\s+)?[0-9]{1,2}(?![0-9:]|[.,][0-9])(?:st|nd|rd|th)?"
_RANGE = r"(?:\s?(?:[-\u2013/&]|to|and|or)\s?[0-9]{1,2}(?:st|nd|rd|th)?(?![0-9]))?"
_GAP = r"(?:,\s*|\.\s*|\s+of\s+|\s*-\s*|\s+in\s+|\s+|/)"
_DATE = re.compile(
    rf"""(?ix) (?= [0-9adfjmnost] ) (?:
    (?<![\w.,/-]) (?: (?P<iso>[0-9]{{4}})([-/.])(?P<iso_month>[0-9]{{1,2}})\2
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
_ERA = re.compile(r"(?i),?\s{0,9}[0-9]{0,4}\s{0,9}(?:B\.?C|BCE)\b")
YEAR = re.compile(
    r"(?<![\w,/:$-])(?<![0-9]\.)(?<![0-9]\u2013)([12][0-9]{3})(?![\w%/]|[.,:-][0-9]|\u2013[0-9])"
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


def month_number(name: str) -> int:
    """Return the number of a month from the first three letters of its name."""
    return _SHORT.index(name[:3].lower()) + 1


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


def may_turn(one: Written, lowered: str) -> bool:
    """Return whether a text in lower case may show that the date begins with its day."""
    return _SHORT[one.day - 1] in lowered or bool(_DAY_LEADS[one.separator].search(lowered))


class Order:
    """The order of day and month that a text shows in its dates."""

    def __init__(self, text: str) -> None:
        self._named: set[tuple[int | None, int, int]] = set()
        self._leading: set[tuple[str, bool]] = set()
        for one in written(text):
            if not one.separator:
                self._named.add((one.year, one.month, one.day))
            elif not one.turnable:
                self._leading.add((one.separator, one.day_leads))

    def day_first(self, one: Written, by_numbers: bool = True) -> bool:
        """Return whether the text shows that the date, in numbers, begins with its day.

        The text shows it by the same day with its month in words or, with `by_numbers`, by other
        dates of the same kind with a clear order.
        """
        return self._shown(one, by_numbers) == {True}

    def shows(self, one: Written) -> bool:
        """Return whether the text shows the order of the date's numbers."""
        return len(self._shown(one, True)) == 1

    def _shown(self, one: Written, by_numbers: bool) -> set[bool]:
        turned, straight = (one.year, one.day, one.month), (one.year, one.month, one.day)
        shown = {lead for day, lead in ((turned, True), (straight, False)) if day in self._named}
        if by_numbers:
            shown |= {lead for separator, lead in self._leading if separator == one.separator}
        return shown


def _written(match: re.Match, text: str) -> Written | None:
    start, end = match.span()
    if _ERA.match(text, end):
        return None
    if match["iso"]:
        year, month, day = (int(match[name]) for name in ("iso", "iso_month", "iso_day"))
        return Written(year, month, day, start, end)
    if match["first"]:
        first, second = int(match["first"]), int(match["second"])
        year = int(match["last"])
        year += 0 if len(match["last"]) == 4 else 2000 if year < 75 else 1900
        month, day = (second, first) if first > 12 else (first, second)
        turnable = first <= 12 and second <= 12
        return Written(year, month, day, start, end, turnable, False, match[6], first > 12)
    month = month_number(match["month"] or match["month_after"])
    day = int(re.sub(r"\D", "", match["day"] or match["day_first"]))
    year = match["year"] or match["year_after"]
    several = bool(match["range"] or match["range_first"])
    return Written(int(year) if year else None, month, day, start, end, several=several)
