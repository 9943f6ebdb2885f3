"""Tests scores of chosen options, against plain arithmetic."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tempanswerqa.neighbours.tram.scores import likeliest, macro_f1


@pytest.mark.parametrize(("values", "lengths", "chosen"), [
    ([-1.0, -2.0, -3.0], None, 0),
    ([-3.0, -1.0, -1.0], None, 1),  # the first of equals
    ([-4.0, -6.0], [2, 6], 1),  # -2 and -1 per character
    ([-4.0, -6.0], [0, 6], 1),  # -4 and -1: a length of 0 counts as 1
    ([math.nan, -9.0], None, 1), ([math.nan, math.nan], None, 0), ([-math.inf, -9.0], None, 1),
])  # fmt: skip
def test_likeliest(values, lengths, chosen):
    assert likeliest(values, lengths) == chosen


def test_likeliest_of_nothing():
    with pytest.raises(ValueError, match="empty"):
        likeliest([])


def test_macro_f1_by_hand():
    # before: tp 1, fp 1, fn 1 -> 1/2; after: tp 1, fn 1 -> 2/3; during: fp 1 -> 0
    pairs = [("before", "before"), ("before", "during"), ("after", "after"), ("after", "before")]
    assert macro_f1(pairs) == pytest.approx((1 / 2 + 2 / 3 + 0) / 3)
    assert math.isnan(macro_f1([]))


@settings(deadline=None)  # the first call imports scikit-learn
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from([*"abcd", None])), min_size=1))
def test_macro_f1_is_the_mean_over_classes(pairs):
    scores = []
    for name in {name for pair in pairs for name in pair if name}:
        hits = pairs.count((name, name))
        named = sum((name == right) + (name == chosen) for right, chosen in pairs)
        scores.append(2 * hits / named)
    assert macro_f1(pairs) == pytest.approx(sum(scores) / len(scores), rel=1e-14)
