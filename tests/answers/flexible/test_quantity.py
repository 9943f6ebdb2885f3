"""Tests amounts of time in text, and their numbers in each unit."""

import pytest
from cases import results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible.quantity import amounts, spelled


def spans(text: str) -> list[str]:
    return [text[one.start : one.end] for one in amounts(text)]


def described(text: str) -> list[bool]:
    return [one.adjective for one in amounts(text)]


def converted(text: str, unit: str) -> float | None:
    (amount,) = amounts(text)
    return amount.to(unit)


test_amounts_in_text = results_of(lambda text: [one.parts for one in amounts(text)], [
    # text, the parts of every amount
    ("15 years", [((15, "year"),)]), ("a year", []), ("It took 15 Years.", [((15, "year"),)]),
    ("-3 days", [((-3, "day"),)]), ("minus 3 days", [((-3, "day"),)]),
    ("to the terminus 3 days", [((3, "day"),)]), ("0.5 hours", [((0.5, "hour"),)]),
    (".5 hours", [((0.5, "hour"),)]), ("1,250 days", [((1250, "day"),)]),
    ("2,5 days", []),  # no English number
    ("1.2.3 days", []), ("twenty-five years", [((25, "year"),)]),
    ("two and a half years", [((2.5, "year"),)]), ("one hundred and five days", [((105, "day"),)]),
    ("twenty twelve years", []), ("five (5) years", [((5, "year"),)]),
    ("30 Earth days", [((30, "day"),)]), ("3 happy years", []), ("3\nyears", []),  # on one line
    ("3 yearly fairs", []), ("3 daybreaks", []), ("12 months' notice", [((12, "month"),)]),
    ("F-9 years", []), ("v9 years", []), ("1,200-9 years", []), ("9th year", []),
    ("between the two years", []),  # spoken of before
    ("both two years", []), ("These three months", []), ("the 12 years", [((12, "year"),)]),
    ("bathe two years", [((2, "year"),)]), ("3 decades", [((3, "decade"),)]),
    ("1 century", [((1, "century"),)]), ("two centuries", [((2, "century"),)]),
    ("5 yrs", [((5, "year"),)]), ("5 yr", [((5, "year"),)]), ("5y", [((5, "year"),)]),
    ("5 mos", [((5, "month"),)]), ("5 mo", [((5, "month"),)]), ("5 wks", [((5, "week"),)]),
    ("5d", [((5, "day"),)]), ("5 hrs", [((5, "hour"),)]), ("5 mins", [((5, "minute"),)]),
    ("5 min", [((5, "minute"),)]), ("5 secs", [((5, "second"),)]),
    ("5h 3m 2s", [((5, "hour"), (3, "minute"), (2, "second"))]),
    ("5 h 3 m 2 s", [((5, "hour"), (3, "minute"), (2, "second"))]), ("five h", []),
    ("5 d", [((5, "day"),)]), ("5sec", [((5, "second"),)]),
    ("15 years and 9 months", [((15, "year"), (9, "month"))]),
    ("15 years 9 months", [((15, "year"), (9, "month"))]),
    ("15 years, 9 months", [((15, "year"), (9, "month"))]),
    ("15 years, and 9 months", [((15, "year"), (9, "month"))]),
    ("15 years plus 9 months", [((15, "year"), (9, "month"))]),
    ("1 year, 2 months, and 3 days", [((1, "year"), (2, "month"), (3, "day"))]),
    ("9 months and 15 years", [((9, "month"),), ((15, "year"),)]),  # not falling
    ("9 months and 9 months", [((9, "month"),), ((9, "month"),)]),
    ("3 years or 4 months", [((3, "year"),), ((4, "month"),)]),
    ("3 years. 4 months", [((3, "year"),), ((4, "month"),)]),
    ("3 years and -4 months", [((3, "year"),), ((-4, "month"),)]),
    ("-3 years and 4 months", [((-3, "year"), (-4, "month"))]),
    ("1990 years ago", [((1990, "year"),)]), ("", []),
])  # fmt: skip

test_where_amounts_stand = results_of(spans, [
    ("In 12 years and 3 days it closed.", ["12 years and 3 days"]),
    ("From 3 days to 2 weeks.", ["3 days", "2 weeks"]), ("He is a 12-year-old.", ["12-year-old"]),
])  # fmt: skip

test_amounts_that_describe_a_thing = results_of(described, [
    ("a five-year term", [True]), ("a 5 - month break", [True]), ("a 12-year-old", [False]),
    ("12-years", [False]), ("12 years", [False]), ("12 year term", [False]),
    ("3 months of a 2-year lease", [False, True]),
])  # fmt: skip


WORDS = """
full whole complete completed entire total more additional extra calendar consecutive further earth
solar julian gregorian standard straight solid
"""


@pytest.mark.parametrize("word", WORDS.split())
def test_words_between_a_number_and_its_unit(word):
    for text in (f"3 {word} days", f"three {word.upper()} days"):
        assert converted(text, "days") == 3


test_an_amount_in_a_unit = results_of(converted, [
    # text, unit, number
    ("15 years", "years", 15), ("2.5 years", "years", 2.5), ("0.4 years", "years", 0.4),
    ("-2.5 days", "days", -2.5), ("2 years and 4 months", "months", 2 * 12 + 4),
    ("2 years and 11 months", "years", 2), ("2.5 years and 6 months", "years", 3),
    ("-2 years and 6 months", "years", -2), ("-2 years and 6 months", "months", -(2 * 12 + 6)),
    ("0 years and 7 months", "years", 0), ("24 months", "years", 2), ("35 months", "years", 2),
    ("11 months", "years", None), ("0 months", "years", 0), ("3 decades", "years", 3 * 10),
    ("1 century and 2 decades", "years", 100 + 20), ("1 century", "months", 100 * 12),
    ("3 decades", "months", 3 * 10 * 12), ("0.25 years", "months", 3),
    ("0.3 years", "months", 3),  # 3.6
    ("3 months and 10 days", "months", 3), ("10 days", "months", None),
    ("5,202 days", "years", None), ("3 months and 10 days", "days", None), ("1 year", "days", None),
    ("3 weeks and 2 days", "days", 3 * 7 + 2), ("36 hours", "days", 1), ("48 hours", "days", 2),
    ("23 hours", "days", None), ("2 days and 23 hours", "days", 2),
    ("0 days and 5 hours", "days", 0),
    ("2 hours, 3 minutes and 4 seconds", "seconds", 2 * 3600 + 3 * 60 + 4),
    ("1.5 hours", "seconds", 1.5 * 3600), ("2.25 seconds", "seconds", 2.25),
    ("1 week", "seconds", 7 * 24 * 3600), ("1 day and 1 second", "seconds", 24 * 3600 + 1),
    ("90 seconds", "minutes", 90 / 60), ("3 hours and 15 seconds", "minutes", 3 * 60 + 15 / 60),
    ("-1 hour and 30 minutes", "minutes", -90), ("1 month", "seconds", None),
    ("1 year and 3 hours", "seconds", None),
])  # fmt: skip


@given(st.integers(0, 10**4), st.integers(0, 11))
def test_years_and_months(years, months):
    text = f"{years} years and {months} months"
    assert (converted(text, "months"), converted(text, "years")) == (12 * years + months, years)


@given(st.integers(0, 10**4), st.integers(0, 59), st.integers(0, 59))
def test_hours_minutes_and_seconds(hours, minutes, seconds):
    text, wanted = f"{hours} hours, {minutes} minutes, and {seconds} seconds", 3600 * hours
    wanted += 60 * minutes + seconds
    assert (converted(text, "seconds"), converted(text, "minutes")) == (wanted, wanted / 60)


test_amounts_of_today_are_exact = results_of(lambda text, unit: converted(spelled(text), unit), [
    ("2.035 hours", "seconds", 7326), ("0.1 hours", "seconds", 360), ("1.1 minutes", "seconds", 66),
    ("8.25 hours", "minutes", 495), ("0.7 days", "minutes", 1008), ("3y 2m", "months", 38),
    ("1h22m05s", "seconds", 4925), ("6'102 days", "days", 6102), ("6 102 days", "days", 6102),
    ("hours = 2, minutes = 25", "minutes", 145),
    ("14 Stunden, 6 Minuten und 53 Sekunden", "seconds", 50813),
])  # fmt: skip
