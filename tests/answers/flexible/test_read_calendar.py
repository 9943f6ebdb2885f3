"""Calendar years, eras and dates in text."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible import read_calendar
from tempanswerqa.answers.question_view import QuestionView

YEARS = [
    # text, year, notation
    ("1985", 1985, "year"), ("It was in 1985.", 1985, "year"), ("March 5, 1985", 1985, "date"),
    ("1985-03-05", 1985, "date"), ("05/03/1985", 1985, "date"),
    ("March 5, 1985, and so in 1985", 1985, "date"),
    ("March 5, 1985, not 1986", 1985, "date"),
    ("March 5, 1985, or March 6, 1986", None, None),
    ("March 1985", 1985, "year"), ("06/1985", 1985, "month_and_year"),
    ("06/1985 and 6/1985", 1985, "month_and_year"), ("06/1985 or 06/1986", None, None),
    ("06/1985/07", None, None), ("306/1985", None, None), ("AD 985", 985, "era"),
    ("985 CE", 985, "era"), ("44 BC", -44, "era"), ("1985 and again 1985", 1985, "year"),
    ("1985 or 1986", None, None), ("1985-1986", None, None), ("1985\u20131986", None, None),
    ("from 1980 to 1985", None, None),
    ("of all from 1980 to 1985 the one in 1983", 1983, "year"),
    ("between 1980 and 1985, in 1983", 1983, "year"),
    ("the 2014 Winter Fair was in 1985", 1985, "year"),
    ("the 2014 Winter Fair", 2014, "year"),
    ("the 2014 Winter Fair and the 2015 Autumn Fair", None, None),
    ("the 1980s", None, None), ("$1985", None, None), ("1,985", None, None), ("1985%", None, None),
    ("11985", None, None), ("985", None, None), ("3985", None, None), ("No. A-1985", None, None),
    ("19:85", None, None), ("", None, None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "year", "notation"), YEARS)
def test_the_one_year_of_a_text(text, year, notation):
    found = read_calendar.year(text, QuestionView("ttqa", "date_years"))
    assert (found and tuple(found)) == (year and (year, notation))


def test_years_that_the_question_names_yield():
    user = "He left in 1999.\nWhen did he join, having been born in 1950?\nA:"
    for family, text, year in (
        ("ttqa", "Born in 1950, he joined in 1985.", 1985),
        ("ttqa", "He joined in 1950.", 1950),  # the only one
        ("ttqa", "He joined in 1985 and left in 1999.", None),  # in the text, not the question
        ("tot", "Born in 1950, he joined in 1985.", None),
    ):
        found = read_calendar.year(text, QuestionView(family, "date_years", user=user))
        assert (found and found.value) == year


ERAS = [
    # text, years
    ("44 BC", {-44}), ("44BC", {-44}), ("44 B.C.", {-44}), ("44 BCE", {-44}), ("44 B.C.E.", {-44}),
    ("-44 BC", {-44}), ("44 years BC", {-44}), ("BC 44", {-44}), ("1,044 bc", {-1044}),
    ("44 AD", {44}), ("44 A.D.", {44}), ("AD 44", {44}), ("A.D. 44", {44}), ("44 CE", {44}),
    ("44 C.E.", {44}), ("from 44 BC to AD 14", {-44, 14}), ("44 BC and 44 AD", {-44, 44}),
    ("44 BC, once more 44 BC", {-44}), ("44 ads", set()), ("44 centuries", set()),
    ("44 Cedar Street", set()), ("mad 44", set()), ("44", set()), ("BC", set()), ("", set()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "years"), ERAS)
def test_years_with_eras(text, years):
    assert read_calendar.eras(text) == years
    one = (*years, "era") if len(years) == 1 else None
    assert read_calendar.era(text) == one


DAYS = [
    # text, date
    ("March 4, 2001", date(2001, 3, 4)), ("It was 2001-03-04.", date(2001, 3, 4)),
    ("03/04/2001", date(2001, 3, 4)), ("13/04/2001", date(2001, 4, 13)),
    ("March 4, 2001 (03/04/2001)", date(2001, 3, 4)),
    ("March 4, 2001, or March 5, 2001", None),
    ("60 days before May 3, 2001 is March 4, 2001", date(2001, 3, 4)),
    ("May 3, 2001 - 60 days = March 4, 2001", date(2001, 3, 4)),
    ("March 4, 2001 is 60 days before May 3, 2001", None),
    ("May 3, 2001 was not March 4, 2001", None), ("It was March 4-6, 2001.", None),
    ("It was March 4, in 2001.", date(2001, 3, 4)),
    ("In the spring of 2001 it was March 4.", date(2001, 3, 4)),
    ("In 2001 or 2002 it was March 4.", None), ("March 4", None), ("March 2001", None),
    ("2001", None), ("February 29, 2001", None), ("April 31, 2001", None), ("", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "day"), DAYS)
def test_the_one_date_of_a_text(text, day):
    found = read_calendar.day(text, QuestionView("ttqa", "date"), lambda written: False)
    assert (found and found.value) == day


@pytest.mark.parametrize(("text", "day"), [
    ("The date is March 4, 2001.", date(2001, 3, 4)),
    ("It was on the 4th of March 2001.", date(2001, 3, 4)),
    ("date: 2001-03-04", date(2001, 3, 4)), ("They left March 4, 2001.", None),
    ("It was on March 4, 2001, or on March 5, 2001.", None),
])  # fmt: skip
def test_a_date_that_is_stated(text, day):
    found = read_calendar.day(
        text, QuestionView("ttqa", "date"), lambda written: False, stated=True
    )
    assert (found and found.value) == day


@pytest.mark.parametrize("word", ["is", "was", "be", "been", "on", "at", "are", "were", "by"])
def test_words_that_state_a_date(word):
    for text in (f"It {word} March 4, 2001.", f"It {word.upper()} the 4th of March 2001."):
        found = read_calendar.day(
            text, QuestionView("tot", "date"), lambda written: False, stated=True
        )
        assert found.value == date(2001, 3, 4)


def test_only_numbers_in_either_order_are_turned():
    for text, day in (
        ("03/04/2001", date(2001, 4, 3)),
        ("12/31/2001", date(2001, 12, 31)),
        ("2001-03-04", date(2001, 3, 4)),
        ("March 4, 2001", date(2001, 3, 4)),
    ):
        assert (
            read_calendar.day(text, QuestionView("tot", "date"), lambda written: True).value == day
        )


def test_a_date_without_a_year_takes_the_one_that_is_named():
    user = "He left in 1999.\nWhen did the fair of 2001 begin?\nA:"
    for family, text, value in (
        ("ttqa", "March 4", (date(2001, 3, 4), "date_without_year")),
        ("ttqa", "March 4, 2002", (date(2002, 3, 4), "date")),
        ("ttqa", "The fair of 2002 began on March 4.", None),  # either year
        ("tot", "The fair of 2002 began on March 4.", (date(2002, 3, 4), "date_without_year")),
        ("tot", "March 4", (date(2001, 3, 4), "date_without_year")),
    ):
        question = QuestionView(family, "date", user=user)
        assert read_calendar.day(text, question, lambda written: False) == value


@given(st.dates())
def test_a_plain_day_is_a_text_like_2001_03_04_alone(day):
    assert read_calendar.plain_day(day.isoformat()) == (day, "date")
    for text in (f" {day}", f"{day}.", str(day).replace("-", "/"), day.strftime("%Y%m%d")):
        assert read_calendar.plain_day(text) is None


@pytest.mark.parametrize("text", ["2001-02-29", "2001-13-01", "0000-01-01", "2001-W01-1", ""])
def test_no_plain_day(text):
    assert read_calendar.plain_day(text) is None
