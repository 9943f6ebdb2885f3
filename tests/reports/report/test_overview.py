"""Tests the sentences and scores of the first screen of a report."""

import math

import pytest
from reported import MODELS

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.report import overview
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.standings import Standings, field
from tempanswerqa.runs.scoring import FILTERS, FLEXIBLE, STRICT
from tempanswerqa.runs.summary import Score

pytestmark = pytest.mark.usefixtures("sampled")
NAMES = {name: name.upper() for name in "abc"}


def standing(metric: str, rule: str = STRICT, p: float = math.nan, **values: float) -> Standings:
    pairs = [frozenset((x, y)) for x in values for y in values if x < y]
    scores = {name: Score(value) for name, value in values.items()}
    return Standings(METRICS[metric], rule, scores, dict.fromkeys(pairs, p))


@pytest.mark.parametrize(("p", "told"), [
    (math.nan, "no test"), (0.0004, "p < 0.001"), (0.0123, "p = 0.012"),
    (0.062, "p = 0.062, not significant"), (1.0, "p = 1, not significant"),
])  # fmt: skip
def test_p_values_in_words(p, told):
    assert overview.p_told(p) == told


def test_a_lead_has_both_scores():
    told = overview.lead(standing("exact_match", p=0.2, a=0.5, b=0.525, c=0.1), NAMES)
    for fact in ("EM", "strict-match", "B leads A by 2.50", "p = 0.2", "52.50", "50.00"):
        assert fact in told
    told = overview.lead(standing("mase", FLEXIBLE, a=3.0, b=1.5), NAMES)
    assert "flexible-extract" in told
    assert "p = " not in told
    assert "leads" not in overview.lead(standing("smape", p=1.0, a=3.0, b=3.0), NAMES)


def test_a_contrast_is_with_the_first_by_the_other_metric():
    exact = standing("exact_match", p=0.06, a=0.837, b=0.83, c=0.817)
    told = overview.contrast(exact, standing("smape", p=0.0005, a=6.6, b=7.0, c=4.3), NAMES)
    for fact in ("A leads C", "2.0", "p = 0.06", "2.3 worse", "p < 0.001"):
        assert fact in told
    told = overview.contrast(exact, standing("smape", p=0.5, a=1.0, b=7.0, c=4.3), NAMES)
    assert told.startswith("A leads B")
    assert "6.0 better" in told
    level = overview.contrast(exact, standing("smape", p=1.0, a=1.0, b=1.0, c=4.3), NAMES)
    assert "better" not in level
    assert "worse" not in level


def by(**orders: str) -> dict:
    """Return standings of models in these orders, by metric and the beginning of the filter."""
    found = {}
    for key, order in orders.items():
        name, _, begun = key.rpartition("_")
        (rule,) = (rule for rule in FILTERS if rule.startswith(begun))
        sign = -1 if METRICS[name].higher_is_better else 1
        values = {model: 0.5 + sign * place / 10 for place, model in enumerate(order)}
        found[name, rule] = standing(name, rule, **values)
    return found


@pytest.mark.parametrize(("mase", "flexible", "told"), [
    ("abc", "abc", "strict-match A by EM and MASE; "), ("cab", "cab", "A by EM, C by MASE; "),
    ("abc", "bac", "how responses are read: "),
])  # fmt: skip
def test_what_the_leader_depends_on(mase, flexible, told):
    own = by(exact_match_strict="abc", mase_strict=mase,
             exact_match_flexible="abc", mase_flexible=flexible)  # fmt: skip
    assert told in overview._turns(own, NAMES)


def test_the_model_that_moves_most():
    panels = list(by(exact_match_strict="abc", smape_strict="abc", mase_strict="cab",
                     mase_flexible="acb").values())  # fmt: skip
    (told,) = overview._moved(panels, NAMES)
    for fact in ("rank of C", "last by EM (30.00) and sMAPE (0.70)", "first by MASE (0.50, s"):
        assert fact in told
    assert list(overview._moved(panels[:2], NAMES)) == []


def test_the_first_screen(gathered):
    found = overview.build(gathered)
    assert found.measured[0].startswith("3 models, 6 runs, 4 tasks: ")
    assert len(found.measured) == 1  # nothing is missing
    assert [term for term, _ in found.meanings] == ["EM", "sMAPE", "MASE", *FILTERS]
    assert len(found.leads) == 4
    assert len(found.by_cell) == 8
    best = field(gathered).models[0]
    assert found.headlines[0].startswith(f"{gathered.cast.short[best]} leads ")
    rows = found.table.rows
    assert [row["model"] for row in rows if row["filter"] == STRICT][:3] == field(gathered).models
    (median,) = (row for row in rows if row["model"] == overview.MEDIAN and row["filter"] == STRICT)
    assert 0 < median["smape"] < 100
    made = found.draw[0]()
    assert all(gathered.cast.short[model] in made.svg for model in MODELS)
    assert overview.MEDIAN in made.alternative


def test_nothing_to_compare_has_no_figure():
    found = overview.build(Gathered())
    assert found.draw == found.leads == found.headlines == []
    assert list(found.table.rows) == []
