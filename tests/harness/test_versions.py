"""Tests that the harness calls `finish` of our tasks, and of no others."""

from lm_eval import evaluator_utils
from support import SAMPLE, manager

from tempanswerqa.harness import versions

TASK = "tempanswerqa_tot_arith"


class Foreign:
    """Stands for a task of the harness's own, whose scores it sums up itself."""

    task_name = "foreign"

    def aggregation(self) -> dict:
        return {"truncated": max}


def test_results_of_other_tasks_are_the_harness_s():
    manager(SAMPLE).load([TASK])
    scores = {("truncated", "strict"): [0.0, float("nan")]}
    found, number = evaluator_utils._compute_task_aggregations(Foreign(), scores, 0)
    assert (found, number) == ({"truncated,strict": 0.0, "truncated_stderr,strict": "N/A"}, 2)


def test_making_tasks_again_changes_the_harness_once():
    manager(SAMPLE).load([TASK])
    changed = evaluator_utils._compute_task_aggregations
    manager(SAMPLE).load([TASK])
    assert evaluator_utils._compute_task_aggregations is changed


def test_requests_of_a_document_are_a_list():
    assert versions.all_of("one") == versions.all_of(["one"]) == ["one"]
