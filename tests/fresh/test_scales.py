"""Tests that the frozen scales fit the labels of the version and are the same for every draw."""

import pytest

from tempanswerqa.fresh import bank, scales
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.record import FAMILY_UNITS
from tempanswerqa.questions.subsets import SUBSETS


@pytest.mark.parametrize("subset", SUBSETS)
def test_every_unit_has_a_scale(subset):
    units = set(scales.frozen(subset))
    assert units <= set(FAMILY_UNITS[SUBSETS[subset].family])
    assert units == {"years"} if subset == "tot_semantic" else len(units) >= 5


def test_head_and_tail_share_a_scale():
    assert scales.frozen("ttqa_head") == scales.frozen("ttqa_tail")


@pytest.mark.slow
@pytest.mark.parametrize("shared", sorted(set(scales.SHARED.values())))
def test_no_label_of_a_draw_is_a_centroid(shared):
    """MASE is defined for every answer."""
    for subset in (subset for subset, name in scales.SHARED.items() if name == shared):
        for question in bank.load(Draw(subset, n=1_000, seed=77)):
            assert question.number != question.centroid, question.id
