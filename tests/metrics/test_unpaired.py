"""Tests differences of means on different questions, against statsmodels, SciPy and hand."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from tempanswerqa.metrics.scores import Estimate, estimate
from tempanswerqa.metrics.unpaired import Sample, differences, stratified, unpaired

SHARES = {"a": 0.5, "b": 0.3, "c": 0.2}
ONE = {"a": 1.0}


def sample(values, groups=None) -> Sample:
    """Return answers in one stratum; by default each question is its own group."""
    return Sample([*map(float, values)], ["a"] * len(values), [*(groups or range(len(values)))])


def answers(right: int, wrong: int) -> Sample:
    return sample([1] * right + [0] * wrong)


def drawn(draw, n: int, power: float = 1.0) -> Sample:
    """Return a sample whose groups span strata."""
    strata, groups = draw.choice(list(SHARES), size=n), draw.integers(25, size=n)
    values = draw.beta(2, 3, size=n) ** (power + draw.random(25)[groups])
    return Sample(values.tolist(), strata.tolist(), groups.tolist())


def dummies(found: Sample) -> np.ndarray:
    return np.column_stack([[float(one == s) for one in found.strata] for s in SHARES])


@pytest.mark.parametrize("seed", range(3))
def test_the_error_of_strata_is_that_of_clustered_least_squares(seed):
    api = pytest.importorskip("statsmodels.api")
    own = drawn(np.random.default_rng(seed), 90)
    clustered = {"cov_type": "cluster", "cov_kwds": {"groups": own.groups}}
    fit = api.OLS(own.values, dummies(own)).fit(**clustered)
    weights = np.array([*SHARES.values()])
    found = stratified(own, SHARES)
    assert found.mean == pytest.approx(weights @ fit.params)
    assert found.stderr**2 == pytest.approx(weights @ fit.cov_params() @ weights)
    assert found.clusters == len(set(own.groups))


@pytest.mark.parametrize("seed", range(3))
def test_the_error_of_a_difference_is_that_of_clustered_least_squares(seed):
    """The error is somewhat larger if residuals around common means are. In 1,500 values the
    corrections for the size of each side are those for the size of both.
    """
    api = pytest.importorskip("statsmodels.api")
    draw = np.random.default_rng(seed)
    sides = drawn(draw, 900), drawn(draw, 600)
    groups = np.array(sides[0].groups + [100 + group for group in sides[1].groups])
    design = np.zeros((1500, 6))
    design[:900, :3], design[900:, 3:] = map(dummies, sides)
    values = np.array(sides[0].values + sides[1].values)
    fit = api.OLS(values, design).fit(cov_type="cluster", cov_kwds={"groups": groups})
    contrast = np.array([*SHARES.values(), *(-share for share in SHARES.values())])
    found = unpaired(*sides, SHARES)
    assert found.value == pytest.approx(contrast @ fit.params)
    error = math.sqrt(contrast @ fit.cov_params() @ contrast)
    assert 0.98 * error < found.stderr < 1.2 * error


def test_what_strata_leave_undefined():
    values, groups = [0.0, 1.0, 1.0, 0.5, 0.25], [1, 1, 2, 3, 3]
    whole = estimate(values, groups)
    assert stratified(sample(values, groups), ONE)[:4] == pytest.approx(whole[:4])
    halves = {"a": 0.5, "b": 0.5}
    assert math.isnan(stratified(sample([1]), halves).mean)
    assert math.isnan(stratified(Sample([1.0, 0.0], ["a", "b"], [1, 2]), halves).stderr)
    alone = sample([1, 0], [1, 1])
    assert stratified(alone, ONE).mean == 0.5
    assert math.isnan(stratified(alone, ONE).stderr)
    value, *rest = unpaired(alone, answers(3, 1), ONE)
    assert value == -0.25
    assert all(map(math.isnan, rest))
    with pytest.raises(KeyError):
        stratified(Sample([1.0], ["c"], [1]), halves)


def test_with_many_groups_it_is_welchs_test():
    draw = np.random.default_rng(1)
    first, second = draw.beta(3, 2, size=900), draw.beta(2.8, 2, size=600)
    found = unpaired(sample(first), sample(second), ONE)
    welch = stats.ttest_ind(first, second, equal_var=False)
    # errors around common means are larger
    assert found.p_value == pytest.approx(welch.pvalue, rel=0.15)
    assert (found.low, found.high) == pytest.approx(tuple(welch.confidence_interval()), abs=5e-4)


def test_a_side_without_errors_is_not_taken_for_certain():
    """Ten of ten against 90 of 100. Around 100 of 110 the squares sum up to 100 * 10 / 110, so the
    variances are 109 / 109 * 110 / 109 of that over 110, by 10 and by 100, which is the more for
    the second side, too: .1 * .9 / 99 is .000909.
    """
    found = unpaired(answers(10, 0), answers(90, 10), ONE)
    common = 110 / 109 * (1000 / 110) / 110
    variances = common / 10, max(common / 100, 0.09 / 99)
    assert found.stderr == pytest.approx(math.sqrt(sum(variances)))
    degrees = sum(variances) ** 2 / (variances[0] ** 2 / 109 + variances[1] ** 2 / 99)
    assert found.p_value == pytest.approx(2 * stats.t.sf(0.1 / found.stderr, degrees), rel=0.01)
    assert found.low < 0 < found.high < 1
    assert found.p_value > 0.2
    certain = unpaired(answers(10, 0), answers(0, 10), ONE)
    assert certain.high == 1  # as far as it goes
    assert certain.p_value < 0.001


def test_the_p_value_is_below_5_percent_where_0_is_outside_of_the_interval():
    draw = np.random.default_rng(2)
    outcomes = set()
    for _ in range(100):
        sides = [
            sample(draw.random(30) < draw.random(), draw.integers(12, size=30).tolist())
            for _ in range(2)
        ]
        found, other = unpaired(*sides, ONE), unpaired(*sides[::-1], ONE)
        outside = not found.low <= 0 <= found.high
        assert outside == (found.p_value < 0.05)
        assert (other.value, other.p_value) == pytest.approx((-found.value, found.p_value))
        assert (other.low, other.high) == pytest.approx((-found.high, -found.low))
        outcomes.add(outside)
    assert outcomes == {True, False}


def test_no_difference_has_a_p_value_of_1():
    found = unpaired(answers(5, 0), answers(9, 0), ONE)
    assert (found.value, found.stderr, found.p_value) == (0, 0, 1)
    assert all(map(math.isnan, (found.low, found.high)))  # not certain, either
    assert unpaired(answers(5, 5), answers(8, 8), ONE).p_value == 1
    assert unpaired(sample([1 / 3] * 7), sample([1 / 3] * 11), ONE).p_value == 1  # but for rounding


@pytest.mark.slow
@pytest.mark.parametrize(("n", "share", "size"), [(12, 0.9, 1), (60, 0.9, 4), (60, 0.5, 4)])
def test_equal_sides_are_told_apart_in_at_most_5_percent(n, share, size):
    """Return groups of `size` with shares of their own, four times as many on the other side."""
    draw = np.random.default_rng(3)

    def side(n: int) -> Sample:
        groups = np.arange(n) // size
        own = draw.beta(2 * share, 2 * (1 - share), size=n)[groups] if size > 1 else share
        return sample(draw.random(n) < own, groups.tolist())

    told = sum(unpaired(side(n), side(4 * n), ONE).p_value < 0.05 for _ in range(300))
    assert told <= 0.08 * 300  # 5 % and 2.3 standard errors of 300 draws


def test_of_estimates_it_is_the_test_of_welch():
    draw = np.random.default_rng(5)
    samples = [draw.normal(size=30), draw.normal(0.4, 2, size=12), draw.normal(0.2, size=9)]
    found = differences([estimate(own, range(len(own))) for own in samples])
    for row, (first, second) in zip(found, combinations(samples, 2), strict=True):
        expected = stats.ttest_ind(first, second, equal_var=False)
        assert row == pytest.approx((first.mean() - second.mean(), expected.pvalue))


def test_differences_of_estimates_without_an_error():
    known, unknown = Estimate(0.4, 0.1, 9), Estimate(0.5, math.nan, 1)
    ((value, p_value),) = differences([unknown, known])
    assert value == pytest.approx(0.1)
    assert math.isnan(p_value)
    right, wrong = Estimate(1.0, 0.0, 9), Estimate(0.0, 0.0, 9)
    assert differences([right, right]).tolist() == [[0, 1]]
    assert differences([right, wrong]).tolist() == [[1, 2**-16]]
    assert differences([]).tolist() == differences([known]).tolist() == []
