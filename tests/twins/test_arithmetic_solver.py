"""Tests the solver of arithmetic questions: hand-computed answers, and what it refuses."""

import re
from datetime import date

import pytest

from tempanswerqa.twins import arithmetic_solver
from tempanswerqa.twins.arithmetic_solver import read, solve


def seconds(year, month, day):
    return (date(year, month, day) - date(1970, 1, 1)).days * 86_400


def hms(hour, minute=0, second=0):
    return hour * 3600 + minute * 60 + second


def asked(asks, text):
    kind, unit = asks.split()
    return solve(
        {"question_wo_instruct": text, "question_type": kind, "answer_temporal_unit": unit}
    )


CASES = [
    # the type and unit, the text, the answer, and why
    (
        "add_subtract date",
        "The current date is February 25, 2024. What is the date 10 days from now?",
        seconds(2024, 3, 6),
        "2024 has a 29 February: 4 days are left in the month, and 6 more",
    ),
    (
        "add_subtract date",
        "If the date is 28 Jan 2001 now, what was the date 3 months before now?",
        seconds(2000, 10, 28),
        "December, November, October",
    ),
    (
        "add_subtract date",
        "The match was scheduled for 30-12-1999. It was preponed by 1 month, but the new date has "
        "been postponed by 2 weeks. When does the match take place?",
        seconds(1999, 12, 14),
        "30 November, and 14 days on",
    ),
    (
        "add_subtract years",
        "The war in a movie started in 5 BC and went on for 10 years. In what year did it end?",
        6,
        "four years to 1 BC, 1 AD is the fifth, 6 AD the tenth",
    ),
    (
        "add_subtract years",
        "If the war ended in 6 AD after 10 years, what year did it start in?",
        -5,
        "there is no year 0",
    ),
    (
        "add_subtract years",
        "If they started to construct the tower on 2001-12-30 and it took exactly 2 days, what "
        "year "
        "was it ready in?",
        2002,
        "1 January",
    ),
    (
        "duration days",
        "I was born on 2001-01-30. Compute in days how old I am on 2001-03-02.",
        1 + 28 + 2,
        "31 - 30 in January, 28 in February, 2 in March",
    ),
    (
        "duration days",
        "By 2001-01-30, the war had gone on for 10 days. After that, it stopped for 2 days and "
        "later "
        "for 3 days, but was going on again by 2001-03-02. Not counting these stops, for how many "
        "days had it gone on by then?",
        10 + 31 - 5,
        "31 days, less 5 of stops",
    ),
    (
        "duration days",
        "Mia was born on 2001-01-30 and Ben on 2001-03-02. When Ben was 7 days old, how many days "
        "old was Mia?",
        7 + 31,
        "she is 31 days older",
    ),
    (
        "duration seconds",
        "Ben's homework ended at 1:00:05 AM. How long did it take, if it began at 11:30:15 PM?",
        hms(1, 29, 50),
        "29:45 to midnight, and an hour and five seconds",
    ),
    (
        "duration seconds",
        "It began at 10:00:00 AM, and at 11:00:00 AM it was over, with a break of 10 minutes.",
        hms(0, 50),
        "an hour less the break",
    ),
    (
        "multi_op seconds",
        "It takes Mia an average of 1 minute and 10 seconds to solve one riddle and 50 seconds to "
        "study one page. If she wants to solve 3 riddles and study 2 pages, she will take, at the "
        "same rate, X hours, Y minutes, Z seconds.",
        3 * 70 + 2 * 50,
        "both products",
    ),
    (
        "multi_op seconds",
        "It takes Ben 1 minute and 20 seconds to run 4 miles. If his pace remains the same, "
        "calculate "
        "the time for 7 miles.",
        80 / 4 * 7,
        "20 seconds a mile",
    ),
    (
        "multi_op seconds",
        "It takes Ben 1 minute and 21 seconds to run 4 miles. If his pace remains the same, "
        "calculate "
        "the time for 7 miles.",
        None,
        "no whole number of seconds a mile",
    ),
    (
        "multi_op seconds",
        "Ben reads 4 pages in 1 minute and 20 seconds. How long for 7 pages?",
        140,
        "the same in another order",
    ),
    (
        "multi_op seconds",
        "Mia's robot does her tasks. It takes the robot 1 hour to clean one car, on average. If "
        "it is "
        "tasked to clean 20 cars, the robot will take A hours, B minutes, C seconds.",
        hms(20),
        "an hour each",
    ),
    (
        "multi_op seconds",
        "The runs took 1:00:00, 2:00:00 and 3:00:03. What is the average?",
        hms(2, 0, 1),
        "of three",
    ),
    (
        "multi_op seconds",
        "The train leaves at 23:00 and takes 2 hours and then 30 minutes. When does it arrive?",
        hms(25, 30),
        "half past one of the next day",
    ),
    (
        "multi_op date",
        "Employees receive a paycheck every 7 days. If Ben received the first on 1 Jan 2001 and "
        "today "
        "is 30 Jan 2001, when is his next paycheck?",
        seconds(2001, 2, 5),
        "1, 8, 15, 22, 29 January, 5 February",
    ),
    (
        "timezone seconds",
        "Right now, the time is 00:30 (24hr) in Location A (UTC +0545). What is the time now in "
        "Location B (UTC -0330)?",
        hms(0, 30) - hms(9, 15),
        "the zones are 9:15 apart",
    ),
    (
        "trick date",
        "If the day before 2 days after tomorrow is 2001-03-01, what is the day 1 day before now "
        "in "
        "yyyy-mm-dd format?",
        seconds(2001, 2, 26),
        "that day is the day after tomorrow",
    ),
    (
        "trick date",
        "What is the date yesterday in yyyy-mm-dd format, if the day after tomorrow is 2001-03-01?",
        seconds(2001, 2, 26),
        "three days before",
    ),
]


@pytest.mark.parametrize(("asks", "text", "number", "why"), CASES)
def test_hand_computed(asks, text, number, why):
    assert asked(asks, text) == number


def test_each_rule_has_a_case():
    rules = set(arithmetic_solver._RULES)
    for asks, text, *_ in CASES:
        reading = read(text)
        fitting = (
            rule
            for rule in arithmetic_solver._RULES
            if rule.asks == asks
            and re.fullmatch(rule.shape, reading.shape)
            and re.search(rule.cue, reading.text)
        )
        rules.discard(next(fitting, None))
    assert not rules


@pytest.mark.parametrize(
    ("text", "shape", "values"),
    [
        ("on 3 May 2001 or May 3, 2001", "DD", [date(2001, 5, 3)] * 2),
        ("on 2001-May-13, 2001-05-13, 05-13-2001, 13-05-2001", "DDDD", [date(2001, 5, 13)] * 4),
        ("3 Sep 2001, in September 2001", "DM", [date(2001, 9, 3), "September 2001"]),
        ("at 12:05 AM, 12:05:01 PM, 23:00 (24hr)", "TTT", [300, 43_501, 82_800]),
        ("in 12:05:01 (hh:mm:ss) from 12:05:01", "LT", [43_501] * 2),
        ("1 hour, 2 minutes and 3 seconds; and 4 hours and 1 second", "LL", [3723, 14_401]),
        ("in 5 BC or 12 AD", "EE", [-5, 12]),
        ("1 day, 2 weeks, 3 months, 4 years", "SSSS", [(1, "d"), (2, "w"), (3, "m"), (4, "y")]),
        ("the 3rd of 21 parts", "ON", ["3rd", 21]),
        ("IST +0530, (PST -0800), UTC +0000", "ZZZ", [330, -480, 0]),
        ("E3 or entity4 12", "N", [12]),
        ("1 day. Assume 1 month is 30 days.", "S", [(1, "d")]),
    ],
)
def test_quantities_are_read(text, shape, values):
    found = read(text)
    assert (found.shape, found.values) == (shape, values)


@pytest.mark.parametrize("asks", ["add_subtract days", "another date"])
def test_unknown_kinds_of_questions_have_no_answer(asks):
    text = "The current date is February 25, 2024. What is the date 10 days from now?"
    assert asked("add_subtract date", text) is not None
    assert asked(asks, text) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "What is the answer?",
        "The current date is 2024-13-25. What is the date 10 days from now?",
        "The current date is 02-05-2024. What is the date 10 days from now?",
        "The current date is February 25, 2024. What is the date some days from now?",
        "The current date is February 25, 2024. What is the date 10 days beside now?",
        "The current date is May 1, 2024 or May 2, 2024. What is the date 10 days from now?",
        "The current date is January 31, 2024. What is the date 1 month from now?",
    ],
)
def test_what_cannot_be_read_has_no_answer(text):
    assert {asked(rule.asks, text) for rule in arithmetic_solver._RULES} == {None}
