"""Tests the scales of fresh questions, made again."""

import pytest

from tempanswerqa.fresh import freeze, scales

pytestmark = pytest.mark.slow


def test_frozen_scales_are_those_of_the_reference_draw():
    for shared, made in freeze.compute().items():
        subset = next(subset for subset in scales.SHARED if scales.SHARED[subset] == shared)
        frozen = scales.frozen(subset)
        assert made.keys() == frozen.keys()
        for unit, own in made.items():
            assert own.runs == frozen[unit].runs, unit
