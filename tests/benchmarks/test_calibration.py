"""Sides change by whole groups, so that neither is better; the docs have the figures."""

import json
from collections import Counter
from random import Random

import pytest
from cases import items
from pandas import DataFrame
from support import CHECKOUT, SAMPLE

from benchmarks import calibration
from tempanswerqa import questions
from tempanswerqa.metrics.ranks import differences
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import paired
from tempanswerqa.runs.scoring import STRICT


def side(score: float) -> DataFrame:
    asked = questions.load("ttqa_head", SAMPLE)
    return items(asked, [0.0] * len(asked)).assign(**dict.fromkeys(METRICS, score))


@pytest.mark.parametrize("size", [None, 10])
def test_the_answers_to_a_group_change_sides_together(monkeypatch, size):
    seen = []
    monkeypatch.setattr(
        calibration.metrics, "paired", lambda *given: seen.append(given) or paired(*given)
    )
    ours = side(1.0)
    p_values = calibration.swapped({STRICT: (ours, side(0.0))}, size, Random(0))
    assert len(p_values) == len(seen) == len(calibration.TESTED)
    asked = ours["group"].tolist()
    share = 1 if size is None else size / len(asked)
    for first, second, groups, _ in seen:
        gaps = {(group, x - y) for x, y, group in zip(first, second, groups, strict=True)}
        assert len(gaps) == len({*groups}) == round(share * len({*asked}))
        assert {gap for _, gap in gaps} == {1, -1}


def test_equal_sides_have_no_winner():
    found = calibration.wrong([{STRICT: side(1.0)}] * 2, 2, None, (STRICT,))
    assert found == {"comparisons": 2, "name a winner": 0.0, "p below 0.05": 0.0}


def test_several_runs_are_dealt_out_by_whole_groups(monkeypatch):
    seen = []
    monkeypatch.setattr(
        calibration, "differences", lambda *found: seen.append(found) or differences(*found)
    )
    runs = [{STRICT: side(score)} for score in (0.0, 0.5, 1.0)]
    assert calibration.several(runs, 4, None) == {"draws": 4, "all pairs": 0}
    assert len(seen) == 4 * len(calibration.TESTED)
    orders = Counter()
    for columns, groups, _ in seen:
        by_group = {(group, *scores) for group, scores in zip(groups, columns.T, strict=True)}
        assert len(by_group) == len({*groups})
        assert all(sorted(scores) == [0, 0.5, 1] for _, *scores in by_group)
        orders.update(tuple(scores) for _, *scores in by_group)
    assert len(orders) == 6


def test_the_docs_have_the_figures():
    docs = (CHECKOUT / "docs/statistics.md").read_text(encoding="utf-8")
    rows = json.loads(calibration.SUMMARY.read_text())
    assert all(row["name a winner"] <= 0.06 for row in rows)
    assert max(row.get("all pairs", 0) for row in rows) == 0.02
    strict = [row for row in rows if row["filters"] == [STRICT]]
    for drawn in {row["questions"] for row in strict}:
        same = [row for row in strict if row["questions"] == drawn]
        shares = (100 * max(row[key] for row in same) for key in ("name a winner", "p below 0.05"))
        assert f"| {drawn} | {' | '.join(f'{share:.1f} %' for share in shares)} |" in docs
