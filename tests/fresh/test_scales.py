"""Tests that the frozen scales fit the labels of the version and are the same for every draw."""

import statistics

import pytest

from tempanswerqa.fresh import bank, scales
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.record import FAMILY_UNITS
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.runs import catalog


@pytest.mark.parametrize("subset", SUBSETS)
def test_every_unit_has_a_scale(subset):
    units = set(scales.frozen(subset))
    assert units <= set(FAMILY_UNITS[SUBSETS[subset].family])
    assert units == {"years"} if subset == "tot_semantic" else len(units) >= 5
    assert all(scale.spread > 0 for scale in scales.frozen(subset).values())


def test_signatures_name_the_same_scale_as_earlier_results():
    part = catalog.FreshCatalog("medium", 1).part("tot_semantic", 1)
    assert part.scale == "e0336eec23d6ac6715cad9b996f242891cdb2636"


def test_head_and_tail_share_a_scale():
    assert scales.frozen("ttqa_head") == scales.frozen("ttqa_tail")


@pytest.mark.slow
@pytest.mark.parametrize("shared", sorted(set(scales.SHARED.values())))
def test_spreads_are_those_of_a_draw(shared):
    """The distances to the centroid in draws of another seed are near the frozen spreads."""
    distances: dict[str, list[float]] = {}
    subsets = [subset for subset, name in scales.SHARED.items() if name == shared]
    for subset in subsets:
        for question in bank.load(Draw(subset, n=1_000, seed=77)):
            distances.setdefault(question.unit, []).append(abs(question.number - question.centroid))
    for unit, own in distances.items():
        assert min(own) > 0  # no label is a centroid: MASE is defined for every answer
        if len(own) >= 100:
            scale = scales.frozen(subsets[0])[unit]
            assert statistics.median(own) == pytest.approx(scale.spread, rel=0.3), unit
