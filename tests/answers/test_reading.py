"""Tests quantities in any text, in each unit, and where a text leaves them open.

Each line of `data/everyday.jsonl` is a text as people write it, with the number that it states in a
unit: a time of day as HH:MM, a date as ISO writes it, null where it states none; and why.
"""

import json
from datetime import datetime, timezone
from pathlib import Path

import pytest
from cases import results_of
from hypothesis import given, settings
from hypothesis import strategies as st

from tempanswerqa.answers import QuestionView, flexible, quantities, read_alternatives, read_number
from tempanswerqa.answers.flexible.rules import attempts
from tempanswerqa.units import UNITS as ALL_UNITS

UNITS = [name for name, unit in ALL_UNITS.items() if unit.kind != "period"]

EVERYDAY = Path(__file__).parent / "data/everyday.jsonl"
QUESTIONS = {
    "seconds": "How many seconds does the clip last?", "minutes": "How many minutes did it take?",
    "hours": "How long was the shift, in hours?", "days": "How many days was she away?",
    "weeks": "How many weeks does it take?", "months": "How many months was the shop shut?",
    "years": "For how many years did he live there?", "count": "How many letters did they send?",
    "date_years": "In what year was the bridge built?", "date": "On what day did it open?",
    "month": "In which month was the baby born?", "clock": "What time does the gate close?",
    "moment": "When exactly did the alarm go off?",
}  # fmt: skip
"""A question for each unit."""


def seconds(*parts: int) -> float:
    return datetime(*parts, tzinfo=timezone.utc).timestamp()


def stated(number: str | float | None, unit: str) -> float | None:
    """Return a number as the data write it."""
    if not isinstance(number, str):
        return number
    if unit == "clock":
        hour, minute = map(int, number.split(":"))
        return 60 * hour + minute
    return (
        datetime.fromisoformat(f"{number}+00:00" if "T" in number else number)
        .replace(tzinfo=timezone.utc)
        .timestamp()
    )


MARCH_4, APRIL_3 = seconds(2001, 3, 4), seconds(2001, 4, 3)


def in_either_order(text: str, question: str) -> tuple:
    """Return the date of a text, and what it is where the month is known to stand first."""
    return read_number(text, "date", question), read_number(text, "date", question, True)


test_units = results_of(read_number, [
    ("1 hour, 1 minute and 5 seconds", "seconds", 3665), ("1 hour and 5 minutes", "minutes", 65),
    ("It took 1:30:00.", "hours", 1.5), ("1:30:00", "hours", 1.5), ("411 minutes", "hours", 6.85),
    ("6.85", "hours", 6.85), ("10 days and 12 hours", "weeks", 1.5),
    ("2 weeks and 3 days", "days", 17), ("2 years and 4 months", "months", 28),
    ("15 years and 9 months", "years", 15.75), ("1,200 times", "count", 1200),
    ("Final Answer: It will occur 1200 times", "count", 1200), ("eleven", "count", 11),
    ("It opened in 1998.", "date_years", 1998), ("May 3, 1998", "date_years", 1998),
    ("May 3, 1998", "date", seconds(1998, 5, 3)), ("May 1998", "date", None),
    ("May 1998", "month", seconds(1998, 5, 1)), ("May 3, 1998", "month", seconds(1998, 5, 1)),
    ("8 PM", "clock", 1200), ("At 12:00.", "clock", 720),
    ("It lands at 1:00 AM the next day.", "clock", 60),
    ("8 PM on May 3, 1998", "moment", seconds(1998, 5, 3, 20)), ("May 3, 1998", "moment", None),
    ("8 PM", "moment", None), ("300 BC", "years", None), ("300 AD", "years", None),
    ("300 BC", "date_years", -300), ("44 v. Chr.", "years", None), ("300 BC", "days", None),
    ("300 BC", "count", None), ("300 BC", "hours", None), ("300 BC", "date", None),
    ("He reigned for 12 years until 44 BC.", "years", 12),
    ("<think>12 days?</think>\nIt was hard.\nFinal Answer: 14 days", "days", 14),
])  # fmt: skip


def everyday() -> list[dict]:
    return [json.loads(line) for line in EVERYDAY.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", everyday(), ids=lambda case: f"{case['unit']}:{case['text']}")
def test_everyday_texts(case):
    read = read_number(case["text"], case["unit"], QUESTIONS[case["unit"]])
    expected = stated(case["number"], case["unit"])
    assert read == (None if expected is None else pytest.approx(expected, rel=1e-9)), case["why"]


@pytest.mark.parametrize("style", ["line", "json", "view"])
def test_all_callers_read_the_same(style):
    """Flexible extraction, with its explanation, reads an answer of a user's question alike."""
    for case in everyday():
        unit, text = case["unit"], case["text"]
        family = "tot" if style == "json" else "ttqa"
        view = QuestionView(family, unit, user=QUESTIONS[unit], own=True)
        answer = f"Final Answer: {text}" if style == "line" else text
        found = flexible(answer, view)
        number = quantities.read(found.text, family, unit) if found else None
        assert number == read_number(answer, unit, QUESTIONS[unit]), (unit, text)
        first = next((value for _, value in attempts(answer, view) if value), None)
        assert bool(first) == bool(found)


def labelled() -> list[dict]:
    files = sorted(EVERYDAY.parent.rglob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.open(encoding="utf-8")]


def test_all_callers_read_every_labelled_text_the_same():
    texts = [case for case in labelled() if "response" in case]
    assert len(texts) > 3000
    for case in texts:
        text, unit, question = case["response"], case["unit"], case.get("question", "")
        view = QuestionView("ttqa", unit, user=question, own=True)
        found = flexible(text, view)
        number = quantities.read(found.text, "ttqa", unit) if found else None
        assert number == read_number(text, unit, question), (unit, text)
        first = next((value for _, value in attempts(text, view) if value), None)
        assert bool(first) == bool(found)


NONE = ("", " \n", "I cannot tell.", "3-4 years", "at most 2 hours", "5:00 or 6:00", "5 or 6")
test_a_text_without_one_quantity = results_of(read_number, [
    (text, unit, None) for text in NONE for unit in UNITS
])  # fmt: skip


test_the_order_of_day_and_month_is_shown_or_told = results_of(in_either_order, [
    ("03/04/2001", "", None, MARCH_4), ("3.4.2001", "", APRIL_3, APRIL_3),
    ("It ended on 03-04-2001.", "", None, MARCH_4),
    ("03/03/2001", "", seconds(2001, 3, 3), seconds(2001, 3, 3)),
    ("13/04/2001", "", seconds(2001, 4, 13), seconds(2001, 4, 13)),
    ("2001-03-04", "", MARCH_4, MARCH_4),
    ("She came on 3 April 2001.\nFinal Answer: 03/04/2001", "", APRIL_3, APRIL_3),
    ("03/04/2001", "What is a week after 27/03/2001?", APRIL_3, APRIL_3),
    ("03/04/2001", "What is a week after 02/25/2001?", MARCH_4, MARCH_4),
    ("April 5, 2023", "What is a year after 04/05/2022?", *[seconds(2023, 4, 5)] * 2),
    ("5/6/1999 is wrong.\n\nFinal Answer: May 3, 1998", "", *[seconds(1998, 5, 3)] * 2),
], 2)  # fmt: skip


def test_a_time_on_an_open_date_is_open_too():
    text = "03/04/2001 at 8 PM"
    assert read_number(text, "moment") is None
    assert read_number(text, "moment", month_first=True) == seconds(2001, 3, 4, 20)


@settings(max_examples=300, deadline=None)
@given(st.text() | st.from_regex(r"[0-9:/ .apm]{0,12}"), st.sampled_from([*UNITS]))
def test_any_text_is_a_number_or_none(text, unit):
    number = read_number(text, unit)
    assert number is None or isinstance(number, float)


def test_other_units_are_refused():
    with pytest.raises(KeyError):
        read_number("3 decades", "decades")


@pytest.mark.parametrize(("text", "numbers"), [
    ("7 days | 8 days", (7, 8)), ("7 days", (7,)), ("7 days | soon", ()), ("", ()),
    ("30 days or 31 days", (30, 31)), ("3 or 4 days", (3, 4)), ("7-8 days", ()),
    ("7 days. 8 days (with the last one) is also acceptable.", (7, 8)),
    ("15 days (14 days is also accepted)", (15, 14)), ("2 weeks or 14 days", (14,)),
    ("7 days (8 with the last one)", (7,)), ("at least 7 days", ()),
])  # fmt: skip
def test_alternatives_of_a_reference_keep_their_order(text, numbers):
    assert read_alternatives(text, "days") == numbers
