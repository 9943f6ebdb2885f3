"""Tests the sentences on which models tests tell apart."""

from itertools import product

import pytest

from tempanswerqa.metrics.ranks import Rank
from tempanswerqa.reports import verdicts

NAMES = ("Ada", "Bob")


@pytest.mark.parametrize(("exact", "size"), product((0, 1, 2), (0, 1, 2, None)))
def test_a_sentence_on_two_models_does_not_depend_on_their_order(exact, size):
    said = verdicts.of_two(NAMES, exact, size)
    turned = {0: 0, 1: 2, 2: 1, None: None}
    mirrored = verdicts.of_two(NAMES[::-1], turned[exact], turned[size])
    if exact:
        assert said == mirrored
    assert ("Ada is better by EM" in said) == (exact == 1)
    assert ("Bob is better by EM" in said) == (exact == 2)
    ahead = NAMES[size - 1] if size else None
    also = "and has the lower sMAPE" in said
    assert (f"{ahead} has the lower sMAPE" in said or also) == bool(size)
    assert also == (bool(size) and size == exact)
    assert ("sMAPE" in said) == (size is not None)


def ranks(*ends: tuple[int, int]) -> list[Rank]:
    return [Rank(best, best, worst) for best, worst in ends]


LEVEL = ranks((1, 4), (1, 4), (1, 4), (1, 4))
FIRST = ranks((1, 1), (2, 4), (2, 4), (2, 4))
PAIR = ranks((1, 2), (1, 2), (3, 4), (3, 4))
LONE = ranks((1, 2), (2, 4), (2, 4), (2, 4))


@pytest.mark.parametrize(
    ("exact", "size", "named", "left"),
    [
        (LEVEL, None, [], "abcd"),
        (FIRST, LEVEL, ["a is better than all"], "bcd"),
        (PAIR, FIRST, ["a and b lead", "a has the lowest"], "cd"),
        (FIRST, FIRST, ["a is better than all", "and has the lowest"], "bcd"),
        (LONE, PAIR, ["not significantly", "a and b have the lowest"], "cd"),
    ],
)
def test_more_models_are_named_where_few_are_level(exact, size, named, left):
    said = verdicts.of_many([f"<{name}>" for name in "abcd"], exact, size)
    assert [part for part in named if part not in said.replace("<", "").replace(">", "")] == []
    assert not any(f"<{name}>" in said for name in left)
