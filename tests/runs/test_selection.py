"""Tests which runs are compared, and over which tasks and promptings."""

from types import SimpleNamespace

import pytest

from tempanswerqa.runs.selection import common_cells, comparable


def run(model, task="t", prompting="zero-shot", flaws=(), **signature):
    """Return the parts of a run that a selection needs."""
    fields = {"format": 1, "data": "a", "prompts": None, "questions": 4} | signature
    return SimpleNamespace(
        model=model, task=task, prompting=prompting, flaws=[*flaws], signature=lambda _: fields
    )


def models(*runs, **given):
    return comparable(runs, **given).models


def test_complete_runs_alone_are_compared_if_there_is_one():
    whole, part = run("whole"), run("part", flaws=["3 missing"])
    found = comparable([part, whole])
    assert found.models == ["whole"]
    assert found.left_out == [(part, "3 missing")]
    assert models(part) == ["part"]


def test_no_run_of_a_task_is_compared_whose_signatures_differ():
    alike = run("a"), run("b", "u"), run("c", "u")
    assert models(*alike, run("d", "u", prompts="x")) == ["a"]
    found = comparable([run("c"), run("d", prompts="x")])
    assert [reason for _, reason in found.left_out] == ["differs in prompts"] * 2
    assert models(run("b"), run("d", package="x")) == ["b", "d"]


def test_models_are_compared_over_the_cells_that_they_share():
    runs = [run(m, t, p) for m in "ab" for t in "tu" for p in ("few-shot", "zero-shot")]
    again, lone = run("a"), run("c")
    found = comparable([*runs, lone, again])
    assert found.cells == [(t, p) for t in "tu" for p in ("few-shot", "zero-shot")]
    assert found.runs == runs
    assert [one for one, _ in found.left_out] == [lone, again]
    assert comparable([]).runs == []
    assert comparable(runs, "t", "few-shot").cells == [("t", "few-shot")]


@pytest.mark.parametrize(
    ("cells", "shared"),
    [
        (["ab", "ab", "a"], "ab"),  # four runs of two models, against three of three
        (["a", "a", "a", "ab"], "a"),
        (["ab", "c"], "ab"),  # no two models can be compared
        ([], ""),
    ],
)
def test_the_cells_are_those_with_the_most_runs(cells, shared):
    assert common_cells(map(set, cells)) == frozenset(shared)
