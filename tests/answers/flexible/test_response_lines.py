"""What the lines and sentences of a response state."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible.response import LONGEST, Reply
from tempanswerqa.answers.formats import TIME_OF_DAY
from tempanswerqa.answers.question_view import QuestionView

MOMENT = TIME_OF_DAY.text
HOUR, DAY = 3600, 86_400


def reply(unit: str, answer_format: str = "") -> Reply:
    """A response to a Test of Time question."""
    return Reply("", QuestionView("tot", unit, "", answer_format))


LINES = [
    # unit, line, value
    ("years", "12", 12), ("years", " 12.\n", 12), ("years", "12 years old", 12),
    ("years", "12 years ago.", 12), ("years", "1985", 1985), ("years", "**12** years", 12),
    ("years", "about twelve", 12), ("years", "12 (the day is not given)", 12),
    ("years", "12. The day is not given.", 12),
    ("years", "12 or so, but it is not given", None),
    ("years", "3 months", None), ("years", "20 - 8 = 12", 12),
    ("years", "20 years = 240 months", 20), ("years", "44 BC", -44),
    ("years", "from 44 BC to 14 AD", None), ("years", "March 4, 2001", 2001),
    ("months", "12 months", 12), ("months", "12 years", 12 * 12), ("months", "1,234", 1234),
    ("days", "12 days", 12), ("days", "12 year", None), ("days", "The least was 12.", 12),
    ("days", "x " * (LONGEST // 2) + "12 days", None),
    ("date_years", "1985", 1985), ("date_years", "in 1985", 1985), ("date_years", "985", None),
    ("date_years", "3000", None), ("date_years", "March 4, 1985", 1985),
    ("date_years", "1985 years", 1985), ("date", "March 4, 2001", date(2001, 3, 4)),
    ("date", "May 3 - 60 days = March 4, 2001", date(2001, 3, 4)),
    ("date", "2001", None), ("date", "12", None),
    ("seconds", "1 hour and 2 minutes", HOUR + 120),
    ("seconds", "1:02:03", HOUR + 123), ("seconds", "12", None),
    ("minutes", "1 hour and 2 minutes", 62),
]  # fmt: skip


@pytest.mark.parametrize(("unit", "line", "value"), LINES)
def test_a_line(unit, line, value):
    found = reply(unit).line(line)
    assert (found and found.value) == value


@pytest.mark.parametrize(("unit", "line", "whole", "cut"), [
    ("date_years", "The year she won was 1985", 1985, None),
    ("date_years", "She won in 1985, and later", 1985, 1985),
    ("years", "At the time his age was around 20", 20, None),
    ("years", "He was 12; that is in", 12, 12),
    ("years", "He stayed for 12 years and", 12, 12),  # the amount itself is whole
])  # fmt: skip
def test_a_line_that_was_cut_off_within_its_last_clause(unit, line, whole, cut):
    for is_cut, value in ((False, whole), (True, cut)):
        found = reply(unit).line(line, is_cut)
        assert (found and found.value) == value


SENTENCES = [
    # unit, sentence, value
    ("years", "He stayed for 15 years.", 15), ("years", "He stayed for **15 years**.", 15),
    ("years", "He stayed for 20 - 5 = 15 years.", 15),
    ("years", "He stayed for 15.", None), ("years", "It was a 15-year term.", None),
    ("years", "He stayed for 15 to 16 years.", None),
    ("years", "He stayed for 15 years with 3 others.", None),
    ("years", "He stayed for 15 years until 1985.", 15),
    ("years", "That he stayed for 15 years is not stated.", None),
    ("years", "It fell in 44 BC.", -44), ("date_years", "It fell in 1985.", 1985),
    ("date", "The day is March 4, 2001.", date(2001, 3, 4)),
    ("date", "March 4, 2001 comes after.", None),
    ("seconds", "It takes 1 hour (or 60 minutes).", HOUR),
    ("seconds", "So X = 1, Y = 2, and Z = 3.", HOUR + 123),
    ("seconds", "So X = 1 and Y = 2.", None),
    ("seconds", "The walk takes 1:02:03.", HOUR + 123),
    ("seconds", "The walk is 3723.", None), ("seconds", "", None),
]  # fmt: skip


@pytest.mark.parametrize(("unit", "sentence", "value"), SENTENCES)
def test_a_sentence(unit, sentence, value):
    found = reply(unit).sentence(sentence)
    assert (found and found.value) == value


def test_a_time_on_a_day():
    found = reply("seconds", MOMENT)
    for state in (found.line, found.sentence, found.together):
        assert state("It ends at 1:00 AM on the next day.") == (DAY + HOUR, "day_and_time")
        assert state("It takes 1 hour.") is None
    assert found.together("It ends at 1:00. That is the next day.").value == DAY + HOUR


def test_several_sentences_share_the_letters_alone():
    assert reply("seconds").together("X = 1\nY = 2\nZ = 3.").value == HOUR + 123
    assert reply("seconds").together("It takes 1 hour. It is over.") is None


@given(st.integers(0, 10**9 - 1), st.sampled_from(["days", "months", "years"]))
def test_plain_lines_are_read_as_others_are(number, unit):
    for text in (f"{number}", f"{number} {unit}", f" {number} {unit} ago.\n"):
        assert reply(unit).line(text).value == number
        assert reply(unit).line(f"So: {text}").value == number
