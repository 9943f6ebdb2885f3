"""Tests the sets of twins: their names, ids and scales, and how they are found."""

import os
import subprocess
import sys

import pytest
from support import SAMPLE, SUBSETS

from tempanswerqa import questions, twins
from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.saved_responses import Saved


@pytest.mark.parametrize("subset", SUBSETS)
def test_each_twin_has_the_id_of_its_question(subset):
    originals = {question.id: question for question in questions.load(subset, SAMPLE)}
    for seed in (subsets.TWIN_SEED, 7):
        name = subsets.twins(subset, seed)
        made = twins.load(name, SAMPLE)
        assert made
        for twin in made:
            question = originals[twins.question_id(twin.id)]
            assert (twin.subset, twin.group, twin.kind) == (name, question.group, question.kind)
            assert twin.asks_for == question.asks_for
            assert twin.number != question.number
            assert abs(twin.number - twin.centroid) == pytest.approx(
                abs(question.number - question.centroid)
            )


def test_saved_twins_are_found_by_id_and_not_if_they_have_changed():
    library = Library(SAMPLE)
    for name in ("twin_tot_arith", "twin_ttqa_tail.7"):
        for twin in twins.load(name, SAMPLE):
            assert library.find(Saved(0, "", twin.id, (twin.user, twin.label))) == twin
            assert library.find(Saved(0, "", twin.id, (twin.user, "another"))) is None
    assert library.find(Saved(0, "", "twin_tot_arith.x-012345678901", ())) is None


def test_names():
    assert subsets.twin_of("twin_ttqa_head.7") == ("ttqa_head", 7)
    for name in ("ttqa_head", "twin_ttqa_dev", "twin_ttqa_head.01", "twin_ttqa_head.1"):
        assert subsets.twin_of(name) is None
        with pytest.raises(subsets.SubsetError):
            twins.load(name, SAMPLE)
    for task in ("tempanswerqa_twin_tot_arith.7_chat", "tempanswerqa_twin_ttqa_head_fewshot"):
        assert str(TaskName.parse(task)) == task
        assert TaskName.parse(task).harness == task.replace(".7", "")
    for task in ("tempanswerqa_twin_ttqa_head_chat", "tempanswerqa_twin_sample_tot_arith"):
        assert TaskName.find(task) is None
    assert twins.question_id("ttqa_head-1") == "ttqa_head-1"


MADE = """
from tempanswerqa import twins
print([(twin.id, twin.user, twin.system, twin.label) for subset in {!r}
       for twin in twins.load("twin_" + subset, {!r})])
"""


@pytest.mark.slow
def test_every_process_makes_the_same_twins(capsys):
    code = MADE.format(SUBSETS, str(SAMPLE))
    environ = os.environ | {"PYTHONHASHSEED": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, check=True
    )
    exec(code)
    assert done.stdout.decode() == capsys.readouterr().out


@pytest.mark.slow
def test_released_questions(published):
    made = {
        subset: len(twins.load(f"twin_{subset}", published))
        for subset in ("tot_arith", "ttqa_head", "ttqa_tail")
    }
    assert made == {subset: subsets.TWINS[subset] for subset in made}
