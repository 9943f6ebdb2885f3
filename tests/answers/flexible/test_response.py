"""A response beside what was asked: its parts, and what its fields state."""

from datetime import date

import pytest

from tempanswerqa.answers.flexible.quantity import as_float
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.formats import TIME_OF_DAY
from tempanswerqa.answers.question_view import QuestionView

PREFILL = 'JSON = {"explanation":'
MOMENT = TIME_OF_DAY.text


def reply(unit: str, response: str = "", answer_format: str = "", question: str = "") -> Reply:
    """A response to a Test of Time question."""
    return Reply(
        response, QuestionView("tot", unit, PREFILL, answer_format, f"Add.\n{question}\nA:")
    )


@pytest.mark.parametrize(("response", "whole"), [
    (' "a", "answer": 12}', f'{PREFILL} "a", "answer": 12}}'),
    ("It is 12.", f"{PREFILL}It is 12."), ("", PREFILL), ('{"answer": 12}', '{"answer": 12}'),
    (' \n{"answer": 12}', ' \n{"answer": 12}'),
    ('<think>13</think> "a", "answer": 12}', f'{PREFILL} "a", "answer": 12}}'),
    (' "<think>13</think>a", "answer": 12}', f'{PREFILL}"a", "answer": 12}}'),
    ("```\n12", "```\n12"), ("JSON = 12", "JSON = 12"), ("<think>13</think>\n12", "12"),
    ("<think>13</think> a, 12}<|im_end|>14", " a, 12}"),
    (' "a", "answer": １２}', f'{PREFILL} "a", "answer": 12}}'),
])  # fmt: skip
def test_the_whole_response(response, whole):
    assert reply("days", response).whole == whole
    assert whole.endswith(reply("days", response).text)


@pytest.mark.parametrize(("response", "family", "goes_on"), [
    (' "a", "answer": 12}', "tot", True), ('It is {"answer": 12}', "tot", True),
    ("It is {'answer'", "tot", True), ("It is 12.", "tot", False), ("It is {12}.", "tot", False),
    ("", "tot", False), (' "a", "answer": 12}', "ttqa", False),
    ('It is {"answer": 12}', "ttqa", False),
])  # fmt: skip
def test_whether_an_object_was_written(response, family, goes_on):
    question = QuestionView(family, "days", PREFILL if family == "tot" else "")
    assert Reply(response, question).goes_on is goes_on


def test_small_letters_stand_where_the_large_ones_stood():
    for text in ("FINAL Answer", "İİ FINAL Answer", "ẞ Final Answer"):
        lower = reply("days", text).lower
        assert lower.find("final answer") == len(text) - len("final answer")


def test_a_time_on_a_day_is_asked_for_by_the_format():
    assert reply("seconds", "", MOMENT).wants_day
    assert not reply("seconds", "", 'H, "M": M, "S": S').wants_day


FIELDS = [
    # value, days, date
    (12, 12, None), (-2.5, -2.5, None), ("12", 12, None), ("twelve", 12, None), ([12], 12, None),
    (["12 days"], 12, None), ([12, 13], None, None), ("2 * 6", 12, None),
    ("2001-03-04", None, date(2001, 3, 4)),
    ("08/23/2000 + 28 days = 09/20/2000", 28, date(2000, 9, 20)),
    ("2001-02-30", None, None), (True, None, None), (None, None, None), ({"days": 12}, None, None),
    (float("nan"), None, None), (10**400, None, None), ("", None, None),
]  # fmt: skip


@pytest.mark.parametrize(("value", "days", "day"), FIELDS)
def test_a_field(value, days, day):
    found = reply("days").field(value)
    assert (found and found.value) == days
    found = reply("date").field(value)
    assert (found and found.value) == day


@pytest.mark.parametrize(("response", "question", "answer_format", "day"), [
    ("", "", "", date(1937, 2, 9)),
    ("She left on 2 September 1937.", "", "", date(1937, 9, 2)),
    ("", "Who left on 2 September 1937?", "", date(1937, 9, 2)),
    ("", "Who came on 25/12/1936?", "", date(1937, 9, 2)),
    ("", "Who came on 25/12/1936?", '"mm/dd/yyyy"', date(1937, 2, 9)),  # as was asked for
    ("She left on 2 September 1937.", "", '"mm/dd/yyyy"', date(1937, 9, 2)),
    ("", "Who came on 25/12/1936?", '"yyyy-mm-dd"', date(1937, 9, 2)),
])  # fmt: skip
def test_the_order_of_a_date_is_shown_by_response_and_question(
    response, question, answer_format, day
):
    assert reply("date", response, answer_format, question).line("02/09/1937").value == day


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan"), 10**400])
def test_no_finite_number(value):
    assert as_float(value) is None
