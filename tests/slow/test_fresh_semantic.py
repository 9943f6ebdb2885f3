"""Twenty thousand questions on facts per level: solver, labels, repetitions."""

import random

import pytest

from tempanswerqa.answers import quantities
from tempanswerqa.fresh import semantic
from tempanswerqa.questions.draws import LEVELS


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_the_solver_always_agrees(level):
    rng = random.Random(f"many questions on facts, {level}")
    seen = set()
    for _ in range(5_000):
        for item in semantic.draw(rng, level, (0.2, 0.7, 0.4, 0.8)):
            assert semantic.solve(item.cells) == item.number, item
            assert quantities.read_label(item.cells["label"], "tot", "years") == item.number
            seen.add(item.cells["question"])
    assert len(seen) > 0.98 * 20_000
