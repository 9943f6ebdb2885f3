"""Tests models by their means over tasks and promptings against plain arithmetic."""

import math
from itertools import combinations

import pytest
from reported import MODELS, PROMPTINGS, gather, write_runs
from support import SUBSETS

from tempanswerqa.metrics import holm, paired
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.standings import Field, field, standings
from tempanswerqa.runs.scoring import FILTERS, STRICT, column, groups
from tempanswerqa.runs.summary import RunName

NAMES = ("exact_match", "smape", "mase")


def mean(values):
    return sum(values) / len(values)


@pytest.mark.parametrize("rule", FILTERS)
def test_means_are_those_of_the_scores(gathered, rule):
    of = field(gathered)
    assert sorted(of.models) == sorted(MODELS)
    assert len(of.cells) == len(PROMPTINGS) * len(SUBSETS)
    for name in NAMES:
        found = standings(gathered, of, name, rule)
        for model in MODELS:
            own = [
                mean([row.mean(name) for row in gathered.of_task(task, rule) if row.model == model])
                for task in gathered.tasks
            ]
            assert found.scores[model].value == pytest.approx(mean(own))
            assert found.value(model) == pytest.approx(METRICS[name].factor * mean(own))
        values = [found.value(model) for model in found.order]
        assert values == sorted(values, reverse=METRICS[name].higher_is_better)
        assert [found.rank(model) for model in found.order] == [1, 2, 3]
        assert found.gain(*found.order[:2]) > 0 > found.gain(*found.order[1::-1])


def test_one_task_and_prompting_is_what_compare_has(gathered, scored):
    task, prompting = f"tempanswerqa_{SUBSETS[0]}", PROMPTINGS[0]
    items = {
        run.model: by_filter[STRICT][0]
        for run, by_filter in scored
        if (run.task, run.prompting) == (task, prompting)
    }
    found = standings(gathered, Field([*MODELS], [(task, prompting)], []), "smape", STRICT)
    pairs = list(combinations(MODELS, 2))
    tests = [
        paired(*(column(items[model], "smape") for model in pair), groups(items[pair[0]]))
        for pair in pairs
    ]
    corrected = holm([test.p_value for test in tests])
    for pair, test, p in zip(pairs, tests, corrected, strict=True):
        assert found.gain(*pair) == pytest.approx(-test.value)
        assert found.p(*pair) == found.p(*pair[::-1]) == pytest.approx(p)
    summaries = {row.model: row for row in gathered.of_task(task) if row.prompting == prompting}
    for model in MODELS:
        own = summaries[model].scores["smape"]
        assert found.scores[model][:5] == pytest.approx(own[:5])


def test_errors_of_a_mean_are_clustered_over_runs(gathered):
    """The error is computed from weighted residuals of groups, which the runs of a task share."""
    of = field(gathered)
    model, sums, counts = of.models[0], {}, len(SUBSETS) * len(PROMPTINGS)
    for task, prompting in of.cells:
        run = gathered.by_question[task, RunName(model, prompting)]
        own = list(run.scores["exact_match"])
        for question, value in zip(run.part.questions.values(), own, strict=True):
            key = question.family, question.group
            sums[key] = sums.get(key, 0) + (value - mean(own)) / (counts * len(own))
    expected = math.sqrt(len(sums) / (len(sums) - 1) * sum(value**2 for value in sums.values()))
    found = standings(gathered, of, "exact_match", STRICT).scores[model]
    assert found.stderr == pytest.approx(expected)
    assert found.groups == len(sums)
    assert found.low < found.value < found.high


def test_mase_has_no_test(gathered):
    found = standings(gathered, field(gathered), "mase", STRICT)
    assert found.scores[MODELS[0]][1:] == (None,) * 4
    assert math.isnan(found.p(*MODELS[:2]))


def test_a_model_that_lacks_runs_is_left_out(tmp_path):
    runs = write_runs(tmp_path, subsets=["tot_arith", "ttqa_head"])
    for path in (runs / "model0").rglob("samples_*ttqa_head*"):
        path.unlink()
    found = field(gather(runs))
    assert (found.models, found.left_out) == ([MODELS[2], MODELS[1]], [MODELS[0]])
    assert found.tasks == ["tempanswerqa_tot_arith", "tempanswerqa_ttqa_head"]
    assert set(found.weights.values()) == {0.25}


def test_models_without_a_common_task_are_not_compared(tmp_path):
    runs = write_runs(tmp_path, MODELS[:2], ["tot_arith", "ttqa_head"])
    for place, subset in ((0, "tot_arith"), (1, "ttqa_head")):
        for path in (runs / f"model{place}").rglob(f"samples_*{subset}*"):
            path.unlink()
    found = field(gather(runs))
    assert len(found.models) == len(found.left_out) == 1
    assert field(Gathered()) == Field([], [], [])
