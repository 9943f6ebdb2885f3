"""Tests which equations a response states, and which of them are right."""

from cases import cased
from hypothesis import example, given
from hypothesis import strategies as st

from paper.equations import READ_LENGTH, equations


def verdicts(text: str) -> list[bool]:
    return [equation.holds for equation in equations(text)]


@cased
def test_one_right_equation(text):
    assert verdicts(text) == [True]


@cased
def test_one_wrong_equation(text):
    assert verdicts(text) == [False]


@cased
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


@cased
def test_what_plain_arithmetic_cannot_judge_is_left_out(text):
    assert equations(text) == []


def test_of_a_long_text_the_first_part_is_read():
    text = "1 + 1 = 2\n".ljust(READ_LENGTH, ".") + "\n2 + 2 = 4\n"
    assert verdicts(text) == [True]


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
