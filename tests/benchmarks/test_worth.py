"""Tests the arithmetic of the worth of scores on made-up differences."""

import math

import numpy as np
import pytest
from scipy import stats

from benchmarks import worth

REACH = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)


def test_a_difference_needs_the_questions_of_the_formula():
    draw = np.random.default_rng(3)
    places = np.repeat(np.arange(40), 5)
    ours, theirs = (draw.random((2, 200)) < [[0.6], [0.4]]).astype(float)
    ours[::7] = math.nan  # such questions are asked, but have no score
    gaps = np.where(np.isnan(ours), 0, ours - theirs).reshape(40, 5).sum(1)
    mean = gaps.sum() / (~np.isnan(ours)).sum()
    rows = np.arange(200)
    (found,) = worth.needed(rows, worth.every(places), ours, theirs, without=True)
    sizes = (~np.isnan(ours)).reshape(40, 5).sum(1)
    error = math.sqrt(40 / 39 * ((gaps - mean * sizes) ** 2).sum()) / sizes.sum()
    assert found == pytest.approx(200 * (REACH * error / mean) ** 2)


def test_a_pair_without_difference_needs_infinitely_many():
    gaps = np.array([1.0, 0, 1.0, 0])
    found = worth.needed(np.arange(4), worth.every(np.arange(4)), gaps, gaps[::-1])
    assert found.tolist() == [math.inf]
