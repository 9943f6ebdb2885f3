"""Dates as the paper's release reads them: pandas and datefinder's older engine as oracles.

Mutated answers are read by both; every class of difference that is left is named here.
"""

import math
import random
import re
import warnings
from datetime import date, datetime

import datefinder
import pandas
import pytest
from dateutil.parser import DEFAULTPARSER

from tempanswerqa.answers import quantities

MONTHS = quantities.MONTHS
BOUNDS = date(1677, 9, 21), date(2262, 4, 11)
OTHERWISE = {
    "the day of the run": re.compile(r"now|today|\d{1,2}:.*", re.ASCII | re.DOTALL),
    "a time zone": re.compile(r".*\d\s?(?:Z|UTC|GMT|[-+]\d\d:\d\d)", re.DOTALL),
    "a year and a month behind a dot": re.compile(r"\d{4}[.\\]\d\d?"),
    "a sign before the date": re.compile(r"-.*"),
    "a quarter of a year with one digit": re.compile(r"[\s+-]?\d\s?-?Q-?\d"),
}
"""Answers that strict reading reads otherwise than pandas, by what they hold."""


def notations(year: int, month: int, day: int) -> list[str]:
    name = MONTHS[(month - 1) % 12]
    return [
        *(f"{month}{mark}{day}{mark}{year}" for mark in "-/. "),
        *(f"{year}{mark}{month:02}{mark}{day:02}" for mark in "-/."),
        *(f"{month:02}{mark}{year}" for mark in "-/. "),
        *(f"{year}{mark}{month:02}" for mark in "-/."),
        *(f"{name} {day}, {year}", f"{day} {name} {year}", f"{day} {name[:3]}, {year}"),
        *(f"{year}-{name[:3]}-{day:02}", f"{day}-{name[:3]}-{year}", f"{day}th of {name} {year}"),
        *(
            f"{name} {year}",
            f"{name} {day}",
            f"{name}",
            f"{year}",
            f"{day}",
            f"{year}{month:02}{day:02}",
        ),
        *(
            f"{year}Q{month % 5}",
            f"{month % 5}Q{year}",
            f"{year % 100:02}Q{month % 5}",
            f"Q1 {year}",
        ),
        *(f"{year}-{month:02}-{day:02}T10:20:30", f"{year}-{month:02}-{day:02} 10:20"),
        *(f"{year}-{month:02}-{day:02}Z", f"{name} {day}, {year} UTC", f"{day}:{month:02}"),
        *("now", "today", "tomorrow", "NaT", "", "None", "Monday", f"Tue, {day} {name[:3]} {year}"),
    ]


def mutated(seed: int, number: int):
    """Dates in all notations, one in two of them with a character lost, doubled or exchanged."""
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
    monkeypatch.setattr(DEFAULTPARSER.info, "_year", quantities.FILL_DATE.year)


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
    for text in mutated(1, 5_000):
        if quantities.read_object({"date": text}, "date") == by_pandas(text):
            continue
        names = [name for name, pattern in OTHERWISE.items() if pattern.fullmatch(text)]
        classes.update(names[:1])
        unexplained += [] if names else [text]
    assert not unexplained
    assert "the day of the run" in classes


@pytest.mark.parametrize("value", [20010331, 2001, 1.5, 0])
def test_a_number_in_json_is_no_date(value):
    assert pandas.to_datetime(value).year == 1970  # nanoseconds
    assert quantities.read_object({"date": value}, "date") is None


WORDS = ["on", "the", "of", "was", "to", "between", "until", "at", "(", '."', "3rd", "12th", "noon"]


def by_datefinder(line: str) -> float | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            dates = datefinder.find_dates(line, base_date=quantities.FILL_DATE, engine="legacy")
            found = next(dates, None)
        except (TypeError, ValueError, OverflowError):
            return None
    return found and float((found.replace(tzinfo=None) - datetime(1970, 1, 1)).days * 86_400)


def test_dates_of_temptabqa_are_those_of_datefinder():
    source = random.Random(2)
    texts = list(mutated(3, 4_000))
    for _ in range(2_000):
        words = [source.choice([*WORDS, *source.sample(texts, 2)]) for _ in range(6)]
        line = f" {' '.join(words)}"
        expected = by_datefinder(line)
        assert quantities.read_line(line, "date") == expected, line
    for text in texts:
        assert quantities.read_line(f" {text}.", "date") == by_datefinder(f" {text}."), text
