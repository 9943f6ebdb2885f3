"""Tests how an extracted answer is read: `tests/test_paper_scoring.py` has strict reading."""

from datetime import date
from functools import partial

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from support import UNITS

from tempanswerqa.answers import quantities
from tempanswerqa.answers.quantities import read_plain
from tempanswerqa.paper_scoring import LARGEST, read_line

DAY = 86_400


def day(year: int, month: int, of_month: int) -> float:
    return float((date(year, month, of_month) - date(1970, 1, 1)).days * DAY)


@given(st.text(), st.sampled_from(UNITS))
def test_any_text_is_a_number_or_unparsed(text, unit):
    number = read_plain(text, unit)
    assert number is None or abs(number) <= LARGEST


test_an_answer_is_read_as_its_family_writes_it = results_of(partial(quantities.read, unit="days"), [
    ('{"answer": 3}', "tot", 3),
    ("3", "tot", 3),  # plain
    ("3", "ttqa", 3), ("[3]", "tot", None), ('{"answer": 3}', "ttqa", None),
    ({"answer": 3}, "tot", 3), ({"answer": 3}, "ttqa", None),
])  # fmt: skip

test_plain_numbers = results_of(read_plain, [
    (text, unit, number) for text, number in [
    ("12", 12), ("-44", -44), ("0012", 12), ("0.53", 0.53), ("-2.50", -2.5), ("1e-07", 1e-7),
    ("2.5e+3", 2500), ("1e100", LARGEST), ("1.1e100", None), ("1e999", None),
    ("9" * 101, None), ("+12", None), (".5", None), ("12.", None), ("1E5", None), ("1,016", None),
    ("1_000", None), ("１２", None), ("12 years", None), (" 12", None), ("12\n", None),
    ("nan", None), ("inf", None), ("", None),
    ("2001-03-31", None),  # a date
] for unit in UNITS if unit != "date"])  # fmt: skip
test_plain_dates = results_of(partial(read_plain, unit="date"), [
    ("1970-01-01", 0), ("1969-12-31", -DAY), ("2000-02-29", day(2000, 2, 29)),
    ("0001-01-01", -719_162 * DAY),  # proleptic
    ("9999-12-31", day(9999, 12, 31)), ("1900-02-29", None), ("2001-13-01", None),
    ("2001-00-10", None), ("0000-01-01", None), ("2001-3-4", None), ("2001/03/04", None),
    ("20010304", None), ("-2001-03-04", None), ("12001-03-04", None), (" 2001-03-04", None),
    ("2001-03-04\n", None), ("2001-03-04T00:00", None), ("２００１-03-04", None), ("2001", None),
    ("", None),
])  # fmt: skip


@given(st.dates())
def test_every_day_is_read_in_plain_notation(day):
    assert read_plain(day.isoformat(), "date") == (day - date(1970, 1, 1)).days * DAY


@given(st.dates(date(1700, 1, 1), date(2200, 12, 31)))
def test_plain_dates_mean_the_same_to_strict_reading(day):
    text = day.isoformat()
    assert quantities.read(text, "ttqa", "date") == read_line(text, "date") is not None


@given(st.text(st.sampled_from("0123456789"), max_size=110), st.sampled_from(UNITS))
def test_digits_mean_the_same_to_strict_reading(digits, unit):
    if unit != "date":
        assert quantities.read(digits, "ttqa", unit) == read_line(digits, unit)
