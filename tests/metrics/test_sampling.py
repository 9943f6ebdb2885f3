"""Tests scores of several samples by plain arithmetic, and the split error by simulation."""

import math
import random
import statistics

import pytest

from tempanswerqa import metrics
from tempanswerqa.metrics import sampling
from tempanswerqa.metrics.scores import METRICS

VOTES = [
    ([3, 3, 5, 9], 0),  # most
    ([9, 5, 3, 3], 2),
    ([1, 8, 2], 2),  # all tie: their median
    ([4, 4, 1, 7, 7, 1], 0),  # three tie: the median of 1, 4 and 7
    ([5, 3], 0),  # two middle ones: that which came first
    ([3, 5], 0),
    ([9, 2, 4, 1], 1),  # 2 and 4 are the middle ones
    ([None, None, 7, 2, 2], 3),  # who says nothing has no vote
    ([None, 6], 1),
    ([None, None], 0),
    ([8], 0),
]


@pytest.mark.parametrize(("numbers", "place"), VOTES)
def test_the_answer_that_samples_agree_on(numbers, place):
    assert sampling.vote(numbers) == place


def test_the_distance_of_samples_is_that_of_two_on_average():
    assert sampling.distance([1, 4, None, 9]) == pytest.approx((3 + 8 + 5) / 3)
    assert sampling.distance([2, 2]) == 0
    assert math.isnan(sampling.distance([2, None]))


def test_more_samples_are_not_farther_apart():
    draw = random.Random(1)
    few, many = (statistics.fmean(sampling.distance([draw.gauss(0, 1) for _ in range(k)])
                                  for _ in range(4_000)) for k in (2, 8))  # fmt: skip
    assert few == pytest.approx(many, rel=0.05)
    assert many == pytest.approx(2 / math.sqrt(math.pi), rel=0.05)  # of a normal distribution


def scored(number: float | None, unit: str = "days") -> dict[str, float]:
    return metrics.item_scores(number, 10.0, unit=unit, centroid=6.0)


def test_a_question_by_arithmetic():
    numbers = [10.0, 12.0, 12.0, None]
    found = sampling.of_question([scored(n) for n in numbers], numbers, "days")
    assert found["exact_match"] == 1 / 4
    assert found["smape"] == pytest.approx((0 + 2 * 100 * 2 / 22 + 100) / 4)
    assert found["mase"] == pytest.approx((0 + 2 / 4 + 2 / 4) / 3)  # of those with a number
    assert found["exact_match_median"] == 0
    assert found["smape_median"] == pytest.approx(100 * 2 / 22)
    assert found["exact_match_best"] == found["disagree"] == 1
    assert found["spread_days"] == pytest.approx((2 + 2 + 0) / 3)
    assert found["exact_match_within"] == pytest.approx(statistics.variance([1, 0, 0, 0]) / 4)
    assert found["samples"] == 4
    assert set(found) == {*METRICS, *sampling.declared(["days"]), "samples"}


def test_samples_that_agree_are_not_apart_and_dates_are_so_in_days():
    numbers = [10.0, 10.0, None]
    found = sampling.of_question([scored(n) for n in numbers], numbers, "days")
    assert found["disagree"] == 0
    assert math.isnan(found["spread_days"])
    numbers = [0.0, 3 * 86_400.0]
    dates = sampling.of_question([scored(n, "date") for n in numbers], numbers, "date")
    assert dates["spread_date"] == 3
    assert math.isnan(dates["smape_within"])  # as dates have no sMAPE


def test_the_parts_of_an_error():
    assert sampling.error_within([0.04, None, math.nan, 0.05]) == pytest.approx(math.sqrt(0.09) / 2)
    assert math.isnan(sampling.error_within([None]))
    assert sampling.share_within(0.3, 0.5) == pytest.approx(0.36)
    assert sampling.share_within(0.6, 0.5) == 1
    assert math.isnan(sampling.share_within(0.0, 0.0))
    assert sampling.median([None, 3.0, math.nan, 1.0]) == 2
    assert math.isnan(sampling.median([None]))


@pytest.mark.slow
def test_the_parts_are_those_of_a_hierarchical_draw():
    """Questions are drawn, then samples of each: the variances of both are known here."""
    draw, k, n = random.Random(2), 4, 60
    means, within, errors = [], [], []
    for _ in range(1_500):
        values = []
        for _ in range(n):
            chance = draw.choice([0.1, 0.5, 0.9])
            values.append([float(draw.random() < chance) for _ in range(k)])
        own = [statistics.fmean(value) for value in values]
        means.append(statistics.fmean(own))
        errors.append(metrics.clustered_stderr(own, range(n)) ** 2)
        within.append(sampling.error_within(statistics.variance(v) / k for v in values) ** 2)
    sampled = (0.09 + 0.25 + 0.09) / 3 / k / n  # the mean of p (1 - p), over k and n
    between = statistics.pvariance([0.1, 0.5, 0.9]) / n
    assert statistics.fmean(within) == pytest.approx(sampled, rel=0.03)
    assert statistics.fmean(errors) == pytest.approx(sampled + between, rel=0.03)
    assert statistics.variance(means) == pytest.approx(sampled + between, rel=0.12)
