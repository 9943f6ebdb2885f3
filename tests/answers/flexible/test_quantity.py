"""Tests amounts of time in text, and their numbers in each unit."""

import pytest
from cases import results_of
from readings import values_of

from tempanswerqa.answers.flexible import quantity
from tempanswerqa.answers.flexible.quantity import amounts, spelled
from tempanswerqa.answers.question_view import QuestionView


def converted(text: str, unit: str) -> float | None:
    (amount,) = amounts(text)
    return amount.to(unit)


test_amounts_in_text = results_of(lambda text: [one.parts for one in amounts(text)], [
    # text, the parts of every amount
    ("15 years", [((15, "year"),)]), ("a year", []), ("It took 15 Years.", [((15, "year"),)]),
    ("-3 days", [((-3, "day"),)]), ("minus 3 days", [((-3, "day"),)]),
    (".5 hours", [((0.5, "hour"),)]), ("1,250 days", [((1250, "day"),)]),
    ("2,5 days", []),  # no English number
    ("1.2.3 days", []), ("twenty-five years", [((25, "year"),)]),
    ("two and a half years", [((2.5, "year"),)]), ("one hundred and five days", [((105, "day"),)]),
    ("twenty twelve years", []), ("five (5) years", [((5, "year"),)]),
    ("30 Earth days", [((30, "day"),)]), ("three CALENDAR days", [((3, "day"),)]),
    ("3 happy years", []), ("3\nyears", []),  # on one line
    ("3 yearly fairs", []), ("3 daybreaks", []), ("12 months' notice", [((12, "month"),)]),
    ("F-9 years", []), ("v9 years", []), ("1,200-9 years", []), ("9th year", []),
    ("between the two years", []),  # spoken of before
    ("both two years", []), ("These three months", []), ("the 12 years", [((12, "year"),)]),
    ("1 century", [((1, "century"),)]), ("two centuries", [((2, "century"),)]),
    ("5 mos", [((5, "month"),)]), ("5 wks", [((5, "week"),)]), ("5d", [((5, "day"),)]),
    ("5h 3m 2s", [((5, "hour"), (3, "minute"), (2, "second"))]),
    ("5 h 3 m 2 s", [((5, "hour"), (3, "minute"), (2, "second"))]), ("five h", []),
    ("15 years and 9 months", [((15, "year"), (9, "month"))]),
    ("15 years, 9 months", [((15, "year"), (9, "month"))]),
    ("1 year, 2 months, and 3 days", [((1, "year"), (2, "month"), (3, "day"))]),
    ("9 months and 15 years", [((9, "month"),), ((15, "year"),)]),  # not falling
    ("3 years or 4 months", [((3, "year"),), ((4, "month"),)]),
    ("3 years and -4 months", [((3, "year"),), ((-4, "month"),)]),
    ("-3 years and 4 months", [((-3, "year"), (-4, "month"))]),
    ("1990 years ago", [((1990, "year"),)]), ("", []),
])  # fmt: skip


test_an_amount_in_a_unit = results_of(converted, [
    # text, unit, number
    ("15 years", "years", 15), ("2.5 years", "years", 2.5), ("0.4 years", "years", 0.4),
    ("-2.5 days", "days", -2.5), ("2 years and 4 months", "months", 2 * 12 + 4),
    ("2 years and 11 months", "years", 2), ("2.5 years and 6 months", "years", 3),
    ("-2 years and 6 months", "years", -2), ("-2 years and 6 months", "months", -(2 * 12 + 6)),
    ("0 years and 7 months", "years", 0), ("24 months", "years", 2), ("35 months", "years", 2),
    ("11 months", "years", None), ("0 months", "years", 0), ("3 decades", "years", 3 * 10),
    ("3 decades", "months", 3 * 10 * 12), ("0.25 years", "months", 3),
    ("3 months and 10 days", "months", 3), ("10 days", "months", None),
    ("5,202 days", "years", None), ("3 months and 10 days", "days", None), ("1 year", "days", None),
    ("3 weeks and 2 days", "days", 3 * 7 + 2), ("36 hours", "days", 1), ("48 hours", "days", 2),
    ("23 hours", "days", None), ("2 days and 23 hours", "days", 2),
    ("2 hours, 3 minutes and 4 seconds", "seconds", 2 * 3600 + 3 * 60 + 4),
    ("1.5 hours", "seconds", 1.5 * 3600), ("2.25 seconds", "seconds", 2.25),
    ("1 week", "seconds", 7 * 24 * 3600), ("1 day and 1 second", "seconds", 24 * 3600 + 1),
    ("-1 hour and 30 minutes", "minutes", -90), ("1 month", "seconds", None),
    ("1 year and 3 hours", "seconds", None),
])  # fmt: skip


test_amounts_of_today_are_exact = results_of(lambda text, unit: converted(spelled(text), unit), [
    ("2.035 hours", "seconds", 7326), ("0.1 hours", "seconds", 360), ("1.1 minutes", "seconds", 66),
    ("8.25 hours", "minutes", 495), ("0.7 days", "minutes", 1008), ("3y 2m", "months", 38),
    ("1h22m05s", "seconds", 4925), ("6'102 days", "days", 6102), ("6 102 days", "days", 6102),
    ("hours = 2, minutes = 25", "minutes", 145),
])  # fmt: skip


def amount(text: str, family: str, unit: str = "years", user: str = "") -> float | None:
    asked = QuestionView(family, unit, user=user)
    return values_of(quantity.read_amount, "amount")(text, asked)


def number(text: str) -> tuple[float | None, str | None]:
    return quantity.read_number(text) or (None, None)


def several(text: str) -> tuple[bool, bool]:
    return bool(quantity.SEVERAL.search(text)), quantity.other_numbers(text)


test_what_follows_the_last_sign_of_equality = results_of(quantity.after_equals, [
    ("888 - 12 = 876 months", " 876 months"), ("1 + 1 = 2 = 4 - 2", " 4 - 2"),
    ("which equals 12", " 12"), ("which is equal to 12", " 12"), ("12 ≈ 13", " 13"),
])  # fmt: skip


ABOUT = "about approximately approx approx. around roughly nearly almost exactly only just ~ ≈"
test_a_text_that_is_a_number_behind_a_few_words = results_of(number, [
    *((f"Therefore the age is {word} 12!", 12, "number") for word in ABOUT.split()),
    # text, number, notation
    ("12", 12, "number"), ("-1,234.5", -1234.5, "number"), (" 12. ", 12, "number"),
    ("The correct answer is 12", 12, "number"), ("So, the final answer is: 12.", 12, "number"),
    ("= 12", 12, "number"), ("total: -12", -12, "number"), ("twelve", 12, "number_words"),
    ("The answer is twenty-five.", 25, "number_words"), ("12 years", None, None),
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
    ("over 12 years", None), ("over the course of 12 years", 12),
    ("at least he served 12 years", 12), ("less than a year", None), ("12", None), ("", None),
]  # fmt: skip


@pytest.mark.parametrize("family", ["tot", "ttqa"])
@pytest.mark.parametrize(("text", "years"), AMOUNTS)
def test_the_one_amount_of_a_text(text, years, family):
    assert amount(text, family) == years


def test_amounts_that_the_question_names_do_not_count():
    text = "After 5 years in office he served 12 years more."
    user = "He left after 5 years in office.\nHow long did he serve after the first 5 years?\nA:"
    assert (amount(text, "ttqa", user=user), amount(text, "tot", user=user)) == (12, None)


test_several_amounts_and_other_numbers = results_of(several, [
    ("12 years", False, True), ("21-22 years", True, False),
    ("between 21 and 22 years", True, True), ("3, 4 days", True, True),
    ("on March 4, 2001", False, False), ("in 1999 with 3 others", False, True),
    ("50%", False, False), ("2 + 3", False, False),  # a sum
    ("", False, False),
], 2)  # fmt: skip

test_the_lone_number_of_a_text = results_of(values_of(quantity.lone_number, "lone_number"), [
    # text, number
    ("12", 12), ("He was 12 when he left in 2001.", 12), ("about -12 or so", -12),
    ("It was 14,782.", 14_782), ("12, as 12 it is", 12), ("12 and 13", None),
    ("He left in 2001.", None), ("12 years", None),  # no bare number
    ("3 Sisters came", None),  # a name
    ("3 Sisters came 12 times", None), ("50% of 12", 12), ("6 + 6", None), ("at 12:30", None),
    ("5*6", None), ("twelve", 12), ("nine", None), ("F-9", None), ("", None),
])  # fmt: skip

test_sums = results_of(values_of(quantity.calculated, "sum"), [
    # text, number
    ("365 * 2 + 7", 365 * 2 + 7), ("3 - 5", -2), ("-3 + 5", 2), ("12*3", 36), ("12", None),
    ("-12", None), ("2001-03-04", None), ("3/4", None), ("3-4", None), ("2 ** 9", None),
    ("1 +", None), ("2.5 * 2", None), ("", None),
    ("1 + " * 30 + "1", None),  # more than a model leaves to the reader
])  # fmt: skip
