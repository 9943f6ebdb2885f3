"""Tests means, intervals and paired tests against statsmodels, SciPy and hand calculations."""

import math
import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from tempanswerqa.metrics.means import (
    Design,
    codes,
    contrast,
    detectable,
    holm,
    means,
    wilson,
)

NAN = math.nan
SHARES = st.floats(0, 1) | st.sampled_from([0.0, 1.0])
GROUPED = st.lists(st.tuples(SHARES | st.just(NAN), st.integers(0, 8)), min_size=1, max_size=40)


def pair(first, second, groups):
    """Return the difference of two runs on the same questions, and their means."""
    n = len(first)
    design = Design(
        np.tile(codes(groups), 2),
        column=np.repeat([0, 1], n),
        question=np.tile(np.arange(n), 2),
        shape=(1, 2),
    )
    found = design.means([*first, *second])
    return [own.item() for own in contrast(found, ([0], [1]), (1, -1))], found


def ends(scores, groups):
    low, high = wilson(means(scores, groups))
    return low.item(), high.item()


@pytest.fixture(params=range(3))
def drawn(request):
    draw = np.random.default_rng(request.param)
    groups = draw.permutation(np.arange(120) % 15)
    shared = draw.normal(size=15)[groups]
    return draw.normal(size=120) + shared, draw.normal(size=120) + 0.3 * shared, groups


def test_errors_and_tests_of_groups_are_those_of_statsmodels(drawn):
    api = pytest.importorskip("statsmodels.api")
    first, second, groups = drawn
    fit = api.OLS(first - second, np.ones(120)).fit(
        cov_type="cluster", cov_kwds={"groups": groups}, use_t=True
    )
    (value, stderr, low, high, p, degrees), found = pair(first / 9, second / 9, groups)
    assert (value, stderr) == pytest.approx((fit.params[0] / 9, fit.bse[0] / 9), rel=0.1)
    one = api.OLS(first, np.ones(120)).fit(cov_type="cluster", cov_kwds={"groups": groups})
    assert 9 * found.stderr[0, 0] == pytest.approx(one.bse[0])
    assert found.groups.tolist() == [[15, 15]]
    both = api.OLS(second, np.ones(120)).fit(cov_type="cluster", cov_kwds={"groups": groups})
    clustered = found.covariance[0]
    assert 81 * (clustered[0, 0] + clustered[1, 1] - 2 * clustered[0, 1]) == pytest.approx(
        fit.bse[0] ** 2
    )
    assert 81 * clustered[1, 1] == pytest.approx(both.bse[0] ** 2)
    assert degrees == pytest.approx(14)
    assert p == pytest.approx(2 * stats.t.sf(abs(value / stderr), 14))
    assert (low, high) == pytest.approx(stats.t.interval(0.95, 14, value, stderr))


def test_right_and_wrong_answers_are_tested_as_by_the_paired_t_test():
    draw = np.random.default_rng(1)
    first, second = (draw.random((2, 200)) < 0.4).astype(float)
    p, expected = pair(first, second, range(200))[0][4], stats.ttest_rel(first, second)
    assert p == pytest.approx(expected.pvalue, rel=0.02)


@pytest.mark.parametrize(
    ("scores", "groups", "effective"),
    [
        ("0101", "abcc", (1 + 1 + 2) ** 2 / (1 + 1 + 4)),  # c differs within: its answers are two
        ("0011", "abcc", (1 + 1 + 4) ** 2 / (1 + 1 + 16)),  # c agrees: its answers tell as one
        ("1111", "abcc", (1 + 1 + 2) ** 2 / (1 + 1 + 4)),  # nobody knows
        ("0101", "abcd", 4),
    ],
)
def test_groups_of_different_sizes_tell_less_if_their_answers_agree(scores, groups, effective):
    found = means([*map(float, scores)], groups)
    assert found.groups.item() == len({*groups})
    assert found.degrees.item() == pytest.approx(max(1, effective - 1))
    assert means([0.0, 1.0], "aa").degrees.item() == 0


@pytest.mark.parametrize("sizes", [[1] * 200, [40, *[2] * 80], [5] * 40])
def test_a_perfect_score_is_surer_than_one_with_a_mistake(sizes):
    groups = np.arange(len(sizes)).repeat(sizes)
    right = np.ones(200)
    low, high = (own.item() for own in wilson(means(right, groups)))
    t = stats.t.ppf(0.975, means(right, groups).degrees.item())
    assert (low, high) == (pytest.approx(200 / (200 + t * t)), 1)
    right[-1] = 0
    assert wilson(means(right, groups))[0].item() < low


def test_cells_and_questions_of_a_cell_have_equal_weights():
    """For cells with 1 of 1 and 0 of 3, the mean is .5; over all answers it would be .25."""
    found = Design([0, 1, 2, 3], cell=[0, 1, 1, 1]).means([1, 0, 0, 0])
    assert (found.mean.item(), found.n.item()) == (0.5, 4)
    found = Design([0, 1], cell=[0, 1]).means([1, NAN])
    assert math.isnan(found.mean.item())  # one task has no such score, so the mean has none


def test_cells_of_other_groups_are_independent():
    draw = np.random.default_rng(2)
    scores = draw.random(300), draw.random(100)
    cell = np.repeat([0, 1], [300, 100])
    found = Design(np.arange(400), cell=cell).means(np.concatenate(scores))
    parts = [own.std(ddof=1) ** 2 / len(own) for own in scores]
    assert found.mean.item() == pytest.approx(sum(own.mean() for own in scores) / 2)
    assert found.stderr.item() == pytest.approx(math.sqrt(sum(parts)) / 2, rel=0.01)


def test_responses_to_a_question_are_one_question():
    """4 responses each to 50 questions: the error is that of the questions' means.

    The minimum variance is that of 200 answers.
    """
    draw = np.random.default_rng(3)
    answers = (draw.random((50, 4)) < draw.random((50, 1))).astype(float)
    question = np.arange(50).repeat(4)
    found = Design(question, question=question).means(answers.ravel())
    expected = means(answers.mean(1), range(50))
    assert found.mean.item() == pytest.approx(expected.mean.item())
    assert found.stderr.item() == pytest.approx(expected.stderr.item())
    assert (found.n.item(), found.responses.item()) == (50, 200)
    mean = answers.mean()
    assert found.least.item() == pytest.approx(mean * (1 - mean) / 200)


def test_each_block_is_as_if_it_were_alone():
    draw = np.random.default_rng(4)
    block, column = draw.integers(0, 5, 400), draw.integers(0, 3, 400)
    group, scores = draw.integers(0, 30, 400), draw.random(400)
    whole = Design(group, block=block, column=column).means(scores)
    for at in range(5):
        own = block == at
        alone = Design(group[own], column=column[own]).means(scores[own])
        assert whole.covariance[at] == pytest.approx(alone.covariance[0])
        for name in ("mean", "least", "degrees", "n", "groups"):
            assert getattr(whole, name)[at] == pytest.approx(getattr(alone, name)[0])


@pytest.mark.parametrize("n", [3, 7, 49, 1016])
def test_a_perfect_score_is_exactly_one(n):
    found = Design(np.arange(2 * n), cell=np.arange(2 * n) % 2).means(np.ones(2 * n))
    assert found.mean.item() == 1
    assert Design(np.arange(n), question=np.arange(n) // 3).means(np.ones(n)).mean.item() == 1


def test_of_many_independent_answers_the_interval_is_the_usual_one():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    right = [1.0] * 140 + [0.0] * 19_860
    expected = proportion.proportion_confint(140, len(right), method="wilson")
    assert ends(right, range(len(right))) == pytest.approx(expected, rel=1e-4)


@pytest.mark.filterwarnings("error")
@given(GROUPED)
@example([(0.0, 0), (0.0, 1), (1e-130, 2)])  # rounding moves no end beyond the mean
@example([(0.0, group) for group in range(12)])  # or beyond 0
@example([(1.0, group) for group in range(7)])  # or 1
def test_no_interval_leaves_the_range_or_has_no_width(answers):
    values, groups = zip(*answers, strict=True)
    known = means(values, groups)
    low, high = (own.item() for own in wilson(known))
    if known.groups.item() < 2:
        assert math.isnan(low)
        assert math.isnan(high)
    else:
        assert 0 <= low <= known.mean.item() <= high <= 1
        assert high - low > 1e-9


def test_four_wrong_answers_on_four_tables_are_those_of_independent_answers():
    """Such tables seem to have differing answers: without a limit n would be 209 of 200."""
    found = means(
        [0.0 if at % 4 == 0 and at < 16 else 1.0 for at in range(200)],
        [at // 4 for at in range(200)],
    )
    assert 0.98 * 0.02 / found.stderr.item() ** 2 > 200
    t, k = stats.t.ppf(0.975, 49), 200
    reach = t * math.sqrt(0.98 * 0.02 / k + t * t / (4 * k * k))
    expected = [(0.98 + t * t / (2 * k) + sign * reach) / (1 + t * t / k) for sign in (-1, 1)]
    assert [own.item() for own in wilson(found)] == pytest.approx(expected)


def test_only_questions_with_both_scores_count():
    found = Design([0, 1, 2], column=[0, 0, 0]).means([1, NAN, 0])
    assert (found.mean.item(), found.n.item(), found.groups.item()) == (0.5, 2, 2)


def test_pairs_that_do_not_differ_may_hide_a_difference():
    """The score interval of Tango is ±t²/(n + t²) where none of 8 answers differs."""
    value, stderr, low, high, p, _ = pair([1, 0] * 4, [1, 0] * 4, range(8))[0]
    t = stats.t.ppf(0.975, 7)
    assert (value, stderr, p) == (0, 0, 1)
    assert [-low, high] == pytest.approx([t * t / (8 + t * t)] * 2)


def test_rare_large_errors_are_no_surer_than_right_and_wrong_answers():
    first, second = np.zeros(100), np.full(100, 0.02)
    first[0], second[50:] = 1, 0.04
    stderr = pair(first, second, range(100))[0][1]
    v, w = (max(x.var(ddof=1) / 100, x.mean() * (1 - x.mean()) / 100) for x in (first, second))
    r = np.cov(first, second)[0, 1] / math.sqrt(first.var(ddof=1) * second.var(ddof=1))
    assert stderr == pytest.approx(math.sqrt(v + w - 2 * r * math.sqrt(v * w)))
    assert stderr > 1.05 * (first - second).std(ddof=1) / 10


def test_a_difference_that_never_varies_is_as_rare_as_its_signs():
    """Its interval is that of two independent means, of 5 answers each."""
    (value, stderr, low, high, p, degrees), _ = pair([1] * 5, [0] * 5, "aabcd")
    t = stats.t.ppf(0.975, degrees)
    assert (value, stderr, p, high) == (1, 0, 2**-3, 1)
    assert low == pytest.approx(1 - math.sqrt(2) * t * t / (5 + t * t))


def test_a_difference_of_differences_is_that_of_the_questions():
    draw = np.random.default_rng(5)
    scores = (draw.random((4, 300)) < [[0.5], [0.4], [0.45], [0.5]]).astype(float)
    column, question = np.indices(scores.shape).reshape(2, -1)
    found = Design(question, column=column, question=question).means(scores.ravel())
    own = contrast(found, ([0], [1], [2], [3]), (1, -1, -1, 1))
    gaps = scores[0] - scores[1] - scores[2] + scores[3]
    assert own.value.item() == pytest.approx(gaps.mean())
    assert own.stderr.item() == pytest.approx(gaps.std(ddof=1) / math.sqrt(300), rel=0.01)
    assert own.p.item() == pytest.approx(stats.ttest_1samp(gaps, 0).pvalue, rel=0.05)


@pytest.mark.parametrize(
    ("first", "second", "groups"),
    [([], [], ""), ([1], [0], "a"), ([1, 0], [0, 0], "aa"), ([1, NAN], [0, NAN], "ab")],
)
def test_fewer_than_two_groups_tell_nothing(first, second, groups):
    assert all(map(math.isnan, pair(first, second, groups)[0][1:5]))


def test_the_correction_is_that_of_statsmodels():
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    draw = random.Random(0)
    for size in (1, 2, 7, 40):
        p_values = [draw.random() ** 3 for _ in range(size)]
        assert holm(p_values) == pytest.approx(multitest.multipletests(p_values, method="holm")[1])
    assert holm([0.01, NAN, 0.04, 0.03]) == pytest.approx([0.03, NAN, 0.06, 0.06], nan_ok=True)
    assert holm([]).tolist() == []


def test_a_detectable_difference_is_found_with_the_power():
    draw = np.random.default_rng(4)
    gaps = draw.normal(size=(2_000, 40))
    stderr = gaps.std(axis=1, ddof=1) / math.sqrt(40)
    true = detectable(1 / math.sqrt(40), 39)
    t = (gaps.mean(axis=1) + true) / stderr
    assert 0.77 <= np.mean(2 * stats.t.sf(abs(t), 39) < 0.05) <= 0.83
    assert math.isnan(detectable(0, 39))
    t = stats.t.ppf([1 - 0.05 / 12, 0.8], 39)
    assert detectable(2, 39, 6) == pytest.approx(2 * t.sum())  # of 6 tests


def test_shares_within_tolerances_are_means_at_each():
    draw = np.random.default_rng(4)
    group, block, cell, question = (draw.integers(0, n, 300) for n in (30, 3, 2, 80))
    errors = np.where(draw.random(300) < 0.2, np.nan, draw.integers(0, 6, 300))
    design = Design(group, block=block, cell=cell, question=question)
    found = design.within(errors, [0, 1.5, 4, 9])
    for at, tolerance in enumerate((0, 1.5, 4, 9)):
        alone = design.means((errors <= tolerance).astype(float))
        for name in ("mean", "least", "answers", "degrees", "stderr", "n", "responses", "groups"):
            every = np.broadcast_to(getattr(found, name), (3, 4))
            assert every[:, at] == pytest.approx(getattr(alone, name)[:, 0], rel=1e-12, abs=1e-14)
