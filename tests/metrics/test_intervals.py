"""Tests intervals of mean scores against enumeration, loops and SciPy, and their coverage."""

import itertools
import math
import os
import random
import subprocess
import sys
import tracemalloc
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from tempanswerqa.metrics import intervals, wilson
from tempanswerqa.metrics.intervals import bootstrap, normal, quantile
from tempanswerqa.metrics.scores import Estimate, estimate

NAN = math.nan

# Four tables of unequal size; one question has no defined value.
TABLES = ["a", "b", "b", "c", "c", "c", "d", "d"]
SCORES = [0.9, 0.1, 0.35, 0.55, NAN, 0.7, 0.05, 0.2]

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


# --- closed form


@pytest.mark.parametrize(("mean", "stderr", "groups"), [(0.3, 0.04, 20), (0.98, 0.01, 300)])
def test_the_ends_solve_the_equation_of_the_score_test(mean, stderr, groups):
    t, n = stats.t.ppf(0.975, groups - 1), mean * (1 - mean) / stderr**2

    def off(x, t):
        return mean - x - t * math.sqrt(x * (1 - x) / n)

    found = wilson(Estimate(mean, stderr, groups))
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
    found = wilson(estimate([score] * 6, "aabbbc"))
    t = stats.t.ppf(0.975, 2)
    assert found.high - found.low > 0.5
    assert score < 1 or found == pytest.approx((3 / (3 + t * t), 1))
    assert score > 0 or found == pytest.approx((0, 1 - 3 / (3 + t * t)))
    assert bootstrap({"x": [score] * 6}, "aabbbc", resamples=50, seed=0)["x"] == found


@pytest.mark.filterwarnings("error")
@given(GROUPED)
def test_no_interval_leaves_the_range_or_has_no_width(answers):
    values, groups = zip(*answers, strict=True)
    known = estimate(values, groups)
    for found in (wilson(known), bootstrap({"x": values}, groups, resamples=20, seed=0)["x"]):
        if known.clusters < 2:
            assert undefined(found)
        else:
            assert 0 <= found.low <= found.high <= 1
    if known.clusters > 1:
        found = wilson(known)
        assert found.low <= known.mean <= found.high
        assert found.high - found.low > 1e-9


def test_rounding_moves_no_end_beyond_the_mean():
    tiny = estimate((0.0, 0.0, 1e-130), "abc")
    assert 0 <= wilson(tiny).low <= tiny.mean


def test_the_normal_interval_by_hand():
    assert normal(4, 2) == pytest.approx((4 - 2 * 1.959963985, 4 + 2 * 1.959963985))
    assert undefined(normal(4, NAN))
    assert quantile(9) == pytest.approx(stats.t.ppf(0.975, 9))
    assert math.isnan(quantile(0))


# --- bootstrap


def every_t(values, tables):
    """Return the t of all equally likely resamples of the tables, computed one by one."""
    known = estimate(values, tables)
    for drawn in itertools.product(sorted(set(tables)), repeat=len(set(tables))):
        own = [
            (values[i], place)
            for place, name in enumerate(drawn)
            for i, table in enumerate(tables)
            if table == name
        ]
        found = estimate(*zip(*own, strict=True))
        share = found.mean * (1 - found.mean)
        n = share / found.stderr**2 if found.stderr > 1e-12 and share else found.clusters
        yield (found.mean - known.mean) / math.sqrt(known.mean * (1 - known.mean) / n)


@pytest.mark.parametrize("values", [SCORES, [1.0, 0, 0, 1, 1, 0, 0, 0]])
def test_the_quantiles_are_those_of_all_resamples(values):
    every = list(every_t(values, TABLES))
    assert len(every) == 256
    found = bootstrap({"x": values}, TABLES, resamples=50_000, seed=0)["x"]
    known = estimate(values, TABLES)
    n = known.mean * (1 - known.mean) / known.stderr**2
    for end, level in zip(found, (0.975, 0.025), strict=True):
        t = (known.mean - end) / math.sqrt(end * (1 - end) / n)
        low, high = np.quantile(every, (level - 0.006, level + 0.006))
        assert low - 1e-9 <= t <= high + 1e-9


@pytest.fixture(scope="module")
def some():
    draw = random.Random(2)
    names = [*range(9), *map(str, range(9)), ("a", 1), None]  # 1 and "1" read the same as text
    groups = [names[i % len(names)] for i in range(200)]
    return {name: [draw.choice((draw.random(), NAN)) for _ in groups] for name in "xy"}, groups


def test_the_order_of_questions_changes_nothing(some):
    columns, groups = some
    order = random.Random(3).sample(range(200), 200)
    moved = {name: [values[i] for i in order] for name, values in columns.items()}
    own = [groups[i] for i in order]
    given = {"resamples": 300, "seed": 0}
    assert bootstrap(moved, own, **given) == bootstrap(columns, groups, **given)
    assert estimate(moved["x"], own) == pytest.approx(estimate(columns["x"], groups))


def test_the_seed_decides(some):
    found = [bootstrap(*some, resamples=300, seed=seed)["x"] for seed in (0, 0, 1)]
    assert found[0] == found[1] != found[2]


def test_other_columns_and_chunks_change_nothing(some, monkeypatch):
    columns, groups = some
    given = {"resamples": 300, "seed": 0}
    found = bootstrap(columns, groups, **given)
    assert bootstrap({"y": columns["y"]}, groups, **given)["y"] == found["y"]
    monkeypatch.setattr(intervals, "CELLS", 1)
    assert bootstrap(columns, groups, **given) == found


@pytest.mark.slow
def test_the_number_of_threads_changes_nothing():
    code = (
        "import random; from tempanswerqa.metrics import bootstrap; draw = random.Random(0)\n"
        "columns = {str(n): [draw.random() for _ in range(900)] for n in range(8)}\n"
        "print(bootstrap(columns, range(900), resamples=300, seed=0))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads},
            capture_output=True,
            check=True,
        ).stdout
        for threads in "12"
    }
    assert len(found) == 1


def test_memory_does_not_grow_with_resamples(monkeypatch):
    monkeypatch.setattr(intervals, "CELLS", 2**14)
    values, peaks = [float(i % 2) for i in range(300)], []
    for resamples in (1_000, 8_000):
        bootstrap({"x": values}, range(300), resamples=10, seed=0)
        tracemalloc.start()
        bootstrap({"x": values}, range(300), resamples=resamples, seed=0)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 7_000 * 8 * 6  # a few numbers a resample


@pytest.mark.parametrize(
    ("columns", "groups", "resamples"),
    [({"x": [1]}, "a", 0), ({"x": []}, "", 5), ({"x": [1, 2]}, "a", 5)],
)
def test_what_cannot_be_resampled_is_refused(columns, groups, resamples):
    with pytest.raises(ValueError, match=r"bootstrap|zip"):
        bootstrap(columns, groups, resamples=resamples, seed=0)


# --- coverage


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_intervals_hold_the_truth_as_often_as_they_say(share):
    columns, tables = clustered(300, groups=60, size=4, share=share, seed=5)
    found = bootstrap(columns, tables, resamples=500, seed=6)
    assert 0.92 <= holds(found.values(), share) <= 0.99
    assert 0.92 <= holds([wilson(estimate(x, tables)) for x in columns.values()], share) <= 0.99
    apart = [wilson(estimate(x, range(len(x)))) for x in columns.values()]
    assert holds(apart, share) < 0.9  # as if answers to one table were independent
