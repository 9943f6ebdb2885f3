"""Tests intervals of mean scores against their equation and SciPy, and their coverage."""

import math
from statistics import fmean

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import optimize, stats

from tempanswerqa.metrics import wilson
from tempanswerqa.metrics.intervals import quantile
from tempanswerqa.metrics.scores import Estimate, estimate

NAN = math.nan

SHARES = st.floats(0, 1) | st.sampled_from([0.0, 1.0])
GROUPED = st.lists(st.tuples(SHARES | st.just(NAN), st.integers(0, 8)), min_size=1, max_size=40)


def undefined(numbers):
    return all(map(math.isnan, numbers))


def clustered(sets, groups, size, share, seed):
    """Return columns of right and wrong answers, which are alike in a group, and group names."""
    draw = np.random.default_rng(seed)
    alike = draw.random((sets, groups, 1)) < share
    own = draw.random((sets, groups, size)) < share
    answers = np.where(draw.random((sets, groups, size)) < 0.7, alike, own)
    columns = {str(at): row for at, row in enumerate(answers.reshape(sets, -1).astype(float))}
    return columns, [f"table {group}" for group in range(groups) for _ in range(size)]


def holds(found, true):
    """Return how often an interval holds the true value."""
    return fmean(one.low <= true <= one.high for one in found)


@pytest.mark.parametrize(
    ("mean", "stderr", "groups", "values", "n"),
    [
        (0.3, 0.04, 20, math.inf, 0.3 * 0.7 / 0.04**2),
        (0.98, 0.01, 300, 200, 0.98 * 0.02 / 0.01**2),  # 196
        (0.98, 0.01, 150, 150, 150),  # a score of 150 answers is no surer than 150 answers
    ],
)
def test_the_ends_solve_the_equation_of_the_score_test(mean, stderr, groups, values, n):
    t = stats.t.ppf(0.975, groups - 1)

    def off(x, t):
        return mean - x - t * math.sqrt(x * (1 - x) / n)

    found = wilson(Estimate(mean, stderr, groups, values))
    assert found.low == pytest.approx(optimize.brentq(off, 1e-9, mean, (t,)))
    assert found.high == pytest.approx(optimize.brentq(off, mean, 1 - 1e-9, (-t,)))


def test_of_many_independent_answers_it_is_the_usual_one():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    right = [1.0] * 140 + [0.0] * 19_860
    found = wilson(estimate(right, range(len(right))))
    expected = proportion.proportion_confint(140, len(right), method="wilson")
    assert found == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("score", [0.0, 0.4, 1.0])
def test_equal_scores_still_leave_room(score):
    # As of 3 answers in 3 groups, with t = 4.30: 3 / (3 + t²) for the lower end of all right.
    found = wilson(estimate([score] * 6, "aabbcc"))
    t = stats.t.ppf(0.975, 2)
    assert found.high - found.low > 0.5
    n, ends = 3, stats.t.interval(0.95, 2)
    for end, at in zip(found, ends, strict=True):  # the score test with 3 answers
        reach = at * math.sqrt(score * (1 - score) / n + t * t / (4 * n * n))
        assert end == pytest.approx((score + t * t / (2 * n) + reach) / (1 + t * t / n))
    assert score < 1 or found == pytest.approx((3 / (3 + t * t), 1))
    assert score > 0 or found == pytest.approx((0, 1 - 3 / (3 + t * t)))


@pytest.mark.filterwarnings("error")
@given(GROUPED)
@example([(0.0, 0), (0.0, 1), (1e-130, 2)])  # rounding moves no end beyond the mean
@example([(0.0, group) for group in range(12)])  # or beyond 0
@example([(1.0, group) for group in range(7)])  # or 1
def test_no_interval_leaves_the_range_or_has_no_width(answers):
    values, groups = zip(*answers, strict=True)
    known = estimate(values, groups)
    found = wilson(known)
    if known.clusters < 2:
        assert undefined(found)
    else:
        assert 0 <= found.low <= known.mean <= found.high <= 1
        assert found.high - found.low > 1e-9


def test_quantiles_are_those_of_student():
    assert quantile(9) == pytest.approx(stats.t.ppf(0.975, 9))
    assert quantile(math.inf) == pytest.approx(1.959963985)
    assert math.isnan(quantile(0))


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_intervals_hold_the_truth_as_often_as_they_say(share):
    columns, tables = clustered(300, groups=60, size=4, share=share, seed=5)
    assert 0.92 <= holds([wilson(estimate(x, tables)) for x in columns.values()], share) <= 0.99
    apart = [wilson(estimate(x, range(len(x)))) for x in columns.values()]
    assert holds(apart, share) < 0.9  # as if answers to one table were independent


def test_four_wrong_answers_on_four_tables_are_those_of_independent_answers():
    """Such tables seem to have answers that differ: without a limit n would be 209 of 200."""
    found = estimate(
        [0.0 if at % 4 == 0 and at < 16 else 1.0 for at in range(200)],
        [at // 4 for at in range(200)],
    )
    assert found.mean * (1 - found.mean) / found.stderr**2 > 200
    alone = found._replace(stderr=math.sqrt(0.98 * 0.02 / 200))
    assert wilson(found) == pytest.approx(wilson(alone), rel=1e-12)
