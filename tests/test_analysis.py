"""Tests the numbers of all tables on few items, against hand calculations and SciPy."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tempanswerqa.analysis import best_first, compare, curve, estimate, rank, shares, twofold
from tempanswerqa.items import RUN
from tempanswerqa.metrics.scores import METRICS

NAN = math.nan


def made(*runs, groups=None):
    """Return items of runs: keys by column, and a score for each question by metric."""
    rows = []
    for keys, scores in runs:
        size = len(next(iter(scores.values())))
        defaults = {"model": "m", "prompting": "", "task": "t", "filter": "f", "unit": "days"}
        named = defaults | {name: value for name, value in keys.items() if name != "ids"}
        ids = keys.get("ids", range(size))
        rows += [
            named
            | {"id": f"{at}", "sample": 0, "group": f"{groups[int(at)] if groups else at}"}
            | dict.fromkeys(METRICS, NAN)
            | {name: values[place] for name, values in scores.items()}
            for place, at in enumerate(ids)
        ]
    texts = [*RUN, "id", "group", "unit"]
    return pd.DataFrame(rows).astype(dict.fromkeys(texts, "category"))


def right(model, answers, **keys):
    return {"model": model, **keys}, {"exact_match": answers}


def only(found, **values):
    for name, value in values.items():
        found = found[found[name] == value]
    (row,) = found.to_dict("records")
    return row


def test_a_mean_has_its_error_interval_and_numbers():
    items = made(({}, {"exact_match": [1, 1, 0, 0, 1], "smape": [0, 0, 50, 100, NAN]}))
    row = only(estimate(items), score="smape")
    scores = np.array([0, 0, 50, 100])
    assert (row["n"], row["responses"], row["groups"], row["value"]) == (4, 4, 4, 37.5)
    assert row["stderr"] == pytest.approx(scores.std(ddof=1) / 2)
    assert 0 < row["low"] < 37.5 < row["high"] < 100
    assert row["degrees"] == 3
    assert only(estimate(items), score="mase")["n"] == 0
    assert math.isnan(only(estimate(items), score="mase")["value"])


def test_a_score_without_a_largest_one_has_its_mean_alone():
    row = only(estimate(made(({}, {"mase": [1, 5, NAN]}))), score="mase")
    assert (row["value"], row["n"]) == (3, 2)
    assert math.isnan(row["stderr"])
    assert math.isnan(row["low"])


def test_a_mean_over_cells_is_their_plain_mean():
    items = made(right("m", [1]), right("m", [0, 0, 0], task="u", ids="123"))
    row = only(estimate(items, ["model"], ["task"]), score="exact_match")
    assert (row["value"], row["n"]) == (0.5, 4)
    pooled = only(estimate(items, ["model"]), score="exact_match")
    assert pooled["value"] == 0.25


def test_models_are_compared_on_the_questions_that_all_answer():
    items = made(right("a", [1, 1, 0, 1]), right("b", [0, 1, 0], ids="124"), right("c", [1] * 4))
    found = compare(items, scores=["exact_match"])
    row = only(found, first="a", second="b")
    assert (row["n"], row["first_value"], row["second_value"]) == (2, 0.5, 0.5)
    assert (found["first"] + found["second"]).tolist() == ["ab", "ac", "bc"]
    alone = compare(items[items["model"] != "b"], scores=["exact_match"])
    assert only(alone, first="a", second="c")["n"] == 4


def test_a_question_without_a_score_counts_for_no_model():
    items = made(
        ({"model": "a"}, {"smape": [0, 50, NAN]}), ({"model": "b"}, {"smape": [0, NAN, 0]})
    )
    row = only(compare(items, scores=["smape"]), first="a")
    assert (row["n"], row["difference"]) == (1, 0)


def test_the_test_is_the_paired_t_test():
    draw = np.random.default_rng(5)
    first, second = (draw.random((2, 300)) < [[0.5], [0.6]]).astype(float)
    found = compare(made(right("a", first), right("b", second)), scores=["exact_match"])
    row, expected = only(found), stats.ttest_rel(first, second)
    assert row["p"] == pytest.approx(expected.pvalue, rel=0.02)
    assert (row["low"], row["high"]) == pytest.approx(expected.confidence_interval(), rel=0.02)
    assert row["better"] == ("b" if row["p_holm"] < 0.05 else "")


def test_the_p_values_of_a_selection_are_one_family():
    draw = np.random.default_rng(6)
    runs = [
        ({"model": name}, {"exact_match": right, "smape": 100 * draw.random(80)})
        for name, right in zip("abc", (draw.random((3, 80)) < 0.5).astype(float), strict=True)
    ]
    found = compare(made(*runs))
    tested = found[found["p"].notna()]
    assert {*tested["score"]} == {"exact_match", "smape"}
    assert len(tested) == 6
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    assert tested["p_holm"].to_numpy() == pytest.approx(
        multitest.multipletests(tested["p"], method="holm")[1]
    )
    assert (found[found["p"].isna()]["better"] == "").all()


def test_parts_are_compared_as_if_each_were_alone():
    draw = np.random.default_rng(7)
    runs = [
        right(name, (draw.random(60) < 0.5).astype(float), unit=unit, ids=range(at, at + 60))
        for at, unit in ((0, "days"), (60, "years"))
        for name in "abc"
    ]
    found = compare(made(*runs), ["unit"])
    for unit in ("days", "years"):
        alone = compare(made(*(run for run in runs if run[0]["unit"] == unit)))
        own = found[found["unit"] == unit].drop(columns="unit").reset_index(drop=True)
        pd.testing.assert_frame_equal(own, alone, rtol=1e-12)


def test_each_cell_has_the_same_weight():
    """Of all 110 questions, a answers more; of the mean of both tasks, b has more."""
    items = made(
        *(right("a", [1.0] * 90 + [0.0] * 10), right("a", [0.0] * 10, task="u")),
        *(right("b", [1.0] * 80 + [0.0] * 20), right("b", [1.0] * 10, task="u")),
    )
    row = only(compare(items, scores=["exact_match"]))
    assert (row["first_value"], row["second_value"], row["n"]) == (0.45, 0.9, 110)


def test_a_second_prompting_with_equal_answers_says_nothing_new():
    draw = np.random.default_rng(8)
    runs = {name: (draw.random(100) < 0.5).astype(float) for name in "ab"}
    once = only(compare(made(*(right(*run) for run in runs.items())), scores=["exact_match"]))
    twice = made(*(right(*run, prompting=shots) for run in runs.items() for shots in ("x", "y")))
    again = only(compare(twice, scores=["exact_match"]))
    assert again["p"] == pytest.approx(once["p"], rel=1e-9)


def test_a_model_without_a_common_question_has_no_difference():
    items = made(right("a", [1, 0]), right("b", [1, 0], ids="23"))
    row = only(compare(items, scores=["exact_match"]))
    assert row["n"] == 0
    assert math.isnan(row["difference"])
    assert row["better"] == ""


def test_differences_are_compared_on_two_sides():
    draw = np.random.default_rng(11)
    scores = (draw.random((4, 200)) < [[0.8], [0.5], [0.6], [0.5]]).astype(float)
    sides = zip("aabb", "rtrt", scores, strict=True)
    items = made(*(right(model, own, side=side) for model, side, own in sides))
    found = twofold(items[2:], METRICS["exact_match"])
    gaps = scores[0] - scores[1] - scores[2] + scores[3]
    assert (found["n"], found["groups"]) == (198, 198)  # two lack an answer
    assert found["difference"] == pytest.approx(gaps[2:].mean())
    expected = stats.ttest_1samp(gaps[2:], 0)
    assert found["p"] == pytest.approx(expected.pvalue, rel=0.1)
    assert (found["low"], found["high"]) == pytest.approx(expected.confidence_interval(), rel=0.05)


def test_ranks_are_those_that_the_tests_allow():
    draw = np.random.default_rng(9)
    shares = {"a": 0.2, "b": 0.9, "c": 0.88}
    items = made(*(right(name, (draw.random(200) < p).astype(float)) for name, p in shares.items()))
    found = rank(compare(items, scores=["exact_match"])).set_index("model")
    assert found.loc["a", ["rank", "best", "worst"]].tolist() == [3, 3, 3]
    assert {*found.loc[["b", "c"], "rank"]} == {1, 2}
    assert found.loc["b", ["best", "worst"]].tolist() == [1, 2]
    assert rank(compare(items[items["model"] == "a"])).empty


def test_a_lower_error_ranks_first_and_equal_ones_share_a_rank():
    errors = {"a": [5.0, 7, 6], "b": [1.0, 2, 3], "c": [3.0, 1, 2 + 1e-13]}
    items = made(*(({"model": name}, {"smape": own}) for name, own in errors.items()))
    found = rank(compare(items)).set_index("model")
    assert found["rank"].to_dict() == {"a": 3, "b": 1, "c": 1}


def test_a_curve_has_the_share_within_each_tolerance():
    items = made(right("a", [1, 0, 0, 0]))
    found = curve(items, [0, 2 + 1e-15, NAN, 2], [0, 1, 2, math.inf])
    assert found["share"].tolist() == [0.25, 0.25, 0.75, 0.75]
    assert found["tolerance"].tolist() == [0, 1, 2, math.inf]
    exact = only(estimate(items), score="exact_match")
    assert found.loc[0, ["low", "high"]].tolist() == [exact["low"], exact["high"]]


def test_the_best_model_over_tasks_is_first():
    """Over tasks a has .3, and .4 over runs; b has no sMAPE, and d no score."""
    items = made(
        *(right("a", [0.6], task="one", prompting=shots) for shots in "xy"),
        right("a", [0], task="two"),
        *(right("b", [1, 1, 0], task=task) for task in ("one", "two")),
        ({"model": "e"}, {"exact_match": [0.7, 0], "smape": [0, 50]}),
        ({"model": "f"}, {"exact_match": [0.7, 0], "smape": [0, 40]}),
        right("d", [NAN]),
    )
    assert best_first(items) == ["b", "f", "e", "a", "d"]


def test_parts_of_a_mean_add_up():
    """b has one question of 4, which has the same weight as all of a."""
    items = made(({"model": "a"}, {"mase": [1, 2, 5, math.inf]}), ({"model": "b"}, {"mase": [4]}))
    found = shares(items, "mase", ["id"])
    whole = 8 / 3 + 4
    assert found["id"].tolist() == ["0", "2", "1"]
    assert found["share"].tolist() == pytest.approx([n / whole for n in (13 / 3, 5 / 3, 2 / 3)])
    alone = shares(items, "mase", ["id"], ["model"])
    assert alone.drop_duplicates("model")["share"].tolist() == [1, 5 / 8]
    assert shares(items, "smape", ["id"]).empty
