"""Tests released against fresh questions: strata, weights, tests, and references."""

import math
import random
from statistics import fmean

import pytest
from cases import question
from scipy import stats

from tempanswerqa.metrics import holm
from tempanswerqa.runs.analysis.comparison import ComparisonError
from tempanswerqa.runs.analysis.contamination import TESTED, corrected, gaps
from tempanswerqa.runs.scoring import Item, item_scores

EM = ("all", "", "exact_match")


def answer(n: int, right: bool, kind: str, unit: str = "days", group: str = "") -> Item:
    """Return the label, or twice the label."""
    asked = question(
        id=f"{kind}{n}", family="tot", split="arithmetic", kind=kind, unit=unit,
        group=group or f"{kind}{n}", number=10.0,
    )  # fmt: skip
    number = 10.0 if right else 20.0
    return Item(n, asked, "", "rule", number, item_scores(number, asked))


def items(kind: str, right: int, wrong: int, unit: str = "days", groups: int = 0) -> list[Item]:
    """Return answers to questions of one stratum, in so many groups."""
    return [
        answer(n, n < right, kind, unit, f"{n % groups}" if groups else "")
        for n in range(right + wrong)
    ]


def compare(released, fresh, references=()):
    found = corrected([*gaps("tot_arith", "strict-match", (released, fresh), references)])
    return {(gap.unit, gap.kind, gap.metric): gap for gap in found}


def test_a_subset_weights_its_strata_like_the_released_questions():
    """The released run has 24 of 30 and 5 of 10 right, the fresh one 2 of 10 and 20 of 40."""
    released = items("a", 24, 6) + items("b", 5, 5)
    fresh = items("a", 2, 8) + items("b", 20, 20)
    found = compare(released, fresh)
    one = found["days", "a", "exact_match"]
    assert (one.questions, one.groups) == ((30, 10), (30, 10))
    assert one.points == pytest.approx((80, 20))
    assert one.difference.value == pytest.approx(60)
    whole = found[EM]
    assert whole.questions == (40, 50)
    assert whole.points[0] == pytest.approx(0.75 * 80 + 0.25 * 50)
    assert whole.points[1] == pytest.approx(0.75 * 20 + 0.25 * 50)  # not 22 of 50
    assert whole.difference.value == pytest.approx(45)
    assert whole.better == one.better == 1
    assert found["days", "b", "exact_match"].better == 0


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
    assert whole.difference.stderr == pytest.approx(100 * math.sqrt(sum(variances)), rel=0.001)
    assert whole.difference.value == pytest.approx(0)
    assert whole.better == 0


def test_all_metrics_are_points_in_favour_of_released_questions():
    """20 for 10 is off by more than 1, by 100 * 10 / 30 of sMAPE, and as far as the centroid is."""
    found = compare(items("a", 24, 6), items("a", 2, 8))
    assert [metric for unit, _, metric in found if unit == "all"] == [*TESTED]
    errors = {"exact_match": 100, "within_one": 100, "smape": 100 / 3, "capped_ase": 100}
    for metric, error in errors.items():
        gap = found["days", "a", metric]
        assert gap.points == pytest.approx((100 - 0.2 * error, 100 - 0.8 * error))
        assert gap.difference.value == pytest.approx(0.6 * error)
        assert gap.difference.low < gap.difference.value < gap.difference.high
        assert gap.better == 1
    assert compare(items("a", 2, 8), items("a", 24, 6))[EM].better == -1


def test_questions_of_a_group_count_together():
    alone = compare(items("a", 15, 15), items("a", 15, 15))[EM]
    grouped = compare(items("a", 15, 15, groups=3), items("a", 15, 15, groups=3))[EM]
    assert grouped.difference.value == alone.difference.value == 0
    assert (alone.groups, grouped.groups) == ((30, 30), (3, 3))
    assert grouped.difference.stderr != pytest.approx(alone.difference.stderr)


def test_dates_have_no_smape_and_small_strata_no_part():
    released = items("a", 20, 20) + items("d", 20, 20, unit="date") + items("c", 9, 0)
    fresh = items("a", 20, 20) + items("d", 10, 30, unit="date") + items("c", 0, 900)
    found = compare(released, fresh)
    assert ("date", "d", "smape") not in found
    assert found["all", "", "smape"].questions == (40, 40)
    assert found[EM].questions == (80, 80)
    assert not [key for key in found if key[1] == "c"]


def test_nothing_in_common_is_an_error():
    with pytest.raises(ComparisonError, match="tot_arith: no unit and question type has 10"):
        compare(items("a", 9, 9), items("b", 9, 9))


def test_whole_subsets_come_first_and_either_family_is_corrected():
    """A gap of one of three strata that no correction would call significant."""
    released = items("a", 20, 10) + items("b", 15, 15) + items("c", 15, 15)
    fresh = items("a", 11, 19) + items("b", 15, 15) + items("c", 15, 15)
    found = [*compare(released, fresh).values()]
    units = [gap.unit for gap in found]
    assert units == ["all"] * 4 + ["days"] * 12
    for family in (found[:4], found[4:]):
        assert [gap.p_holm for gap in family] == holm([gap.p_value for gap in family])
    one = found[4]
    assert one.kind == "a"
    assert one.p_value < 0.05 < one.p_holm
    assert one.better == 0


GAPS = (12, 9, 15, 10, 14)
"""The shifts of right answers that make the gaps of five references."""


def reference(gap: int) -> tuple[list[Item], list[Item]]:
    return items("a", 50 + gap, 50 - gap), items("a", 50, 50)


def test_references_test_the_gap_against_theirs():
    """12 points on average with a standard deviation of sqrt(26 / 4), for which 20 are too many."""
    others = [reference(gap) for gap in GAPS]
    gap = compare(*reference(25), others)[EM]
    error = math.sqrt(26 / 4) * math.sqrt(1 + 1 / 5)
    assert gap.expected.models == 5
    assert gap.expected.gap == pytest.approx(12)
    reach = stats.t.ppf(0.975, 4) * error
    assert (gap.expected.low, gap.expected.high) == pytest.approx((12 - reach, 12 + reach))
    assert gap.p_value == pytest.approx(2 * stats.t.sf(13 / error, 4))
    assert gap.p_holm == pytest.approx(4 * gap.p_value)  # as all metrics are the same here
    assert gap.better == 1
    usual = compare(*reference(14), others)[EM]
    assert usual.better == 0
    assert usual.difference.low > 0  # harder for everyone
    assert compare(*reference(-2), others)[EM].better == -1


def test_a_gap_that_is_less_certain_may_be_farther_from_those_of_references():
    """Its error over that of theirs counts; half as many questions make it sqrt(2) times that."""
    others = [reference(gap) for gap in GAPS]
    tested = items("a", 35, 15), items("a", 25, 25)
    gap = compare(*tested, others)[EM]
    usual = math.sqrt(fmean(compare(*o)[EM].difference.stderr ** 2 for o in others))
    ratio = gap.difference.stderr / usual
    assert ratio == pytest.approx(math.sqrt(2), rel=0.05)
    error = math.sqrt(26 / 4) * math.sqrt(ratio**2 + 1 / 5)
    assert gap.p_value == pytest.approx(2 * stats.t.sf(8 / error, 4))


def test_references_without_errors_leave_that_of_the_gap():
    others = [(items("a", 40, 0), items("a", 40, 0))] * 5
    gap = compare(items("a", 30, 10), items("a", 20, 20), others)[EM]
    expected = 2 * stats.t.sf(gap.difference.value / gap.difference.stderr, 4)
    assert gap.p_value == pytest.approx(expected)


def test_references_are_weighted_like_the_tested_run():
    """The tested run has more of kind a, where the others have their gap, than they have."""
    tested = items("a", 90, 90) + items("b", 10, 10), items("a", 60, 60) + items("b", 60, 60)
    others = [
        (items("a", 20, 20) + items("b", 30, 30), items("a", 10, 30) + items("b", 30, 30))
    ] * 5
    assert compare(*tested, others)[EM].expected.gap == pytest.approx(0.9 * 25)


def test_a_stratum_that_references_do_not_answer_has_no_test():
    found = compare(
        items("a", 20, 10) + items("b", 20, 10),
        items("a", 20, 10) + items("b", 0, 30),
        [reference(gap) for gap in GAPS],
    )
    lost = found["days", "b", "exact_match"]
    assert (lost.expected.models, lost.better) == (0, 0)
    assert math.isnan(lost.p_holm)
    assert found["days", "a", "exact_match"].expected.models == 5


def test_a_clean_model_is_rarely_flagged():
    """Runs on 30 groups of 2 questions, of which 60 % are right by chance."""
    draw = random.Random(7)

    def run() -> list[Item]:
        return [answer(n, draw.random() < 0.6, "a", group=f"{n // 2}") for n in range(60)]

    flagged = sum(any(gap.better for gap in compare(run(), run()).values()) for _ in range(100))
    assert flagged <= 10  # 5 % and 2.3 standard errors of 100 draws
