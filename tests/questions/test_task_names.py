"""Tests of what the names of tasks say."""

from __future__ import annotations

import pytest
from cases import cased
from support import TASKS

from tempanswerqa.harness import registration
from tempanswerqa.harness.task_files import FAMILY
from tempanswerqa.questions import TaskName
from tempanswerqa.questions.task_names import TaskNameError, is_chat, is_fewshot


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tempanswerqa", TaskName()),
        ("tempanswerqa_chat_fewshot", TaskName(chat=True, fewshot=True)),
        ("tempanswerqa_tot_arith", TaskName("tot_arith")),
        ("tempanswerqa_ttqa_tail_fewshot", TaskName("ttqa_tail", fewshot=True)),
        ("tempanswerqa_tot_semantic_chat", TaskName("tot_semantic", chat=True)),
        ("tempanswerqa_sample_tot_arith_chat", TaskName("sample_tot_arith", chat=True)),
        ("tempanswerqa_twin_ttqa_head.7", TaskName("twin_ttqa_head.7")),
    ],
)
def test_a_name_says_what_is_asked_and_how(name, said):
    assert TaskName.parse(name) == said
    assert str(said) == name
    assert str(said.zero_shot) == name.removesuffix("_fewshot")
    assert said.harness == name.removesuffix(".7")
    assert (is_chat(name), is_fewshot(name)) == (said.chat, said.fewshot)


@cased
def test_other_names_are_refused(name):
    assert TaskName.find(name) is None
    with pytest.raises(TaskNameError, match=r"unknown task .* SUBSET one of tot_arith"):
        TaskName.parse(name)


def test_every_task_file_has_a_name_of_this_form():
    names = [path.stem for path in registration.task_files() if path.parent.name == FAMILY]
    assert {*TASKS} < {*names}
    for group in ("sample", "thinking"):
        names.remove(f"tempanswerqa_{group}")
    assert [str(TaskName.parse(name)) for name in names] == names
