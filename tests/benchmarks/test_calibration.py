"""Sides change by whole groups, so that neither is better; the docs have the figures."""

import json
from random import Random

import pytest
from support import CHECKOUT, SAMPLE

from benchmarks import calibration
from tempanswerqa import questions
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import paired
from tempanswerqa.runs.scoring import STRICT, Item


def side(score: float) -> list[Item]:
    return [
        Item(row, question, "", "", 0.0, dict.fromkeys(METRICS, score))
        for row, question in enumerate(questions.load("ttqa_head", SAMPLE))
    ]


@pytest.mark.parametrize("size", [None, 10])
def test_the_answers_to_a_group_change_sides_together(monkeypatch, size):
    seen = []
    monkeypatch.setattr(
        calibration.metrics, "paired", lambda *given: seen.append(given) or paired(*given)
    )
    ours = side(1.0)
    p_values = calibration.swapped({STRICT: (ours, side(0.0))}, size, Random(0))
    assert len(p_values) == len(seen) == len(calibration.TESTED)
    asked = [item.question.group for item in ours]
    share = 1 if size is None else size / len(asked)
    for first, second, groups, _ in seen:
        gaps = {(group, x - y) for x, y, group in zip(first, second, groups, strict=True)}
        assert len(gaps) == len({*groups}) == round(share * len({*asked}))
        assert {gap for _, gap in gaps} == {1, -1}


def test_equal_sides_have_no_winner():
    found = calibration.wrong([{STRICT: side(1.0)}] * 2, 2, None, (STRICT,))
    assert found == {"comparisons": 2, "name a winner": 0.0, "p below 0.05": 0.0}


def test_the_docs_have_the_figures():
    docs = (CHECKOUT / "docs/statistics.md").read_text(encoding="utf-8")
    rows = json.loads(calibration.SUMMARY.read_text())
    assert all(row["name a winner"] <= 0.06 for row in rows)
    for row in rows:
        if row["filters"] == [STRICT]:
            shares = f"{100 * row['name a winner']:.1f} % | {100 * row['p below 0.05']:.1f} %"
            assert f"| `{row['task']}` | {row['questions']} | {shares} |" in docs
