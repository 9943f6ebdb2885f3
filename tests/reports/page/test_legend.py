"""Tests the models of a page: their order and their names in attributes."""

import scored

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.names import NAME_LENGTH, short_models
from tempanswerqa.reports.page.legend import cast
from tempanswerqa.runs.summary import RunName, Score


def summary(model: str, prompting: str, task: str, em: float | None, filter_name="strict-match"):
    scores = {name: Score(None) for name in METRICS} | {"exact_match": Score(em)}
    return scored.summary(model, prompting=prompting, task=task, filter=filter_name, scores=scores)


def test_models_stand_by_their_mean_over_tasks_the_best_first():
    rows = [
        summary("a", "few-shot", "one", 0.9),
        summary("a", "zero-shot", "one", 0.5),  # 0.7 on average
        summary("a", "few-shot", "two", 0.1),  # 0.4 over tasks, 0.5 over runs
        summary("b", "few-shot", "one", 0.45),
        summary("b", "few-shot", "two", 0.45),
        summary("b", "few-shot", "one", 1.0, "flexible-extract"),
        summary("c", "few-shot", "one", None),
    ]
    runs = {RunName.of(row) for row in rows}
    members = cast(runs, rows)
    assert list(members.short) == ["b", "a", "c"]
    assert members.ordered(runs) == [
        RunName("b", "few-shot"),
        RunName("a", "few-shot"),
        RunName("a", "zero-shot"),
        RunName("c", "few-shot"),
    ]
    assert [row.model for row in members.ordered(rows)] == [*"bbb", *"aaa", "c"]
    assert members.looks == cast(runs).looks  # a colour does not tell how good a model is


def test_names_are_as_short_as_they_can_be():
    models = ["org/A-7B-Instruct", "org/B", "other/B", "C-instruct", "C"]
    short = short_models(models)
    assert list(short.values()) == ["A-7B", "org/B", "other/B", "C-instruct", "C"]


def test_a_very_long_name_is_cut_unless_it_would_be_that_of_another_model():
    path = "x" * 200
    assert len(short_models([path, "B"])[path]) == NAME_LENGTH
    twins = [f"{path}{end}{path}" for end in "ab"]
    assert list(short_models(twins).values()) == twins
