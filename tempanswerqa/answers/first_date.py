"""The first date in a line of text, as the package datefinder 0.7.3 finds it.

Version 1 of datefinder keeps the old method in the class `DateFinder`; its new engine finds other
dates. datefinder finds dates, dateutil reads them. Both get a fixed day here in place of the day of
the run.
"""

from __future__ import annotations

from datetime import datetime

from datefinder import DateFinder
from datefinder.constants import STRIP_CHARS
from dateutil.parser import parser

_SHORTEST = 3
"""The smallest number of characters of a date, without words such as `of`."""


class FirstDate(DateFinder):
    """Finds dates with a given parser and day."""

    def __init__(self, parser: parser, day: datetime) -> None:
        super().__init__()
        self._parser, self._day = parser, day

    def parse_date_string(self, date_string: str, captures: dict) -> datetime | None:
        """Return the date of a found text, without its words if it cannot be read with them."""
        try:
            return self._parser.parse(date_string, default=self._day, ignoretz=True)
        except (ValueError, OverflowError):
            rest = self._find_and_replace(date_string, captures)[0].strip(STRIP_CHARS)
        try:
            long = len(rest) >= _SHORTEST
            return self._parser.parse(rest, default=self._day, ignoretz=True) if long else None
        except Exception:  # whatever error dateutil raises, the search continues behind this text
            return None

    def find(self, text: str) -> tuple[datetime | None, int]:
        """Return the first date and the index behind it; None and 0 if there is none."""
        date, (_, end) = next(self.find_dates(text, index=True), (None, (0, 0)))
        return date, end
