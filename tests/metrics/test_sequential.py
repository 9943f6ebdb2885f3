"""Tests intervals that hold at every look: against `estimate`, by hand, and by simulation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tempanswerqa.metrics import paired, sequential
from tempanswerqa.metrics.scores import estimate
from tempanswerqa.metrics.sequential import FEWEST, TUNED, more, sequence
from tempanswerqa.metrics.significance import SIGNIFICANT

NAN = math.nan
SCORES = st.one_of(st.sampled_from([0.0, 1.0, NAN]), st.floats(0, 1))
QUESTIONS = st.lists(st.tuples(SCORES, SCORES, st.integers(0, 80)), max_size=150)


def looks(questions, highest=1):
    first, second, groups = zip(*questions, strict=True) if questions else ((), (), ())
    return [*sequence(first, second, groups, highest)]


@given(QUESTIONS)
def test_what_holds_at_a_look_holds_at_all_later_ones(questions):
    low, high, p_value = -1, 1, 1.0
    for look in looks(questions):
        assert low <= look.low <= look.high <= high
        assert 0 < look.p_value <= p_value
        assert look.groups >= FEWEST or (look.low, look.high, look.p_value) == (-1, 1, 1)
        low, high, p_value = look.low, look.high, look.p_value


@given(QUESTIONS)
def test_the_sides_are_alike(questions):
    turned = looks([(y, x, group) for x, y, group in questions])
    for look, other in zip(looks(questions), turned, strict=True):
        assert (look.low, look.high) == pytest.approx((-other.high, -other.low))
        assert look.p_value == pytest.approx(other.p_value)
        assert look.value == pytest.approx(-other.value, nan_ok=True)


@given(QUESTIONS)
def test_a_question_without_both_scores_changes_nothing(questions):
    both = [row for row in questions if not math.isnan(row[0] - row[1])]
    seen = [look for look, (x, y, _) in zip(looks(questions), questions, strict=True)
            if not math.isnan(x - y)]  # fmt: skip
    assert list(map(repr, seen)) == list(map(repr, looks(both)))  # NaN does not equal itself
    assert {*map(repr, looks(questions))} - {*map(repr, seen)} <= {repr(looks([(NAN, NAN, 0)])[0])}


@given(QUESTIONS)
def test_mean_and_error_are_those_of_all_questions_so_far(questions):
    differences = [x - y for x, y, _ in questions]
    groups = [group for *_, group in questions]
    for n, look in enumerate(looks(questions, math.inf), 1):
        whole = estimate(differences[:n], groups[:n])
        assert (look.value, look.stderr) == pytest.approx(whole[:2], abs=1e-6, nan_ok=True)


def test_an_interval_by_hand():
    draw = np.random.default_rng(0)
    first, second = draw.random((2, FEWEST))
    (*_, look) = sequence(first, second, range(FEWEST), math.inf)
    differences = first - second
    log = math.log(1 / 0.05**2)
    x = FEWEST * (log + math.log(log) + 1) / TUNED
    c = math.sqrt((1 + 1 / x) * math.log((x + 1) / 0.05**2))
    reach = stats.t.isf(stats.norm.sf(c), FEWEST - 1) * stats.sem(differences)
    assert (look.low, look.high) == pytest.approx(
        (differences.mean() - reach, differences.mean() + reach)
    )


def test_the_p_value_is_the_alpha_whose_interval_ends_at_0(monkeypatch):
    value, error, groups = 0.2, 0.06, 90
    p_value = sequential._p_value(value, error, groups, groups - 1)
    monkeypatch.setattr(sequential, "_LOG", -2 * math.log(p_value))
    assert sequential._quantile(groups, groups - 1) * error == pytest.approx(value)


def test_equal_scores_give_no_verdict():
    (*_, look) = looks([(0.7, 0.7, n) for n in range(200)])
    assert (look.value, look.low, look.high, look.p_value) == (0, -1, 1, 1)
    assert more(look, 200, 10_000) is None
    (*_, look) = looks([(1.0, n % 2, 0) for n in range(100)])  # one group says nothing
    assert (look.low, look.high, look.p_value, look.groups) == (-1, 1, 1, 1)
    assert more(look, 100, 200) is None


def test_a_difference_that_never_varies_is_as_rare_as_its_signs():
    *before, look = looks([(0.3, 0.1, n // 2) for n in range(2 * FEWEST)], 100)
    assert look.p_value == 2.0 ** (1 - FEWEST)
    assert (look.low, look.high) == (-100, 100)
    assert before[-2].p_value == 1


def test_differences_that_cancel_in_each_group_give_no_interval():
    questions = [(0.3, 0.1, n) for n in range(40)] + [(0.1, 0.3, n) for n in range(40)]
    (*_, look) = looks(questions)
    assert (look.low, look.high) == looks(questions[:-1])[-1][2:4]


@pytest.mark.slow
def test_groups_asked_in_parts_make_no_more_false_verdicts():
    draw = np.random.default_rng(0)
    wrong = repeated = 0
    for _ in range(200):
        effects = draw.normal(size=80)
        groups = draw.permutation(np.arange(240) % 80)
        scores = draw.normal(size=240) + effects[groups]
        wrong += [*sequence(scores, [0.0] * 240, groups, math.inf)][-1].p_value < SIGNIFICANT
        repeated += any(
            paired(scores[:n], [0.0] * n, groups[:n], math.inf).p_value < SIGNIFICANT
            for n in range(24, 241, 24)
        )
    assert wrong <= 0.06 * 200 < 0.12 * 200 < repeated


@pytest.mark.slow
def test_rare_large_errors_make_no_winner():
    draw = np.random.default_rng(0)
    wrong = unbounded = 0
    for _ in range(100):
        groups = draw.permutation(np.arange(300) % 100)
        rare, many = draw.random(100)[groups] < 0.02, 0.1 * (draw.random(300) < 0.2)
        pair = rare.astype(float), many, groups
        wrong += [*sequence(*pair)][-1].p_value < SIGNIFICANT
        unbounded += [*sequence(*pair, math.inf)][-1].p_value < SIGNIFICANT
    assert wrong <= 0.06 * 100 < 0.2 * 100 < unbounded


@pytest.mark.parametrize("tests", [1, 4])
def test_more_questions_like_those_so_far_decide_where_projected(tests):
    pattern = [(float(n % 5 < 3), float(n % 5 > 2)) for n in range(2_000)]
    seen = looks([(*row, n) for n, row in enumerate(pattern)])
    decided = next(n for n, look in enumerate(seen, 1) if look.p_value * tests < SIGNIFICANT)
    for asked in (35, 100):
        projected = more(seen[asked - 1], asked, len(pattern), tests)
        assert asked + projected == pytest.approx(decided, rel=0.15)
        assert more(seen[asked - 1], asked, asked + projected - 1, tests) is None
