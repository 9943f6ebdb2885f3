"""The arithmetic family at length: generator and solver agree on every question."""

import random

import pytest

from tempanswerqa.answers import quantities
from tempanswerqa.fresh.arithmetic import draw, solve
from tempanswerqa.questions.draws import LEVELS

NUMBER = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_generator_and_solver_agree(level):
    items = draw(random.Random(f"slow {level}"), level, [k / NUMBER for k in range(NUMBER)])
    wrong = [item for item in items if solve(item.cells) != item.number]
    assert not wrong
    for item in items:
        unit = item.cells["answer_temporal_unit"]
        assert quantities.read_label(item.cells["label"], "tot", unit) == item.number
    assert len({item.cells["question"] for item in items}) > 0.98 * NUMBER
