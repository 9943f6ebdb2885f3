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


@given(st.integers(0, 10**9), st.integers(0, 10**6))
def test_decimals_are_read_as_python_reads_them(before, after):
    assert whole(f"{before}.{after}") == float(f"{before}.{after}")
    assert whole(f"-{before:,}.{after}") == -float(f"{before}.{after}")


ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
ONES = f"{ONES} fifteen sixteen seventeen eighteen nineteen".split()
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_words(number: int) -> str:
    """Return a number from 0 to 999,999 in English."""
    if number < 20:
        return ONES[number]
    for size, name in ((1000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = f" {in_words(number % size)}" if number % size else ""
            return f"{in_words(number // size)} {name}{rest}"
    rest = f"-{ONES[number % 10]}" if number % 10 else ""
    return TENS[number // 10 - 2] + rest


@given(st.integers(0, 999_999))
def test_every_number_in_words_is_read(number):
    assert whole(in_words(number)) == number
    assert whole(in_words(number).replace("-", " ").upper()) == number
