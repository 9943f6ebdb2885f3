"""Tests of which equations a response states, and which of them are right."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paper.equations import READ_LENGTH, equations


def verdicts(text: str) -> list[bool]:
    return [equation.holds for equation in equations(text)]


@pytest.mark.parametrize("text", [
    "1864 - 865 = 999", "2022-2016=6", "12 * 60 + 5 = 725", "(3+4)×2=14", "12x5 = 60",
    "2 * -3 = -6", "-5 + 3 = -2", "-7 - 2 * 3 = -13", "((1 + 2) * (3 + 4)) / 7 = 3", "10 ÷ 4 = 2.5",
    "320 // 60 = 5", "2933 % 60 = 53", "331 mod 60 = 31", "1,440 - 40 = 1,400", "0.25 + 10 = 10.25",
    "2010 − 1998 = 12", "2010 – 1998 = 12", "7 hours * 3600 = 25200 seconds",
    "204 months / 12 months per year = 17 years",
    "31 days in July + 31 days in August + 17 days in September = 79 days",
    "1906 (Intercalated Games) - 1896 (first Summer Olympics) = 10 years.",
    "(12 * 365) + 4 days = 4384 days",
    "The remainder is 8 * 3600 seconds = 28,800 seconds, and 5 seconds.",
    "He stayed for 4 years (1979 - 1975 = 4).",
    "Years = End - Start + 1\n= 1934 - 1931 + 1\n\n= 4 years", "Days:\n- 28 + 31 = 59\n- none",
    "- 28 + 31 = 59", "1. 28 + 31 = 59", "1) 28 + 31 = 59", "Total: 365 +\n31 = 396",
    "Total: **28 + 31** = **59 days**", r"\( 28 + 31 = 59 \)",
    r"\[ 28 \text{ days} + 31 \text{ days} = 59 \text{ days} \]", r"$3 \times 4 = 12$",
    r"\frac{10 + 2}{4} \div 3 = 1", r"\left(1 + 2\right) \cdot 3 = 9",
    r"Step 1.\n28 + 31 = 59\nThen", '"age": 365 + 31 = 396}', "128 % 60 = 8 (remaining seconds)",
    "1950 - 2000 = -50", "8 -3 = 5",
])  # fmt: skip
def test_one_right_equation(text):
    assert verdicts(text) == [True]


@pytest.mark.parametrize("text", [
    "1864 - 865 = 1000", "2 + 3 * 4 = 20", "8 - 3 - 2 = 7", "100 / 3 = 33.4", "100 / 3 ≈ 34",
    "15 - 21 = 6", "2016 - 33 * 60 = 216 seconds", "38038 // 60 = 634 minutes", "2.5 * 2 = 5.01",
    "123456789012 * 2 = 246913578025", "Thus (2 * 3600) + (30 * 60) + 40 = 9700 seconds",
])  # fmt: skip
def test_one_wrong_equation(text):
    assert verdicts(text) == [False]


@pytest.mark.parametrize(("stated", "right"), [
    ("33", True), ("33.3", True), ("33.33", True), ("33.34", False), ("33.333333333333336", True),
    ("approximately 33.3", True), ("about 34", False), ("~33", True),
])  # fmt: skip
def test_a_result_counts_to_the_digits_that_it_states(stated, right):
    assert verdicts(f"100 / 3 = {stated}") == [right]


def test_a_result_may_be_cut_off_or_rounded():
    assert verdicts("200 / 3 = 66.66, 200 / 3 = 66.67, 59 / 60 = 0, 59 / 60 = 1") == [True] * 4
    assert verdicts("-200 / 3 = -66.66, -200 / 3 = -66.67") == [True] * 2


def test_every_side_with_an_operator_makes_an_equation_with_the_next():
    found = equations("Age = 3 * 4 + 2 = 12 + 2 = 15 = 5 * 3")
    assert [(each.text, each.left, each.right, each.holds) for each in found] == [
        ("3 * 4 + 2 = 12 + 2", 14, 14, True),
        ("12 + 2 = 15", 14, 15, False),
    ]


def test_equations_of_one_sentence_are_told_apart():
    text = (
        "320 // 60 = 5 minutes with a remainder of 320 - (5 * 60) = 320 - 300 = 20 seconds, "
        "5 + 1 = 6 hours 7 + 1 = 8 minutes"
    )
    assert [each.text for each in equations(text)] == [
        "320 // 60 = 5 minutes",
        "320 - (5 * 60) = 320 - 300",
        "320 - 300 = 20 seconds",
        "5 + 1 = 6 hours",
        "7 + 1 = 8 minutes",
    ]


@pytest.mark.parametrize("text", [
    "", "= = ≈", "x = 5", "5 = 2 + 3", "1 hour = 60 minutes", "There are 2 + 3 apples.",
    "2005-04-14 = 3", "2015-Nov-08 + 365 days = 2016-Nov-07", "1999-01 + 1999-02 = 59",
    "05/22 + 14 = 06/05", "21-07-2003 + 686 = 21", "October 31 - 9 = 22", "August 2009 + 14 = 2023",
    "10:30 - 09:15 = 01:15", "10 + 5 = 3 PM", "22:38:24 + 5 = 03:38:24", "44 BC + 5 = 39 BC",
    "1990s + 5 = 1995", "10% * 200 = 20", "1990-1995 = 5 years", "(2005-2006) = 1 year",
    "2003/04 - 1992/93 = 11", "1891-94 (first term) = 3 years", "3-30 = 27 days",
    "1938-1939 (2 years) + 1940-1941 (2 years) = 4 years",
    "1955 (birth year) - 1991 (retirement year) = 36 years", "100 / 30 = 3-4 months",
    "4030 / 3600 = 1 hour, 7 minutes and 10 seconds", "1 hour 30 minutes + 5 minutes = 95 minutes",
    "3596 // 60 = 59.93 minutes", "5 / 2 = 2 1/2", "7 1/2 + 1 = 8.5", "x + 1 = 3", "3 * x + 2 = 14",
    "2^3 + 1 = 9", "5 (2 * 2) + 1 = 21", "3 + 4 == 7", "3 + 4 >= 7", "3 + 4 => 7", "5 / 0 = 0",
    "5 // (3 - 3) = 0", "5 % 0 = 5", "2 + = 2", "12,5 * 2 = 25", "1.2.3 + 1 = 2", "5th + 3 = 8th",
    "12345678901234567 + 1 = 12345678901234568", "(" * 30 + "1 + 1" + ")" * 30 + " = 2",
    "1 * " + "9" * 15 + (" * " + "9" * 15) * 40 + " = 1",
])  # fmt: skip
def test_what_plain_arithmetic_cannot_judge_is_left_out(text):
    assert equations(text) == []


def test_of_a_long_text_the_first_part_is_read():
    text = "1 + 1 = 2\n".ljust(READ_LENGTH, ".") + "\n2 + 2 = 4\n"
    assert verdicts(text) == [True]


@given(st.text())
def test_any_text_has_some_equations_or_none(text):
    assert {*verdicts(text)} <= {True, False}


@given(st.lists(st.sampled_from([*"0129 .,()+-*/%=≈x\n", "days ", "May ", r"\frac{", "**", "//"])))
def test_any_arithmetic_can_be_read(parts):
    for equation in equations("".join(parts)):
        assert equation.text
        assert abs(equation.left) + abs(equation.right) < 10**400


SUMS = st.recursive(
    st.integers(0, 999).map(str),
    lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(
        "({0[0]}) {0[1]} ({0[2]})".format
    ),
    max_leaves=4,
)


@example("(1 + 999) - (2 + 999)", "0")  # it looks like a span of years, but is calculated
@given(SUMS, SUMS)
def test_exact_arithmetic_agrees(first, second):
    both = f"({first}) + ({second})"
    assert verdicts(f"{both} = {eval(both)}") == [True]
    assert verdicts(f"{both} = {eval(both) + 1}") == [False]
