"""Tests correlations over models that have both scores."""

import math

import pytest
from correlate_support import (
    GSM8K,
    MMLU,
    MODELS,
    ORDER,
    OURS,
    collect,
    gsm8k,
    ours,
    related,
    write,
    write_all,
)
from scipy.stats import spearmanr

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.correlate import correlations
from tempanswerqa.reports.correlate.correlations import Score
from tempanswerqa.reports.correlate.results import CorrelateError


def test_every_score_of_ours_beside_every_other(tmp_path):
    found = related(collect(write_all(tmp_path)), GSM8K, MMLU, GSM8K)
    assert [(r.other.name, r.own.metric) for r in found] == [
        (other, metric) for other in (GSM8K, MMLU) for metric in METRICS
    ]
    assert {r.found.n for r in found} == {8}
    squares = sum((own - other) ** 2 for own, other in enumerate(ORDER))  # no ties
    expected = 1 - 6 * squares / (8 * (8**2 - 1))
    assert expected == pytest.approx(spearmanr(range(8), ORDER).statistic)
    for relation in found:
        sign = 1 if METRICS[relation.own.metric].higher_is_better else -1  # signs are not flipped
        rho = expected if relation.other.name == GSM8K else 1
        assert relation.found.rho == pytest.approx(sign * rho)


def test_points_are_models_with_their_scores(tmp_path):
    found = related(collect(write_all(tmp_path)), GSM8K)
    point = found[list(METRICS).index("smape")].points[1]
    assert point.model == MODELS[1]
    assert (point.own.value, point.own.stderr) == (27.0, 27 / 20)
    assert (point.other.value, point.other.stderr) == (0.2, 0.01)


def test_intervals_are_normal_within_the_range_of_our_metrics():
    smape, mase = METRICS["smape"], METRICS["mase"]
    reach = 1.959964 * 2
    assert Score(50, 2).interval(smape) == pytest.approx((50 - reach, 50 + reach))
    assert Score(1, 2).interval(smape) == pytest.approx((0, 1 + reach))
    assert Score(99, 2).interval(smape) == pytest.approx((99 - reach, 100))
    assert Score(99, 2).interval() == pytest.approx((99 - reach, 99 + reach))
    for unknown in (Score(50, math.nan).interval(smape), Score(0.5, 0.1).interval(mase)):
        assert all(map(math.isnan, unknown))


def test_models_that_lack_a_side_are_left_out(tmp_path):
    write_all(tmp_path)
    write(tmp_path, "only ours", {OURS: ours(9)})
    write(tmp_path, "only theirs", {"gsm8k": gsm8k(0.9)})
    undefined = ours(9) | {"mase,strict-match": math.nan}
    write(tmp_path, "no mase", {OURS: undefined, "gsm8k": gsm8k(0.95)})
    found = {r.own.metric: r for r in related(collect(tmp_path), GSM8K)}
    assert [point.model for point in found["mase"].points] == MODELS
    assert [point.model for point in found["capped_ase"].points] == ["no mase", *MODELS]
    assert (found["mase"].found.n, found["capped_ase"].found.n) == (8, 9)


def test_a_score_is_not_set_beside_itself(tmp_path):
    models = collect(write_all(tmp_path))
    found = related(models, f"{OURS}:capped_ase,strict-match")
    assert [r.own.metric for r in found] == [name for name in METRICS if name != "capped_ase"]


def test_too_few_models(tmp_path):
    for n in range(2):
        write(tmp_path, f"m{n}", {OURS: ours(n), "gsm8k": gsm8k(n / 10)})
    with pytest.raises(CorrelateError, match=r"needs 3 models, .* have 2 \(m0, m1\); name the res"):
        related(collect(tmp_path), GSM8K)
    write(tmp_path, "m2", {OURS: ours(2)})
    with pytest.raises(CorrelateError, match="have 2"):
        related(collect(tmp_path), GSM8K)
    write(tmp_path, "m3", {OURS: ours(3), "gsm8k": gsm8k(0.3)})
    assert related(collect(tmp_path), GSM8K)[0].found[:1] == (1,)


def test_one_pair_with_enough_models_is_enough(tmp_path):
    write_all(tmp_path)
    for n in range(2):
        write(tmp_path, MODELS[n], {"rare": {"acc,none": 0.1}})
    rare, *_, common = related(collect(tmp_path), "rare:acc", MMLU)
    assert (rare.found.n, math.isnan(rare.found.rho)) == (2, True)
    assert common.found.n == 8


def test_relations_by_task_and_other_score(tmp_path):
    write_all(tmp_path)
    write(tmp_path, MODELS[0], {"tempanswerqa": ours(1)})
    found = correlations.together(related(collect(tmp_path), GSM8K, MMLU))
    assert [(own[0].own.task, own[0].other.name, len(own)) for own in found] == [
        (task, other, len(METRICS)) for other in (GSM8K, MMLU) for task in ("tempanswerqa", OURS)
    ]
