"""Tests the order in which the harness asks the released questions."""

import random
from collections import Counter

import pytest
from support import SAMPLE, SUBSETS

from tempanswerqa import questions
from tempanswerqa.questions.mixing import mixed


@pytest.mark.parametrize("subset", SUBSETS)
def test_every_beginning_has_each_stratum_as_often_as_the_whole(subset):
    """The shares agree to two questions; the order of the file does not matter."""
    found = questions.load(subset, SAMPLE)
    order = mixed(found)
    assert sorted(q.id for q in order) == sorted(q.id for q in found)
    assert mixed(random.Random(1).sample(found, len(found))) == order
    shares = Counter((q.unit, q.kind) for q in found)
    for first in range(1, len(order) + 1):
        begun = Counter((q.unit, q.kind) for q in order[:first])
        for stratum, number in shares.items():
            assert abs(begun[stratum] - first * number / len(order)) <= 2
