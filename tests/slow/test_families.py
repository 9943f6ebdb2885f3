"""Tests many questions of each family and level: template, label, solver, repetitions."""

import pytest
from fresh_support import EVERY, disagreeing, draw_blocks

from tempanswerqa.fresh import drawing


@pytest.mark.slow
@pytest.mark.parametrize(("subset", "level"), EVERY)
def test_template_label_and_solver_agree(subset, level):
    """No answer is another one; as in a draw, the solver may abstain from very few questions."""
    number = 2_000 if level == "huge" else 20_000
    found = [item for block in draw_blocks(subset, level, number) for item in block]
    apart = disagreeing(subset, found)
    solve = drawing.family(subset).solve
    assert [item for item in apart if solve(item.cells) is not None] == []
    assert len(apart) <= drawing.UNREAD * number
    assert len({item.cells["question"] for item in found}) > 0.98 * number
