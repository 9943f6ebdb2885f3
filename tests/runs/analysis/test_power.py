"""Tests power of comparisons: by hand, against statsmodels, and by simulation."""

import json
import math
import random
import statistics
from collections.abc import Iterable, Sequence

import pytest
from pandas import DataFrame
from scipy import stats
from scored import respond, write_answers
from support import CHECKOUT, SAMPLE

from tempanswerqa import cli, metrics, questions
from tempanswerqa.harness import task_files
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs.analysis import power
from tempanswerqa.runs.analysis.power import PowerError, Spread

ALONE = Spread(0.5, 1.0, 1.0, 1.0)
"""The number of questions without groups."""
SIZE = 5
"""The number of questions of a simulated group."""


def items(groups: Iterable[int], scores: Sequence[float]) -> DataFrame:
    """Return items with these scores, one for each question."""
    smape = [100 * score for score in scores]
    ids = [*map(str, range(len(scores)))]
    return DataFrame({"id": ids, "group": [*groups], "capped_ase": scores, "smape": smape})


def run(groups: int, seed: int, shift: float = 0.0, which: int = 0) -> DataFrame:
    """Return the items of one of two models with the same hard groups; the second is shifted."""
    draw = random.Random(seed)
    scores = []
    for _ in range(groups):
        shared, own = draw.gauss(0, 0.1), (draw.gauss(0, 0.1), draw.gauss(0, 0.1))
        for _ in range(SIZE):
            noise = draw.gauss(0, 0.2), draw.gauss(0, 0.2)
            scores.append(0.5 + shared + own[which] + noise[which] + shift * which)
    return items([n // SIZE for n in range(groups * SIZE)], scores)


def test_what_is_detected_by_hand():
    """The pilot has 240 defined questions of 300, in 60 groups."""
    spread = Spread(sd=0.5, design_effect=1.5, defined=0.8, per_group=4.0)
    quantiles = stats.t.ppf(0.975, 59) + stats.t.ppf(0.8, 59)
    assert spread.detectable(300) == pytest.approx(quantiles * 0.5 * math.sqrt(1.5 / 240))
    assert spread.detectable(9) == math.inf  # 7.2 questions in fewer than two groups


@pytest.mark.parametrize("difference", [0.3, 0.1, 0.05])
def test_the_numbers_needed_are_those_of_statsmodels(difference):
    known = pytest.importorskip("statsmodels.stats.power").TTestPower()
    exact = known.solve_power(difference / ALONE.sd, alpha=0.05, power=0.8)
    assert ALONE.needed(difference) == pytest.approx(exact, abs=1.5)


def test_what_is_needed_is_the_least_that_detects():
    needed = ALONE.needed(0.07)
    assert ALONE.detectable(needed) <= 0.07 < ALONE.detectable(needed - 1)
    with pytest.raises(PowerError, match="1e-07 points"):
        ALONE.needed(1e-9)


@pytest.mark.slow
def test_a_difference_that_is_detectable_is_found_in_four_of_five_draws():
    """Runs have 40 groups of 5 questions; a pilot of 2,000 groups gives the spread."""
    spread = power.of_pair(run(2_000, 1), run(2_000, 1, 0.0, 1), "capped_ase")
    assert spread.design_effect > 1.5
    shift = spread.detectable(40 * SIZE)
    found = 0
    for seed in range(2, 402):
        sides = run(40, seed), run(40, seed, shift, 1)
        first, second = (side["capped_ase"].tolist() for side in sides)
        own = sides[0]["group"].tolist()
        # `compare` adds a least variance, which matters where few errors make most of a mean
        found += metrics.paired(first, second, own, math.inf).p_value < 0.05
    assert 0.74 < found / 400 < 0.86


def test_the_spread_of_two_runs_by_arithmetic():
    groups = [0, 0, 1, 1, 2]
    first = items(groups, [0.1, 0.2, 0.9, 0.4, math.nan])
    second = items(groups, [0.3, 0.1, 0.5, 0.2, 0.4])
    spread = power.of_pair(first, second, "capped_ase")
    differences = [-0.2, 0.1, 0.4, 0.2]
    assert spread.sd == pytest.approx(statistics.stdev(differences))
    by_group = [(-0.2 + 0.1 - 2 * 0.125), (0.4 + 0.2 - 2 * 0.125)]
    clustered = 2 / 1 * sum(residual**2 for residual in by_group) / 4**2
    assert spread.design_effect == pytest.approx(clustered / (statistics.variance(differences) / 4))
    assert (spread.defined, spread.per_group) == (0.8, 2)
    assert power.of_pair(first, second, "smape").sd == pytest.approx(spread.sd)  # a share, too


def test_every_bounded_metric_has_recorded_variances():
    for name in (name for name in METRICS if METRICS[name].bounded):
        known = [
            power.recorded(subset, name)[0] for subset in ("tot_arith", "ttqa_head", "ttqa_tail")
        ]
        assert len(set(known)) == 3
        stand_in, whose = power.recorded("tot_semantic", name)
        assert whose.endswith("on other tasks")
        assert stand_in.sd == max(spread.sd for spread in known)
        assert stand_in.design_effect == max(spread.design_effect for spread in known)
    with pytest.raises(PowerError, match="no variances of mase"):
        power.recorded("tot_arith", "mase")


def planned(capsys, *arguments: object) -> list[dict]:
    assert cli.main(["power", *map(str, arguments), "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_fresh_questions_detect_fourteen_points_of_exact_match(capsys):
    given = ("--tasks", "tempanswerqa_fresh_tot_arith", "--metric", "exact_match")
    (row,) = planned(capsys, *given)
    assert row["n"] == 250
    assert row["detects"] == pytest.approx(13.6, abs=0.05)
    assert row["n_needed"] is row["difference"] is None
    (row,) = planned(capsys, *given, "--difference", row["detects"] + 1e-9, "--n", 1_000)
    assert (row["n_needed"], row["n"]) == (250, 1_000)
    assert row["detects"] == pytest.approx(13.6 / 2, abs=0.1)


def test_by_default_all_metrics_of_the_released_tasks(capsys):
    rows = planned(capsys)
    sizes = {row["task"]: row["n"] for row in rows}
    assert sizes == {name: n for name, n in task_files.QUESTIONS.items() if name in sizes}
    assert len(sizes) == 4
    assert len(rows) == 4 * sum(metric.bounded for metric in METRICS.values())
    assert cli.main(["power", "--difference", "5"]) == 0
    assert "n for 5 points" in capsys.readouterr().out.splitlines()[1]


def test_the_table_of_the_docs(capsys):
    docs = (CHECKOUT / "docs/statistics.md").read_text(encoding="utf-8")
    for row in planned(capsys, "--metric", "exact_match", "--difference", 5):
        cells = f"`{row['task']}` | {row['n']:,} | {row['detects']:.1f} | {row['n_needed']:,}"
        assert f"| {cells} |" in docs


@pytest.fixture
def runs(tmp_path, sampled):
    asked = questions.load("ttqa_head", SAMPLE)
    right = dict.fromkeys((question.id for question in asked), "Final Answer: 3")
    for name, given in (("some", respond(asked)), ("same", right)):
        write_answers(tmp_path / f"{name}.jsonl", given)
    return tmp_path


def test_pilots_of_few_groups_are_told(runs, capsys):
    pair = [runs / "some.jsonl", runs / "same.jsonl"]
    told = "groups of questions are rough"
    (row,) = planned(capsys, "--runs", *pair, "--metric", "capped_ase")
    assert row["variances_of"] == "two runs"
    assert row["n"] == len(questions.load("ttqa_head", SAMPLE))
    assert told not in capsys.readouterr().err
    few = [path.rename(path.with_suffix(".old")) for path in pair]
    for path, old in zip(pair, few, strict=True):
        path.write_text("\n".join(old.read_text().splitlines()[:12]))
    cli.main(["power", "--runs", *map(str, pair), "--metric", "capped_ase"])
    assert told in capsys.readouterr().err


def test_what_does_not_vary_is_left_out_and_told(runs, capsys):
    same = str(runs / "same.jsonl")
    assert cli.main(["power", "--runs", same, same]) == 1
    told = capsys.readouterr().err
    assert "tempanswerqa_ttqa_head: capped_ase does not vary" in told


@pytest.mark.parametrize(("given", "code", "told"), [
    (("--runs", "a"), 1, "two runs"), (("--runs", "a", "b", "c"), 1, "two runs"),
    (("--runs", "a", "b", "--tasks", "tempanswerqa"), 1, "--tasks"),
    (("--metric", "mase"), 2, "capped_ase"),
    *((("--difference", points), 2, "--difference") for points in ("0", "-1", "101", "nan")),
])  # fmt: skip
def test_what_power_does_not_take(capsys, given, code, told):
    assert cli.main(["power", *given]) == code
    assert told in capsys.readouterr().err
