"""Tests means over tasks and runs, and the details of sMAPE, by plain arithmetic."""

import math

import pytest
from scored import respond, write_answers
from support import SAMPLE

from tempanswerqa import questions
from tempanswerqa.metrics import wilson
from tempanswerqa.metrics.scores import METRICS, Estimate
from tempanswerqa.questions.record import CALENDAR_YEAR, DURATION
from tempanswerqa.runs import Library, read_runs, summarize
from tempanswerqa.runs.summary import Score, known, over_tasks
from tempanswerqa.scoring import STRICT


@pytest.mark.parametrize("name", ["exact_match", "smape"])
def test_errors_of_tasks_are_independent_in_a_mean(name):
    metric = METRICS[name]
    most = metric.highest
    scores = [
        Score.of(metric, most * mean, Estimate(mean, error, groups, 400))
        for mean, error, groups in ((0.5, 0.04, 30), (0.7, 0.03, 60))
    ]
    mean = over_tasks(scores, metric)
    assert mean.value == pytest.approx(most * 0.6)
    assert mean.stderr == pytest.approx(most * math.hypot(0.04, 0.03) / 2)
    degrees = (0.04**2 + 0.03**2) ** 2 / (0.04**4 / 29 + 0.03**4 / 59)
    assert (mean.groups, mean.estimate.degrees) == (90, pytest.approx(degrees))
    ends = wilson(Estimate(0.6, mean.stderr / most, 90, effective=degrees + 1))
    assert (mean.low, mean.high) == pytest.approx([most * end for end in ends])


def test_what_one_task_leaves_undefined_the_mean_does():
    score = Score.of(METRICS["smape"], 50.0, Estimate(0.5, 0.04, 30, 400))
    assert over_tasks([score, Score()], METRICS["smape"]).value is None
    assert known(math.inf) is known(math.nan) is None
    assert known(0.0) == 0


@pytest.mark.parametrize("subset", ["tot_arith", "tot_semantic", "ttqa_head"])
def test_smape_is_split_where_a_task_has_durations_and_calendar_years(tmp_path, subset):
    asked = questions.load(subset, SAMPLE)
    years = [question for question in asked if question.asks_for == CALENDAR_YEAR]
    for own in (asked, years):
        (run,) = read_runs(write_answers(tmp_path / "run.jsonl", respond(own)), Library(SAMPLE))
        errors = run.items[STRICT].dropna(subset="smape").groupby("asks_for")["smape"]
        found, expected = summarize(run, STRICT).scores, dict(errors.mean())
        split = {found["smape_durations"].value, found["smape_calendar_years"].value}
        if DURATION in expected and CALENDAR_YEAR in expected:
            assert found["smape_durations"].value == pytest.approx(expected[DURATION])
            assert found["smape_calendar_years"].value == pytest.approx(expected[CALENDAR_YEAR])
        else:
            assert split == {None}
