"""Tests how steps are counted, and which share of questions is kept by them."""

from random import Random

from tempanswerqa.fresh import solving
from tempanswerqa.fresh.solving import TALLY, step


@step
def less(one: int, other: int) -> int:
    """Return a difference, which counts as a step."""
    return one - other


def test_each_call_is_a_step_and_each_count_begins_anew():
    def solve(cells):
        return float(less(less(9, 3), 1)) if cells else None

    assert solving.count(solve, {"question": "?"}) == 2
    assert solving.count(solve, {"question": "?"}) == 2 == TALLY.taken
    assert solving.count(solve, {}) == 0


def test_the_last_share_is_of_all_with_more_steps():
    shares = (0, 1, 0.5)
    rng = Random(1)
    assert not any(solving.kept(rng, shares, 1) for _ in range(100))
    assert all(solving.kept(rng, shares, 2) for _ in range(100))
    assert (
        300 < sum(solving.kept(rng, shares, number) for number in (3, 7) for _ in range(400)) < 500
    )
    assert solving.kept(rng, (0, 0), 0)  # the draw reports what cannot be read
