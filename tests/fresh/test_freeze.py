"""Tests that the frozen draws change with `draws.VERSION` alone, not with machine or libraries."""

import json

import pytest

from tempanswerqa.fresh import freeze, scales
from tempanswerqa.metrics.scale import Scale
from tempanswerqa.questions import draws


@pytest.fixture
def frozen():
    return json.loads(scales.FILE.read_text())


def test_draws_are_those_of_this_version(frozen):
    assert frozen["version"] == draws.VERSION
    found = freeze.digests()
    assert found == frozen["digests"], "draws differ: run python -m tempanswerqa.fresh.freeze"


@pytest.fixture
def at_work(frozen, tmp_path, monkeypatch):
    """Return copies of the files that are written; make the scales quickly."""
    file, source = tmp_path / "frozen.json", tmp_path / "draws.py"
    file.write_text(scales.FILE.read_text())
    source.write_text(f"VERSION = {draws.VERSION}\nSEED = {draws.SEED}\nSIZE = 250\n")
    monkeypatch.setattr(freeze, "FILE", file)
    tasks = tmp_path / "tasks"
    tasks.write_text(f'# {{"seed": 7}}\nmetadata: {{n: 250, seed: {draws.SEED}}}\n')
    monkeypatch.setattr(freeze, "SAID", (source, tasks))
    made = {shared: {unit: Scale(*own) for unit, own in units.items()}
            for shared, units in frozen["scales"].items()}  # fmt: skip
    monkeypatch.setattr(freeze, "compute", lambda: made)
    return file, source, tasks


def test_freezing_again_changes_no_byte(at_work, frozen, monkeypatch):
    monkeypatch.setattr(freeze, "digests", lambda: frozen["digests"])
    freeze.main([])
    assert at_work[0].read_bytes() == scales.FILE.read_bytes()


def test_other_draws_are_of_another_version(at_work, monkeypatch):
    file, source, tasks = at_work
    again = []
    monkeypatch.setattr(freeze, "digests", lambda: {"tot_arith": ["0"]})
    monkeypatch.setattr(freeze.subprocess, "run", lambda command, check: again.append(command))
    freeze.main([])
    following = draws.VERSION + 1
    assert source.read_text() == f"VERSION = {following}\nSEED = {following}\nSIZE = 250\n"
    assert tasks.read_text() == f'# {{"seed": 7}}\nmetadata: {{n: 250, seed: {following}}}\n'
    assert len(again) == 1
    monkeypatch.setattr(freeze, "VERSION", following)  # as the second process has it
    freeze.main([])
    assert len(again) == 1
    frozen = json.loads(file.read_text())
    assert (frozen["version"], frozen["digests"]) == (following, {"tot_arith": ["0"]})


def test_a_version_without_a_release_may_be_frozen_again(at_work, monkeypatch):
    monkeypatch.setattr(freeze, "digests", lambda: {"tot_arith": ["0"]})
    freeze.main(["--same_version"])
    frozen = json.loads(at_work[0].read_text())
    assert (frozen["version"], frozen["digests"]) == (draws.VERSION, {"tot_arith": ["0"]})
