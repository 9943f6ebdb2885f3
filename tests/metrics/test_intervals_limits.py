"""Resampled intervals whatever the order, size and type of the values, and what is refused."""

import math
import random
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

from tempanswerqa import metrics
from tempanswerqa.metrics import intervals
from tempanswerqa.metrics.intervals import bootstrap, paired_bootstrap

NAN = math.nan


@pytest.fixture(scope="module")
def some():
    draw = random.Random(2)
    names = [*range(9), *map(str, range(9)), ("a", 1), None]  # 1 and "1" read the same as text
    groups = [names[i % len(names)] for i in range(200)]
    first, second = (
        {name: [draw.choice((draw.random(), NAN)) for _ in groups] for name in ("x", "y")}
        for _ in range(2)
    )
    return first, second, groups


def test_the_order_of_questions_changes_nothing(some):
    order = random.Random(3).sample(range(200), 200)
    first, second = ({name: [x[i] for i in order] for name, x in side.items()} for side in some[:2])
    groups = [some[2][i] for i in order]
    assert groups != some[2]
    options = {"resamples": 300, "seed": 0}
    assert bootstrap(first, groups, **options) == bootstrap(some[0], some[2], **options)
    assert paired_bootstrap(first, second, groups, **options) == paired_bootstrap(*some, **options)
    for name in first:
        errors = (
            metrics.clustered_stderr(first[name], groups),
            metrics.clustered_stderr(some[0][name], some[2]),
        )
        assert errors[0] == pytest.approx(errors[1])
        assert metrics.mean(first[name]) == pytest.approx(metrics.mean(some[0][name]))


def test_the_seed_decides(some):
    columns, groups = some[0], some[2]
    found = [bootstrap(columns, groups, resamples=300, seed=seed) for seed in (0, 0, 1)]
    assert found[0] == found[1]
    assert found[0]["x"] != found[2]["x"]
    found = [paired_bootstrap(*some, resamples=300, seed=seed) for seed in (0, 0, 1)]
    assert found[0] == found[1]
    assert found[0]["x"] != found[2]["x"]


def test_other_columns_and_chunks_change_nothing(some, monkeypatch):
    columns, groups = some[0], some[2]
    alone = {name: columns[name] for name in ("y",)}
    whole = bootstrap(columns, groups, resamples=300, seed=0)
    assert bootstrap(alone, groups, resamples=300, seed=0)["y"] == pytest.approx(whole["y"])
    pairs = paired_bootstrap(*some, resamples=300, seed=0)
    chunks = []
    totals = intervals._Totals.means
    monkeypatch.setattr(
        intervals._Totals, "means", lambda *args: chunks.append(len(args[1])) or totals(*args)
    )
    monkeypatch.setattr(intervals, "CELLS", 200)
    assert bootstrap(columns, groups, resamples=300, seed=0)["y"] == pytest.approx(whole["y"])
    assert sum(chunks) == 300
    assert max(chunks) <= 10
    found = paired_bootstrap(*some, resamples=300, seed=0)
    assert found["y"] == pytest.approx(pairs["y"])


# --- size


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("factor", [1e100, 1e-100, 1e200, 1e-200])
def test_huge_and_tiny_values_are_as_good_as_others(factor):
    columns, other = {"x": [1.0, 2.0, 4.0, 8.5]}, {"x": [1.5, 1.0, 2.0, 3.0]}
    large, larger = ({"x": [factor * x for x in side["x"]]} for side in (columns, other))
    options = {"resamples": 300, "seed": 0}
    expected = bootstrap(columns, "abcd", **options)["x"]
    found = bootstrap(large, "abcd", **options)["x"]
    assert [x / factor for x in found] == pytest.approx(expected)
    expected = paired_bootstrap(columns, other, "abcd", **options)["x"]
    found = paired_bootstrap(large, larger, "abcd", **options)["x"]
    assert [x / factor for x in found[:3]] == pytest.approx(expected[:3])
    assert found.p_value == expected.p_value


def test_arrays_give_plain_and_equal_numbers():
    tables, other = list("abbcccdd"), {"x": [0.4, 0.15, 0.35, 0.5, 0.45, 0.6, NAN, 0.15]}
    single = np.array([0.9, 0.1, 0.35, 0.55, NAN, 0.7, 0.05, 0.2], dtype=np.float32)
    values, groups = single.tolist(), np.array(tables)
    found = []
    options = {"resamples": 100, "seed": 0}
    found += (part := bootstrap({"x": single}, groups, **options)["x"])
    assert part == bootstrap({"x": values}, tables, **options)["x"]
    found += (part := paired_bootstrap({"x": single}, other, groups, **options)["x"])
    assert part == paired_bootstrap({"x": values}, other, tables, **options)["x"]
    assert {type(number) for number in found} == {float}


@pytest.mark.parametrize(
    ("tables", "resamples"),
    [
        (1_000, 20_000),  # 160 MB of draws, were they held at once
        (2, 400_000),  # 3.2 MB of means in each column, and ten times that on the way to them
    ],
)
def test_memory_stays_small(tables, resamples):
    groups = [i % tables for i in range(2_000)]
    columns = {name: [i % 7 for i in range(2_000)] for name in "xyz"}
    other = {name: [i % 5 for i in range(2_000)] for name in "xyz"}
    tracemalloc.start()
    try:
        array = np.ones(10_000_000)
        assert tracemalloc.get_traced_memory()[1] > 80e6  # arrays are seen
        del array
        for resample in (
            lambda: bootstrap(columns, groups, resamples=resamples, seed=0),
            lambda: paired_bootstrap(columns, other, groups, resamples=resamples, seed=0),
        ):
            tracemalloc.reset_peak()
            resample()
            assert tracemalloc.get_traced_memory()[1] < 24e6
    finally:
        tracemalloc.stop()


def test_the_closed_form_does_without_numpy():
    code = (
        "import sys; from tempanswerqa.metrics import intervals; intervals.closed_form(1, 2);"
        "print('numpy' in sys.modules); intervals.bootstrap({'x': [1]}, 'a', resamples=1, seed=0);"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


# --- errors

REFUSED = [
    # columns, groups, resamples, what the message says
    ({"x": []}, [], 10, "at least one question"),
    ({}, ["a"], 10, "no columns"),
    ({"x": [1.0], "y": [1.0, 2.0]}, ["a"], 10, "y has 2 values, but there are 1 groups"),
    ({"x": [1.0]}, ["a", "b"], 10, "x has 1 values, but there are 2 groups"),
    ({"x": [1.0]}, ["a"], 0, "at least 1, not 0"),
    ({"x": [1.0]}, ["a"], -5, "at least 1, not -5"),
]


@pytest.mark.parametrize(("columns", "groups", "resamples", "message"), REFUSED)
def test_what_cannot_be_resampled_is_refused(columns, groups, resamples, message):
    with pytest.raises(ValueError, match=message):
        bootstrap(columns, groups, resamples=resamples, seed=0)
    with pytest.raises(ValueError, match=message):
        paired_bootstrap(columns, columns, groups, resamples=resamples, seed=0)


def test_sides_that_do_not_match_are_refused():
    with pytest.raises(ValueError, match=r"one side only: \['y', 'z'\]"):
        paired_bootstrap({"x": [1], "z": [1]}, {"x": [1], "y": [1]}, "a", resamples=1, seed=0)
    for pair in ([1], [1, 2]), ([1, 2], [1]):
        first, second = ({"x": values} for values in pair)
        with pytest.raises(ValueError, match="x has 2 values, but there are 1 groups"):
            paired_bootstrap(first, second, "a", resamples=1, seed=0)
