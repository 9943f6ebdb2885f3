"""Tests the arithmetic of the worth of scores on made-up differences."""

import math

import numpy as np
import pytest
from scipy import stats

from benchmarks import worth
from tempanswerqa.metrics.significance import paired

REACH = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)


def test_a_difference_needs_the_questions_of_the_formula():
    draw = np.random.default_rng(3)
    places = np.repeat(np.arange(40), 5)
    ours, theirs = (draw.random((2, 200)) < [[0.6], [0.4]]).astype(float)
    ours[::7] = math.nan  # such questions are asked, but have no score
    difference = paired(ours, theirs, places)
    (found,) = worth.needed(np.ones((1, 40)), places, ours, theirs, 1)
    assert found == pytest.approx(200 * (REACH * difference.stderr / difference.value) ** 2)
    more = worth.needed(np.full((1, 40), 4.0), places, ours, theirs, 1)
    assert more == pytest.approx(found, rel=0.03)  # n does not depend on how many were asked


def test_a_pair_without_difference_needs_infinitely_many():
    gaps = np.array([1.0, -1.0, 1.0, -1.0])
    assert worth.needed(np.ones((1, 4)), np.arange(4), gaps, gaps * 0, 1).tolist() == [math.inf]


def test_the_table_has_medians_of_pairs_and_leaves_out_undefined_ratios():
    pairs = np.array(
        [
            [[100.0, 100, 100], [50, 50, 50]],
            [[200.0, 200, 200], [400, 400, 400]],
            [[300.0, 300, math.inf], [300, 300, math.inf]],
        ]
    )
    # ratios .5, 2 and 1; in the last draw .5 and 2
    assert worth.summary(pairs) == ["200", "1.00 [1.01, 1.24]"]
