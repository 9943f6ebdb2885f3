"""Tests calendar years, eras and dates in text."""

from datetime import date
from functools import partial

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import values_of

from tempanswerqa.answers.flexible import read_calendar
from tempanswerqa.answers.question_view import QuestionView


def year_of(text: str, family: str = "ttqa", user: str = "") -> tuple:
    """Return the year of a text and its notation."""
    return read_calendar.year(text, QuestionView(family, "date_years", user=user)) or (None, None)


def day_of(text: str, family: str = "ttqa", user: str = "", turn: bool = False, **options):
    """Return the date of a text and its notation; numbers in either order are turned or not."""
    asked = QuestionView(family, "date", user=user)
    return read_calendar.day(text, asked, lambda _: turn, **options)


stated = values_of(partial(day_of, stated=True))

test_the_one_year_of_a_text = results_of(year_of, [
    # text, year, notation
    ("1985", 1985, "year"), ("It was in 1985.", 1985, "year"), ("March 5, 1985", 1985, "date"),
    ("1985-03-05", 1985, "date"), ("05/03/1985", 1985, "date"),
    ("March 5, 1985, and so in 1985", 1985, "date"), ("March 5, 1985, not 1986", 1985, "date"),
    ("March 5, 1985, or March 6, 1986", None, None), ("March 1985", 1985, "year"),
    ("06/1985", 1985, "month_and_year"), ("06/1985 and 6/1985", 1985, "month_and_year"),
    ("06/1985 or 06/1986", None, None), ("06/1985/07", None, None), ("306/1985", None, None),
    ("AD 985", 985, "era"), ("985 CE", 985, "era"), ("44 BC", -44, "era"),
    ("1985 and again 1985", 1985, "year"), ("1985 or 1986", None, None), ("1985-1986", None, None),
    ("1985\u20131986", None, None), ("from 1980 to 1985", None, None),
    ("of all from 1980 to 1985 the one in 1983", 1983, "year"),
    ("between 1980 and 1985, in 1983", 1983, "year"),
    ("the 2014 Winter Fair was in 1985", 1985, "year"), ("the 2014 Winter Fair", 2014, "year"),
    ("the 2014 Winter Fair and the 2015 Autumn Fair", None, None), ("the 1980s", None, None),
    ("$1985", None, None), ("1,985", None, None), ("1985%", None, None), ("11985", None, None),
    ("985", None, None), ("3985", None, None), ("No. A-1985", None, None), ("19:85", None, None),
    ("", None, None),
], 2)  # fmt: skip


def test_years_that_the_question_names_yield():
    user = "He left in 1999.\nWhen did he join, having been born in 1950?\nA:"
    assert year_of("Born in 1950, he joined in 1985.", user=user)[0] == 1985
    assert year_of("He joined in 1950.", user=user)[0] == 1950  # the only one
    assert year_of("He joined in 1985 and left in 1999.", user=user)[0] is None  # not its years
    assert year_of("Born in 1950, he joined in 1985.", "tot", user)[0] is None


def eras(text: str) -> set[int]:
    """Return the years with an era; if it is one, it is what the text states."""
    years = read_calendar.eras(text)
    assert read_calendar.era(text) == ((*years, "era") if len(years) == 1 else None)
    return years


test_years_with_eras = results_of(eras, [
    # text, years
    ("44 BC", {-44}), ("44BC", {-44}), ("44 B.C.", {-44}), ("44 BCE", {-44}), ("44 B.C.E.", {-44}),
    ("-44 BC", {-44}), ("44 years BC", {-44}), ("BC 44", {-44}), ("1,044 bc", {-1044}),
    ("44 AD", {44}), ("44 A.D.", {44}), ("AD 44", {44}), ("A.D. 44", {44}), ("44 CE", {44}),
    ("44 C.E.", {44}), ("from 44 BC to AD 14", {-44, 14}), ("44 BC and 44 AD", {-44, 44}),
    ("44 BC, once more 44 BC", {-44}), ("44 ads", set()), ("44 centuries", set()),
    ("44 Cedar Street", set()), ("mad 44", set()), ("44", set()), ("BC", set()), ("", set()),
])  # fmt: skip

test_the_one_date_of_a_text = results_of(values_of(day_of), [
    # text, date
    ("March 4, 2001", date(2001, 3, 4)), ("It was 2001-03-04.", date(2001, 3, 4)),
    ("03/04/2001", date(2001, 3, 4)), ("13/04/2001", date(2001, 4, 13)),
    ("March 4, 2001 (03/04/2001)", date(2001, 3, 4)), ("March 4, 2001, or March 5, 2001", None),
    ("60 days before May 3, 2001 is March 4, 2001", date(2001, 3, 4)),
    ("May 3, 2001 - 60 days = March 4, 2001", date(2001, 3, 4)),
    ("March 4, 2001 is 60 days before May 3, 2001", None),
    ("May 3, 2001 was not March 4, 2001", None), ("It was March 4-6, 2001.", None),
    ("It was March 4, in 2001.", date(2001, 3, 4)),
    ("In the spring of 2001 it was March 4.", date(2001, 3, 4)),
    ("In 2001 or 2002 it was March 4.", None), ("March 4", None), ("March 2001", None),
    ("2001", None), ("February 29, 2001", None), ("April 31, 2001", None), ("", None),
])  # fmt: skip

test_a_date_that_is_stated = results_of(stated, [
    ("The date is March 4, 2001.", date(2001, 3, 4)),
    ("It was on the 4th of March 2001.", date(2001, 3, 4)), ("date: 2001-03-04", date(2001, 3, 4)),
    ("They left March 4, 2001.", None), ("It was on March 4, 2001, or on March 5, 2001.", None),
])  # fmt: skip


WORDS = ("is", "was", "be", "been", "on", "at", "are", "were", "by")
test_words_that_state_a_date = results_of(stated, [
    (f"It {said} {day}.", "tot", date(2001, 3, 4)) for word in WORDS
    for said, day in ((word, "March 4, 2001"), (word.upper(), "the 4th of March 2001"))
])  # fmt: skip
test_only_numbers_in_either_order_are_turned = results_of(values_of(partial(day_of, turn=True)), [
    ("03/04/2001", date(2001, 4, 3)), ("12/31/2001", date(2001, 12, 31)),
    ("2001-03-04", date(2001, 3, 4)), ("March 4, 2001", date(2001, 3, 4)),
])  # fmt: skip


def test_a_date_without_a_year_takes_the_one_that_is_named():
    user = "He left in 1999.\nWhen did the fair of 2001 begin?\nA:"
    for family in ("tot", "ttqa"):
        assert day_of("March 4", family, user) == (date(2001, 3, 4), "date_without_year")
    assert day_of("March 4, 2002", user=user) == (date(2002, 3, 4), "date")
    text = "The fair of 2002 began on March 4."
    assert day_of(text, user=user) is None  # either year
    assert day_of(text, "tot", user) == (date(2002, 3, 4), "date_without_year")


@given(st.dates())
def test_every_day_is_read_as_a_text_like_2001_03_04(day):
    for text in (f"{day}", f" {day}", f"{day}.", str(day).replace("-", "/")):
        assert day_of(text) == (day, "date")


test_no_day = results_of(day_of, [
    (text, None) for text in ("2001-02-29", "2001-13-01", "0000-01-01", "2001-W01-1", "")
])  # fmt: skip
