"""Tests that draws and their scales are the frozen ones on any machine and with any libraries."""

import json
from pathlib import Path

import pytest

from benchmarks import freeze
from tempanswerqa.fresh import bank


@pytest.mark.slow
def test_draws_are_frozen():
    frozen = json.loads(Path(__file__).with_name("frozen.json").read_text())
    assert freeze.digests() == frozen, "draws differ: see Versions in CONTRIBUTING.md"


@pytest.mark.slow
def test_frozen_scales_are_those_of_the_reference_draw(monkeypatch):
    """Arithmetic has all kinds of units, and the reference draw that takes least."""
    monkeypatch.setattr(freeze, "SHARED", {"tot_arith": "tot_arith"})
    (made,), frozen = freeze.compute().values(), bank.frozen_scales("tot_arith")
    assert {unit: own.runs for unit, own in made.items()} == {
        unit: own.runs for unit, own in frozen.items()
    }
