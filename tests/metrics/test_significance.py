"""Tests paired differences and corrected p-values, against statsmodels, SciPy and hand."""

import math
import random

import numpy as np
import pytest
from scipy import stats

from tempanswerqa.metrics import holm, paired
from tempanswerqa.metrics.scores import estimate

NAN = math.nan


@pytest.fixture(params=range(3))
def drawn(request):
    draw = np.random.default_rng(request.param)
    groups = draw.permutation(np.arange(120) % 15)
    shared = draw.normal(size=15)[groups]
    return draw.normal(size=120) + shared, draw.normal(size=120) + 0.3 * shared, groups


def test_errors_and_tests_of_groups_are_those_of_statsmodels(drawn):
    api = pytest.importorskip("statsmodels.api")
    first, second, groups = drawn
    model = api.OLS(first - second, np.ones(120))
    fit = model.fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    found = paired(first, second, groups, math.inf)
    assert (found.value, found.stderr) == pytest.approx((fit.params[0], fit.bse[0]))
    assert found.p_value == pytest.approx(fit.pvalues[0])
    assert (found.low, found.high) == pytest.approx(tuple(fit.conf_int()[0]))
    assert found.correlation == pytest.approx(np.corrcoef(first, second)[0, 1])
    assert (found.questions, found.groups) == (120, len(set(groups)))
    one = api.OLS(first, np.ones(120)).fit(cov_type="cluster", cov_kwds={"groups": groups})
    assert estimate(first, groups)[:2] == pytest.approx((one.params[0], one.bse[0]))


def test_without_groups_it_is_the_paired_t_test(drawn):
    first, second, _ = drawn
    found, expected = paired(first, second, range(120), math.inf), stats.ttest_rel(first, second)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert (found.low, found.high) == pytest.approx(expected.confidence_interval(0.95))


def test_groups_of_different_sizes_tell_less():
    # 2 groups of 1 and 1 of 2 tell as much as (1 + 1 + 4)² / (1 + 1 + 16) = 2 equally large groups
    found = estimate([0.0, 1.0, 0.0, 1.0], "abcc")
    assert (found.clusters, found.effective, found.degrees) == (3, 2, 1)
    assert found._replace(effective=1.2).degrees == 1  # a group has nearly all answers
    assert found._replace(clusters=1).degrees == 0
    found = paired([0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 0.5, 0.0], "abcc")
    assert found.p_value == pytest.approx(2 * stats.t.sf(found.value / found.stderr, 1))


def test_right_or_wrong_answers_are_tested_by_their_clustered_error():
    draw = np.random.default_rng(1)
    first, second = (draw.random((2, 200)) < 0.4).astype(float)
    found, expected = paired(first, second, range(200)), stats.ttest_rel(first, second)
    assert found.p_value == pytest.approx(expected.pvalue, rel=0.02)


def test_only_questions_with_both_scores_count():
    found = paired([1, 0, NAN, 1, 0], [0, 0, 1, NAN, 1], "abcde")
    assert found == pytest.approx(paired([1, 0, 0], [0, 0, 1], "abe"))
    assert (found.value, found.questions, found.groups) == (0, 3, 3)
    for run in ([1, 0, 1], [0.4, 0.4, 0.4]):
        same = paired(run, run, "abc")
        assert same[:5] == pytest.approx((0, 0, NAN, NAN, 1), nan_ok=True)


def test_an_infinite_mean_is_undefined():
    """MASE is infinite for a label on its centroid: such a question has no difference."""
    found = paired([math.inf, 1, 2], [math.inf, 0, 0], "abc", math.inf)
    assert (found.value, found.questions, found.groups) == (1.5, 2, 2)
    found = paired([math.inf, 1, 2], [0, 0, 0], "abc", math.inf)
    assert math.isnan(found.p_value)


def test_rare_large_errors_are_no_surer_than_right_and_wrong_answers():
    first, second = np.zeros(100), np.full(100, 0.02)
    first[0], second[50:] = 1, 0.04
    found = paired(first, second, range(100))
    v, w = (max(x.var(ddof=1) / 100, x.mean() * (1 - x.mean()) / 100) for x in (first, second))
    r = np.cov(first, second)[0, 1] / math.sqrt(first.var(ddof=1) * second.var(ddof=1))
    expected = math.sqrt(v + w - 2 * r * math.sqrt(v * w))
    assert found.stderr == pytest.approx(expected)
    assert found.stderr > 1.05 * (first - second).std(ddof=1) / 10
    scaled = paired(100 * first, 100 * second, range(100), 100)
    assert scaled.stderr == pytest.approx(100 * expected)
    assert scaled.p_value == pytest.approx(found.p_value)


def test_a_difference_that_never_varies_is_as_rare_as_its_signs():
    found = paired([0.4] * 5, [0.1] * 5, "aabcd")
    assert found.p_value == 2**-3
    assert found.value == pytest.approx(0.3)
    assert all(map(math.isnan, (found.low, found.high)))
    assert math.isnan(found.correlation)


@pytest.mark.parametrize(
    ("first", "second", "groups"),
    [([], [], ""), ([1], [0], "a"), ([1, 0], [0, 0], "aa"), ([1, NAN], [0, 0], "ab")],
)
def test_fewer_than_two_groups_tell_nothing(first, second, groups):
    found = paired(first, second, groups)
    assert all(map(math.isnan, (found.stderr, found.low, found.high, found.p_value)))


@pytest.mark.slow
def test_the_correction_is_that_of_statsmodels():
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    draw = random.Random(0)
    for size in (1, 2, 7, 40):
        p_values = [draw.random() ** 3 for _ in range(size)]
        expected = multitest.multipletests(p_values, method="holm")[1]
        assert holm(p_values) == pytest.approx(expected)


def test_what_was_not_tested_does_not_count():
    assert holm([0.01, NAN, 0.04, 0.03]) == pytest.approx([0.03, NAN, 0.06, 0.06], nan_ok=True)
    assert holm([]) == []


def test_a_detectable_difference_is_found_with_the_power():
    draw = np.random.default_rng(4)
    gaps = draw.normal(size=(2_000, 40))
    (some, *_) = [paired(row, row * 0, range(40), math.inf) for row in gaps[:1]]
    assert some.detectable == pytest.approx(
        (stats.t.ppf(0.975, 39) + stats.t.ppf(0.8, 39)) * some.stderr
    )
    true = (stats.t.ppf(0.975, 39) + stats.t.ppf(0.8, 39)) / math.sqrt(40)
    found = [paired(row + true, row * 0, range(40), math.inf).p_value < 0.05 for row in gaps]
    assert 0.77 <= np.mean(found) <= 0.83
    assert math.isnan(paired([1, 0, 1], [1, 0, 1], "abc").detectable)
