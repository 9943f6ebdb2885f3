"""Tests scores by plain arithmetic, and means and errors against the harness."""

import math

import pytest
from cases import cased, data
from hypothesis import example, given
from hypothesis import strategies as st
from lm_eval.api.metrics import mean_stderr

from tempanswerqa.metrics.means import means
from tempanswerqa.metrics.scores import (
    METRICS,
    REPORTED,
    item_scores,
    mean,
    nearest,
    smape,
)
from tempanswerqa.units import UNITS

NAN = math.nan
INF = math.inf
NUMBERS = st.integers(-(10**12), 10**12).map(float) | st.floats(-1e12, 1e12)
LARGE = st.floats(allow_nan=False, allow_infinity=False)

SCORES = [
    # p, y, centroid: exact match, smape, mase, capped_ase, off by at most 1
    (12, 12, 2, 1, 0, 0, 0, 1),
    (8, 12, 2, 0, 100 * 4 / 20, 4 / 10, 4 / 10, 0),
    (12, 8, 2, 0, 100 * 4 / 20, 4 / 6, 4 / 6, 0),
    (16, 12, 16, 0, 100 * 4 / 28, 4 / 4, 1, 0),
    (-8, 12, 2, 0, 100, 20 / 10, 1, 0),  # opposite signs
    (-8, -12, 2, 0, 100 * 4 / 20, 4 / 14, 4 / 14, 0),
    (0, 12, 2, 0, 100, 12 / 10, 1, 0),
    (12, 0, 2, 0, 100, 12 / 2, 1, 0),
    (0, 0, 2, 1, 0, 0, 0, 1),
    (0, -0.0, 2, 1, 0, 0, 0, 1),
    (1e9, 12, 2, 0, 100 * (1e9 - 12) / (1e9 + 12), (1e9 - 12) / 10, 1, 0),
    (12.5, 12, 13, 0, 100 * 0.5 / 24.5, 0.5 / 1, 0.5 / 1, 1),
    (12, 12, 12, 1, 0, 0, 0, 1),  # a label on its centroid
    (11, 12, 12, 0, 100 * 1 / 23, INF, 1, 1),
    (11, 12, 2, 0, 100 * 1 / 23, 1 / 10, 1 / 10, 1),
    (1e308, -1e308, 2, 0, 100, INF, 1, 0),  # an infinite error
    (None, 12, 2, 0, 100, NAN, 1, 0),
    (None, 0, 0, 0, 100, NAN, 1, 0),
]


CLOCK = data(__file__, "clock")


@pytest.mark.parametrize(("p", "y", "centroid", "off", "scale"), CLOCK)
def test_times_of_day_are_points_on_a_circle(p, y, centroid, off, scale):
    scores = item_scores(p, y, unit="clock", centroid=centroid)
    expected = {
        "exact_match": int(off == 0),
        "within_one": int(off <= 1),
        "smape": NAN,
        "mase": off / scale,
        "capped_ase": min(off / scale, 1),
        "parsed": 1,
    }
    assert scores | expected == pytest.approx(scores, nan_ok=True)
    assert math.isnan(item_scores(None, y, unit="clock", centroid=NAN)["capped_ase"])


@pytest.mark.parametrize("unit", [name for name, unit in UNITS.items() if not unit.period])
def test_scores(unit):
    for p, y, centroid, em, percent, mase, capped, near in SCORES:
        scores = item_scores(p, y, unit=unit, centroid=centroid)
        if unit in ("date", "month", "moment") and p is not None:  # one second is far below a day
            near = abs(p - y) <= 86_400
        percent = NAN if UNITS[unit].errors else percent
        if unit == "when":
            mase = capped = NAN
        expected = {
            "exact_match": em,
            "within_one": near,
            "smape": percent,
            "mase": mase,
            "capped_ase": capped,
            "parsed": 0 if p is None else 1,
        }
        assert scores | expected == pytest.approx(scores, rel=1e-12, nan_ok=True), (p, y)
        assert all(type(score) is float for score in scores.values())
    for days, near in ((0, 1), (1, 1), (-1, 1), (1.5, 0), (2, 0)):
        date = item_scores(86_400 * days, 0, unit="date", centroid=5)
        assert date["within_one"] == near


@given(
    st.floats(0, 2000),
    st.lists(st.integers(0, 1440).map(float), min_size=1, max_size=4),
    st.sampled_from(["clock", "minutes"]),
)
def test_the_nearest_label_is_right_if_any_is(p, labels, unit):
    def best(name: str, labels: list[float]) -> float:
        return max(item_scores(p, y, unit=unit, centroid=NAN)[name] for y in labels)

    label = nearest(p, labels, UNITS[unit])
    assert nearest(None, labels, UNITS[unit]) == labels[0]
    for name in ("exact_match", "within_one"):
        assert best(name, [label]) == best(name, labels)


@cased
def test_the_nearest_of_several_labels(p, labels, unit, label):
    assert nearest(p, labels, UNITS[unit]) == label


def test_every_metric_has_its_place_and_its_direction():
    scores = item_scores(1, 2, unit="days", centroid=3)
    assert list(scores) == [metric.name for metric in METRICS.values()] == list(METRICS)
    better = item_scores(2, 2, unit="days", centroid=3)
    unread = item_scores(None, 2, unit="days", centroid=3)
    for name, metric in METRICS.items():
        worse = (unread if metric.bounded else scores)[name]
        assert better[name] > worse if metric.higher_is_better else better[name] < worse
    undefined = [name for name, unit in UNITS.items() if not METRICS["smape"].defined_for(unit)]
    assert undefined == ["date_years", "date", "month", "clock", "moment", "weekday", "when"]


@cased
def test_a_third_is_shown_with_the_digits_of_its_metric(name, text):
    metric = REPORTED[name]
    assert metric.shown(1 / 3) + metric.percent == text


@given(LARGE | NUMBERS, LARGE | NUMBERS)
@example(65.0, -37.0)  # no rounding moves it beyond 100
def test_smape_is_symmetric_and_zero_for_equal_numbers_alone(p, y):
    assert smape(p, y) == smape(y, p) == smape(-p, -y)
    assert smape(p, p) == 0
    assert p == y or 0 < smape(p, y) <= 100


SCALED = [name for name in UNITS if name != "when"]


@given(st.none() | LARGE, LARGE, LARGE, st.sampled_from(SCALED))
def test_bounded_metrics_stay_in_their_range_for_any_answer(p, y, centroid, unit):
    scores = item_scores(p, y, unit=unit, centroid=centroid)
    for name, metric in METRICS.items():
        if not metric.defined_for(UNITS[unit]):
            assert math.isnan(scores[name])
        elif metric.bounded:
            assert 0 <= scores[name] <= metric.highest
            worst = 0 if metric.higher_is_better else metric.highest
            assert p is not None or scores[name] == worst


MILLIS = st.integers(-(10**12), 10**12).map(lambda number: number / 1000)


@given(MILLIS, MILLIS, MILLIS, st.integers(-40, 40))
def test_a_change_of_unit_changes_nothing(p, y, centroid, exponent):
    factor = 2.0**exponent  # exact in floating point
    scaled = item_scores(p * factor, y * factor, unit="days", centroid=centroid * factor)
    plain = item_scores(p, y, unit="days", centroid=centroid)
    for name in ("exact_match", "smape", "mase", "capped_ase", "parsed"):
        assert repr(scaled[name]) == repr(plain[name])


@cased
def test_means(values, expected):
    assert mean(values) == pytest.approx(expected, rel=1e-15, nan_ok=True)
    assert mean(iter(values)) == pytest.approx(expected, rel=1e-15, nan_ok=True)


@cased
def test_clustered_errors(values, clusters, expected):
    assert means(values, clusters).stderr.item() == pytest.approx(expected, rel=1e-12, nan_ok=True)


SAMPLES = st.lists(st.floats(-1e9, 1e9) | st.integers(0, 1).map(float), min_size=2, max_size=60)


@given(SAMPLES)
def test_without_clusters_the_error_is_the_harnesss_own(values):
    expected = mean_stderr(values)
    own = means(values, range(len(values))).stderr.item()
    assert own == pytest.approx(expected, rel=1e-6, abs=1e-6)
