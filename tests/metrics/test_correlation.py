"""Tests rank correlation against visible arithmetic."""

import math

import numpy as np
import pytest
from cases import cased

from tempanswerqa.metrics.correlation import spearman


@cased
def test_by_plain_arithmetic(first, second, expected):
    found = spearman(first, second)
    assert found.rho == pytest.approx(expected)
    assert found.n == len(first)


def test_the_interval_by_plain_arithmetic():
    found = spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    assert spearman([1, 2, 9, 3, 4, None, 5], [2, 1, math.nan, 4, 3, 7, 5]) == found  # of pairs
    reach = 1.959964 * math.sqrt((1 + 0.8**2 / 2) / (5 - 3))
    assert found.rho == pytest.approx(0.8)
    assert found.low == pytest.approx(math.tanh(math.atanh(0.8) - reach), abs=1e-6)
    assert found.high == pytest.approx(math.tanh(math.atanh(0.8) + reach), abs=1e-6)


def test_the_interval_covers_the_truth_of_normal_pairs():
    """About 95 of 100 intervals do; the true value for a correlation r is 6 / pi asin(r / 2)."""
    drawn = np.random.default_rng(1)
    truth = 6 / math.pi * math.asin(0.7 / 2)
    covered = 0
    for _ in range(300):
        x, noise = drawn.normal(size=(2, 20))
        found = spearman(list(x), list(0.7 * x + math.sqrt(1 - 0.7**2) * noise))
        covered += found.low <= truth <= found.high
    assert 0.91 < covered / 300 < 0.985


@pytest.mark.parametrize(
    ("first", "second", "n"),
    [([], [], 0), ([1, 2], [1, 2], 2), ([1, 2, 3], [1, None, math.nan], 1), ([1] * 5, range(5), 5)],
)
def test_no_correlation(first, second, n):
    found = spearman(first, second)
    assert found.n == n
    assert all(map(math.isnan, found[:3]))
    three = spearman([1, 2, 3], [1, 3, 2])  # which have no interval
    assert all(map(math.isnan, (three.low, three.high)))


@pytest.mark.parametrize("sign", [1, -1])
def test_a_full_correlation_counts_as_halfway_to_the_next(sign):
    found = spearman(range(9), [sign * value**3 for value in range(9)])
    next_lower = 1 - 6 * 2 / (9 * 80)  # two neighbours exchanged
    center = math.atanh((1 + next_lower) / 2)
    end = math.tanh(center - 1.959964 * math.sqrt((1 + 1 / 2) / (9 - 3)))
    assert sorted([sign * found.low, sign * found.high]) == pytest.approx([end, 1], abs=1e-6)
