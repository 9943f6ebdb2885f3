"""Answers change sides by whole groups, so that no run is better."""

import numpy as np
import pytest

from benchmarks import calibration
from tempanswerqa.analysis import FAMILY

PLACES = np.array([0, 0, 0, 1, 2, 2])


@pytest.mark.parametrize(("size", "groups"), [(6, 3), (4, 2), (12, 6)])
def test_the_answers_to_a_group_are_dealt_out_together(monkeypatch, size, groups):
    seen = []
    tested = calibration.tested
    monkeypatch.setattr(calibration, "tested", lambda *given: seen.append(given) or tested(*given))
    scores = np.repeat([0.0, 0.5, 1.0], 6 * len(FAMILY)).reshape(3, 6, -1)
    calibration.dealt(scores, PLACES, size, np.random.default_rng(0))
    assert len(seen) == len(FAMILY)
    for columns, drawn in seen:
        by_group = {(group, *dealt) for group, dealt in zip(drawn, columns.T, strict=True)}
        assert len(by_group) == len({*drawn}) == groups
        assert all(sorted(dealt) == [0, 0.5, 1] for _, *dealt in by_group)


def test_equal_runs_have_no_winner():
    scores = np.ones((2, 6, len(FAMILY)))
    assert calibration.dealt(scores, PLACES, 6, np.random.default_rng(0)) == (0, 0, 0)
