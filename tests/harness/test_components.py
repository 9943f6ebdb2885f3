"""Tests the metrics in others' task files."""

import json

import pytest
from cases import cased, having
from lm_eval import simple_evaluate
from lm_eval.api import registry
from lm_eval.tasks import TaskManager
from pages import blocks
from support import CHECKOUT

from tempanswerqa.harness import components, models
from tempanswerqa.harness.components import ComponentError


@cased
def test_metrics_read_quantities_of_a_unit(name, prediction, entry, wanted):
    score = registry.get_metric(f"tempanswerqa_{name}")
    assert score is getattr(components, name)
    found = score(references=["3 days"], predictions=[prediction], unit="days", **entry)
    assert found == pytest.approx(wanted, nan_ok=True)


@cased
def test_entries_that_lack_something_are_refused(name, entry, facts):
    with pytest.raises(ComponentError, match=having(facts)):
        components.score(name, references=["3"], predictions=["5 days"], **entry)


def test_the_task_file_of_the_docs_runs(tmp_path, monkeypatch):
    """The harness finds the functions by their modules' names, and computes standard errors."""
    text, _ = blocks(CHECKOUT / "docs/tasks.md", "yaml")
    assert len(text.splitlines()) <= 15
    (tmp_path / "my_dates.yaml").write_text(text)
    days = ("20 July 1969", "21 July 1969", "no idea")
    lines = (json.dumps({"question": day, "answer": days[0]}) for day in days)
    (tmp_path / "dates.jsonl").write_text("\n".join(lines))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", str(tmp_path / "cache"))
    repeats = type(
        "Repeats",
        (models.AnsweringLM,),
        {
            "generate_until": lambda self, requests, disable_tqdm=False: [
                request.doc["question"] for request in requests
            ]
        },
    )
    known = TaskManager(include_path=str(tmp_path), include_defaults=False)
    found = simple_evaluate(repeats(), tasks=["my_dates"], task_manager=known)["results"]
    scores = found["my_dates"]
    assert scores["tempanswerqa_exact_match,none"] == pytest.approx(1 / 3)
    assert scores["tempanswerqa_within_one,none"] == pytest.approx(2 / 3)
    assert scores["tempanswerqa_exact_match_stderr,none"] == pytest.approx(1 / 3)
