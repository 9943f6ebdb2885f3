"""Tests the sentence and the table of the first screen against the scores."""

from itertools import combinations

import pytest
from reported import MODELS, gather, write_runs

from tempanswerqa.metrics import holm, paired
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports import verdicts
from tempanswerqa.reports.report import verdict
from tempanswerqa.reports.report.data import Field


def test_one_task_and_prompting_has_the_scores_of_the_run(gathered):
    for task in gathered.tasks:
        for row in gathered.of_task(task):
            of = Field([row.model], [(task, row.prompting)])
            ((name, exact, error, near, smape, mase, unread),) = verdict.rows(gathered, of)
            assert name == gathered.cast.short[row.model]
            told = [METRICS[name].shown(row.mean(name)) for name in verdict.SHOWN]
            assert [exact, near, smape, mase] == told
            assert error == METRICS["exact_match"].shown(row.scores["exact_match"].stderr)
            assert float(unread) == pytest.approx(100 * (1 - row.mean("parsed")), abs=0.051)


@pytest.mark.parametrize("metric", ["exact_match", "smape", "capped_ase"])
def test_models_are_told_apart_by_paired_tests(gathered, metric):
    of = gathered.field()
    assert sorted(of.models) == sorted(MODELS)
    columns = [gathered.column(of, model, metric) for model in of.models]
    groups, highest = gathered.groups(of), METRICS[metric].highest
    tests = [paired(*pair, groups, highest) for pair in combinations(columns, 2)]
    standing = verdict.standing(gathered, of, metric)
    told = sum(p < SIGNIFICANT for p in holm([test.p_value for test in tests]))
    assert standing[1] == told


def test_models_that_answer_alike_are_level(tmp_path):
    runs = write_runs(tmp_path / "one", ["A"], ["ttqa_head"])
    same = gather(runs, write_runs(tmp_path / "other", ["B"], ["ttqa_head"]))
    said = verdict.sentences(same, same.field())[0]
    assert said == verdicts.of_two("AB", 0, 0)


def test_one_model_has_its_scores_in_the_sentence(tmp_path):
    alone = gather(write_runs(tmp_path, MODELS[:1], ["ttqa_head"]))
    of = alone.field()
    ((_, exact, _, near, *_, unread),) = verdict.rows(alone, of)
    said = verdict.sentences(alone, of)[0]
    assert all(f"{number} %" in said for number in (exact, near, unread))
    assert verdict.standing(alone, of, "exact_match") is None


def test_models_without_all_runs_are_left_out_and_named(tmp_path):
    runs = write_runs(tmp_path / "two", MODELS[:2], ["ttqa_head", "ttqa_tail"])
    partly = gather(runs, write_runs(tmp_path / "one", ["Less"], ["ttqa_tail"]))
    of = partly.field()
    assert sorted(of.models) == sorted(MODELS[:2])
    assert "Less" in verdict.sentences(partly, of)[-1]
    assert len(partly.field("tempanswerqa_ttqa_tail").models) == 3
