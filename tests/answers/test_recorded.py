"""Tests that the recorded runs are read as they were."""

import pytest

from benchmarks import recorded


@pytest.mark.slow
def test_recorded_runs_are_read_as_pinned(published):
    found = {name: recorded.readings(run) for name, run in recorded.runs(published).items()}
    assert found == recorded.pinned()
