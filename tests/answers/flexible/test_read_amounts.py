"""Tests days, months and years in text: amounts, bare numbers and sums."""

import pytest
from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import values_of

from tempanswerqa.answers.flexible import read_amounts
from tempanswerqa.answers.question_view import QuestionView


def amount(text: str, family: str, unit: str = "years", user: str = "") -> float | None:
    asked = QuestionView(family, unit, user=user)
    return values_of(read_amounts.amount, "amount")(text, asked)


def number(text: str) -> tuple[float | None, str | None]:
    return read_amounts.number(text) or (None, None)


def several(text: str) -> tuple[bool, bool]:
    return bool(read_amounts.SEVERAL.search(text)), read_amounts.other_numbers(text)


test_what_follows_the_last_sign_of_equality = results_of(read_amounts.after_equals, [
    ("888 - 12 = 876 months", " 876 months"), ("1 + 1 = 2 = 4 - 2", " 4 - 2"),
    ("which equals 12", " 12"), ("which is equal to 12", " 12"), ("12 ≈ 13", " 13"),
    ("12 → 13", " 13"), ("12 years", "12 years"), ("unequals", "unequals"), ("12 =", ""),
])  # fmt: skip


ABOUT = "about approximately approx approx. around roughly nearly almost exactly only just ~ ≈"
test_a_text_that_is_a_number_behind_a_few_words = results_of(number, [
    *((f"Therefore the age is {word} 12!", 12, "number") for word in ABOUT.split()),
    # text, number, notation
    ("12", 12, "number"), ("-1,234.5", -1234.5, "number"), (" 12. ", 12, "number"),
    ("The correct answer is 12", 12, "number"), ("So, the final answer is: 12.", 12, "number"),
    ("= 12", 12, "number"), ("total: -12", -12, "number"), ("twelve", 12, "number_words"),
    ("The answer is twenty-five.", 25, "number_words"), ("12 years", None, None),
    ("The son is 12", None, None), ("12 or 13", None, None), ("The answer is", None, None),
    ("", None, None),
], 2)  # fmt: skip


AMOUNTS = [
    # text, years
    ("12 years", 12), ("He served for 12 years and 9 months.", 12), ("-12 years", -12),
    ("24 months", 2), ("5,202 days", None),
    ("12 years, or 144 months", 12),  # those of the asked unit
    ("12 years in a 20-year career", 12),  # not what only describes
    ("a 20-year career", 20), ("12 years and then 12 years more", 12),
    ("12 years here; 13 years there", None),
    ("12 years here; 13 years there, which equals about 25 years", 25),
    ("40 years less 5 years gives us exactly 35 years", 35),
    ("21-22 years", None), ("21\u201322 years", None), ("21 to 22 years", None),
    ("21 years or 22 years", None), ("21, 22 and 23 years", None),
    ("between 21 and 22 years", None), ("12 years, not 13 years", 12),
    ("12 years rather than 13", 12), ("less than 1 year", None), ("more than 12 years", None),
    ("fewer than twelve years", None), ("at least 12 years", None), ("under 12 full years", None),
    ("over 12 years", None), ("over the course of 12 years", 12),
    ("at least he served 12 years", 12), ("less than a year", None), ("12", None), ("", None),
]  # fmt: skip


@pytest.mark.parametrize("family", ["tot", "ttqa"])
@pytest.mark.parametrize(("text", "years"), AMOUNTS)
def test_the_one_amount_of_a_text(text, years, family):
    assert amount(text, family) == years


@pytest.mark.parametrize("unit", ["days", "months", "years"])
def test_an_amount_in_the_asked_unit(unit):
    wanted = {"days": 30, "months": 2 * 12, "years": 2}
    assert amount("In 2 years it rained on 30 days.", "tot", unit) == wanted[unit]


def test_amounts_that_the_question_names_do_not_count():
    text = "After 5 years in office he served 12 years more."
    user = "He left after 5 years in office.\nHow long did he serve after the first 5 years?\nA:"
    assert (amount(text, "ttqa", user=user), amount(text, "tot", user=user)) == (12, None)


test_several_amounts_and_other_numbers = results_of(several, [
    ("12 years", False, True), ("21-22 years", True, False),
    ("between 21 and 22 years", True, True), ("3, 4 days", True, True),
    ("aged 21 to 22 years", False, True), ("in 1999", False, False),
    ("on March 4, 2001", False, False), ("in 1999 with 3 others", False, True),
    ("50%", False, False), ("2 + 3", False, False),  # a sum
    ("", False, False),
], 2)  # fmt: skip

test_the_lone_number_of_a_text = results_of(values_of(read_amounts.lone_number, "lone_number"), [
    # text, number
    ("12", 12), ("He was 12 when he left in 2001.", 12), ("about -12 or so", -12),
    ("It was 14,782.", 14_782), ("12, as 12 it is", 12), ("12 and 13", None),
    ("He left in 2001.", None), ("12 years", None),  # no bare number
    ("3 Sisters came", None),  # a name
    ("3 Sisters came 12 times", None), ("50% of 12", 12), ("6 + 6", None), ("at 12:30", None),
    ("5*6", None), ("twelve", None), ("F-9", None), ("", None),
])  # fmt: skip

test_sums = results_of(values_of(read_amounts.calculated, "sum"), [
    # text, number
    ("365 * 2 + 7", 365 * 2 + 7), ("(3 + 4) * 5", 35), ("12 / 4", 3), ("7 / 2", None),
    ("3 - 5", -2), ("-3 + 5", 2), ("2.5 * 2", 5), ("1 / 0", None), ("12", None), ("-12", None),
    ("2001-03-04", None), ("3/4", None), ("3-4", None), ("2 ** 9", None), ("9 // 2", None),
    ("07 + 1", None), ("1 +", None), ("()" * 30, None),
    ("1 + " * 30 + "1", None),  # more than a model leaves to the reader
    ("", None),
])  # fmt: skip


@given(st.integers(-999, 999), st.integers(0, 999), st.integers(1, 999))
def test_sums_come_to_what_python_makes_of_them(first, second, third):
    for text in (f"{first} + {second} * {third}", f"{first} - {second} - {third}"):
        assert read_amounts.calculated(text).value == eval(text)
