"""Tests quantities in any text, in each unit, and where a text leaves them open.

Each line of `data/everyday.jsonl` is a text as people write it, with the number that it states in a
unit: a time of day as HH:MM, a date as ISO writes it, null where it states none; and why.
"""

import json
from datetime import datetime, timezone
from pathlib import Path

import pytest
from cases import cased, data, results_of
from hypothesis import given, settings
from hypothesis import strategies as st
from readings import reply
from tempanswerqa.answers.flexible.rules import attempts

from tempanswerqa.answers import QuestionView, flexible, read_number
from tempanswerqa.units import UNITS as ALL_UNITS

UNITS = [name for name, unit in ALL_UNITS.items() if unit.kind != "period"]

EVERYDAY = Path(__file__).parent / "data/everyday.jsonl"
QUESTIONS = {
    "seconds": "How many seconds does the clip last?",
    "minutes": "How many minutes did it take?",
    "hours": "How long was the shift, in hours?",
    "days": "How many days was she away?",
    "weeks": "How many weeks does it take?",
    "months": "How many months was the shop shut?",
    "years": "For how many years did he live there?",
    "count": "How many letters did they send?",
    "date_years": "In what year was the bridge built?",
    "date": "On what day did it open?",
    "month": "In which month was the baby born?",
    "clock": "What time does the gate close?",
    "moment": "When exactly did the alarm go off?",
}
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


test_bounds = results_of(read_number, data(__file__, "bounds"))
test_units = results_of(read_number, data(__file__, "units"))


def everyday() -> list[dict]:
    return [json.loads(line) for line in EVERYDAY.read_text(encoding="utf-8").splitlines()]


def test_everyday_texts():
    wrong = []
    for case in everyday():
        read = read_number(case["text"], case["unit"], QUESTIONS[case["unit"]])
        expected = stated(case["number"], case["unit"])
        if read != (None if expected is None else pytest.approx(expected, rel=1e-9)):
            wrong.append({**case, "read": read})
    assert wrong == []


@pytest.mark.parametrize("style", ["line", "json", "view"])
def test_all_callers_read_the_same(style):
    """Flexible extraction, with its explanation, reads an answer of a user's question alike."""
    for case in everyday():
        unit, text = case["unit"], case["text"]
        family = "tot" if style == "json" else "ttqa"
        view = QuestionView(family, unit, user=QUESTIONS[unit], own=True)
        answer = f"Final Answer: {text}" if style == "line" else text
        found = flexible(answer, view)
        assert found.number == read_number(answer, unit, QUESTIONS[unit]), (unit, text)
        tried = attempts(reply(answer, view))
        assert any(each.number is not None for each in tried) == bool(found.rule)


def labelled() -> list[dict]:
    files = sorted(EVERYDAY.parent.rglob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.open(encoding="utf-8")]


def test_all_callers_read_labelled_texts_the_same():
    texts = [case for case in labelled() if "response" in case][::3]
    assert len(texts) > 1000
    for case in texts:
        text, unit, question = case["response"], case["unit"], case.get("question", "")
        view = QuestionView("ttqa", unit, user=question, own=True)
        found = flexible(text, view)
        assert found.number == read_number(text, unit, question), (unit, text)
        tried = attempts(reply(text, view))
        assert any(each.number is not None for each in tried) == bool(found.rule)


NONE = ("", " \n", "I cannot tell.", "3-4 years", "at most 2 hours", "5:00 or 6:00", "5 or 6")
test_a_text_without_one_quantity = results_of(
    read_number, [(text, unit, None) for text in NONE for unit in UNITS]
)


test_the_order_of_day_and_month_is_shown_or_told = results_of(
    in_either_order, data(__file__, "the order of day and month is shown or told"), 2
)


def test_a_time_on_an_open_date_is_open_too():
    text = "03/04/2001 at 8 PM"
    assert read_number(text, "moment") is None
    assert read_number(text, "moment", date_order="month") == seconds(2001, 3, 4, 20)


def test_a_plan_counts_if_the_question_asks_for_it():
    text = "It was planned to take 2 hours, but it took 6."
    assert read_number(text, "hours") == 6
    assert read_number(text, "hours", "How long was it planned to take?") == 2


@settings(max_examples=300, deadline=None)
@given(st.text() | st.from_regex(r"[0-9:/ .apm]{0,12}"), st.sampled_from([*UNITS]))
def test_any_text_is_a_number_or_none(text, unit):
    number = read_number(text, unit)
    assert number is None or isinstance(number, float)


def test_other_units_are_refused():
    with pytest.raises(KeyError):
        read_number("3 decades", "decades")
