"""Tests the references of tasks with few models."""

import pytest

from tempanswerqa.reports.report import task_runs as module
from tempanswerqa.reports.report.task_runs import references


def test_few_models_stand_beside_baselines_and_the_paper(gathered, monkeypatch):
    task = "tempanswerqa_ttqa_head"
    assert references(gathered, task) == []
    monkeypatch.setattr(module, "FEW", 3)
    found = references(gathered, task)
    assert {row.task for row in found} == {task}
    assert [row.model for row in found if not row.prompting] == [
        "Baseline, mean",
        "Baseline, median",
    ]
    assert found[-1].mean("parsed") == 1
    (best,) = (row for row in found if (row.model, row.prompting) == ("Llama-3.3-70B", "few-shot"))
    assert best.mean("exact_match") == pytest.approx(0.8371)
    assert best.mean("mase") is None  # theirs is of another kind
