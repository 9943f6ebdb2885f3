"""Answers change sides by whole groups, so that no run is better."""

import numpy as np
import pytest

from benchmarks import calibration
from tempanswerqa.analysis import FAMILY

PLACES = [np.array([0, 1, 2]), np.array([3]), np.array([4, 5])]


@pytest.mark.parametrize(("size", "groups"), [(None, 3), (4, 2), (12, 6)])
def test_the_answers_to_a_group_are_dealt_out_together(monkeypatch, size, groups):
    seen = []
    tested = calibration.tested
    monkeypatch.setattr(calibration, "tested", lambda *found: seen.append(found) or tested(*found))
    scores = np.repeat([0.0, 0.5, 1.0], 6 * len(FAMILY)).reshape(3, 6, -1)
    calibration.dealt(scores, PLACES, size, np.random.default_rng(0))
    assert len(seen) == len(FAMILY)
    for columns, names in seen:
        by_group = {(group, *dealt) for group, dealt in zip(names, columns.T, strict=True)}
        assert len(by_group) == len({*names}) == groups
        assert all(sorted(dealt) == [0, 0.5, 1] for _, *dealt in by_group)


def test_equal_runs_have_no_winner():
    scores = np.ones((2, 6, len(FAMILY)))
    assert calibration.dealt(scores, PLACES, None, np.random.default_rng(0)) == (0, 0, 0, 0)


def test_rare_large_errors_win_without_the_least_variance_alone():
    places = [np.array([at]) for at in range(100)]
    generator = np.random.default_rng(0)
    found = np.mean([calibration.rare(places, 100, generator) for _ in range(150)], axis=0)
    assert found[0] <= 0.05 < found[1]
