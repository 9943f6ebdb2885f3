"""Tests released against fresh questions: pairs of runs, strata, weights, tests, references."""

import math
from pathlib import Path
from statistics import fmean

import pytest
from cases import items as items_of
from cases import question
from scipy import stats

from tempanswerqa.metrics import holm
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.record import Question
from tempanswerqa.runs.analysis.comparison import ComparisonError, by_task
from tempanswerqa.runs.analysis.fresh_gaps import (
    TESTED,
    Scored,
    corrected,
    gaps,
    pairs,
    references,
    same_model,
)
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.scoring import Run

EM = ("all", "", "exact_match")
SIZES = ("n_released", "n_fresh")
Answer = tuple[Question, float]


def answer(n: int, right: bool, kind: str, unit: str = "days", group: str = "") -> Answer:
    """Return a question with its label, or with twice its label."""
    asked = question(
        id=f"{kind}{n}", family="tot", split="arithmetic", kind=kind, unit=unit,
        group=group or f"{kind}{n}", number=10.0,
    )  # fmt: skip
    number = 10.0 if right else 20.0
    return asked, number


def items(kind: str, right: int, wrong: int, unit: str = "days", groups: int = 0) -> list[Answer]:
    """Return answers to questions of one stratum, in so many groups."""
    return [
        answer(n, n < right, kind, unit, f"{n % groups}" if groups else "")
        for n in range(right + wrong)
    ]


def compare(released, fresh, others=()):
    tested, *references = (
        tuple(items_of(*zip(*side, strict=True)) for side in sides)
        for sides in ((released, fresh), *others)
    )
    found = corrected([*gaps("tot_arith", "strict-match", tested, references)])
    return {(gap["unit"], gap["question_type"], gap["metric"]): gap for gap in found}


def test_a_subset_weights_its_strata_like_the_released_questions():
    """The released run has 24 of 30 and 5 of 10 right, the fresh one 2 of 10 and 20 of 40."""
    released = items("a", 24, 6) + items("b", 5, 5)
    fresh = items("a", 2, 8) + items("b", 20, 20)
    found = compare(released, fresh)
    one = found["days", "a", "exact_match"]
    assert [one[key] for key in (*SIZES, "groups_released", "groups_fresh")] == [30, 10] * 2
    assert (one["released"], one["fresh"]) == pytest.approx((80, 20))
    assert one["gap"] == pytest.approx(60)
    whole = found[EM]
    assert (whole["n_released"], whole["n_fresh"]) == (40, 50)
    assert whole["released"] == pytest.approx(0.75 * 80 + 0.25 * 50)
    assert whole["fresh"] == pytest.approx(0.75 * 20 + 0.25 * 50)  # not 22 of 50
    assert whole["gap"] == pytest.approx(45)
    assert whole["better"] == one["better"] == "released"
    assert found["days", "b", "exact_match"]["better"] == ""


def test_the_error_of_a_subset_is_that_of_its_strata():
    """Variances m (1 - m) / n of shares, weighted; 400 questions in 2 strata give a factor of
    400 / 398. Common means are the means of either side here.
    """
    released = items("a", 240, 60) + items("b", 50, 50)
    fresh = items("a", 80, 20) + items("b", 200, 200)
    whole = compare(released, fresh)[EM]
    variances = (
        (0.75**2 * 0.8 * 0.2 / 300 + 0.25**2 * 0.25 / 100) * 400 / 398,
        (0.75**2 * 0.2 * 0.8 / 100 + 0.25**2 * 0.25 / 400) * 500 / 498,
    )
    assert whole["gap_stderr"] == pytest.approx(100 * math.sqrt(sum(variances)), rel=0.001)
    assert whole["gap"] == pytest.approx(0)
    assert whole["better"] == ""


def test_all_metrics_are_points_in_favour_of_released_questions():
    """20 for 10 is off by more than 1, by 100 * 10 / 30 of sMAPE, and as far as the centroid is."""
    found = compare(items("a", 24, 6), items("a", 2, 8))
    assert [metric for unit, _, metric in found if unit == "all"] == [*TESTED]
    errors = {"exact_match": 100, "within_one": 100, "smape": 100 / 3, "capped_ase": 100}
    for metric, error in errors.items():
        gap = found["days", "a", metric]
        assert (gap["released"], gap["fresh"]) == pytest.approx(
            (100 - 0.2 * error, 100 - 0.8 * error)
        )
        assert gap["gap"] == pytest.approx(0.6 * error)
        assert gap["gap_low"] < gap["gap"] < gap["gap_high"]
        assert gap["better"] == "released"
    assert compare(items("a", 2, 8), items("a", 24, 6))[EM]["better"] == "fresh"


def test_dates_have_no_smape_and_small_strata_no_part():
    released = items("a", 20, 20) + items("d", 20, 20, unit="date") + items("c", 9, 0)
    fresh = items("a", 20, 20) + items("d", 10, 30, unit="date") + items("c", 0, 900)
    found = compare(released, fresh)
    assert ("date", "d", "smape") not in found
    assert [found["all", "", "smape"][key] for key in SIZES] == [40, 40]
    assert [found[EM][key] for key in SIZES] == [80, 80]
    assert not [key for key in found if key[1] == "c"]


def test_nothing_in_common_is_an_error():
    with pytest.raises(ComparisonError, match="tot_arith: no unit and question type has 10"):
        compare(items("a", 9, 9), items("b", 9, 9))


def test_whole_subsets_come_first_and_either_family_is_corrected():
    """A gap of one of three strata that no correction would call significant."""
    released = items("a", 20, 10) + items("b", 15, 15) + items("c", 15, 15)
    fresh = items("a", 11, 19) + items("b", 15, 15) + items("c", 15, 15)
    found = [*compare(released, fresh).values()]
    units = [gap["unit"] for gap in found]
    assert units == ["all"] * 4 + ["days"] * 12
    for family in (found[:4], found[4:]):
        assert [gap["p_holm"] for gap in family] == holm([gap["p_value"] for gap in family])
    one = found[4]
    assert one["question_type"] == "a"
    assert one["p_value"] < 0.05 < one["p_holm"]
    assert one["better"] == ""


GAPS = (12, 9, 15, 10, 14)
"""The shifts of right answers that make the gaps of five references."""


def reference(gap: int) -> tuple[list[Answer], list[Answer]]:
    return items("a", 50 + gap, 50 - gap), items("a", 50, 50)


@pytest.mark.slow
def test_references_test_the_gap_against_theirs():
    """12 points on average with a standard deviation of sqrt(26 / 4), for which 20 are too many."""
    others = [reference(gap) for gap in GAPS]
    gap = compare(*reference(25), others)[EM]
    error = math.sqrt(26 / 4) * math.sqrt(1 + 1 / 5)
    assert gap["references"] == 5
    assert gap["reference_gap"] == pytest.approx(12)
    reach = stats.t.ppf(0.975, 4) * error
    assert (gap["reference_low"], gap["reference_high"]) == pytest.approx((12 - reach, 12 + reach))
    assert gap["p_value"] == pytest.approx(2 * stats.t.sf(13 / error, 4))
    assert gap["p_holm"] == pytest.approx(4 * gap["p_value"])  # as all metrics are the same here
    assert gap["better"] == "released"
    usual = compare(*reference(14), others)[EM]
    assert usual["better"] == ""
    assert usual["gap_low"] > 0  # harder for everyone
    assert compare(*reference(-2), others)[EM]["better"] == "fresh"


def test_a_gap_that_is_less_certain_may_be_farther_from_those_of_references():
    """Its error over that of theirs counts; half as many questions make it sqrt(2) times that."""
    others = [reference(gap) for gap in GAPS]
    tested = items("a", 35, 15), items("a", 25, 25)
    gap = compare(*tested, others)[EM]
    usual = math.sqrt(fmean(compare(*o)[EM]["gap_stderr"] ** 2 for o in others))
    ratio = gap["gap_stderr"] / usual
    assert ratio == pytest.approx(math.sqrt(2), rel=0.05)
    error = math.sqrt(26 / 4) * math.sqrt(ratio**2 + 1 / 5)
    assert gap["p_value"] == pytest.approx(2 * stats.t.sf(8 / error, 4))


def test_references_are_weighted_like_the_tested_run():
    """The tested run has more of kind a, where the others have their gap, than they have."""
    tested = items("a", 90, 90) + items("b", 10, 10), items("a", 60, 60) + items("b", 60, 60)
    others = [
        (items("a", 20, 20) + items("b", 30, 30), items("a", 10, 30) + items("b", 30, 30))
    ] * 5
    assert compare(*tested, others)[EM]["reference_gap"] == pytest.approx(0.9 * 25)


def test_a_stratum_that_references_do_not_answer_has_no_test():
    found = compare(
        items("a", 20, 10) + items("b", 20, 10),
        items("a", 20, 10) + items("b", 0, 30),
        [reference(gap) for gap in GAPS],
    )
    lost = found["days", "b", "exact_match"]
    assert (lost["references"], lost["better"]) == (0, "")
    assert math.isnan(lost["p_holm"])
    assert found["days", "a", "exact_match"]["references"] == 5


def scored(model: str, draw: Draw | None = None, prompting: str = "", task: str = "t") -> Scored:
    return Run(Path(model), model, prompting, "tot_arith", task, Part({}, "", "", draw), {}), {}


def fresh(
    model: str, seed: int = 1, n: int = 250, task: str = "t_fresh", prompting: str = ""
) -> Scored:
    return scored(model, Draw("tot_arith", n=n, seed=seed), prompting, task)


@pytest.mark.parametrize(("first", "second", "same"), [
    ("meta-llama/Llama-3.1-8B", "Llama-3.1-8B", True),
    ("meta-llama__Llama-3.1-8B", "meta-llama/llama-3.1-8b", True),
    ("/models/meta-llama/Llama-3.1-8B/", "Llama-3.1-8B", True),
    ("Llama-3.1-8B", "Llama-3.1-8B-Instruct", False),
    ("/runs/a/checkpoint-9", "/runs/b/checkpoint-9", False), ("", "X", False),
])  # fmt: skip
def test_names_of_one_model(first, second, same):
    assert same_model(first, second) == same_model(second, first) == same


def pair_of_x(**options: str):
    return scored("m/x", **options), fresh("x", **options)


def test_references_have_the_tasks_prompting_and_draw_of_the_tested_run():
    clean = [one for name in "abcde" for one in (scored(f"org/{name}"), fresh(name, n=90))]
    others = [
        scored("x"), fresh("m__x"),  # the tested model
        scored("f"), fresh("f", seed=2),
        scored("g", prompting="zero-shot"), fresh("g"),
        scored("h", task="t_chat"), fresh("h"),
        scored("i"),
    ]  # fmt: skip
    found = references(pair_of_x(prompting="few-shot"), [*clean, *others])
    assert [(one.model, other.model) for (one, _), (other, _) in found] == [
        (f"org/{name}", name) for name in "abcde"
    ]


def test_too_few_references_and_two_runs_of_one_are_refused():
    clean = [one for name in "abcd" for one in (scored(name), fresh(name))]
    with pytest.raises(ComparisonError, match="t and t_fresh: 4 other models have both"):
        references(pair_of_x(), clean)
    with pytest.raises(ComparisonError, match=r"a has several runs of t \(a and a\)"):
        references(pair_of_x(), [scored("a"), scored("org/a")])


def test_pairs_have_one_subset_and_both_or_neither_begin_the_turn():
    ours = by_task("", [scored("a"), scored("a", task="t_chat")])
    theirs = by_task("", [fresh("a", task="t_fresh_chat"), fresh("a")])
    found = pairs(ours, theirs)
    assert {name: [run.task for run, _ in pair] for name, pair in found.items()} == {
        "tot_arith": ["t", "t_fresh"], "tot_arith_chat": ["t_chat", "t_fresh_chat"]
    }  # fmt: skip
