"""Tests ranks and their ranges, against all pairs by hand, and statsmodels."""

import math
from itertools import combinations

import numpy as np
import pytest
from cases import cased
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.metrics import paired
from tempanswerqa.metrics.ranks import Rank, common_cells, differences, ranks

NAN = math.nan


def drawn(seed, shares=(0.3, 0.35, 0.5, 0.5, 0.9), n=200):
    """Return scores of runs on questions in groups; runs are often right on the same ones."""
    draw = np.random.default_rng(seed)
    hard, groups = draw.random(n), draw.integers(25, size=n)
    return [(0.5 * hard + 0.5 * draw.random(n) < share).astype(float) for share in shares], groups


def spans(found):
    return [(own.best, own.worst) for own in found]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("holes", [0, 30])
def test_differences_are_those_of_each_pair(seed, holes):
    runs, groups = drawn(seed)
    runs[1][:holes] = NAN  # what one run has no score of counts for none
    shared = [run[holes:] for run in runs]
    expected = [paired(*pair, groups[holes:]) for pair in combinations(shared, 2)]
    found = differences(runs, groups.tolist())
    assert [value for value, _ in found] == pytest.approx([own.value for own in expected])
    assert [p for _, p in found] == pytest.approx([own.p_value for own in expected])


@pytest.mark.parametrize(
    ("runs", "groups"), [([[1, 1], [0, 1]], "aa"), ([[1, NAN], [0, 1]], "ab"), ([[NAN], [1]], "a")]
)
def test_fewer_than_two_groups_tell_no_runs_apart(runs, groups):
    ((value, p_value),) = differences(runs, groups)
    assert math.isnan(value)
    assert math.isnan(p_value)
    assert differences(runs[:1], groups) == []
    runs = [[1, 1, 0], [0, 1, 0]]
    pair = paired(*runs, "aab")
    assert differences(runs, "aab") == [pytest.approx((pair.value, pair.p_value))]
    assert differences([[1, 0, 1], [1, 0, 1]], "abc") == [(0, 1)]  # they differ nowhere
    assert differences([[0] * 5, [1] * 5], "aabcd") == [(-1, 2**-3)]  # or everywhere


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("higher_is_better", [True, False])
def test_ranges_count_the_runs_that_are_significantly_better(seed, higher_is_better):
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    runs, groups = drawn(seed)
    pairs = list(combinations(range(len(runs)), 2))
    tests = [paired(runs[i], runs[j], groups) for i, j in pairs]
    rejected = multitest.multipletests([own.p_value for own in tests], 0.05, "holm")[0]
    assert 0 < sum(rejected) < len(pairs)
    better = {  # (i, j): i is significantly better than j
        pair if (own.value > 0) == higher_is_better else pair[::-1]
        for pair, own, told in zip(pairs, tests, rejected, strict=True)
        if told
    }
    everyone = range(len(runs))
    best = [1 + sum((other, own) in better for other in everyone) for own in everyone]
    worst = [len(runs) - sum((own, other) in better for other in everyone) for own in everyone]
    means = [run.mean() for run in runs]
    found = ranks(means, differences(runs, groups), higher_is_better)
    assert spans(found) == list(zip(best, worst, strict=True))


def test_by_hand():
    values = [0.9, 0.5, 0.5, 0.1]
    #         0-1        0-2        0-3          1-2     1-3         2-3
    gaps = [(0.4, 0.3), (0.4, NAN), (0.8, 1e-4), (0, 1), (0.4, 0.02), (0.4, 1e-3)]
    found = ranks(values, gaps)  # of five p-values 1e-4 and 1e-3 hold, not 0.02 * 3
    assert found == [Rank(1, 1, 3), Rank(2, 1, 4), Rank(2, 1, 3), Rank(4, 3, 4)]
    turned = ranks([-value for value in values], [(-value, p) for value, p in gaps], False)
    assert turned == found
    assert list(map(str, (*found, Rank(2, 2, 2)))) == ["1–3", "1–4", "1–3", "3–4", "2"]
    assert ranks([], []) == []
    assert ranks([0.5], []) == [Rank(1, 1, 1)]


@cased
def test_models_are_compared_over_the_cells_with_the_most_runs(models, cells):
    assert common_cells(map(frozenset, models)) == frozenset(cells)


@given(st.data())
def test_a_rank_is_within_its_range(data):
    values = data.draw(st.lists(st.sampled_from([0, 0.25, 0.5, 1]), max_size=8))
    gaps = [
        (one - other, data.draw(st.sampled_from([1e-9, 0.5, NAN])) if one != other else 1.0)
        for one, other in combinations(values, 2)
    ]
    for own, found in zip(values, ranks(values, gaps), strict=True):
        assert found.rank == 1 + sum(other > own for other in values)
        assert 1 <= found.best <= found.rank <= found.worst <= len(values)


def test_of_equal_runs_all_ranges_are_whole_in_95_of_100_cases():
    whole = 0
    for seed in range(200):
        runs, groups = drawn(seed, [0.5] * 6)
        found = ranks([run.mean() for run in runs], differences(runs, groups))
        whole += spans(found) == [(1, 6)] * 6
    assert whole / 200 > 0.92
