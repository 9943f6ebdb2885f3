"""Tests dates in text, the order of their numbers, and the days they name."""

import calendar
from datetime import date

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible.dates import Order, Written, may_turn, removed, written


def one(text: str) -> Written:
    (found,) = written(text)
    return found


def span(text: str) -> bool:
    """Return whether a date of March 2001 names several days."""
    assert one(text)[:2] == (2001, 3)
    return one(text).several


def order(text: str) -> tuple:
    """Return whether a date may be turned, whether its day stands first, and the turned date."""
    return one(text).turnable, one(text).day_leads, one(text).turned()[:3]


def shown(said: str) -> tuple[bool, bool]:
    """Return whether a text shows that the day stands first, by anything and by words alone."""
    text = f"03/04/2001 it is. {said}"
    first = written(text)[0]
    found = Order(text).day_first(first), Order(text).day_first(first, by_numbers=False)
    assert may_turn(first, text.lower()) or not any(found)
    return found


test_dates_in_text = results_of(lambda text: [found[:3] for found in written(text)], [
    # text, (year, month, day) of every date
    ("March 4, 2001", [(2001, 3, 4)]), ("March 4 2001", [(2001, 3, 4)]),
    ("MARCH 4th, 2001", [(2001, 3, 4)]), ("Mar. 4, 2001", [(2001, 3, 4)]),
    ("March the 4th, 2001", [(2001, 3, 4)]), ("March 4 of 2001", [(2001, 3, 4)]),
    ("4 March 2001", [(2001, 3, 4)]), ("4 March, 2001", [(2001, 3, 4)]),
    ("4th of March, 2001", [(2001, 3, 4)]), ("the 4th day of March 2001", [(2001, 3, 4)]),
    ("4-Mar-2001", [(2001, 3, 4)]), ("4/Sept/2001", [(2001, 9, 4)]),
    ("On 4 March it rained.", [(None, 3, 4)]), ("March 4", [(None, 3, 4)]),
    ("June 9, 987", [(None, 6, 9)]),  # a year may have lost its last digit
    ("June 9, 12:30", [(None, 6, 9)]), ("March 2001", []), ("March", []), ("2001", []),
    ("marching 4 miles", []), ("Mayor 4", []), ("44 March", [(None, 3, 44)]), ("144 March", []),
    ("1.4 March", []), ("March 4.5", []), ("March 4, 20015", [(None, 3, 4)]),
    ("4 March 2001.5", [(None, 3, 4)]), ("March 15, 444 BC", []), ("15 March 444 BCE", []),
    ("May 1 and June 2, 1999", [(None, 5, 1), (1999, 6, 2)]), ("", []),
    # in numbers
    ("2001-03-04", [(2001, 3, 4)]), ("2001/3/4", [(2001, 3, 4)]), ("2001.03.04", [(2001, 3, 4)]),
    ("2001-03/04", []), ("2001-03-04T05:06:07", [(2001, 3, 4)]), ("2001-03-04.", [(2001, 3, 4)]),
    ("2001-03-04-05", []), ("12001-03-04", []), ("03/04/2001", [(2001, 3, 4)]),
    ("3.4.2001", [(2001, 3, 4)]), ("3-4-2001", [(2001, 3, 4)]), ("3 / 4 / 2001", [(2001, 3, 4)]),
    ("3/4-2001", []), ("03/04/01", [(2001, 3, 4)]), ("03/04/74", [(2074, 3, 4)]),
    ("03/04/75", [(1975, 3, 4)]), ("12/31/2001", [(2001, 12, 31)]),
    ("31/12/2001", [(2001, 12, 31)]), ("03/04/2001/05", []), ("1/03/04/2001", []),
    ("03/04/201", []), ("03/04", []), ("(03/04/2001)", [(2001, 3, 4)]),
    ("from 03/04/2001 to 2001-03-09", [(2001, 3, 4), (2001, 3, 9)]),
])  # fmt: skip

test_spans_of_days = results_of(span, [
    # text, whether it names several days
    ("March 4, 2001", False), ("March 4-6, 2001", True), ("March 4\u20136, 2001", True),
    ("March 4 to 6, 2001", True), ("March 4th and 6th, 2001", True), ("4-6 March 2001", True),
    ("4 or 5 March 2001", True), ("03/04/2001", False),
])  # fmt: skip

test_the_order_of_numbers = results_of(order, [
    ("03/04/2001", True, False, (2001, 4, 3)), ("12/12/2001", True, False, (2001, 12, 12)),
    ("13/04/2001", False, True, (2001, 13, 4)), ("04/13/2001", False, False, (2001, 13, 4)),
    ("2001-03-04", False, False, (2001, 4, 3)), ("March 4, 2001", False, False, (2001, 4, 3)),
], 3)  # fmt: skip

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
    ("It was 3 April 2001, or March 4, 2001.", False, False),
    ("It was 3 April 2002.", False, False),  # another day
    ("It was 3 April.", False, False), ("Then 25/12/2001.", True, False),
    ("Then 12/25/2001.", False, False), ("Then 25/12/2001 and 12/26/2001.", False, False),
    ("Then 25.12.2001.", False, False),  # of another kind
    ("Then 05/06/2001.", False, False), ("Then 12/25/2001; it was 3 April 2001.", False, True),
], 2)  # fmt: skip


def test_a_text_without_its_dates():
    text = removed("In 1999, from March 4, 2001 to 2001-03-09, 12 of 03/04/01 left.")
    assert text.split() == ["In", "1999,", "from", "to", ",", "12", "of", "left."]


@given(st.dates(min_value=date(1000, 1, 1)))
def test_every_day_in_every_notation(day):
    month = calendar.month_name[day.month]
    in_words = f"{month} {day.day}, {day.year}", f"{day.day} {month[:3]} {day.year}"
    for text in (day.isoformat(), *in_words, f"{day.month}/{day.day}/{day.year:04}"):
        assert one(f"It was {text}.").day_in() == day
