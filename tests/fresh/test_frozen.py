"""Tests that draws are the frozen ones on any machine and with any libraries."""

import json
from pathlib import Path

import pytest

from benchmarks import freeze
from tempanswerqa.fresh import scales


def test_draws_are_frozen():
    frozen = json.loads(Path(__file__).with_name("frozen.json").read_text())
    assert freeze.digests() == frozen, "draws differ: see Versions in CONTRIBUTING.md"


@pytest.mark.slow
def test_frozen_scales_are_those_of_the_reference_draw():
    for shared, made in freeze.compute().items():
        subset = next(subset for subset in scales.SHARED if scales.SHARED[subset] == shared)
        frozen = scales.frozen(subset)
        assert made.keys() == frozen.keys()
        for unit, own in made.items():
            assert own.runs == frozen[unit].runs, unit
