"""Tests users' task files that include ours, and the settings that they may change."""

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
    """Return a model that answers correctly the first time, and wrongly the second time."""
    right = {one.id: state(one, one.number) for one in questions.load("ttqa_head", SAMPLE)}
    return RecordedLM({identity: [text, "", text] for identity, text in right.items()})


OWN = """\
from tempanswerqa.harness.tasks import strict_match

def days(docs):
    return docs.filter(lambda doc: doc["unit"] == "days")

def years(docs):
    return docs.filter(lambda doc: doc["unit"] == "years")
"""


def child(folder: Path, filters: str = "", model: Any = None, **settings: Any) -> dict:
    """Return the results of a task that includes ours, with other settings."""
    found = ran(folder, filters, model, **settings)
    return found["results"]["child"]


def ran(folder: Path, filters: str = "", model: Any = None, **settings: Any) -> dict:
    base = registration.tasks_folder() / f"tempanswerqa/{TASK}.yaml"
    lines = {"include": str(base), "task": "child"} | settings
    (folder / "child.yaml").write_text(yaml.safe_dump(lines) + filters)
    (folder / "own.py").write_text(OWN)
    told = {"data_dir": str(SAMPLE)}
    known = TaskManager(include_path=str(folder), include_defaults=False, metadata=told)
    return simple_evaluate(
        model or sampled(), tasks=["child"], task_manager=known, bootstrap_iters=0
    )


@cased
def test_samples_of_a_question_are_all_scored(tmp_path, repeats, steps, right):
    steps = ["custom, filter_fn: !function own.strict_match", *steps]
    chain = ", ".join(f"{{function: {step}}}" for step in steps)
    results = child(tmp_path, f"filter_list: [{{name: own, filter: [{chain}]}}]", repeats=repeats)
    assert results["exact_match,own"] == pytest.approx(right)


def entry(metric: str) -> dict[str, Any]:
    return {"metric": metric, "aggregation": "mean", "higher_is_better": False}


def test_a_child_may_report_other_metrics(tmp_path):
    """The harness's mean does not accept a score that is undefined for dates."""
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


@pytest.mark.parametrize("aggregation", ["median", "nanmean", "f1", "no_such"])
def test_an_aggregation_that_would_fail_is_refused_at_once(tmp_path, aggregation):
    """The harness would find out after the model has answered."""
    wrong = {"metric": "mase", "aggregation": aggregation, "higher_is_better": False}
    with pytest.raises(TaskError, match="mase"):
        child(tmp_path, metric_list=[entry("exact_match"), wrong])


def test_an_aggregation_that_takes_the_scores_is_left_alone(tmp_path):
    median = {"metric": "within_one", "aggregation": "median", "higher_is_better": True}
    results = child(tmp_path, metric_list=[median])
    assert results["within_one,strict-match"] == 1


@pytest.mark.parametrize(
    ("own", "wanted"),
    [
        ({"max_gen_toks": 64}, {"max_gen_toks": 64}),
        ({"until": ["!"], "temperature": 0.5}, {"until": ["!"], "temperature": 0.5}),
        ({}, {}),
    ],
)
def test_generation_that_a_child_leaves_out_is_ours(tmp_path, own, wanted):
    ours = {"until": UNTIL, "do_sample": False, "temperature": 0.0, "max_gen_toks": 512}
    found = ran(tmp_path, generation_kwargs=own)
    assert found["samples"]["child"][0]["arguments"][0][1] == ours | wanted


def test_the_text_of_a_filter_of_the_harness_is_read_as_a_quantity(tmp_path):
    asked = [q for q in questions.load("ttqa_head", SAMPLE) if q.unit == "years"]
    said = {q.id: f"So <a>{q.number:.0f} years</a>" for q in asked}
    step = "{function: regex, regex_pattern: '<a>(.*?)</a>'}, {function: take_first}"
    found = child(
        tmp_path,
        f"filter_list: [{{name: own, filter: [{step}]}}]\nprocess_docs: !function own.years",
        RecordedLM(said),
    )
    assert found["exact_match,own"] == 1


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        *(({"output_type": kind}, kind) for kind in ("loglikelihood", "multiple_choice")),
        *(({"num_fewshot": shots}, f"num_fewshot is {shots!r}") for shots in (9, -1, "three")),
        *(({"repeats": count}, f"repeats is {count!r}") for count in (0, -1, "two", True)),
    ],
)
def test_a_setting_that_cannot_work_is_refused_when_the_task_loads(tmp_path, wrong, named):
    base = registration.tasks_folder() / "tempanswerqa/tempanswerqa_sample_ttqa_head.yaml"
    own = {"include": str(base), "task": "child"} | wrong
    (tmp_path / "child.yaml").write_text(yaml.safe_dump(own))
    known = TaskManager(include_path=str(tmp_path), include_defaults=False)
    with pytest.raises(TaskError, match=named):
        known.load(["child"])


@pytest.mark.parametrize(
    "unread",
    [
        *({"doc_to_text": "{{label}}"}, {"description": "Be brief."}, {"gen_prefix": "So"}),
        *({"doc_to_target": "unit"}, {"fewshot_delimiter": "; "}, {"target_delimiter": " "}),
        *({"fewshot_config": {"sampler": "default"}}, {"fewshot_split": "test"}),
    ],
)
def test_what_would_have_no_effect_is_refused(tmp_path, unread):
    with pytest.raises(ValueError, match=f"child: {next(iter(unread))}"):
        child(tmp_path, **unread)


def until(**options) -> list[str]:
    found = evaluate(MedianLM(), TASK, limit=1, **options)
    return found["samples"][TASK][0]["arguments"][0][1]["until"]


def test_plain_prompts_end_where_another_question_begins():
    """Chats do not stop there, and users may choose other stop sequences."""
    assert until() == until(num_fewshot=2, apply_chat_template=True) == UNTIL
    assert until(num_fewshot=2) == [*UNTIL, "\n\nTable:"]
    assert until(num_fewshot=2, gen_kwargs={"until": ["!"]}) == ["!"]
