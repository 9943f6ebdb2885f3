"""Twenty thousand questions of each family and level: template, label, solver, repetitions."""

import pytest
from fresh_support import draw_blocks, unit_of

from tempanswerqa.answers import quantities
from tempanswerqa.fresh import families
from tempanswerqa.questions.draws import LEVELS
from tempanswerqa.questions.subsets import SUBSETS

NUMBER = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("subset", SUBSETS)
def test_template_label_and_solver_agree(subset, level):
    solve, seen = families.family(subset).solve, set()
    for item in (item for block in draw_blocks(subset, level, NUMBER) for item in block):
        label = quantities.read_label(item.cells["label"], SUBSETS[subset].family, unit_of(item))
        assert solve(item.cells) == label == item.number, item
        seen.add(item.cells["question"])
    assert len(seen) > 0.98 * NUMBER
