"""Tests numbers in digits and in words."""

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible.numbers import value, whole

test_a_text_that_is_a_number = results_of(whole, [
    # text, number
    ("12", 12), (" 12\n", 12), ("0", 0), ("007", 7), ("+12", 12), ("-12", -12), ("-0.25", -0.25),
    ("0.53", 0.53), (".5", 0.5), ("-.5", -0.5), ("minus 12", -12), ("Negative 0.5", -0.5),
    ("14,782", 14_782), ("-14,782.25", -14_782.25), ("1,234,567", 1_234_567),
    ("12,34", None),  # no separator of thousands
    ("1,2345", None), ("1234,567", None), ("1,234,56", None), (",123", None), ("1.2.3", None),
    ("12.", None), ("1e5", None), ("12%", None), ("$12", None), ("1/2", None), ("12 days", None),
    ("12 13", None), ("--12", None), ("- 12", None), ("12-", None),
    ("１２", None),  # `text.normalize_characters` comes before
    ("9" * 40, 1e40), ("9" * 41, None), ("-", None), ("", None),
    # in words
    ("zero", 0), ("Seven", 7), ("nineteen", 19), ("twenty", 20), ("twenty-five", 20 + 5),
    ("twenty five", 20 + 5), ("TWENTY - FIVE", 20 + 5), ("ninety-nine", 90 + 9),
    ("minus forty-two", -(40 + 2)), ("one hundred", 100), ("hundred", 100),
    ("two hundred five", 2 * 100 + 5), ("two hundred and five", 2 * 100 + 5),
    ("nineteen hundred and twelve", 19 * 100 + 12),
    ("three thousand four hundred fifty-six", 3 * 1000 + 4 * 100 + 56),
    ("two hundred thousand", 200 * 1000), ("two million and one", 2_000_001),
    ("one million two hundred thousand seven", 1_200_007), ("two and a half", 2.5),
    ("minus two and a half", -2.5), ("twenty-one and a half", 21.5),
    ("nineteen eighty", None),  # a year or two numbers
    ("twenty twelve", None), ("twenty thirty", None), ("five six", None), ("five twenty", None),
    ("twenty-zero", None), ("one and two", None), ("thousand hundred", None),
    ("hundred hundred", None), ("million thousand", None), ("half", None), ("sevens", None),
    ("seventh", None), ("tenfold", None), ("twenty-fifth", None), ("seven days", None),
    ("and seven", None), ("twelveteen", None),
])  # fmt: skip

test_a_number_that_was_found = results_of(value, [
    ("12", 12), ("-1,200.5", -1200.5), ("+7", 7), ("minus  seven", -7), ("Negative .5", -0.5),
    ("Sixty-four", 64), ("165 million", 165_000_000), ("-1.5 Thousand", -1_500), ("5 hundred", 500),
    ("sixty seventy", None), ("minus sixty seventy", None),
])  # fmt: skip


@given(st.integers(-(10**15), 10**15))
def test_an_integer_is_read_with_and_without_separators(number):
    assert whole(str(number)) == whole(f"{number:,}") == number
