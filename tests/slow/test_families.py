"""Tests many questions of each family and level: template, label, solver, repetitions."""

import pytest
from fresh_support import EVERY, disagreeing, draw_blocks


@pytest.mark.slow
@pytest.mark.parametrize(("subset", "level"), EVERY)
def test_template_label_and_solver_agree(subset, level):
    number = 2_000 if level == "huge" else 20_000
    found = [item for block in draw_blocks(subset, level, number) for item in block]
    assert disagreeing(subset, found) == []
    assert len({item.cells["question"] for item in found}) > 0.98 * number
