"""Tests of which scores are meant, and what is said where there are none such."""

import pytest
from correlate_support import (
    GSM8K,
    MODELS,
    OURS,
    collect,
    gsm8k,
    on_one_line,
    ours,
    write,
    write_all,
)
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.correlate import selection
from tempanswerqa.reports.correlate.results import CorrelateError
from tempanswerqa.reports.correlate.selection import Measure


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    folder = write_all(tmp_path_factory.mktemp("models"))
    flexible = ours(1, "flexible-extract")
    write(folder, MODELS[0], {"tempanswerqa": ours(1), "tempanswerqa_fresh_fewshot": flexible})
    write(folder, MODELS[0], {"wikitext": {"word_perplexity,none": 12.0, "acc,none": 0.1}})
    return collect(folder)


def test_ours_are_all_tasks_and_groups_of_this_project(models):
    found = selection.ours(models, "strict-match")
    assert found == [Measure(t, m, "strict-match") for t in ("tempanswerqa", OURS) for m in METRICS]
    assert selection.left_out(models, found) == ["tempanswerqa_fresh_fewshot"]
    (task,) = {measure.task for measure in selection.ours(models, "flexible-extract")}
    assert task == "tempanswerqa_fresh_fewshot"


def test_ours_may_be_chosen(models):
    chosen = selection.ours(models, "strict-match", [OURS, "gsm8k", OURS])
    names = [(measure.task, measure.metric) for measure in chosen]
    assert names == [*((OURS, metric) for metric in METRICS), ("gsm8k", "exact_match")]


@pytest.mark.parametrize(("tasks", "rule", "said"), [
    (["tempanswerqa_ttqa_hed"], "strict-match", f"no results file has .*; did you mean {OURS}"),
    (["zzz"], "strict-match", "no results file has the task 'zzz'; there are gsm8k, mmlu"),
    (["mmlu"], "strict-match",
     "mmlu has no temporal score with the filter strict-match; it has acc,none; --filter"),
    (None, "none", "tempanswerqa has no temporal score with the filter none; it has capped_ase,"),
])  # fmt: skip
def test_tasks_of_ours_that_are_not_there(models, tasks, rule, said):
    with pytest.raises(CorrelateError, match=said):
        selection.ours(models, rule, tasks)


def test_results_without_any_task_of_ours(tmp_path):
    write(tmp_path, "a", {"gsm8k": gsm8k(0.5)})
    with pytest.raises(CorrelateError, match="no task of tempanswerqa in the results, but gsm8k"):
        selection.ours(collect(tmp_path), "strict-match")


@pytest.mark.parametrize(("asked", "found"), [
    (GSM8K, Measure("gsm8k", "exact_match", "strict-match")),
    ("mmlu:acc", Measure("mmlu", "acc", "none")),
    ("mmlu:acc,none", Measure("mmlu", "acc", "none")),
    ("tempanswerqa_fresh_fewshot:capped_ase",
     Measure("tempanswerqa_fresh_fewshot", "capped_ase", "flexible-extract")),
])  # fmt: skip
def test_other_scores(models, asked, found):
    assert selection.other(models, asked) == found
    assert selection.other(models, found.name) == found


@pytest.mark.parametrize(("asked", "said"), [
    ("gsm8k", "--with gsm8k: name a metric, too; it has exact_match,flexible-extract, exact_m"),
    ("gsm8", "the task 'gsm8'; did you mean gsm8k"),
    ("gsm8k:acc", "gsm8k has no acc; it has exact_match,"),
    ("gsm8k:exact_match,none", "gsm8k has no exact_match,none; it has exact_match,"),
    ("gsm8k:exact_match_stderr,strict-match", "has no exact_match_stderr"),
    ("gsm8k:exact_match",
     "name one of its filters, too: gsm8k:exact_match,flexible-extract or "
     "gsm8k:exact_match,strict-match"),
    ("wikitext:perplexity", "it has acc,none, word_perplexity,none"),
    ("", "no results file has the task ''"),
])  # fmt: skip
def test_other_scores_that_are_not_there(models, asked, said):
    with pytest.raises(CorrelateError, match=said):
        selection.other(models, asked)


@given(st.text() | st.text().map("gsm8k:".__add__))
def test_anything_may_be_asked_for(models, asked):
    with pytest.raises(CorrelateError) as caught:
        selection.other(models, asked)
    assert on_one_line(str(caught.value))
