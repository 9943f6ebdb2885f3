"""Tests task files of users that include ours, and the settings that these may change."""

import pickle
from pathlib import Path
from typing import Any

import pytest
import yaml
from lm_eval import simple_evaluate
from lm_eval.tasks import TaskManager
from support import SAMPLE, evaluate, state

from tempanswerqa import questions
from tempanswerqa.harness import registration
from tempanswerqa.harness.aggregation import Clustered, clustered_stderr
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
    return docs.filter(lambda doc: doc["unit"] == "days").add_column("more", [1] * 6)
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


@pytest.mark.parametrize(("repeats", "steps", "right"), [
    (1, ["take_first"], 1.0), (3, ["take_first"], 1.0), (3, ["take_first_k, k: 2"], 0.5),
    (3, [], 2 / 3), (3, ["majority_vote", "take_first"], 1.0),
])  # fmt: skip
def test_samples_of_a_question_are_all_scored(tmp_path, repeats, steps, right):
    steps = ["custom, filter_fn: !function own.strict_match", *steps]
    chain = ", ".join(f"{{function: {step}}}" for step in steps)
    results = child(tmp_path, f"filter_list: [{{name: own, filter: [{chain}]}}]", repeats=repeats)
    assert results["exact_match,own"] == pytest.approx(right)


@pytest.mark.parametrize(
    "entry", ["smape", {"metric": "smape", "aggregation": "mean", "higher_is_better": False}]
)
def test_a_child_may_report_fewer_metrics(tmp_path, entry):
    """The harness's own mean cannot take a score that is undefined for dates."""
    results = child(tmp_path, metric_list=[entry])
    strict = {key: score for key, score in results.items() if "strict" in key}
    assert strict == {"smape,strict-match": 0, "smape_stderr,strict-match": 0}


def test_a_metric_that_is_unknown_is_refused(tmp_path):
    with pytest.raises(TaskError, match="'smap', which metric_list names; did you mean smape"):
        child(tmp_path, metric_list=["exact_match", "smap"])


def test_a_child_may_choose_its_questions(tmp_path):
    results = child(tmp_path, "process_docs: !function own.days")
    assert (results["sample_len"], results["exact_match,strict-match"]) == (6, 1)


@pytest.mark.parametrize(
    "unread", [{"doc_to_text": "{{label}}"}, {"description": "Be brief."}, {"gen_prefix": "So"}]
)
def test_what_would_have_no_effect_is_refused(tmp_path, unread):
    with pytest.raises(ValueError, match=f"child: {next(iter(unread))} would have no effect"):
        child(tmp_path, **unread)


def test_scores_keep_their_cluster_between_processes():
    values = [Clustered(1.0, "a"), Clustered(0.0, "a"), Clustered(1.0, "b")]
    assert clustered_stderr(pickle.loads(pickle.dumps(values))) == clustered_stderr(values) > 0


def until(**options) -> list[str]:
    found = evaluate(MedianLM(), TASK, limit=1, **options)
    return found["samples"][TASK][0]["arguments"][0][1]["until"]


def test_plain_prompts_end_where_another_question_begins():
    """Chats do not stop there, and users may name other stop sequences."""
    assert until() == until(num_fewshot=2, apply_chat_template=True) == UNTIL
    assert until(num_fewshot=2) == [*UNTIL, "\n\nTable:"]
    assert until(num_fewshot=2, gen_kwargs={"until": ["!"]}) == ["!"]
