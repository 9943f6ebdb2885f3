"""Tests what task names state."""

import pytest
from cases import cased, data, results_of
from support import SUBSETS, TASKS

from tempanswerqa.harness import registration
from tempanswerqa.harness.task_files import FAMILY
from tempanswerqa.questions import TaskName, subsets
from tempanswerqa.questions.task_names import TaskNameError, is_chat, is_fewshot

test_titles = results_of(lambda name: subsets.find(name).title, data(__file__, "titles"))


@cased
def test_a_name_says_what_is_asked_and_how(name, subset, chat, fewshot):
    said = TaskName(subset, chat, fewshot)
    assert TaskName.parse(name) == said
    assert str(said) == name
    assert said.harness == name.partition(".")[0]
    assert (is_chat(name), is_fewshot(name)) == (said.chat, said.fewshot)


@cased
def test_other_names_are_refused(name):
    assert TaskName.find(name) is None
    with pytest.raises(TaskNameError):
        TaskName.parse(name)


def test_every_task_file_has_a_name_of_this_form():
    names = [path.stem for path in registration.task_files() if path.parent.name == FAMILY]
    assert {*TASKS} < {*names}
    for group in ("sample", *(f"{subset}_thinking" for subset in SUBSETS), "thinking"):
        names.remove(f"tempanswerqa_{group}")
    assert [str(TaskName.parse(name)) for name in names] == names
