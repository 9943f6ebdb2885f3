"""Tests our own questions, which ship with the package."""

from collections import Counter

import pytest

from tempanswerqa import questions
from tempanswerqa.harness import tasks
from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import TaskName


@pytest.fixture
def nothing(monkeypatch, tmp_path):
    """No released file can be found."""
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(tmp_path))


@pytest.mark.parametrize(("name", "part"), subsets.SAMPLES.items())
def test_a_sample_needs_no_data_and_has_what_its_record_says(name, part, nothing):
    asked = questions.load(name)
    assert len({question.id for question in asked}) == part.questions == 100
    assert {question.subset for question in asked} == {name}
    assert len(questions.load_exemplars(name)) == 3
    assert TaskName.parse(f"tempanswerqa_{name}").subset == name
    # a label on its centroid has no scaled error, so that the sample would have no MASE
    assert all(question.centroid != question.number for question in asked)
    assert all(question.system for question in asked)


@pytest.mark.parametrize("name", subsets.SAMPLES)
def test_the_first_questions_are_a_fair_mix(name, nothing):
    """Under any limit, each unit is within one question of its share, and sources differ."""
    asked = tasks.dataset(name)["test"]
    units = Counter(asked["unit"])
    for limit in (10, 20, 30, 50):
        first = asked.select(range(limit))
        for unit, count in units.items():
            assert abs(Counter(first["unit"])[unit] - count * limit / len(asked)) <= 1
        assert len(set(first["group"])) >= 0.95 * limit
