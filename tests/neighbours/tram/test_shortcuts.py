"""Tests rules that choose by the options alone, and their order of options."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.neighbours.tram import shortcuts
from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.neighbours.tram.sizes import size, sizes

ORDERED = [
    ["08-02-1295", "08-03-1295", "09-01-1295", "01-01-1296"],
    ["1/11/1987", "2/1/1987", "12/25/1987"], ["12/21/6238", "5/10/6240", "10/17/6240"],
    ["Thursday, 19 October 2023", "Friday, 20 October 2023", "Thursday, 02 November 2023"],
    ["December 1805", "October 1806", "November 1806"],
    ["Oct-34", "Nov-34", "Jan-36"], ["18-Jun", "19-Aug", "20-Jul", "20-Aug"],
    ["8 PM on July 27, 1118", "12 AM on July 28, 1118", "5 AM on July 28, 1118"],
    ["00:10", "9:05", "22:17"],
    ["12:05 AM", "11:24 AM", "12:36 PM", "6:05 PM"],
    ["0 years 11 months", "2 years", "2 years 11 months"],
    ["59 seconds", "1 minute 1 second", "2 hours", "1 day", "1 week", "1 month", "1 year"],
    ["2.6 days", "2.7 days", "11 days"], ["Week 5", "Week 40", "Week 47"],
    ["It will occur 99 times", "It will occur 100 times", "It will occur 1,000 times"],
    ["two", "three", "38.4"],
    ["January 26th", "February 5th", "February 12th"],
]  # fmt: skip


@pytest.mark.parametrize("texts", ORDERED)
def test_sizes_follow_the_order(texts):
    found = sizes(texts)
    assert found == sorted(found)
    assert len(set(found)) == len(texts)
    assert shortcuts.RULES["smallest"](texts[::-1]) == {len(texts) - 1}
    assert shortcuts.RULES["largest"](texts[::-1]) == {0}


@pytest.mark.parametrize("texts", [["Vietnam War", "2 days"], ["10:30", "2 days"], ["July", "May"]])
def test_texts_without_a_common_order(texts):
    assert sizes(texts) is None
    for rule in ("smallest", "middle", "largest"):
        assert shortcuts.RULES[rule](texts) == {0, 1}


@pytest.mark.parametrize(("rule", "texts", "left"), [
    ("smallest", ["3", "1", "1"], {1, 2}), ("middle", ["3", "1", "2"], {2}),
    ("middle", ["4", "3", "1", "2"], {1, 3}), ("largest", ["3", "1", "3"], {0, 2}),
    ("longest text", ["a", "abc", "ab"], {1}), ("shortest text", ["a", "abc", "b"], {0, 2}),
    ("most alike", ["June 5", "June 6", "May 6"], {1}),
    ("most alike", ["x", "y", "z"], {0, 1, 2}),
])  # fmt: skip
def test_rules(rule, texts, left):
    assert shortcuts.RULES[rule](texts) == left


def item(category, answer, *options):
    letters = tuple("ABCD"[: len(options)])
    return Item("x", category, "", "How long?", letters, options, answer)


ASKED = [
    item("Short", 1, "3 days", "1 day", "2 days"),
    item("Short", 1, "5 days", "1 day", "9 days"),
    item("Text", 0, "Vietnam War", "The Crusades"),
]


def test_shares_by_hand():
    short, text, whole = shortcuts.measure(ASKED)
    assert (short.category, short.n, short.chance) == ("Short", 2, pytest.approx(1 / 3))
    told = {"smallest": 1, "largest": 0, "letter": 1, "shortest text": 1}
    assert short.accuracy.items() >= told.items()
    assert short.best == "smallest"
    assert text.accuracy["smallest"] == 1 / 2  # nothing to choose by: one of two
    assert text.accuracy["shortest text"] == 1
    assert (whole.category, whole.n) == ("all", 3)
    assert whole.chance == pytest.approx((1 / 3 + 1 / 3 + 1 / 2) / 3)
    assert whole.accuracy["smallest"] == pytest.approx(2.5 / 3)
    assert whole.accuracy["letter"] == pytest.approx(2 / 3)
    assert shortcuts.by_category([short, text, whole]) == 1


def test_one_category_is_the_whole_task():
    (whole,) = shortcuts.measure(ASKED[:2])
    assert whole.category == "all"
    assert shortcuts.by_category([whole]) == 1
    with pytest.raises(ValueError, match="at least one question"):
        shortcuts.measure([])


@given(st.lists(st.text(max_size=40), min_size=2, max_size=6))
def test_any_options_leave_something_to_choose_from(texts):
    for rule in shortcuts.RULES.values():
        left = rule(texts)
        assert left
        assert left <= set(range(len(texts)))


@given(st.text(max_size=60))
def test_any_text_has_a_size_that_can_be_compared_or_none(text):
    found = size(text)
    assert found is None or not any(map(math.isnan, found.order))
