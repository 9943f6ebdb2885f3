"""Tests dates against dates written by other means: by hand, by strftime, by pandas."""

import json
import math
import random
import re
import warnings
from datetime import date, datetime, timedelta
from functools import partial

import datefinder
import pandas
import pytest
from cases import data, results_of
from dateutil.parser import DEFAULTPARSER

from tempanswerqa import paper_scoring
from tempanswerqa.paper_scoring import read_line, read_object


def day_of(number: float | None) -> tuple[int, int, int] | None:
    """Return the year, month and day of a reading, which must be a whole day."""
    if number is None:
        return None
    days, rest = divmod(number, 86_400)
    assert rest == 0
    found = date(1970, 1, 1) + timedelta(days)
    return found.year, found.month, found.day


def read_date(value: object, key: str = "date") -> tuple[int, int, int] | None:
    return day_of(read_object(json.dumps({key: value}), "date"))


def date_in(line: str) -> tuple[int, int, int] | None:
    return day_of(read_line(line, "date"))


DATES = [(text, day and tuple(day)) for text, day in data(__file__, "dates")]
DIGITS = [("20210304", (2021, 3, 4)), ("2021", (2021, 1, 1)), ("1", None), ("72", None)]
NO_TEXT = [20210304, 2021.0, 1.5, 0, True, None, ["2021-03-04"], {}]
"""Values that are no dates; pandas reads numbers as nanoseconds."""

test_dates = results_of(read_date, [*DATES, *DIGITS, *((value, None) for value in NO_TEXT)])
test_digits_as_an_answer_are_an_integer_and_no_date = results_of(
    partial(read_date, key="answer"), [*DATES, *((text, None) for text, _ in DIGITS)]
)


LINES = [(text, day and tuple(day)) for text, day in data(__file__, "lines")]


@pytest.mark.parametrize(("line", "day"), LINES)
def test_lines_with_dates(line, day, monkeypatch):
    monkeypatch.setenv("DATEFINDER_DEFAULT_ENGINE", "v2")  # it plays no part
    assert date_in(line) == day


TEXT, LONG = " March 4, 2021.", "x" * 1_000
ROOM = 800
test_lines_are_searched_to_their_longest_length = results_of(
    date_in,
    [
        (TEXT.rjust(len(LONG), "x"), (2021, 3, 4)),
        (LONG + TEXT, None),
        # longer ones where no date can be cut
        (TEXT.rjust(ROOM, "x") + LONG, (2021, 3, 4)),
        (TEXT.rjust(len(LONG), "x") + LONG, None),
        ("é" * 500 + TEXT + LONG, (2021, 3, 4)),
    ],
)
test_texts_that_are_longer_than_any_date_are_unparsed = results_of(
    read_date,
    [("4 March 2021".rjust(200 + more), read) for more, read in ((0, (2021, 3, 4)), (1, None))],
)


MONTHS = paper_scoring.MONTHS
BOUNDS = date(1677, 9, 21), date(2262, 4, 11)
OTHERWISE = {
    "the day of the run": re.compile(r"now|today|\d{1,2}:.*", re.ASCII | re.DOTALL),
    "a time zone": re.compile(r".*\d\s?(?:Z|UTC|GMT|[-+]\d\d:\d\d)", re.DOTALL),
    "a year and a month behind a dot": re.compile(r"\d{4}[.\\]\d\d?"),
    "a sign before the date": re.compile(r"-.*"),
    "a quarter of a year with one digit": re.compile(r"[\s+-]?\d\s?-?Q-?\d"),
}
"""The patterns of answers that strict reading reads otherwise than pandas, by content."""


def notations(year: int, month: int, day: int) -> list[str]:
    name = MONTHS[(month - 1) % 12]
    return [
        *(f"{month}{mark}{day}{mark}{year}" for mark in "-/. "),
        *(f"{year}{mark}{month:02}{mark}{day:02}" for mark in "-/."),
        *(f"{month:02}{mark}{year}" for mark in "-/. "),
        *(f"{year}{mark}{month:02}" for mark in "-/."),
        *(f"{name} {day}, {year}", f"{day} {name} {year}", f"{day} {name[:3]}, {year}"),
        *(f"{year}-{name[:3]}-{day:02}", f"{day}-{name[:3]}-{year}", f"{day}th of {name} {year}"),
        *(f"{name} {year}", f"{name} {day}", name, f"{year}", f"{day}"),
        *(f"{year}{month:02}{day:02}", f"{year}Q{month % 5}", f"{month % 5}Q{year}"),
        *(f"{year % 100:02}Q{month % 5}", f"Q1 {year}"),
        *(f"{year}-{month:02}-{day:02}T10:20:30", f"{year}-{month:02}-{day:02} 10:20"),
        *(f"{year}-{month:02}-{day:02}Z", f"{name} {day}, {year} UTC", f"{day}:{month:02}"),
        *("now", "today", "tomorrow", "NaT", "", "None", "Monday", f"Tue, {day} {name[:3]} {year}"),
    ]


def mutated(seed: int, number: int):
    """Yield dates in all notations, half with a character lost, doubled or replaced."""
    source = random.Random(seed)
    while number > 0:
        year = source.choice([source.randint(1600, 2300), source.randint(1950, 2030)])
        text = source.choice(notations(year, source.randint(1, 13), source.randint(0, 32)))
        if text and source.random() < 0.5:
            at = source.randrange(len(text))
            text = text[:at] + source.choice(["", 2 * text[at], *"0159-/.: "]) + text[at + 1 :]
        yield text
        number -= 1


@pytest.fixture(autouse=True)
def _year_of_the_run(monkeypatch):
    monkeypatch.setattr(DEFAULTPARSER.info, "_year", paper_scoring.FILL_DATE.year)


def by_pandas(text: str) -> float | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = pandas.to_datetime(text, dayfirst=False)
        except (ValueError, OverflowError):
            return None
    if not isinstance(found, pandas.Timestamp) or found.tzinfo or found is pandas.NaT:
        return None
    if not 1 <= found.year <= 2262 or not BOUNDS[0] <= found.date() <= BOUNDS[1]:
        return None
    return math.floor(found.timestamp() / 86_400) * 86_400.0


def test_dates_of_test_of_time_are_those_of_pandas():
    unexplained, classes = [], set()
    for text in mutated(1, 1_000):
        if paper_scoring.read_object({"date": text}, "date") == by_pandas(text):
            continue
        names = [name for name, pattern in OTHERWISE.items() if pattern.fullmatch(text)]
        classes.update(names[:1])
        unexplained += [] if names else [text]
    assert not unexplained
    assert "the day of the run" in classes


WORDS = ["on", "the", "of", "was", "to", "between", "until", "at", "(", '."', "3rd", "12th", "noon"]


def by_datefinder(line: str) -> float | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            dates = datefinder.find_dates(line, base_date=paper_scoring.FILL_DATE, engine="legacy")
            found = next(dates, None)
        except (TypeError, ValueError, OverflowError):
            return None
    return found and float((found.replace(tzinfo=None) - datetime(1970, 1, 1)).days * 86_400)


@pytest.mark.slow
def test_dates_of_temptabqa_are_those_of_datefinder():
    source = random.Random(2)
    texts = list(mutated(3, 2_000))
    for _ in range(1_000):
        words = [source.choice([*WORDS, *source.sample(texts, 2)]) for _ in range(6)]
        line = f" {' '.join(words)}"
        expected = by_datefinder(line)
        assert paper_scoring.read_line(line, "date") == expected, line
    for text in texts:
        assert paper_scoring.read_line(f" {text}.", "date") == by_datefinder(f" {text}."), text
