"""Tests dates in text, the order of their numbers, and the days they name."""

import calendar
from datetime import date
from functools import partial

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import values_of

from tempanswerqa.answers.flexible import dates
from tempanswerqa.answers.flexible.dates import Order, Written, english, written
from tempanswerqa.answers.question_view import QuestionView


def one(text: str) -> Written:
    (found,) = written(text)
    return found


def shown(said: str) -> tuple[bool, bool]:
    """Return whether a text shows that the day stands first, by anything and by words alone."""
    text = f"03/04/2001 it is. {said}"
    first = written(text)[0]
    found = Order(text).day_first(first), Order(text).day_first(first, by_numbers=False)
    return found


test_dates_in_text = results_of(lambda text: [found[:3] for found in written(text)], [
    # text, (year, month, day) of every date
    ("March 4, 2001", [(2001, 3, 4)]), ("March 4 2001", [(2001, 3, 4)]),
    ("March the 4th, 2001", [(2001, 3, 4)]), ("March 4 of 2001", [(2001, 3, 4)]),
    ("4th of March, 2001", [(2001, 3, 4)]), ("the 4th day of March 2001", [(2001, 3, 4)]),
    ("On 4 March it rained.", [(None, 3, 4)]), ("March 4", [(None, 3, 4)]),
    ("June 9, 987", [(None, 6, 9)]),  # a year may have lost its last digit
    ("June 9, 12:30", [(None, 6, 9)]), ("March 2001", []), ("March", []), ("2001", []),
    ("1.4 March", []), ("March 4.5", []), ("March 4, 20015", [(None, 3, 4)]),
    ("4 March 2001.5", [(None, 3, 4)]), ("March 15, 444 BC", []), ("15 March 444 BCE", []),
    ("May 1 and June 2, 1999", [(None, 5, 1), (1999, 6, 2)]), ("", []),
    # in numbers
    ("2001-03-04", [(2001, 3, 4)]), ("2001/3/4", [(2001, 3, 4)]), ("2001.03.04", [(2001, 3, 4)]),
    ("2001-03/04", []), ("2001-03-04T05:06:07", [(2001, 3, 4)]), ("2001-03-04.", [(2001, 3, 4)]),
    ("2001-03-04-05", []), ("12001-03-04", []), ("03/04/2001", [(2001, 3, 4)]),
    ("3.4.2001", [(2001, 4, 3)]), ("3-4-2001", [(2001, 3, 4)]), ("3 / 4 / 2001", [(2001, 3, 4)]),
    ("03/04/75", [(1975, 3, 4)]), ("12/31/2001", [(2001, 12, 31)]),
    ("31/12/2001", [(2001, 12, 31)]), ("03/04/2001/05", []), ("1/03/04/2001", []),
    ("03/04/201", []), ("03/04", []), ("(03/04/2001)", [(2001, 3, 4)]),
    ("from 03/04/2001 to 2001-03-09", [(2001, 3, 4), (2001, 3, 9)]),
])  # fmt: skip


test_the_day_itself = results_of(lambda text, year: one(text).day_in(year), [
    ("March 4, 2001", None, date(2001, 3, 4)),
    ("March 4, 2001", 1999, date(2001, 3, 4)),  # its own year
    ("March 4", 1999, date(1999, 3, 4)), ("March 4", None, None),
    ("February 29", 2000, date(2000, 2, 29)), ("February 29", 1900, None),
    ("February 30, 2000", None, None), ("31 April 2000", None, None), ("13/13/2000", None, None),
    ("00/10/2000", None, None), ("0000-01-01", None, None),
    ("9999-12-31", None, date(9999, 12, 31)),
])  # fmt: skip

test_what_shows_that_the_day_stands_first = results_of(shown, [
    # what the text says besides 03/04/2001; whether its day stands first; by words alone
    ("", False, False), ("It was 3 April 2001.", True, True),
    ("It was April 3rd, 2001.", True, True), ("It was 4 March 2001.", False, False),
    ("It was 3 April.", False, False), ("Then 25/12/2001.", True, False),
    ("Then 12/25/2001.", False, False), ("Then 25/12/2001 and 12/26/2001.", False, False),
    ("Then 25.12.2001.", False, False),  # of another kind
    ("Then 05/06/2001.", False, False), ("Then 12/25/2001; it was 3 April 2001.", False, True),
], 2)  # fmt: skip


@given(st.dates(min_value=date(1000, 1, 1)))
def test_every_day_in_every_notation(day):
    month = calendar.month_name[day.month]
    in_words = f"{month} {day.day}, {day.year}", f"{day.day} {month[:3]} {day.year}"
    for text in (day.isoformat(), *in_words, f"{day.month}/{day.day}/{day.year:04}"):
        assert one(f"It was {text}.").day_in() == day


test_dates_as_english_writes_them = results_of(english, [
    ("2001-Aug-16", "16 Aug 2001"),
    ("the eighth of January, 1965", "the 8 January, 1965"),
    ("4 Mars rovers of 2001", "4 March rovers of 2001"),  # no date, and no harm
    ("March 4, 2001", "March 4, 2001"), ("08/23/2000", "08/23/2000"), ("", ""),
])  # fmt: skip


@given(st.text())
def test_any_text(text):
    assert english(english(text)) == english(text)


def year_of(text: str, family: str = "ttqa", user: str = "") -> tuple:
    """Return the year of a text and its notation."""
    return dates.read_year(text, QuestionView(family, "date_years", user=user)) or (None, None)


def day_of(text: str, family: str = "ttqa", user: str = "", turn: bool = False, **options):
    """Return the date of a text and its notation; numbers in either order are turned or not."""
    asked = QuestionView(family, "date", user=user)
    return dates.read_day(text, asked, lambda _: turn, **options)


stated = values_of(partial(day_of, stated=True))

test_the_one_year_of_a_text = results_of(year_of, [
    # text, year, notation
    ("1985", 1985, "year"), ("It was in 1985.", 1985, "year"), ("March 5, 1985", 1985, "date"),
    ("March 5, 1985, and so in 1985", 1985, "date"), ("March 5, 1985, not 1986", 1985, "date"),
    ("March 5, 1985, or March 6, 1986", None, None), ("March 1985", 1985, "year"),
    ("06/1985", 1985, "month_and_year"), ("06/1985 and 6/1985", 1985, "month_and_year"),
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
    years = dates.eras(text)
    assert dates.read_era(text) == ((*years, "era") if len(years) == 1 else None)
    return years


test_years_with_eras = results_of(eras, [
    # text, years
    ("44 BC", {-44}), ("44BC", {-44}), ("44 B.C.", {-44}), ("44 BCE", {-44}), ("44 B.C.E.", {-44}),
    ("-44 BC", {-44}), ("44 years BC", {-44}), ("BC 44", {-44}), ("1,044 bc", {-1044}),
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
    ("2001", None), ("February 29, 2001", None), ("April 31, 2001", None), ("", None),
])  # fmt: skip

test_a_date_that_is_stated = results_of(stated, [
    ("The date is March 4, 2001.", date(2001, 3, 4)),
    ("It was on the 4th of March 2001.", date(2001, 3, 4)), ("date: 2001-03-04", date(2001, 3, 4)),
    ("They left March 4, 2001.", None), ("It was on March 4, 2001, or on March 5, 2001.", None),
])  # fmt: skip


def test_a_date_without_a_year_takes_the_one_that_is_named():
    user = "He left in 1999.\nWhen did the fair of 2001 begin?\nA:"
    for family in ("tot", "ttqa"):
        assert day_of("March 4", family, user) == (date(2001, 3, 4), "date_without_year")
    assert day_of("March 4, 2002", user=user) == (date(2002, 3, 4), "date")
    text = "The fair of 2002 began on March 4."
    assert day_of(text, user=user) is None  # either year
    assert day_of(text, "tot", user) == (date(2002, 3, 4), "date_without_year")
