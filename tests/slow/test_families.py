"""Tests many questions of each family and level: template, label, solver, repetitions."""

import pytest
from fresh_support import EVERY, draw_blocks, unit_of

from tempanswerqa.answers import quantities
from tempanswerqa.fresh import families
from tempanswerqa.questions.subsets import SUBSETS


@pytest.mark.slow
@pytest.mark.parametrize(("subset", "level"), EVERY)
def test_template_label_and_solver_agree(subset, level):
    solve, seen, number = families.family(subset).solve, set(), 2_000 if level == "huge" else 20_000
    for item in (item for block in draw_blocks(subset, level, number) for item in block):
        label = quantities.read_label(item.cells["label"], SUBSETS[subset].family, unit_of(item))
        assert solve(item.cells) == label == item.number, item
        seen.add(item.cells["question"])
    assert len(seen) > 0.98 * number
