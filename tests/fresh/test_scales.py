"""Tests that the frozen scales fit the labels of the version and are the same for every draw."""

from collections import defaultdict

import pytest

from tempanswerqa.fresh import bank
from tempanswerqa.metrics import scale
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.record import FAMILY_UNITS
from tempanswerqa.questions.subsets import SUBSETS


@pytest.mark.parametrize("subset", SUBSETS)
def test_every_unit_has_a_scale(subset):
    units = set(bank.frozen_scales(subset))
    assert units <= set(FAMILY_UNITS[SUBSETS[subset].family])
    assert units == {"years"} if subset == "tot_semantic" else len(units) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("shared", sorted(set(bank.SHARED.values())))
def test_labels_of_another_draw_fit_the_scales(shared):
    """No label is a centroid, so MASE is defined; centroids of many labels are about the same."""
    labels = defaultdict(list)
    for subset in (subset for subset, name in bank.SHARED.items() if name == shared):
        frozen = bank.frozen_scales(subset)
        for question in bank.load(Draw(subset, n=1_000, seed=77)):
            assert question.number != question.centroid, question.id
            labels[question.unit].append(question.number)
    for unit in (unit for unit, numbers in labels.items() if len(numbers) > 300):
        found = [centroid for _, centroid in scale.estimated(labels[unit]).runs]
        assert found == pytest.approx([centroid for _, centroid in frozen[unit].runs], rel=0.25)
