"""Twenty thousand questions on tables per level: solver, labels, repetitions."""

import random

import pytest

from tempanswerqa.answers import quantities
from tempanswerqa.fresh import tables
from tempanswerqa.fresh.tables.kinds import KINDS
from tempanswerqa.questions.draws import LEVELS

DRAWS = {"head": tables.draw_head, "tail": tables.draw_tail}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("split", [split for split, kinds in KINDS.items() if kinds])
def test_the_solver_always_agrees(split, level):
    rng = random.Random(f"many questions on tables, {split}, {level}")
    seen = set()
    for _ in range(4_000):
        for item in DRAWS[split](rng, level, [rng.random() for _ in range(5)]):
            unit = item.cells["answer_temporal_unit"]
            assert tables.solve(item.cells) == item.number, item
            assert quantities.read_label(item.cells["label"], "ttqa", unit) == item.number
            seen.add(item.cells["question"])
    assert len(seen) > 0.98 * 20_000
