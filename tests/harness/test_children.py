"""Tests task files of users that include ours, and the settings that these may change."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from cases import cased
from lm_eval import simple_evaluate
from lm_eval.tasks import TaskManager
from support import SAMPLE, evaluate, state

from tempanswerqa import questions
from tempanswerqa.harness import registration
from tempanswerqa.harness.models import MedianLM, RecordedLM
from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.harness.tasks import UNTIL

TASK = "tempanswerqa_ttqa_head"


def sampled() -> RecordedLM:
    """Return a model that answers rightly the first time, and wrongly the second time."""
    right = {one.id: state(one, one.number) for one in questions.load("ttqa_head", SAMPLE)}
    return RecordedLM({identity: [text, "", text] for identity, text in right.items()})


OWN = """\
from tempanswerqa.harness.tasks import strict_match

def days(docs):
    return docs.filter(lambda doc: doc["unit"] == "days")
"""


def child(folder: Path, filters: str = "", **settings: Any) -> dict:
    """Return the results of a task that includes ours, with other settings."""
    base = registration.tasks_folder() / f"tempanswerqa/{TASK}.yaml"
    lines = {"include": str(base), "task": "child"} | settings
    (folder / "child.yaml").write_text(yaml.safe_dump(lines) + filters)
    (folder / "own.py").write_text(OWN)
    told = {"data_dir": str(SAMPLE)}
    known = TaskManager(include_path=str(folder), include_defaults=False, metadata=told)
    found = simple_evaluate(sampled(), tasks=["child"], task_manager=known, bootstrap_iters=0)
    return found["results"]["child"]


@cased
def test_samples_of_a_question_are_all_scored(tmp_path, repeats, steps, right):
    steps = ["custom, filter_fn: !function own.strict_match", *steps]
    chain = ", ".join(f"{{function: {step}}}" for step in steps)
    results = child(tmp_path, f"filter_list: [{{name: own, filter: [{chain}]}}]", repeats=repeats)
    assert results["exact_match,own"] == pytest.approx(right)


def entry(metric: str) -> dict[str, Any]:
    return {"metric": metric, "aggregation": "mean", "higher_is_better": False}


def test_a_child_may_report_other_metrics(tmp_path):
    """The harness's own mean cannot take a score that is undefined for dates."""
    results = child(tmp_path, metric_list=[entry("smape"), entry("truncated")])
    strict = {key: score for key, score in results.items() if "strict" in key}
    assert {value for key, value in strict.items() if "_stderr_stderr" in key} <= {"N/A"}
    assert {key: value for key, value in strict.items() if "_stderr_stderr" not in key} == {
        f"{name}{end},strict-match": 0 for name in ("smape", "truncated") for end in ("", "_stderr")
    }


def test_a_metric_that_is_unknown_is_refused(tmp_path):
    with pytest.raises(TaskError, match="'smap'"):
        child(tmp_path, metric_list=[entry("exact_match"), entry("smap")])


def test_a_child_may_choose_its_questions(tmp_path):
    results = child(tmp_path, "process_docs: !function own.days")
    asked = [q for q in questions.load("ttqa_head", SAMPLE) if q.unit == "days"]
    assert (results["sample_len"], results["exact_match,strict-match"]) == (len(asked), 1)


@pytest.mark.parametrize(
    "unread", [{"doc_to_text": "{{label}}"}, {"description": "Be brief."}, {"gen_prefix": "So"}]
)
def test_what_would_have_no_effect_is_refused(tmp_path, unread):
    with pytest.raises(ValueError, match=f"child: {next(iter(unread))} would have no effect"):
        child(tmp_path, **unread)


def until(**options) -> list[str]:
    found = evaluate(MedianLM(), TASK, limit=1, **options)
    return found["samples"][TASK][0]["arguments"][0][1]["until"]


def test_plain_prompts_end_where_another_question_begins():
    """Chats do not stop there, and users may name other stop sequences."""
    assert until() == until(num_fewshot=2, apply_chat_template=True) == UNTIL
    assert until(num_fewshot=2) == [*UNTIL, "\n\nTable:"]
    assert until(num_fewshot=2, gen_kwargs={"until": ["!"]}) == ["!"]
