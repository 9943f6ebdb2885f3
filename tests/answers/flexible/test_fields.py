"""Tests values in the fields of answer objects."""

from datetime import date

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible import fields
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.formats import TIME_OF_DAY
from tempanswerqa.answers.question_view import QuestionView

MOMENT = TIME_OF_DAY.text
HOUR, DAY = 3600, 86_400


def read(answer: dict, unit: str, answer_format: str = "", explanation: str = "", family="tot"):
    """Return the value of the fields of an answer, or None."""
    asked = QuestionView(family, unit, "", answer_format)
    found = fields.read(answer, Reply("", asked), explanation)
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
    ({"number of days": 12}, 12), ({"Total_Days": 12}, 12), ({"days": 12, "note": "a"}, None),
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
    ({"H": "5 - 4", "M": "8 / 4", "S": "3"}, HOUR + 2 * 60 + 3),
    ({"H": 1, "M": None, "S": 3}, None), ({"H": 1, "M": True, "S": 3}, None),
    ({"H": 1, "M": "M", "S": 3}, None), ({"H": 6.5, "M": 0, "S": 0}, 6.5 * HOUR),
    ({"H": 6.5, "M": 30, "S": 0}, None),  # are the 30 minutes the half hour?
    ({"H": 6, "M": 30.5, "S": 1}, None), ({"H": 6, "M": 30.5, "S": 0}, 6 * HOUR + 30.5 * 60),
    ({"H": 6, "M": 30, "S": 1.5}, 6 * HOUR + 30 * 60 + 1.5),
    ({"H": 1, "M": 2, "S": 3, "note": "a"}, HOUR + 2 * 60 + 3),
    ({"hours": 1, "minutes": 2, "seconds": 3}, HOUR + 2 * 60 + 3),
    ({"num_hours": 1, "num_mins": 2, "num_secs": 3}, HOUR + 2 * 60 + 3),
    ({"total hours": 1, "min": 2, "sec": 3}, HOUR + 2 * 60 + 3), ({"minutes": 3}, 180),
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


def notation(answer: dict, unit: str) -> str:
    return fields.read(answer, Reply("", QuestionView("tot", unit)), "").notation


test_the_notation_is_named = results_of(notation, [
    ({"answer": 12}, "days", "number"), ({"days": 12}, "days", "parts"),
    ({"answer": "2 + 3"}, "days", "sum"), ({"answer": "2 weeks"}, "days", "amount"),
    ({"answer": "1:02:03"}, "seconds", "clock"),
    ({"day": 0, "time": "1:02:03"}, "seconds", "day_and_time"),
    ({"answer": "2001-03-04"}, "date", "date"),
])  # fmt: skip


PARTS = st.tuples(st.integers(0, 10**4), st.integers(0, 59), st.integers(0, 59))


@given(st.sampled_from(["HMS", "ABC", "XYZ", ("hours", "minutes", "seconds")]), PARTS)
def test_parts_count_by_name(names, parts):
    hours, minutes, seconds = parts
    answer = dict(zip(names, parts, strict=True))
    for given_as in (answer, dict(reversed(answer.items()))):
        assert read(given_as, "seconds") == HOUR * hours + 60 * minutes + seconds
