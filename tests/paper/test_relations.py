"""Tests the feasible band of sMAPE against all possible answers."""

from itertools import product

import pytest
from cases import question

from paper.relations import band
from tempanswerqa import metrics
from tempanswerqa.metrics import scores
from tempanswerqa.units import UNITS


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        [(3, "days"), (0, "years"), (-2, "years"), (10, "date")],
        [(5, "months")],
        [(1, "days"), (2, "days"), (7, "date"), (9, "date_years")],
        [(1.5, "years"), (-3.25, "years"), (4, "years")],
    ],
)
def test_nothing_is_beyond_the_band_and_its_ends_are_met(asked):
    made = [question(number=float(number), unit=unit) for number, unit in asked]
    found = band(made)
    assert found.questions == len(made)
    reached = {k: set() for k in range(len(made) + 1)}
    answers = [[None, q.number, *(range(-12, 13) if not UNITS[q.unit].point else ())] for q in made]
    for given in product(*answers):
        right = sum(p == q.number for p, q in zip(given, made, strict=True))
        smapes = (
            scores.smape(p, q.number)
            for p, q in zip(given, made, strict=True)
            if not UNITS[q.unit].point
        )
        reached[right].add(metrics.mean(smapes))
    for right, smapes in reached.items():
        assert min(smapes) == pytest.approx(found.least[right])
        assert max(smapes) == pytest.approx(found.largest[right])


def test_without_smape_there_is_no_band():
    assert band([question(number=5.0, unit="date")]) is None
    assert band([]) is None
