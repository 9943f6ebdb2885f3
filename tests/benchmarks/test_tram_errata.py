"""Tests each form of the recomputed arithmetic by a number that was worked out by hand."""

from fractions import Fraction

import pytest

from benchmarks.tram_errata import __main__ as script
from benchmarks.tram_errata import recomputed
from benchmarks.tram_errata.stated import agrees, value
from tempanswerqa.neighbours.tram.items import Item

FORMS = [
    ("The clock after 21:10 - 02:35?", "18:35"), ("The clock after 21:10 + 02:55?", "0:05"),
    ("The clock after 12:20 AM - 00:50?", "11:30 PM"),
    ("The clock after 12:20 PM − 08:30?", "3:50 AM"),
    ("Name the year 27 years before 1731?", "1704"),
    ("Name the year 1 year after 1899?", "1900"),
    ("Name the month 5 months before March?", "October"),
    ("Name the month 11 months after March?", "February"),
    ("When is it 21 years and 11 months after July 1951?", "June 1973"),
    ("Please add 5 months and 1 day to the date 09-30-1903, and say it.", "03-01-1904"),
    ("Please subtract 1 month and 2 days to the date 03-31-1904, and say it.", "02-27-1904"),
    ("Please add 2 weeks and 3 days to the date 12-20-1999, and say it.", "1/6/2000"),
    ("Please subtract 366 days to the date 01-01-2001, and say it.", "01-01-2000"),
    ("Say which week of year 1900 does the date 01-01-1900 fall into?", "Week 1"),
    ("Say which week of year 2021 does the date 01-03-2021 fall into?", "Week 53"),
    ("At 11 PM on May 13, 1960 in UTC, what says a clock in Asia/Tokyo?", "8 AM on May 14, 1960"),
    ("At 11 PM on May 13, 1950 in UTC, what says a clock in Asia/Tokyo?", "9 AM on May 14, 1950"),
    ("Add 9 minutes 50 seconds and 3 minutes 40 seconds.", "13 minutes 30 seconds"),
    ("Subtract 2 minutes 10 seconds from 1 hour 1 minute.", "58 minutes 50 seconds"),
    ("Convert 1000 seconds into hours.", "0.277777778"),
    ("Convert 90 days into minutes.", "129600"),
    ("With a speed of 60 km/h. For a distance of 100 kilometers, it takes in minutes?", "100"),
    ("At a speed of 5 km/hr and a rest for 3 minutes after each, to cover 3 km?", "42"),
    ("A pill every 50 minutes, how many times will that be in a day?", "28"),
    ("From homework at 10 AM and finishes at 1 PM, what is left?", "3 hours"),
    ("From homework at 10 AM and finishes at 12 PM, what is left?", "2 hours"),
    ("It was 3 years 11 months old when lost, now he is 10 years 2 months old?",
     "6 years 3 months"),
    ("It takes off at 11 PM and the way is 3 hours, to land when?", "2:00 AM"),
    ("A leave of 10 days starting from Monday, 18 December?", "Thursday, 28 December 2023"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), FORMS)
def test_forms(question, answer):
    found = recomputed.values(question, "")
    assert any(agrees(value(answer), wanted) for wanted in found)
    assert not any(agrees(value("Week 99"), wanted) for wanted in found)


def test_hours_in_time_zones_are_begun_or_nearest():
    question = "At 7 AM on April 17, 1102 in Asia/Tokyo, what says a clock in UTC?"
    day = (1102, 4, 16)  # local mean time in Tokyo is 9:18:59 ahead
    assert recomputed.values(question, "") == [("moment", *day, 21), ("moment", *day, 22)]


def test_unknown_forms_have_no_value():
    assert recomputed.values("How long is it?", "") == []
    assert all(isinstance(found[1], (int, Fraction)) for found in recomputed.BY_HAND.values())
    assert recomputed.values("How long?", "arithmetic-48cd509e5602") == [("seconds", 90 * 3600)]


@pytest.mark.parametrize(("text", "stated"), [
    ("12:05 AM", ("clock", 5)), ("0:05", ("clock", 5)), ("Jun-18", ("spoiled", 18, 6)),
    ("18-Jun", ("spoiled", 18, 6)), ("June 1918", ("month", 1918, 6)),
    ("12 PM on May 5, 1577", ("moment", 1577, 5, 5, 12)),
    ("5/4/2024", ("date", 2024, 5, 4)),
    ("Wednesday, 30 August 2023", ("date", 2023, 8, 30)),
    ("Tuesday, 30 August 2023", None), ("1 year 1 month", ("months", Fraction(13))),
    ("1 minute 1 second", ("seconds", Fraction(61))),
    ("17.5 minutes", ("seconds", Fraction(1050))), ("about 2 minutes", None), ("July", ("name", 6)),
])  # fmt: skip
def test_what_answers_state(text, stated):
    assert value(text) == stated


def test_spoiled_months_agree_but_for_the_century():
    assert agrees(value("18-Jun"), ("month", 1918, 6))
    assert not agrees(value("18-Jul"), ("month", 1918, 6))
    assert not agrees(None, ("month", 1918, 6))


def question(text, answer, *options):
    letters = tuple("ABCD"[: len(options)])
    return Item("arithmetic-x", "Facts", "", text, letters, options, answer)


def test_verdicts():
    month = FORMS[8][0]
    checked = script.check(
        [
            question(FORMS[4][0], 0, "1704", "1705"),
            question(FORMS[4][0], 1, "1704", "1705"),
            question(FORMS[4][0], 1, "1703", "1705"),
            question(month, 1, "May-73", "Jun-73"),
            question("How long?", 0, "1 day", "2 days"),
        ]
    )
    assert [each.verdict for each in checked] == ["right", "wrong", "wrong", "spoiled", "unknown"]
    assert [each.computed for each in checked[1:3]] == ["A", ""]
    assert script.counts(checked) == {"Facts": {"right": 1, "wrong": 2, "spoiled": 1, "unknown": 1}}
