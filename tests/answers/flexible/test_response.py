"""Tests the parts of a response, and the values of its fields, lines and sentences."""

from datetime import date

import pytest
from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask, values_of

from tempanswerqa.answers.flexible.response import LONGEST, Reply, read_fields
from tempanswerqa.answers.formats import TIME_OF_DAY
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.questions.record import TOT_PREFILL as PREFILL

MOMENT = TIME_OF_DAY.text


def reply(unit: str, response: str = "", answer_format: str = "", question: str = "") -> Reply:
    """Return a response to a Test of Time question."""
    return Reply(response, ask("tot", unit, answer_format, f"Add.\n{question}\nA:"))


line = values_of(lambda unit, text, *cut: reply(unit).line(text, *cut))


def whole_and_cut(unit: str, text: str) -> tuple:
    return line(unit, text, False), line(unit, text, True)


def goes_on(response: str, family: str) -> bool:
    return Reply(response, ask(family)).goes_on


def first_of_two(response: str, question: str, answer_format: str) -> date:
    """Return a date whose first number may be that of the day."""
    return reply("date", response, answer_format, question).line("02/09/1937").value


@pytest.mark.parametrize(("response", "whole"), [
    (' "a", "answer": 12}', f'{PREFILL} "a", "answer": 12}}'),
    ("It is 12.", f"{PREFILL}It is 12."), ("", PREFILL),
    ('<think>13</think> "a", "answer": 12}', f'{PREFILL} "a", "answer": 12}}'),
    (' "<think>13</think>a", "answer": 12}', f'{PREFILL}"a", "answer": 12}}'),
    ("<think>13</think>\n12", "12"),
    ("<think>13</think> a, 12}<|im_end|>14", " a, 12}"),
    (' "a", "answer": １２}', f'{PREFILL} "a", "answer": 12}}'),
])  # fmt: skip
def test_the_whole_response(response, whole):
    assert reply("days", response).whole == whole
    assert whole.endswith(reply("days", response).text)


test_whether_an_object_was_written = results_of(goes_on, [
    (' "a", "answer": 12}', "tot", True), ('It is {"answer": 12}', "tot", True),
    ("It is {'answer'", "tot", True), ("It is 12.", "tot", False), ("It is {12}.", "tot", False),
    ("", "tot", False), (' "a", "answer": 12}', "ttqa", False),
    ('It is {"answer": 12}', "ttqa", False),
])  # fmt: skip


def test_small_letters_stand_where_the_large_ones_stood():
    for text in ("FINAL Answer", "İİ FINAL Answer", "ẞ Final Answer"):
        lower = reply("days", text).lower
        assert lower.find("final answer") == len(text) - len("final answer")


def field(value: object) -> tuple:
    """Return what a field states as a number of days, and as a date."""
    return tuple(values_of(reply(unit).field)(value) for unit in ("days", "date"))


test_a_field = results_of(field, [
    # value, days, date
    (12, 12, None), (-2.5, -2.5, None), ("12", 12, None), ("twelve", 12, None), ([12], 12, None),
    (["12 days"], 12, None), ([12, 13], None, None), ("2 * 6", 12, None),
    ("2001-03-04", None, date(2001, 3, 4)),
    ("08/23/2000 + 28 days = 09/20/2000", None, date(2000, 9, 20)),
    ("2001-02-30", None, None), (True, None, None), (None, None, None), ({"days": 12}, None, None),
    (float("nan"), None, None), (10**400, None, None), ("", None, None),
], 2)  # fmt: skip


test_the_order_of_a_date_is_shown_by_response_and_question = results_of(first_of_two, [
    ("", "", "", date(1937, 2, 9)), ("She left on 2 September 1937.", "", "", date(1937, 9, 2)),
    ("", "Who left on 2 September 1937?", "", date(1937, 9, 2)),
    ("", "Who came on 25/12/1936?", "", date(1937, 9, 2)),
    ("", "Who came on 25/12/1936?", '"mm/dd/yyyy"', date(1937, 2, 9)),  # as was asked for
    ("She left on 2 September 1937.", "", '"mm/dd/yyyy"', date(1937, 9, 2)),
    ("", "Who came on 25/12/1936?", '"yyyy-mm-dd"', date(1937, 9, 2)),
])  # fmt: skip


HOUR, DAY = 3600, 86_400
test_a_line = results_of(line, [
    # unit, line, value
    ("years", "12", 12), ("years", " 12.\n", 12), ("years", "12 years old", 12),
    ("years", "about twelve", 12), ("years", "12 (the day is not given)", 12),
    ("years", "3 months", None), ("years", "20 - 8 = 12", 12),
    ("years", "20 years = 240 months", 20), ("years", "44 BC", -44),
    ("years", "from 44 BC to 14 AD", None), ("years", "March 4, 2001", 2001),
    ("months", "12 months", 12), ("months", "12 years", 12 * 12), ("months", "1,234", 1234),
    ("days", "x " * (LONGEST // 2) + "12 days", None), ("date_years", "1985", 1985),
    ("date_years", "in 1985", 1985), ("date_years", "985", None), ("date_years", "3000", None),
    ("date_years", "March 4, 1985", 1985),
    ("date", "March 4, 2001", date(2001, 3, 4)),
    ("date", "May 3 - 60 days = March 4, 2001", date(2001, 3, 4)), ("date", "2001", None),
    ("date", "12", None), ("seconds", "1 hour and 2 minutes", HOUR + 120),
    ("seconds", "1:02:03", HOUR + 123), ("seconds", "12", None),
    ("minutes", "1 hour and 2 minutes", 62),
])  # fmt: skip

test_a_line_that_was_cut_off_within_its_last_clause = results_of(whole_and_cut, [
    # unit, line, value if the line is whole, value if it was cut off
    ("date_years", "The year she won was 1985", 1985, None),
    ("date_years", "She won in 1985, and later", 1985, 1985),
    ("years", "At the time his age was around 20", 20, None),
    ("years", "He was 12; that is in", 12, 12),
    ("years", "He stayed for 12 years and", 12, 12),  # the amount itself is whole
], 2)  # fmt: skip


test_a_sentence = results_of(values_of(lambda unit, text: reply(unit).sentence(text)), [
    # unit, sentence, value
    ("years", "He stayed for 15 years.", 15), ("years", "He stayed for **15 years**.", 15),
    ("years", "He stayed for 20 - 5 = 15 years.", 15), ("years", "He stayed for 15.", None),
    ("years", "It was a 15-year term.", None), ("years", "He stayed for 15 to 16 years.", None),
    ("years", "He stayed for 15 years until 1985.", 15),
    ("years", "That he stayed for 15 years is not stated.", None),
    ("years", "It fell in 44 BC.", -44), ("date_years", "It fell in 1985.", 1985),
    ("date", "The day is March 4, 2001.", date(2001, 3, 4)),
    ("date", "March 4, 2001 comes after.", None),
    ("seconds", "It takes 1 hour (or 60 minutes).", HOUR),
    ("seconds", "So X = 1, Y = 2, and Z = 3.", HOUR + 123),
    ("seconds", "So X = 1 and Y = 2.", None), ("seconds", "The walk takes 1:02:03.", HOUR + 123),
    ("seconds", "The walk is 3723.", None), ("seconds", "", None),
])  # fmt: skip


def test_a_time_on_a_day():
    asked = reply("seconds", "", MOMENT)
    for state in (asked.line, asked.sentence, asked.together):
        assert state("It ends at 1:00 AM on the next day.") == (DAY + HOUR, "day_and_time")
        assert state("It takes 1 hour.") is None
    assert asked.together("It ends at 1:00. That is the next day.").value == DAY + HOUR


@given(st.integers(0, 10**9 - 1), st.sampled_from(["days", "months", "years"]))
def test_plain_lines_are_read_as_others_are(number, unit):
    for text in (f"{number}", f"{number} {unit}", f" {number} {unit} ago.\n"):
        assert reply(unit).line(text).value == number
        assert reply(unit).line(f"So: {text}").value == number


def read(answer: dict, unit: str, answer_format: str = "", explanation: str = "", family="tot"):
    """Return the value of the fields of an answer, or None."""
    asked = QuestionView(family, unit, "", answer_format)
    found = read_fields(answer, Reply("", asked), explanation)
    return found and found.value


test_numbers = results_of(lambda answer: read(answer, "days"), [
    # fields, days
    ({"answer": 12}, 12), ({"answer": "12"}, 12), ({"answer": "12 days"}, 12),
    ({"answer": [12]}, 12), ({"answer": [12, 13]}, None), ({"answer": -2.5}, -2.5),
    ({"answer": True}, None), ({"answer": None}, None), ({"answer": "unknown"}, None),
    ({"answer": float("nan")}, None), ({"answer": float("inf")}, None), ({"answer": 10**400}, None),
    ({"answer": "2 weeks"}, 14), ({"answer": "2 * 365 + 1"}, 731), ({"answer": {"days": 3}}, 3),
    ({"answer": {"result": {"value": 3}}}, 3), ({"result": 12}, 12), ({"age": 12}, 12),
    ({" Answer ": 12}, 12), ({"final answer": 12, "note": 3}, 12),
    ({"answer": 12, "date": 13}, 12),  # in the order of what is meant
    ({"date": 13, "answer": 12}, 12), ({"answer": None, "result": 12}, 12),
    ({"gap": 12}, 12),  # the only field
    ({"gap": 12, "rest": 13}, None), ({"days": 12}, 12), ({"num_days": "12"}, 12),
    ({"weeks": 2, "days": 3}, 2 * 7 + 3), ({"months": 2, "days": 3}, None),  # by which calendar
    ({}, None),
])  # fmt: skip


def duration(answer: dict) -> float | None:
    """Return the seconds of fields, which have to be those of the minutes."""
    seconds, minutes = read(answer, "seconds"), read(answer, "minutes")
    assert minutes == (seconds and seconds / 60)
    return seconds


test_durations = results_of(duration, [
    # fields, seconds
    ({"H": 1, "M": 2, "S": 3}, HOUR + 2 * 60 + 3),
    ({"S": 3, "M": 2, "H": 1}, HOUR + 2 * 60 + 3),  # by name, not by position
    ({"A": 1, "B": 2, "C": 3}, HOUR + 2 * 60 + 3), ({"Z": 3, "Y": 2, "X": 1}, HOUR + 2 * 60 + 3),
    ({"h": 1, "m": 2, "s": 3}, HOUR + 2 * 60 + 3), ({"H": 1, "M": 2, "note": "a"}, HOUR + 2 * 60),
    ({"A": 1, "B": 2}, None),  # letters of anything
    ({"X": 1}, None), ({"H": "1", "M": "02", "S": " 3 "}, HOUR + 2 * 60 + 3),
    ({"H": "1 hour", "M": "2 min", "S": "3 seconds"}, HOUR + 2 * 60 + 3),
    ({"H": "1 minute", "M": 2, "S": 3}, None),  # another unit than its name
    ({"H": "one", "M": "two", "S": "three"}, HOUR + 2 * 60 + 3),
    ({"H": "5 - 4", "M": "1 + 1", "S": "3"}, HOUR + 2 * 60 + 3),
    ({"H": 1, "M": "M", "S": 3}, None), ({"H": 6.5, "M": 0, "S": 0}, 6.5 * HOUR),
    ({"H": 6.5, "M": 30, "S": 0}, None),  # are the 30 minutes the half hour?
    ({"H": 6, "M": 30, "S": 1.5}, 6 * HOUR + 30 * 60 + 1.5),
    ({"hours": 1, "minutes": 2, "seconds": 3}, HOUR + 2 * 60 + 3),
    ({"num_hours": 1, "num_mins": 2, "num_secs": 3}, HOUR + 2 * 60 + 3),
    ({"days": 1, "hours": 2, "minutes": 3, "seconds": 4}, DAY + 2 * HOUR + 3 * 60 + 4),
    ({"hours": 1, "hour": 2}, None), ({"answer": "1 hour and 2 minutes"}, HOUR + 2 * 60),
    ({"answer": "1:02:03"}, HOUR + 2 * 60 + 3),
    ({"answer": {"H": 1, "M": 2, "S": 3}}, HOUR + 2 * 60 + 3),
    ({"answer": 12}, None),  # of which unit
    ({"X": 1, "Y": 2, "S": 3}, HOUR + 2 * 60 + 3),  # letters of several sets
    ({"H": 1, "M": 2, "Z": 3}, HOUR + 2 * 60 + 3), ({"H": 1, "X": 2, "S": 3}, None),
    ({"h": 1, "m": 2}, HOUR + 2 * 60),
    ({"name": "answer", "arguments": {"H": 1, "M": 2, "S": 3}}, HOUR + 2 * 60 + 3),
    ({"function": {"name": "answer", "arguments": '{"H": 1, "M": 2, "S": 3}'}}, HOUR + 123),
    ({"answer": {"value": 2, "unit": "hours"}}, 2 * HOUR),
    ({"name": "python", "arguments": {"code": "3 hours"}}, None),
])  # fmt: skip

test_times_of_day = results_of(lambda answer, said: read(answer, "seconds", MOMENT, said), [
    # fields, explanation, seconds
    ({"day": "same_day", "time": "01:02:03"}, "", HOUR + 2 * 60 + 3),
    ({"time": "01:02:03", "day": "+1"}, "", DAY + HOUR + 2 * 60 + 3),
    ({"Day": -1, "Time": "23:00"}, "", -HOUR),
    ({"day": "+2", "time": "1:00 PM"}, "", 2 * DAY + 13 * HOUR),
    ({"day": "+1/same_day", "time": "01:00"}, "It ends the next day.", DAY + HOUR),
    ({"day": "+1/same_day", "time": "01:00"}, "It ends.", None),
    ({"day": "+x", "time": "01:00"}, "It ends the next day.", None),
    ({"day": "1", "time": "HH:MM:SS"}, "", None), ({"day": "1", "time": 130}, "", None),
    ({"day": "1", "time": None}, "", None), ({"day": "same_day"}, "It ends at 01:00.", None),
    ({"time": "01:00 on the next day"}, "", DAY + HOUR),
    ({"time": "01:00"}, "It ends the next day.", None),
    ({"answer": {"day": "same_day", "time": "01:00"}}, "", HOUR),
    ({"day": "same_day", "time": "01:00" + " " * 100}, "", None),
])  # fmt: skip

test_dates = results_of(lambda answer: read(answer, "date"), [
    ({"date": "2001-03-04"}, date(2001, 3, 4)), ({"answer": "March 4, 2001"}, date(2001, 3, 4)),
    ({"year": 2001, "month": 3, "day": 4}, date(2001, 3, 4)),
    ({"day": "04", "month": "03", "year": "2001"}, date(2001, 3, 4)),
    ({"year": 2001, "month": 13, "day": 4}, None), ({"year": 2001, "month": 3}, None),
    ({"answer": 2001}, None), ({"answer": "2001"}, None),
])  # fmt: skip

test_months_and_years = results_of(read, [
    ({"years": 2, "months": 5}, "months", 2 * 12 + 5), ({"years": 2, "months": 5}, "years", 2),
    ({"answer": "44 BC"}, "years", -44), ({"year": "44 BC"}, "years", -44),
    ({"answer": "AD 44"}, "years", 44), ({"year": 1999}, "years", 1999),
])  # fmt: skip

test_calendar_years = results_of(lambda answer: read(answer, "date_years", family="ttqa"), [
    ({"year": 1950}, 1950), ({"Years": "1950"}, 1950), ({"months": 1950}, None),
    ({"hours": 1950}, None), ({"hours": 1, "minutes": 2}, None),
    ({"year": 1999, "month": 7, "day": 16}, None), ({"days": 3, "answer": 1950}, 1950),
])  # fmt: skip
